/** Commands of crosswalks and of schemas of own formats. */
@NullMarked
package dev.sheaf.cli.crosswalk;

import org.jspecify.annotations.NullMarked;
