/**
 * Tables of sources, and the facets that need nothing but them. Internal.
 */
@NullMarked
package dev.sheaf.store.sql.sources;

import org.jspecify.annotations.NullMarked;
