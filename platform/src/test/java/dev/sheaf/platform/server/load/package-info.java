@NullMarked
package dev.sheaf.platform.server.load;

import org.jspecify.annotations.NullMarked;
