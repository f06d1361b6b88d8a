@NullMarked
package dev.sheaf.platform.watch;

import org.jspecify.annotations.NullMarked;
