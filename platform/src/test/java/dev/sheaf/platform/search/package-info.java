/** Tests of the search index: a real store, a real index in a temporary directory. */
@NullMarked
package dev.sheaf.platform.search;

import org.jspecify.annotations.NullMarked;
