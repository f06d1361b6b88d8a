/**
 * Crosswalks from one metadata format to another. A source without oai_dc gets records in oai_dc that are derived from its other formats.
 */
@NullMarked
package dev.sheaf.formats.crosswalk;

import org.jspecify.annotations.NullMarked;
