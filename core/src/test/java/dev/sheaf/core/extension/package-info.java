@NullMarked
package dev.sheaf.core.extension;

import org.jspecify.annotations.NullMarked;
