/** Tests of the package of this name. */
@NullMarked
package dev.sheaf.bench.publish;

import org.jspecify.annotations.NullMarked;
