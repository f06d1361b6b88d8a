/**
 * The store: every source's records and their one sequence of changes, and everything else that a hub keeps.
 *
 * <p>{@link dev.sheaf.platform.store.HubStore} is the contract, with one facet for each concern, and
 * {@link dev.sheaf.platform.store.HubStores} opens a store. The implementation is {@code SqlHubStore} with a class {@code Sql…}
 * for each facet, and {@code SqliteDatabase}. One thread writes and a few read.
 *
 * <p>In: {@code BatchSaver} hashes, lets {@code BatchPlan} decide what a batch changes ({@code CollisionRule}: which source's copy the
 * aggregate shows), and has {@code RecordWriter} and {@code Lists} write it in one {@code Transaction} of the {@code Writer}.
 * {@code OpenStamp} explains why no record can get a datestamp that a harvester has already passed. Out: {@code StoredRepository} reads
 * pages by keyset through the {@code ReadPool}, {@code RecordReader} makes records of rows. The tables are in {@code /db/schema-sqlite.sql},
 * each with its reason. {@code SqlDatabase} and {@code Dialect} are the seam for other databases: statements are written once, for SQLite and
 * PostgreSQL.
 */
@NullMarked
package dev.sheaf.platform.store;

import org.jspecify.annotations.NullMarked;
