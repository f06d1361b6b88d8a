/** Uses of the library as docs/library.md shows them. */
@NullMarked
package dev.sheaf.harvester.example;

import org.jspecify.annotations.NullMarked;
