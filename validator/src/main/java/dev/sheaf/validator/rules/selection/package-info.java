/**
 * Rules on selective lists: from, until and set alone and together, in both verbs and in further formats, on first and on later pages. Every
 * record that was seen is evidence of what such a list must hold.
 */
@NullMarked
package dev.sheaf.validator.rules.selection;

import org.jspecify.annotations.NullMarked;
