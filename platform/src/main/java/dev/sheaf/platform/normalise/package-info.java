/**
 * Normalised values of records: dates as years, languages as codes, names with the family name first, types and formats in controlled
 * words, identifiers as identifiers. They stand next to the received values and never replace them. Uncertain values are not guessed.
 *
 * <p>Texts come from anybody: all readers look at a bounded beginning, with patterns that take time in proportion to it.
 */
@NullMarked
package dev.sheaf.platform.normalise;

import org.jspecify.annotations.NullMarked;
