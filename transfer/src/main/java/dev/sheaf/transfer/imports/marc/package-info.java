/** MARC in its exchange format: character sets and lengths. */
@NullMarked
package dev.sheaf.transfer.imports.marc;

import org.jspecify.annotations.NullMarked;
