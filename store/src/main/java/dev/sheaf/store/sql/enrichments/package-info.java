/** Additions of services to items, in tables {@code enrichment} and {@code relation}. Internal. */
@NullMarked
package dev.sheaf.store.sql.enrichments;

import org.jspecify.annotations.NullMarked;
