/**
 * The verbs that Sheaf adds on the side of service providers: a repository says that something is new (Notify), or sends its records itself
 * (PushMetadata). Requests are signed, dated and numbered; responses have a document of their own, which
 * {@link dev.sheaf.core.extension.ExtensionWriter} writes and {@link dev.sheaf.core.extension.ExtensionReader} reads.
 */
@NullMarked
package dev.sheaf.core.extension;

import org.jspecify.annotations.NullMarked;
