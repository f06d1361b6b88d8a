@NullMarked
package dev.sheaf.platform.log;

import org.jspecify.annotations.NullMarked;
