/**
 * Text and metadata of single documents. An {@link dev.sheaf.publish.extract.Indlet} is the service interface for extractors of a user's own;
 * all of them work in a process of their own.
 */
@NullMarked
package dev.sheaf.publish.extract;

import org.jspecify.annotations.NullMarked;
