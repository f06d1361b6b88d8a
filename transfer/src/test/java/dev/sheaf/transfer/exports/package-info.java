/** Tests of the package of this name. */
@NullMarked
package dev.sheaf.transfer.exports;

import org.jspecify.annotations.NullMarked;
