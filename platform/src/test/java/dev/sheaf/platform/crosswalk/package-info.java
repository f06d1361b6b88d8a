/** Tests of the crosswalks. */
@NullMarked
package dev.sheaf.platform.crosswalk;

import org.jspecify.annotations.NullMarked;
