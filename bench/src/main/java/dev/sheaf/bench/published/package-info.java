/** Measurements of collections of documents that are published, harvested by their terms, and searched: bytes, time and memory of each step. */
@NullMarked
package dev.sheaf.bench.published;

import org.jspecify.annotations.NullMarked;
