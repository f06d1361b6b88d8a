/** Uses of the library as docs/library.md shows them. */
@NullMarked
package dev.sheaf.core.example;

import org.jspecify.annotations.NullMarked;
