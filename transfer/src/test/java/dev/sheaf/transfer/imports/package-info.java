/** Tests of the package of this name. */
@NullMarked
package dev.sheaf.transfer.imports;

import org.jspecify.annotations.NullMarked;
