/** Tests of the package of this name. */
@NullMarked
package dev.sheaf.platform.exports;

import org.jspecify.annotations.NullMarked;
