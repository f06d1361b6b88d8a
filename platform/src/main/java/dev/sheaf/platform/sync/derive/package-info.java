/** Formats that Sheaf derives from the formats that a source delivers. */
@NullMarked
package dev.sheaf.platform.sync.derive;

import org.jspecify.annotations.NullMarked;
