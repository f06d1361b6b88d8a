/** Tests of the crosswalks. */
@NullMarked
package dev.sheaf.formats.crosswalk;

import org.jspecify.annotations.NullMarked;
