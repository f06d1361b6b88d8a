/** Holds the documentation to what is there. */
@NullMarked
package dev.sheaf.platform.documentation;

import org.jspecify.annotations.NullMarked;
