/**
 * The engine below the tables: connections, the writing thread, the pool of reading connections, transactions and their datestamps,
 * compression, and secrets. Internal.
 *
 * <p>{@code SqlDatabase} and {@code Dialect} separate the databases: each statement is written once, for SQLite and PostgreSQL. The tables
 * are in {@code /db/schema-sqlite.sql}, each with its reason. {@code TimestampFile} explains why no record can get a datestamp that a
 * harvester has already passed.
 */
@NullMarked
package dev.sheaf.store.sql;

import org.jspecify.annotations.NullMarked;
