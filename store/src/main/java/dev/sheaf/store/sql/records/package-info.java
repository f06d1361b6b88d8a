/** Rows of records: their content, and how records are read from them. Internal. */
@NullMarked
package dev.sheaf.store.sql.records;

import org.jspecify.annotations.NullMarked;
