/** Recent log messages of the program, for operators without access to the hub's machine. */
@NullMarked
package dev.sheaf.platform.log;

import org.jspecify.annotations.NullMarked;
