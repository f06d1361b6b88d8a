/**
 * The store: every source's records and their one sequence of changes in a SQLite file. All SQL of the program is here.
 *
 * <p>{@link dev.sheaf.platform.store.SqliteRecordStore} is the front door. Behind it one thread writes and a few read.
 *
 * <p>In: {@code BatchSaver} hashes, lets {@code BatchPlan} decide what a batch changes ({@code CollisionRule}: which source's copy the
 * aggregate shows), and has {@code RecordWriter} and {@code Lists} write it in one {@code Transaction} of the {@code Writer}.
 * {@code OpenStamp} explains why no record can get a datestamp that a harvester has already passed. Out: {@code StoredRepository} reads
 * pages by keyset through the {@code ReadPool}, {@code RecordReader} makes records of rows. The tables are in {@code /db/schema-sqlite.sql},
 * each with its reason.
 */
@NullMarked
package dev.sheaf.platform.store;

import org.jspecify.annotations.NullMarked;
