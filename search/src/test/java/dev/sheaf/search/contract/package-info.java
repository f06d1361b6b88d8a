/** Contract of {@link dev.sheaf.search.SearchIndex}, which every implementation passes. */
@NullMarked
package dev.sheaf.search.contract;

import org.jspecify.annotations.NullMarked;
