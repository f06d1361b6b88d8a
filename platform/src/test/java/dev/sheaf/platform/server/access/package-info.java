@NullMarked
package dev.sheaf.platform.server.access;

import org.jspecify.annotations.NullMarked;
