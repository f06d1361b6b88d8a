/** MARC in its exchange format: character sets and lengths. */
@NullMarked
package dev.sheaf.platform.imports.marc;

import org.jspecify.annotations.NullMarked;
