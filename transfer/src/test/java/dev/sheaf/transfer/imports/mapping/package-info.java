/** Tests of the package of this name. */
@NullMarked
package dev.sheaf.transfer.imports.mapping;

import org.jspecify.annotations.NullMarked;
