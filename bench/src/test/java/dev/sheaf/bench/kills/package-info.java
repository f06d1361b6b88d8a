/** A short form of the kills. */
@NullMarked
package dev.sheaf.bench.kills;

import org.jspecify.annotations.NullMarked;
