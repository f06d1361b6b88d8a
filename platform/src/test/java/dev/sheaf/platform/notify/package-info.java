/** Tests of what is told instead of asked for, over real HTTP. */
@NullMarked
package dev.sheaf.platform.notify;

import org.jspecify.annotations.NullMarked;
