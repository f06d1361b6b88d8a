/** Tests of the package of this name. */
@NullMarked
package dev.sheaf.platform.demo;

import org.jspecify.annotations.NullMarked;
