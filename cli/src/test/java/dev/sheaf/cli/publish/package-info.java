/** Tests of the package of this name. */
@NullMarked
package dev.sheaf.cli.publish;

import org.jspecify.annotations.NullMarked;
