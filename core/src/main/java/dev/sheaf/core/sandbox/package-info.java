/** Processes that read bytes of strangers, in a sandbox of the system where it offers one. */
@NullMarked
package dev.sheaf.core.sandbox;

import org.jspecify.annotations.NullMarked;
