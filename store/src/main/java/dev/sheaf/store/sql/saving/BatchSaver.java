package dev.sheaf.store.sql.saving;

import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

import org.jspecify.annotations.Nullable;

import dev.sheaf.core.Datestamp;
import dev.sheaf.core.MetadataPrefix;
import dev.sheaf.core.OaiRecord;
import dev.sheaf.core.store.Batch;
import dev.sheaf.core.store.Checkpoint;
import dev.sheaf.core.store.Counts;
import dev.sheaf.core.store.Repair;
import dev.sheaf.store.records.LegalBatch;
import dev.sheaf.store.records.SavedPage;
import dev.sheaf.store.sql.Compression;
import dev.sheaf.store.sql.Names;
import dev.sheaf.store.sql.SqlConnection;
import dev.sheaf.store.sql.Transaction;
import dev.sheaf.store.sql.Writer;
import dev.sheaf.store.sql.aggregates.MembershipPlan;
import dev.sheaf.store.sql.aggregates.OwnRecords;
import dev.sheaf.store.sql.records.HopOfHub;
import dev.sheaf.store.sql.records.Incoming;
import dev.sheaf.store.sql.records.ItemRow;
import dev.sheaf.store.sql.records.Items;
import dev.sheaf.store.sql.records.Origins;
import dev.sheaf.store.sql.runs.InferredDeletions;
import dev.sheaf.store.sql.runs.RunTable;
import dev.sheaf.store.sql.runs.Undo;
import dev.sheaf.store.sql.sources.SourceTable;
import dev.sheaf.store.sql.sources.SqlSchedules;

/**
 * Saving of batches. It hashes, plans and compresses before it locks and writes, because an open transaction holds back the {@link
 * dev.sheaf.core.repository.Repository#settled() settled time}. Safe for use by many threads.
 */
public final class BatchSaver {

    private final Writer writer;
    private final Names names;
    /** Objects for the writer's thread only. */
    private final RecordWriter records;
    private final MembershipPlan.Context context;
    private final OwnRecords ownRecords;
    private final StoredFormats formats = new StoredFormats();
    private final Compression compression;

    public BatchSaver(Writer writer, MembershipPlan.Context context, OwnRecords ownRecords) {
        this.ownRecords = ownRecords;
        this.writer = writer;
        this.names = context.names();
        this.context = context;
        this.records = new RecordWriter(context.scopes(), names, context.formats());
        this.compression = new Compression(writer);
    }

    /** Computation of the changes of a batch. */
    private interface Planning {
        BatchPlan plan(SqlConnection sql) throws SQLException;
    }

    /** A further change in the same transaction. It gets the plan that is valid there. */
    interface Addition {
        void write(Transaction transaction, BatchPlan plan) throws SQLException;
    }

    public Counts save(Batch batch) {
        return save(batch, BatchPlan.Kept.NOTHING).counts();
    }

    /** Saves a batch without the live records that are older than the stored versions, or have other content with the same datestamp. */
    public SavedPage saveNewer(Batch batch, boolean orAsNew) {
        return save(batch, orAsNew ? BatchPlan.Kept.AS_NEW : BatchPlan.Kept.NEWER);
    }

    private SavedPage save(Batch batch, BatchPlan.Kept kept) {
        // Hashing takes most of the time for an unchanged record; here, several sources do it at the same time.
        batch.parts().forEach(Batch.Part::hashes);
        return writer.run("save records of source " + batch.source(), sql -> save(sql, batch, kept));
    }

    private SavedPage save(SqlConnection sql, Batch received, BatchPlan.Kept kept) throws SQLException {
        int source = SourceTable.number(sql, received.source());
        Batch batch = MergedIdentifiers.apart(sql, names, source, received);
        List<List<byte[]>> hashes = batch.parts().stream().map(Batch.Part::hashes).toList();
        List<List<Incoming>> parts = new ArrayList<>(hashes.size());
        for (int i = 0; i < hashes.size(); i++) {
            parts.add(incoming(sql, source, batch.parts().get(i), hashes.get(i), batch.repairs()));
        }
        Sorter sorter = new Sorter(source, parts, kept);
        BatchPlan plan = writer.snapshot(sorter::plan);
        Checkpoint checkpoint = batch.checkpoint();
        if (checkpoint != null && RunTable.checkpoint(sql, source, checkpoint.asked()).filter(checkpoint::equals).isPresent()) {
            checkpoint = null;
        }
        Set<String> good = Quarantine.comeGood(sql, names, source, batch);
        if (plan.moved().isEmpty() && sorter.ownRecords == 0 && checkpoint == null && batch.quarantined().isEmpty()
                && batch.repairs().isEmpty() && good.isEmpty()) {
            return new SavedPage(plan.counts(), parts(batch, plan.older()), parts(batch, plan.asNew()));
        }
        Checkpoint changed = checkpoint;
        List<Batch.Part> older = new ArrayList<>();
        List<Batch.Part> asNew = new ArrayList<>();
        Counts counts = write(sql, batch.source(), batch.run(), plan, sorter::plan, harvested(batch.harvestDate()),
                (transaction, valid) -> {
                    older.clear();
                    older.addAll(parts(batch, valid.older()));
                    asNew.clear();
                    asNew.addAll(parts(batch, valid.asNew()));
                    if (sorter.ownRecords > 0) {
                        OwnRecords.count(transaction, source, batch.run(), sorter.ownRecords);
                    }
                    for (int i = 0; i < sorter.parts.size(); i++) {
                        if (!valid.moved().isEmpty() && !sorter.parts.get(i).isEmpty()) {
                            formats.note(transaction, source, sorter.parts.get(i).getFirst().prefix(),
                                    batch.parts().get(i).format(), LegalBatch.named(batch.parts().get(i)));
                        }
                    }
                    Quarantine.save(transaction, names, source, batch, good);
                    SqlRepairs.save(transaction, names, source, batch.run(), batch.repairs(), valid.moved());
                    if (changed != null) {
                        RunTable.save(transaction, source, changed);
                    }
                });
        return new SavedPage(counts.plus(new Counts(0, 0, sorter.ownRecords, 0, batch.quarantined().size())), older, asNew);
    }

