/**
 * Files of reference managers, entry by entry: BibTeX, RIS, and refer (EndNote's tags). Each entry is a row with the fields of the file,
 * and with elements of Dublin Core derived from them ({@code dc:title} and so on). A mapping is therefore possible, but not needed.
 */
@NullMarked
package dev.sheaf.transfer.imports.citations;

import org.jspecify.annotations.NullMarked;
