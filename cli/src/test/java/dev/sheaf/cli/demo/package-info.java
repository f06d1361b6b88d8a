/** Tests of the package of this name. */
@NullMarked
package dev.sheaf.cli.demo;

import org.jspecify.annotations.NullMarked;
