/** Tests of the script that starts Sheaf from a checkout. */
@NullMarked
package dev.sheaf.cli.launcher;

import org.jspecify.annotations.NullMarked;
