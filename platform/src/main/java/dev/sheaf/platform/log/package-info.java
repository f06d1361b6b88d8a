/** What the program has logged of late, kept for whoever looks after a hub without its machine. */
@NullMarked
package dev.sheaf.platform.log;

import org.jspecify.annotations.NullMarked;
