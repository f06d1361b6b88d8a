/** Membership of records in aggregates: the copies of a record that each aggregate shows, and their identifiers. Internal. */
@NullMarked
package dev.sheaf.store.sql.aggregates;

import org.jspecify.annotations.NullMarked;
