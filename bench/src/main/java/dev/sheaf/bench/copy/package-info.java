/** Copies of a repository by its dumps: speed, equality, and size of the deltas. */
@NullMarked
package dev.sheaf.bench.copy;

import org.jspecify.annotations.NullMarked;
