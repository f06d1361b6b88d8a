@NullMarked
package dev.sheaf.core.description;

import org.jspecify.annotations.NullMarked;