    /** Returns the parts of a batch with records that a plan leaves out. */
    private static List<Batch.Part> parts(Batch batch, List<Incoming> leftOut) {
        if (leftOut.isEmpty()) {
            return List.of();
        }
        Set<OaiRecord> records = Collections.newSetFromMap(new IdentityHashMap<>());
        leftOut.forEach(incoming -> records.add(incoming.record()));
        return batch.parts().stream().map(part -> part.only(records::contains)).filter(part -> !part.records().isEmpty())
                .toList();
    }

    /** Planner of a batch against the present state of the store. That state also decides which records are own records (loop detection). */
    private final class Sorter {

        private final int source;
        private final List<List<Incoming>> received;
        /** Records of the batch that remained after the last plan. */
        private List<List<Incoming>> parts = List.of();
        /** Number of own records that the last plan removed. */
        private int ownRecords;
        private final BatchPlan.Kept kept;

        Sorter(int source, List<List<Incoming>> received, BatchPlan.Kept kept) {
            this.source = source;
            this.received = received;
            this.kept = kept;
        }

        BatchPlan plan(SqlConnection connection) throws SQLException {
            parts = new ArrayList<>(received);
            ownRecords = takeOwn(connection, source, parts);
            return BatchPlan.toSave(context, connection, source, parts, kept);
        }
    }

    /**
     * Removes own records from the parts (loop detection). If a live copy of such a record is stored, a deleted header replaces the record.
     *
     * @return number of removed records
     */
    private int takeOwn(SqlConnection sql, int source, List<List<Incoming>> parts) throws SQLException {
        OwnRecords.Test test = ownRecords.of(sql, source);
        Set<String> own = new HashSet<>();
        if (!test.isIdle()) {
            parts.forEach(part -> part.stream().filter(incoming -> !incoming.derived() && test.isOwnRecord(incoming.record()))
                    .forEach(incoming -> own.add(incoming.identifier())));
        }
        if (own.isEmpty()) {
            return 0;
        }
        Map<String, List<ItemRow>> stored = Items.load(sql, own);
        int taken = 0;
        for (int i = 0; i < parts.size(); i++) {
            List<Incoming> left = new ArrayList<>();
            for (Incoming incoming : parts.get(i)) {
                boolean isOwnRecord = own.contains(incoming.identifier())
                        && (incoming.derived() || test.isOwnRecord(incoming.record()));
                if (!isOwnRecord) {
                    left.add(incoming);
                } else if (!incoming.derived() && stored.getOrDefault(incoming.identifier(), List.of()).stream().anyMatch(
                        row -> row.source == source && row.prefix == incoming.prefix() && !row.deleted && !row.derived)) {
                    left.add(Incoming.hashed(incoming.prefix(), OwnRecords.withdrawn(incoming.record()), false));
                } else if (!incoming.derived()) {
                    taken++;
                }
            }
            parts.set(i, left);
        }
        return taken;
    }

    /**
     * Withdraws live records; for the writer's thread.
     *
     * @param deletedHeaders deleted headers of the records
     */
    public Counts withdraw(SqlConnection sql, int source, List<Incoming> deletedHeaders, @Nullable Instant at)
            throws SQLException {
        return withdraw(sql, source, deletedHeaders, at, 0, null);
    }

