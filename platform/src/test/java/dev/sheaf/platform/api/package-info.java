@NullMarked
package dev.sheaf.platform.api;

import org.jspecify.annotations.NullMarked;
