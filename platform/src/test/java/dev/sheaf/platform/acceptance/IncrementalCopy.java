package dev.sheaf.platform.acceptance;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;

import org.jspecify.annotations.Nullable;

import dev.sheaf.core.Datestamp;
import dev.sheaf.core.Granularity;
import dev.sheaf.core.OaiRecord;
import dev.sheaf.core.OaiResponse;
import dev.sheaf.core.ResumptionToken;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Copy of a harvester that follows the protocol's rule alone: it asks from the responseDate of the first page of the last list, without
 * overlap.
 */
public final class IncrementalCopy {

    private final ServingHub hub;
    private final String repository;
    private final String verb;
    private final String selection;
    private final Map<String, OaiRecord> records = new TreeMap<>();
    private @Nullable Datestamp since;
    private int increments;
    private int pages;
    private int received;
    private int restarts;

    public IncrementalCopy(ServingHub hub, String repository, String verb, @Nullable String set) {
        this.hub = hub;
        this.repository = repository;
        this.verb = verb;
        this.selection = "&metadataPrefix=oai_dc" + (set == null ? "" : "&set=" + set);
    }

    /** One list, from its beginning to its end. */
    public void harvest() throws Exception {
        Datestamp from = since;
        OaiResponse page = first(from);
        Datestamp first = page.responseDate();
        while (true) {
            if (ServingHub.codes(page).contains("noRecordsMatch")) {
                break;
            }
            if (ServingHub.codes(page).contains("badResumptionToken")) {
                restarts++;
                page = first(from);
                first = page.responseDate();
                continue;
            }
            take(page);
            ResumptionToken token = ServingHub.token(page);
            if (token == null || token.isLast()) {
                break;
            }
            page = hub.ask(repository, "verb=" + verb + "&resumptionToken=" + token.value());
        }
        since = first;
        increments++;
    }

    private OaiResponse first(@Nullable Datestamp from) throws Exception {
        String date = from == null ? "" : "&from=" + (inDays() ? from.text().substring(0, 10) : from.text());
        return hub.ask(repository, "verb=" + verb + selection + date);
    }

    private boolean inDays() throws Exception {
        return ((OaiResponse.Identify) hub.ask(repository, "verb=Identify").answer()).description().granularity()
                .orElseThrow() == Granularity.DAY;
    }

    private void take(OaiResponse page) {
        pages++;
        for (OaiRecord record : ServingHub.records(page)) {
            received++;
            records.put(record.identifier(), record);
        }
    }

    /** Returns the records of the copy. */
    public Map<String, OaiRecord> records() {
        return records;
    }

    /** How many lists it has asked for. */
    public int increments() {
        return increments;
    }

    /** Returns the records that the repository lists now, from a single list. */
    public Map<String, OaiRecord> original() throws Exception {
        Map<String, OaiRecord> original = new TreeMap<>();
        for (OaiRecord record : hub.list(repository, verb, selection)) {
            assertThat(original.put(record.identifier(), record)).as("listed twice").isNull();
        }
        return original;
    }

    /**
     * Copies of a hub are harvested again and again, each in a thread of its own, until something has been done; then once more. Each has
     * then what is there.
     */
    public static void follow(List<IncrementalCopy> copies, Doing doing) throws Exception {
        AtomicBoolean done = new AtomicBoolean();
        try (ExecutorService threads = Executors.newThreadPerTaskExecutor(Thread.ofPlatform().factory())) {
            List<Future<?>> harvests = new ArrayList<>();
            for (IncrementalCopy copy : copies) {
                harvests.add(threads.submit(() -> {
                    while (!done.get()) {
                        copy.harvest();
                    }
                    return copy;
                }));
            }
            try {
                doing.run();
            } finally {
                done.set(true);
            }
            for (Future<?> harvest : harvests) {
                harvest.get();
            }
        }
        for (IncrementalCopy copy : copies) {
            copy.harvest();
            System.out.println(copy.figures());
            assertThat(copy.records()).as(copy.figures()).isEqualTo(copy.original());
            assertThat(copy.records()).isNotEmpty();
        }
    }

    /** Work that goes on during the harvests. */
    @FunctionalInterface
    public interface Doing {
        void run() throws Exception;
    }

    public String figures() {
        return repository + " " + verb + selection + ": " + increments + " increments, " + pages + " pages, " + received
                + " records received, "
                + restarts
                + " restarts, " + records.size() + " records in the end";
    }
}
