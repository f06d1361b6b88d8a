package dev.sheaf.platform.usage;

import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;

import org.jspecify.annotations.Nullable;

import dev.sheaf.core.MetadataFormat;
import dev.sheaf.core.MetadataPrefix;
import dev.sheaf.core.OaiRecord;
import dev.sheaf.core.store.Batch;
import dev.sheaf.core.store.Census;
import dev.sheaf.core.store.Counts;
import dev.sheaf.core.store.HarvestOutcome;
import dev.sheaf.core.store.HarvestOutcome.Verdict;
import dev.sheaf.core.store.Source;
import dev.sheaf.platform.usage.UsageRecords.Both;
import dev.sheaf.platform.usage.UsageRecords.DayOfDocument;
import dev.sheaf.platform.usage.UsageRecords.DocumentOfAgent;
import dev.sheaf.store.HubStore;
import dev.sheaf.store.enrichments.ItemKey;
import dev.sheaf.store.usage.UsageLog;
import dev.sheaf.store.usage.UsageLog.DayOfItem;

/**
 * Publishes the uses of closed days as records of two sources. Records that stay the same keep their datestamps; those without uses are
 * withdrawn. What protects readers is decided here: see docs/decisions/0079-usage-logs.md. For one thread at a time.
 */
final class UsagePublication {

    private static final int PAGE = 200;
    /** Largest number of agents that are named for one day of a document. */
    private static final int MOST_NAMES = 500;

    private final HubStore store;
    private final UsageLog usage;
    private final String hubUrl;
    private final int least;
    private final Predicate<String> open;
    private final boolean namesAgents;
    private final InstantSource clock;

    /**
     * Creates a publication.
     *
     * @param hubUrl public address of the hub, without a slash at its end
     * @param least least number of agents that must have used a document
     * @param open tells whether everybody may see a source, by its id; the uses of other items are not published
     * @param namesAgents true if records about documents name the agents, which are records of the other source
     */
    UsagePublication(HubStore store, String hubUrl, int least, Predicate<String> open, boolean namesAgents, InstantSource clock) {
        this.namesAgents = namesAgents;
        this.store = store;
        this.usage = store.usage();
        this.hubUrl = hubUrl;
        this.least = least;
        this.open = open;
        this.clock = clock;
    }

    /** Registers the two sources. */
    void register() {
        store.putAll(List.of(Source.generated(UsageRecords.DOCUMENTS, "Uses of documents"),
                Source.generated(UsageRecords.AGENTS, "Uses by anonymous agents")));
    }

    /**
     * Publishes both sources. A source that was removed meanwhile is registered again.
     *
     * @param stopped polled regularly; true ends the publication, and the next one completes it
     */
    void publish(BooleanSupplier stopped) {
        register();
        UsageRecords records = new UsageRecords(store.identifierDomain().current(), hubUrl);
        run(UsageRecords.DOCUMENTS, stopped, page -> documents(records, page, stopped));
        run(UsageRecords.AGENTS, stopped, page -> agents(records, page, stopped));
    }

    @FunctionalInterface
    private interface Work {
        void fill(Page page);
    }

    /** Records that are saved together. */
    private final class Page {

        private final String source;
        private final long run;
        private final Census census;
        private final Instant now = clock.instant();
        private final List<OaiRecord> dublinCore = new ArrayList<>();
        private final List<OaiRecord> contextObjects = new ArrayList<>();
        private Counts counts = Counts.ZERO;
        private long saved;

        Page(String source, long run, Census census) {
            this.source = source;
            this.run = run;
            this.census = census;
        }

        void add(Both record) {
            dublinCore.add(record.dublinCore());
            contextObjects.add(record.contextObjects());
            if (dublinCore.size() >= PAGE) {
                save();
            }
        }

        void save() {
            if (dublinCore.isEmpty()) {
                return;
            }
            List<String> identifiers = dublinCore.stream().map(OaiRecord::identifier).toList();
            counts = counts.plus(store.save(new Batch(source, run,
                    List.of(new Batch.Part(MetadataFormat.OAI_DC, dublinCore, false),
                            new Batch.Part(UsageRecords.FORMAT, contextObjects, false)),
                    List.of(), null, null)));
            census.saw(MetadataPrefix.OAI_DC, identifiers);
            census.saw(UsageRecords.FORMAT.prefix(), identifiers);
            saved++;
            dublinCore.clear();
            contextObjects.clear();
        }
    }

    private void run(String source, BooleanSupplier stopped, Work work) {
        long run = store.begin(source, clock.instant());
        HarvestOutcome outcome = HarvestOutcome.failed("the publication of usage logs failed; the log has the reason");
        try (Census census = store.census(source)) {
            Page page = new Page(source, run, census);
            work.fill(page);
            page.save();
            if (stopped.getAsBoolean()) {
                outcome = new HarvestOutcome(Verdict.PARTIAL, "the hub ended meanwhile", page.counts, page.saved);
            } else {
                Counts withdrawn = census.deleteMissing(run, page.now, stopped);
                outcome = new HarvestOutcome(Verdict.COMPLETE, "", page.counts.plus(withdrawn), page.saved);
            }
        } finally {
            store.end(run, outcome, clock.instant());
        }
    }

    private void documents(UsageRecords records, Page page, BooleanSupplier stopped) {
        @Nullable
        ItemKey after = null;
        List<ItemKey> items = usage.items(after, PAGE);
        while (!items.isEmpty() && !stopped.getAsBoolean()) {
            for (ItemKey item : items) {
                List<DayOfItem> days = open.test(item.source()) ? usage.days(item) : List.of();
                if (days.stream().mapToLong(DayOfItem::agents).sum() >= least) {
                    page.add(records.document(item, days.stream().map(day -> named(item, day)).toList(), page.now));
                }
            }
            after = items.getLast();
            items = usage.items(after, PAGE);
        }
    }

    private DayOfDocument named(ItemKey item, DayOfItem day) {
        List<String> names = day.agents() < least || !namesAgents ? List.of() : usage.agentsOf(item, day.day(), MOST_NAMES);
        return new DayOfDocument(day.day(), day.uses(), day.agents(), names);
    }

    private void agents(UsageRecords records, Page page, BooleanSupplier stopped) {
        for (UsageLog.Day day : usage.days()) {
            @Nullable
            String after = null;
            List<String> agents = usage.agents(day.day(), after, PAGE);
            while (!agents.isEmpty() && !stopped.getAsBoolean()) {
                for (String agent : agents) {
                    List<DocumentOfAgent> documents = usage.items(day.day(), agent).stream()
                            .filter(item -> item.agents() >= least && open.test(item.item().source()))
                            .map(item -> new DocumentOfAgent(item.item(), item.uses())).toList();
                    if (!documents.isEmpty()) {
                        page.add(records.agent(day.day(), agent, documents, page.now));
                    }
                }
                after = agents.getLast();
                agents = usage.agents(day.day(), after, PAGE);
            }
        }
    }
}
