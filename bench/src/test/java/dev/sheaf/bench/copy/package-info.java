@NullMarked
package dev.sheaf.bench.copy;

import org.jspecify.annotations.NullMarked;
