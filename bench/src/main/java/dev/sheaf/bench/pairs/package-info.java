/** Pairs of misbehaviours, harvested and judged. */
@NullMarked
package dev.sheaf.bench.pairs;

import org.jspecify.annotations.NullMarked;
