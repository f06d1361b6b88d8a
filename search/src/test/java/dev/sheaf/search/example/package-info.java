/** Uses of the library as docs/library.md shows them. */
@NullMarked
package dev.sheaf.search.example;

import org.jspecify.annotations.NullMarked;
