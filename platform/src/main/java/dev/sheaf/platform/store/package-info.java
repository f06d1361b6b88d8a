/**
 * The store: every source's records and their one sequence of changes in a SQLite file. All SQL of the program is here.
 *
 * <p>{@link dev.sheaf.platform.store.SqliteRecordStore} is the front door. Behind it one thread writes and a few read.
 */
@NullMarked
package dev.sheaf.platform.store;

import org.jspecify.annotations.NullMarked;
