/** Tests of the package of this name. */
@NullMarked
package dev.sheaf.platform.config;

import org.jspecify.annotations.NullMarked;
