package dev.sheaf.store.sql.hub;

import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import dev.sheaf.core.store.StoreException;
import dev.sheaf.store.sql.Names;
import dev.sheaf.store.sql.ReadPool;
import dev.sheaf.store.sql.SqlConnection;
import dev.sheaf.store.sql.Writer;
import dev.sheaf.store.sql.aggregates.AggregateTable;
import dev.sheaf.store.sql.enrichments.SqlEnrichments;
import dev.sheaf.store.sql.enrichments.SqlRelations;
import dev.sheaf.store.sql.enrichments.SqlUsageLog;
import dev.sheaf.store.sql.lists.Scopes;
import dev.sheaf.store.sql.notices.SqlArchives;
import dev.sheaf.store.sql.notices.SqlSourceSubscriptions;
import dev.sheaf.store.sql.notices.SqlSubscriptions;
import dev.sheaf.store.sql.records.Incoming;
import dev.sheaf.store.sql.runs.RunDetails;
import dev.sheaf.store.sql.saving.BatchSaver;
import dev.sheaf.store.sql.saving.SqlHistory;
import dev.sheaf.store.sql.saving.Withdrawal;
import dev.sheaf.store.sql.sources.Descriptions;
import dev.sheaf.store.sql.sources.SourceTable;

/**
 * Removal of sources. The registration is removed first, so that no run can fill the source any longer. Its records are then withdrawn in
 * short transactions; after a crash, the next process that opens the store continues. Safe for use by many threads.
 */
final class SourceRemoval {

    private static final Logger LOG = LoggerFactory.getLogger(SourceRemoval.class);

    /** Tables whose rows are deleted with the registration, whether or not the records stay. */
    static final List<String> TABLES = List.of("run", "run_detail", "run_tally", "whole_run", "checkpoint", "undo",
            "undo_checkpoint", "former", "inferred_deletion",
            "held_deletion", "census", "quarantine", "repair", "proxy_fault", "proxy_day", "derivation", "derivation_walk",
            "withheld",
            "description", "profile", "source_access", "source_care", "source_control", "changed_slot", "schedule",
            "announcement", "waiting_source", "own_record", "crawl", "crawled_file", "link_round", "link_check", "deposit");

    private final Writer writer;
    private final ReadPool reads;
    private final BatchSaver saver;
    private final Names names;
    private final Scopes scopes;
    private final InstantSource clock;

    SourceRemoval(Writer writer, ReadPool reads, BatchSaver saver, Names names, Scopes scopes, InstantSource clock) {
        this.writer = writer;
        this.reads = reads;
        this.saver = saver;
        this.names = names;
        this.scopes = scopes;
        this.clock = clock;
    }

    /** Removes a source and withdraws its records, unless they are to be kept. */
    void remove(String id, boolean keepRecords) {
        int source = writer.write("remove source " + id, transaction -> {
            SqlConnection sql = transaction.sql();
            int number = SourceTable.number(sql, id);
            Descriptions.forgetSets(transaction, number, id);
            for (String table : RunDetails.TABLES) {
                sql.update("delete from " + table + " where run in (select num from run where source = ?)", number);
            }
            for (String table : TABLES) {
                sql.update("delete from " + table + " where source = ?", number);
            }
            SqlArchives.forget(sql, id);
            SqlSubscriptions.forget(sql, id);
            SqlSourceSubscriptions.leave(sql, id);
            AggregateTable.changed(sql);
            if (keepRecords) {
                sql.update("delete from source where num = ?", number);
            } else {
                Descriptions.forgetName(transaction, id);
                sql.update("update source set removing = 1 where num = ?", number);
                sql.update("update source_name set removals = removals + 1 where num = ?", number);
            }
            return number;
        });
        if (!keepRecords) {
            withdrawAll(source);
        }
    }

    /** Finishes an interrupted removal, if there is one, before the id is used again. */
    void finish(String id) {
        Optional<Integer> unfinished = reads.read("read source " + id, connection -> SourceTable.isRemoving(connection.sql(), id)
                ? names.sources().find(connection.sql(), id)
                : Optional.<Integer>empty());
        unfinished.ifPresent(this::withdrawAll);
    }

    /** Finishes, some time later, removals that a dead process has left. */
    void resume(List<Integer> sources) {
        sources.forEach(source -> Thread.ofVirtual().name("sheaf-store-removal-" + source).start(() -> {
            try {
                withdrawAll(source);
            } catch (StoreException e) {
                // The next process that opens the store, or registers the id again, continues.
                LOG.warn("removal of a source not finished: source-number={} because=\"{}\"", source, e.getMessage());
            }
        }));
    }

    private void withdrawAll(int source) {
        String doing = "withdraw the records of a removed source";
        SqlHistory.forget(writer, source);
        Instant now = clock.instant();
        Withdrawal live = writer.run(doing, sql -> new Withdrawal(sql, names, scopes, source, Withdrawal.LIVE, now));
        boolean more = true;
        while (more) {
            more = writer.run(doing, sql -> {
                List<Incoming> deletedHeaders = live.next();
                saver.withdraw(sql, source, deletedHeaders, null);
                return !deletedHeaders.isEmpty();
            });
        }
        // After the records, because an item without a live record gets no additions.
        SqlEnrichments.forget(writer, source);
        SqlRelations.forget(writer, source);
        SqlUsageLog.forget(writer, source);
        writer.change(doing,
                transaction -> transaction.sql().update("delete from source where num = ? and removing = 1", source));
    }
}
