/** Commands of sources. */
@NullMarked
package dev.sheaf.platform.cli.source;

import org.jspecify.annotations.NullMarked;
