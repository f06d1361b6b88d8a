@NullMarked
package dev.sheaf.provider.index;

import org.jspecify.annotations.NullMarked;
