/**
 * Aggregates: which copies of a record each of them shows, and under which identifier. Internal.
 */
@NullMarked
package dev.sheaf.store.sql.aggregates;

import org.jspecify.annotations.NullMarked;
