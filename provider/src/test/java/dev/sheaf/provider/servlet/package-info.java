/** Tests of the package of this name. */
@NullMarked
package dev.sheaf.provider.servlet;

import org.jspecify.annotations.NullMarked;
