/** Holds the documentation to what is there. */
@NullMarked
package dev.sheaf.cli.documentation;

import org.jspecify.annotations.NullMarked;
