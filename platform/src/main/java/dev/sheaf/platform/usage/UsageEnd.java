package dev.sheaf.platform.usage;

import java.time.Duration;
import java.util.List;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import dev.sheaf.core.store.Source;
import dev.sheaf.core.store.StoreException;
import dev.sheaf.platform.hub.HubPart;
import dev.sheaf.store.HubStore;
import dev.sheaf.store.usage.UsageLog;

/** Deletes in the background what usage logs have left after they were turned off. A later start continues what the end of a hub breaks off. */
final class UsageEnd implements HubPart {

    private static final Logger LOG = LoggerFactory.getLogger(UsageEnd.class);
    /** Sources that usage logs fill. */
    static final List<String> SOURCES = List.of(UsageRecords.DOCUMENTS, UsageRecords.AGENTS);

    /** Longest wait for the end of the work. */
    private static final Duration END = Duration.ofSeconds(30);

    private final HubStore store;
    private final Runnable saved;
    private final Thread thread = Thread.ofPlatform().daemon().name("sheaf-usage-end").unstarted(this::attempt);
    private volatile boolean closed;

    /** @param saved called after records were withdrawn */
    UsageEnd(HubStore store, Runnable saved) {
        this.store = store;
        this.saved = saved;
    }

    @Override
    public void start() {
        thread.start();
    }

    private void attempt() {
        try {
            delete();
        } catch (StoreException failure) {
            if (!closed) {
                LOG.warn("counts of uses not deleted, trying again after the next start: reason=\"{}\"", failure.getMessage());
            }
        }
    }

    /** Deletes counts, relations and records. The sources come last, because they tell the next start that there is something to delete. */
    void delete() {
        for (UsageLog.Day day : store.usage().days()) {
            if (closed) {
                return;
            }
            store.usage().remove(day.day());
        }
        Recommender.removeAll(store.relations(), () -> closed);
        for (String id : SOURCES) {
            if (!closed && store.source(id).map(Source::kind).filter(Source.Kind::isGenerated).isPresent()) {
                store.remove(id, false);
            }
        }
        if (!closed) {
            LOG.info("usage logs are off: counts of uses and their records are deleted");
            saved.run();
        }
    }

    @Override
    public void close() {
        closed = true;
        try {
            boolean _ = thread.join(END);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }
}
