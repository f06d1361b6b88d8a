@NullMarked
package dev.sheaf.platform.proxy;

import org.jspecify.annotations.NullMarked;