    /**
     * Withdraws live records in a run that can be undone; for the writer's thread.
     *
     * @param addition further change in the same transaction, made even if nothing is withdrawn; null for none
     */
    Counts withdraw(SqlConnection sql, int source, List<Incoming> deletedHeaders, @Nullable Instant at, long run,
            @Nullable Addition addition) throws SQLException {
        Planning planning = connection -> BatchPlan.toWithdraw(context, connection, source, deletedHeaders);
        BatchPlan plan = writer.snapshot(planning::plan);
        if (plan.moved().isEmpty() && addition == null) {
            return plan.counts();
        }
        return write(sql, null, run, plan, planning, at == null ? null : at.getEpochSecond(),
                addition == null ? (_, _) -> {} : addition);
    }

    /**
     * Restores former versions; for the writer's thread.
     *
     * @param versions by format
     * @param harvested time at which they arrived, in seconds since 1970; null if unknown
     */
    Counts restore(SqlConnection sql, int source, List<List<Incoming>> versions, @Nullable Long harvested) throws SQLException {
        Planning planning = connection -> BatchPlan.toSave(context, connection, source, versions, BatchPlan.Kept.NOTHING);
        BatchPlan plan = writer.snapshot(planning::plan);
        return plan.moved().isEmpty() ? plan.counts() : write(sql, null, 0, plan, planning, harvested, (_, _) -> {});
    }

    /**
     * Moves records whose memberships differ from the settings of aggregates. This needs no compression and no hashes, so the plan is
     * computed under the lock, together with the settings on which it rests.
     *
     * @return number of moved records
     */
    int updateMemberships(Transaction transaction, Collection<String> identifiers) throws SQLException {
        BatchPlan plan = BatchPlan.toUpdate(context, transaction.sql(), identifiers);
        records.write(transaction, plan, null);
        return plan.moved().size();
    }

    private Counts write(SqlConnection sql, @Nullable String sourceId, long run, BatchPlan plan, Planning planning,
            @Nullable Long harvested,
            Addition addition) throws SQLException {
        compress(sql, plan);
        return writer.transaction(transaction -> {
            if (sourceId != null) {
                // Another process may have removed the source meanwhile.
                SourceTable.number(sql, sourceId);
            }
            BatchPlan valid = plan;
            if (!plan.moved().isEmpty() && !plan.isCurrent()) {
                // Another process has written after the plan was computed.
                valid = planning.plan(sql);
                compress(sql, valid);
            }
            Undo.keep(sql, run, valid.source(), valid.moved());
            if (sourceId == null && run > 0) {
                // A run withdraws records by itself only when lists lack them; deletions that a source reports come in its batches.
                InferredDeletions.keep(sql, run, valid.source(), harvested == null ? transaction.stamp() : harvested,
                        valid.moved());
            }
            SqlHistory.keep(sql, valid);
            if (sourceId != null || run > 0) {
                // A roll-back is no change at the source.
                SqlSchedules.count(transaction, valid.source(), valid.changedItems());
            }
            records.write(transaction, valid, harvested);
            addition.write(transaction, valid);
            return valid.counts();
        });
    }

    private void compress(SqlConnection sql, BatchPlan plan) throws SQLException {
        for (ItemRow row : plan.moved()) {
            Incoming content = row.content;
            if (content != null) {
                content.compress(compression, sql);
            }
        }
    }

    private List<Incoming> incoming(SqlConnection sql, int source, Batch.Part part, List<byte[]> hashes, List<Repair> repairs)
            throws SQLException {
        if (part.records().isEmpty()) {
            return List.of();
        }
        int prefix = prefix(sql, part.format().prefix());
        if (context.formats().find(sql, source, prefix).isEmpty()) {
            writer.changeNow(transaction -> context.formats().assign(transaction, source, prefix, LegalBatch.named(part)));
        }
        Set<@Nullable String> repaired = new HashSet<>();
        for (Repair repair : repairs) {
            if (repair.prefix().equals(part.format().prefix())) {
                repaired.add(repair.identifier());
            }
        }
        boolean early = !part.derived() && part.format().prefix().equals(MetadataPrefix.OAI_DC) && Origins.isEarly(sql, source);
        List<Incoming> incoming = new ArrayList<>(hashes.size());
        for (int i = 0; i < hashes.size(); i++) {
            OaiRecord record = part.records().get(i);
            boolean altered = repaired.contains(record.identifier()) || early && HopOfHub.isContained(record.metadata());
            incoming.add(new Incoming(prefix, record, part.derived(), altered, hashes.get(i)));
        }
        return incoming;
    }

    private int prefix(SqlConnection sql, MetadataPrefix prefix) throws SQLException {
        Integer known = names.prefixes().find(sql, prefix.value()).orElse(null);
        // If the batch fails, a name without records does no harm.
        return known != null ? known : writer.transaction(transaction -> names.prefixes().number(transaction, prefix.value()));
    }

    private static @Nullable Long harvested(@Nullable Datestamp harvestDate) {
        return harvestDate == null ? null : harvestDate.instant().map(Instant::getEpochSecond).orElse(null);
    }

    /** Closes it; for the writer's thread. */
    public void close() {
        compression.close();
    }
}
