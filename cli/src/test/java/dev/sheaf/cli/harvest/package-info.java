/** Tests of the package of this name. */
@NullMarked
package dev.sheaf.cli.harvest;

import org.jspecify.annotations.NullMarked;
