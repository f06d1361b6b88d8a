/** Commands of crosswalks and of schemas of own formats. */
@NullMarked
package dev.sheaf.platform.cli.crosswalk;

import org.jspecify.annotations.NullMarked;
