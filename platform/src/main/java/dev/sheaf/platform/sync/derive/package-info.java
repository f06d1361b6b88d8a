/** Formats that Sheaf makes from the ones a source delivers. */
@NullMarked
package dev.sheaf.platform.sync.derive;

import org.jspecify.annotations.NullMarked;
