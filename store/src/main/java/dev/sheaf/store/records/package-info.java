/**
 * Facets of the store that concern single records: repairs and quarantine, former versions, derived formats, and the stylesheets and schemas
 * of formats. {@link dev.sheaf.store.records.LegalBatch} and {@link dev.sheaf.store.records.ServedNames} are rules that need no store.
 */
@NullMarked
package dev.sheaf.store.records;

import org.jspecify.annotations.NullMarked;
