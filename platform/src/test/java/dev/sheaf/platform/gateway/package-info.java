@NullMarked
package dev.sheaf.platform.gateway;

import org.jspecify.annotations.NullMarked;
