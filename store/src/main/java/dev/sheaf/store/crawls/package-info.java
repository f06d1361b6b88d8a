/** Crawled sources: the settings of their crawls, the files that were found, and their owner's decisions. */
@NullMarked
package dev.sheaf.store.crawls;

import org.jspecify.annotations.NullMarked;
