/**
 * Normalised values of records: dates as years, languages as codes, names with the family name first, types and formats as terms of
 * vocabularies, identifiers without labels. They are added to the received values and never replace them. Uncertain values are not guessed.
 *
 * <p>The texts are untrusted. All readers read only the beginning of a text, up to a limit, with patterns whose time is proportional to its
 * length.
 */
@NullMarked
package dev.sheaf.formats.normalise;

import org.jspecify.annotations.NullMarked;
