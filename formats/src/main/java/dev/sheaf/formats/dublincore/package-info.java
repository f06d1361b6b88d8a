/** The elements of a Dublin Core record, and what the normaliser reads in them. */
@NullMarked
package dev.sheaf.formats.dublincore;

import org.jspecify.annotations.NullMarked;
