/** Tables of sources, and the facets that need no other tables. Internal. */
@NullMarked
package dev.sheaf.store.sql.sources;

import org.jspecify.annotations.NullMarked;
