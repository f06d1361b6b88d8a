/** The SQLite file of a data directory: its dialect, its copies, its examination and repair. Internal. */
@NullMarked
package dev.sheaf.store.sqlite;

import org.jspecify.annotations.NullMarked;
