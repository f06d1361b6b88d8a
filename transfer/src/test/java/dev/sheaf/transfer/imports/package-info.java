/** Tests of the package of this name. */
@NullMarked
package dev.sheaf.platform.imports;

import org.jspecify.annotations.NullMarked;
