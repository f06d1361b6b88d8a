@NullMarked
package dev.sheaf.platform.resolver;

import org.jspecify.annotations.NullMarked;
