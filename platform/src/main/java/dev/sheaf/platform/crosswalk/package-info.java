/**
 * Crosswalks from one metadata format to another: a source without oai_dc of its own gets records in oai_dc, derived from those that it
 * has.
 */
@NullMarked
package dev.sheaf.platform.crosswalk;

import org.jspecify.annotations.NullMarked;
