/** Tests of the package of this name. */
@NullMarked
package dev.sheaf.publish.record;

import org.jspecify.annotations.NullMarked;
