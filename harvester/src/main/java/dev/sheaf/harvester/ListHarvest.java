package dev.sheaf.harvester;

import java.util.List;
import java.util.concurrent.Future;

import org.jspecify.annotations.Nullable;

import dev.sheaf.core.Datestamp;
import dev.sheaf.core.Granularity;
import dev.sheaf.core.MetadataFormat;
import dev.sheaf.core.OaiRecord;
import dev.sheaf.core.Selection;
import dev.sheaf.core.store.Batch;
import dev.sheaf.core.store.Checkpoint;
import dev.sheaf.core.store.Counts;
import dev.sheaf.harvester.HarvestException.Kind;
import dev.sheaf.harvester.ListWalk.Step;

/**
 * One list of one run: begun, continued or resumed, page by page into the sink, each page together with the checkpoint behind it. While a
 * page is saved the next one is fetched.
 */
final class ListHarvest {

    private final Harvest harvest;
    private final Ahead ahead;
    private final long run;
    private final Selection asked;
    private final MetadataFormat format;
    private final Granularity granularity;
    private final int number;
    private final int lists;
    private Checkpoint checkpoint;

    ListHarvest(Harvest harvest, Ahead ahead, long run, Selection asked, MetadataFormat format, Granularity granularity,
            int number,
            int lists) {
        this.harvest = harvest;
        this.ahead = ahead;
        this.run = run;
        this.asked = asked;
        this.format = format;
        this.granularity = granularity;
        this.number = number;
        this.lists = lists;
        this.checkpoint = Checkpoint.start(asked);
    }

    /**
     * Harvests the list.
     *
     * @return why it is not whole, for people; null when it was proven complete
     * @throws HarvestException when it ended early; what was saved stays, and the next run goes on from there
     */
    @Nullable
    String harvest() throws HarvestException {
        checkpoint = harvest.sink().checkpoint(harvest.source().id(), asked).orElseGet(() -> Checkpoint.start(asked));
        if (!harvest.options().full() && checkpoint.underWay()) {
            try {
                return resume();
            } catch (Restart restart) {
                harvest.note(
                        "the list is begun again, because the one of the last run cannot be continued: " + restart.getMessage());
                return begin(false);
            }
        }
        return begin(true);
    }

    private @Nullable String resume() throws HarvestException {
        Selection sent = checkpoint.sent() == null ? asked : checkpoint.sent();
        harvest.tell(new HarvestEvent.ListStarted(asked, sent, number, lists, true));
        return walk(
                new ListWalk(Lister.RECORDS, harvest.client(), sent, checkpoint.resumptionToken(), checkpoint.received(),
                        harvest::note),
                sent,
                true);
    }

    private @Nullable String begin(boolean mayRestart) throws HarvestException {
        Window window = Window.of(asked, harvest.options().full() ? null : checkpoint.completeSince(), granularity);
        window.notes().forEach(harvest::note);
        if (window.isEmpty()) {
            return window.refusal();
        }
        Selection sent = window.selection();
        checkpoint = checkpoint.abandon();
        harvest.tell(new HarvestEvent.ListStarted(asked, sent, number, lists, false));
        try {
            return walk(new ListWalk(harvest.client(), sent, harvest::note), sent, false);
        } catch (Restart restart) {
            if (!mayRestart) {
                throw restart.failure();
            }
            harvest.note("the list is begun again: " + restart.getMessage());
            return begin(false);
        }
    }

    private @Nullable String walk(ListWalk walk, Selection sent, boolean resumed) throws HarvestException {
        boolean first = true;
        Future<Step> coming = ahead.start(walk::next);
        while (true) {
            Step step = arrived(coming, first && resumed);
            if (first && !resumed) {
                checkpoint = started(sent, step.page());
            }
            boolean continuing = resumed || !first;
            first = false;
            switch (step) {
                case Step.More(ListPage page, String token) -> {
                    Checkpoint next = checkpoint.next(token, page.received(), lastDatestamp(page));
                    ahead.checkCancelled();
                    coming = ahead.start(walk::next);
                    save(page, next, coming);
                }
                case Step.End(ListPage page, String missing) -> {
                    int pageNumber = checkpoint.page() + 1;
                    save(page, missing == null ? checkpoint.complete() : checkpoint.abandon(), pageNumber, walk.received());
                    return missing;
                }
                case Step.Refused(ListPage page) -> {
                    HarvestException refusal = new HarvestException("ListRecords was refused" + behind() + ": "
                            + OaiClient.text(page.errors()), page.errors());
                    // After an error in a sequence the list request is issued anew (guidelines for harvesters).
                    throw continuing ? new Restart(refusal) : refusal;
                }
            }
        }
    }

    /** The page that is coming; a stored token that no longer works is a reason to begin again. */
    private Step arrived(Future<Step> coming, boolean storedToken) throws HarvestException {
        try {
            return ahead.await(coming);
        } catch (HarvestException failure) {
            switch (failure.kind()) {
                case HTTP_STATUS, NOT_OAI, MALFORMED, PROTOCOL -> {
                    if (storedToken) {
                        throw new Restart(failure);
                    }
                    throw located(failure);
                }
                default -> throw located(failure);
            }
        }
    }

    private HarvestException located(HarvestException failure) {
        return checkpoint.page() == 0 || failure.kind() == Kind.CANCELLED
                ? failure
                : new HarvestException(failure.kind(), failure.getMessage() + behind() + "; the next run goes on from there",
                        failure);
    }

    private String behind() {
        return checkpoint.page() == 0 ? "" : ", behind page " + checkpoint.page();
    }

    private Checkpoint started(Selection sent, ListPage page) {
        Datestamp serverTime = page.reply().listTime(granularity).orElse(null);
        if (serverTime == null) {
            harvest.note("the repository does not tell its time (responseDate), so the next run has to harvest the whole list");
        }
        return new Checkpoint(asked, sent, null, 0, 0, serverTime, null, checkpoint.completeSince());
    }

    private static @Nullable Datestamp lastDatestamp(ListPage page) {
        List<OaiRecord> records = page.records();
        return records.isEmpty() ? null : records.getLast().header().datestamp();
    }

    private void save(ListPage page, Checkpoint next, Future<Step> coming) {
        boolean saved = false;
        try {
            save(page, next, next.page(), next.received());
            saved = true;
        } finally {
            if (!saved) {
                coming.cancel(true);
            }
        }
    }

    private void save(ListPage page, Checkpoint next, int pageNumber, long received) {
        Accepted accepted = Accepted.of(page, format.prefix(), pageNumber);
        List<Batch.Part> parts = accepted.records().isEmpty()
                ? List.of()
                : List.of(new Batch.Part(format, accepted.records(), false));
        Counts counts = harvest.sink().save(new Batch(harvest.source().id(), run, parts, accepted.quarantined(),
                page.reply().serverTime().orElse(null), next, accepted.repairs()));
        page.release();
        checkpoint = next;
        harvest.totals().add(page, accepted, counts);
        Long size = page.token() == null ? null : page.token().completeListSize();
        harvest.tell(new HarvestEvent.PageSaved(asked, pageNumber, received, size, harvest.totals().counts(),
                harvest.totals().wireBytes(), harvest.totals().bytes()));
    }

    /** The list cannot be continued; it may be begun anew. */
    private static final class Restart extends HarvestException {

        private static final long serialVersionUID = 1L;
        private final HarvestException failure;

        Restart(HarvestException failure) {
            super(failure.kind(), failure.getMessage(), failure);
            this.failure = failure;
        }

        HarvestException failure() {
            return failure;
        }
    }
}
