@NullMarked
package dev.sheaf.bench;

import org.jspecify.annotations.NullMarked;
