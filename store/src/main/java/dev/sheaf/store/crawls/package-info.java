/** Crawled sources: the settings of their crawls, and the files that were found. */
@NullMarked
package dev.sheaf.store.crawls;

import org.jspecify.annotations.NullMarked;
