/** Tests of the package of this name. */
@NullMarked
package dev.sheaf.bench.published;

import org.jspecify.annotations.NullMarked;
