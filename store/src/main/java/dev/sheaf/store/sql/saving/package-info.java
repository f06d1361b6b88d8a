/**
 * Everything that changes records. Internal.
 *
 * <p>{@code BatchSaver} hashes a batch, lets {@code BatchPlan} decide what it changes, and has {@code RecordWriter} write it in one
 * transaction. Roll-backs, approved deletions, censuses and changes of aggregates use the same classes.
 */
@NullMarked
package dev.sheaf.store.sql.saving;

import org.jspecify.annotations.NullMarked;
