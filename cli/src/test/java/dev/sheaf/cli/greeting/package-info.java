/** A feature as small as one can be: no class outside this package knows it, except the list that a program is run with. */
@NullMarked
package dev.sheaf.cli.greeting;

import org.jspecify.annotations.NullMarked;
