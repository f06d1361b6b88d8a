/** Searches in collections with known answers. */
@NullMarked
package dev.sheaf.bench.retrieval;

import org.jspecify.annotations.NullMarked;
