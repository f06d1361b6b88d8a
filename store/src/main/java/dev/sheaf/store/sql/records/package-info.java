/**
 * Rows of records: what stands in them, and how records are read from them. Internal.
 */
@NullMarked
package dev.sheaf.store.sql.records;

import org.jspecify.annotations.NullMarked;
