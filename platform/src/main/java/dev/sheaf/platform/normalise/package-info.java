/**
 * What a record's values mean, in one form: dates as years, languages as codes, names with the family name first, types and formats in controlled
 * words, identifiers as identifiers. It stands beside what was received and never takes its place; what is not certain is not guessed.
 *
 * <p>Texts come from anybody: all readers look at a bounded beginning, with patterns that take time in proportion to it.
 */
@NullMarked
package dev.sheaf.platform.normalise;

import org.jspecify.annotations.NullMarked;
