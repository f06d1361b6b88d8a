@NullMarked
package dev.sheaf.search.lucene;

import org.jspecify.annotations.NullMarked;
