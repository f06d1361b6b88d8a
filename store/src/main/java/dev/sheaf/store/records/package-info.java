/**
 * Facets of the store that concern single records: repairs and quarantine, former versions, derived formats, and the stylesheets and schemas
 * of formats. {@link dev.sheaf.store.records.LegalBatch} is a rule that needs no store.
 */
@NullMarked
package dev.sheaf.store.records;

import org.jspecify.annotations.NullMarked;
