/** Commands of sources. */
@NullMarked
package dev.sheaf.cli.source;

import org.jspecify.annotations.NullMarked;
