/**
 * The proof that an index of harvested terms ranks exactly as an index of the texts: providers over HTTP, random changes, and a comparison of
 * all scores with those of indexes that are built from the texts at once. Pruned indices rank otherwise; their effect is measured.
 */
@NullMarked
package dev.sheaf.bench.exactness;

import org.jspecify.annotations.NullMarked;
