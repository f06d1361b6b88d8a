/** Tests of the package of this name. */
@NullMarked
package dev.sheaf.publish.extract.pool;

import org.jspecify.annotations.NullMarked;
