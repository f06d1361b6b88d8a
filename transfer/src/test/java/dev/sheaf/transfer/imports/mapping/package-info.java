/** Tests of the package of this name. */
@NullMarked
package dev.sheaf.platform.imports.mapping;

import org.jspecify.annotations.NullMarked;
