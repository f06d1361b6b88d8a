/**
 * PostgreSQL: its dialect. Internal. Tests keep the contracts of the store in a PostgreSQL server; nothing opens one for a hub yet.
 */
@NullMarked
package dev.sheaf.store.postgres;

import org.jspecify.annotations.NullMarked;
