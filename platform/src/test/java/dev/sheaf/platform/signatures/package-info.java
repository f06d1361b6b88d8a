/** Tests of the package of the same name. */
@NullMarked
package dev.sheaf.platform.signatures;

import org.jspecify.annotations.NullMarked;
