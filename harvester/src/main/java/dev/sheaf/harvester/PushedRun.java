package dev.sheaf.harvester;

import java.time.InstantSource;
import java.util.List;
import java.util.Optional;

import org.jspecify.annotations.Nullable;

import dev.sheaf.core.Datestamp;
import dev.sheaf.core.OaiError;
import dev.sheaf.core.OaiRecord;
import dev.sheaf.core.OaiResponse;
import dev.sheaf.core.ResumptionToken;
import dev.sheaf.core.Selection;
import dev.sheaf.core.store.Batch;
import dev.sheaf.core.store.Checkpoint;
import dev.sheaf.core.store.Counts;
import dev.sheaf.core.store.HarvestOutcome;
import dev.sheaf.core.store.Quarantined;
import dev.sheaf.core.store.RecordSink;
import dev.sheaf.core.store.Source;
import dev.sheaf.harvester.client.OaiReply;
import dev.sheaf.harvester.http.BaseUrl;
import dev.sheaf.harvester.repair.Reading;

/**
 * A run whose pages the repository pushes instead of being asked for them. As in a harvest, each page is saved together with the checkpoint
 * after it. The list is complete when the repository marks a page as the last.
 *
 * <p>Used by one thread at a time.
 */
public final class PushedRun {

    /** Value in place of a harvest's resumptionToken: the list is under way. */
    private static final String UNDER_WAY = "pushed";

    private final Source source;
    private final RecordSink sink;
    private final InstantSource clock;
    private final ProgressListener listener;
    private final Selection asked;
    private final long run;
    private final Totals totals = new Totals();
    private Checkpoint checkpoint;
    private boolean begun;
    private boolean complete;

    /**
     * Result of a page.
     *
     * @param counts of its records
     * @param quarantined input that could not be accepted
     * @param last datestamp of its last record; null when it has none
     */
    public record Taken(Counts counts, List<Quarantined> quarantined, @Nullable Datestamp last) {
        /** Copies the list. */
        public Taken {
            quarantined = List.copyOf(quarantined);
        }
    }

    /**
     * Begins a run and stores its beginning.
     *
     * @param asked the list, without dates
     * @throws dev.sheaf.core.store.StoreException if the sink fails; the same applies to all other methods
     */
    public PushedRun(Source source, Selection asked, RecordSink sink, InstantSource clock, ProgressListener listener) {
        this.source = source;
        this.asked = asked;
        this.sink = sink;
        this.clock = clock;
        this.listener = listener;
        this.run = sink.begin(source.id(), clock.instant());
        this.checkpoint = sink.checkpoint(source.id(), asked).orElseGet(() -> Checkpoint.start(asked));
    }

    /** Returns the list, without dates. */
    public Selection asked() {
        return asked;
    }

    /** Returns true if the list has come to its end. */
    public boolean isComplete() {
        return complete;
    }

    /**
     * Returns why a page cannot be part of a list; empty if it can.
     *
     * @param answer of the response
     */
    public static Optional<String> fault(OaiResponse.Answer answer) {
        return switch (answer) {
            case OaiResponse.ListRecords(List<OaiRecord> _, ResumptionToken token) -> token != null && !token.isLast()
                    ? Optional.of(
                            "the response has a resumptionToken, so more pages follow: send every page without its token, and "
                                    + "the last one with last=true")
                    : Optional.empty();
            case OaiResponse.GetRecord _ -> Optional.empty();
            case OaiResponse.Errors errors -> errors.has(OaiError.Code.NO_RECORDS_MATCH)
                    ? Optional.empty()
                    : Optional.of("the response holds no records but errors");
            case OaiResponse.Identify _,OaiResponse.ListMetadataFormats _,OaiResponse.ListIndexFormats _,OaiResponse.ListSets _,OaiResponse.ListIdentifiers _ -> Optional
                    .of("the response holds no records: a push is a response to ListRecords or GetRecord");
        };
    }

    /**
     * Returns the gap before a pushed list: the point from which the next push must begin, if this list begins after the end of the known
     * ones.
     *
     * @param known checkpoint of the list; null if it never began
     * @param sent the pushed list
     * @return empty if nothing is missing in between
     */
    public static Optional<Gap> gap(@Nullable Checkpoint known, Selection sent) {
        Datestamp from = sent.from();
        Datestamp since = known == null ? null : known.completeSince();
        if (from == null) {
            return Optional.empty();
        }
        if (since == null) {
            return Optional.of(new Gap(null));
        }
        boolean later = from.instant().isPresent() && since.lastSecond().isPresent()
                && from.instant().get().isAfter(since.lastSecond().get());
        return later ? Optional.of(new Gap(since)) : Optional.empty();
    }

    /**
     * Records that were never sent.
     *
     * @param expectedFrom their first datestamp; null if everything is missing
     */
    public record Gap(@Nullable Datestamp expectedFrom) {}

    /** Saves a page. Its records are durable when the call returns. */
    public Taken take(PushedPage page) {
        if (page.reading().response().answer() instanceof OaiResponse.GetRecord) {
            return takeOne(page);
        }
        if (!begun) {
            begin(page);
        } else if (!page.sent().equals(checkpoint.sent())) {
            restart(page);
        }
        OaiReply read = read(page);
        int number = checkpoint.page() + 1;
        Batch accepted = Acceptance.of(read, source.id(), run, page.format(), page.serverTime(), number);
        Datestamp last = last(accepted);
        Checkpoint under = checkpoint.next(UNDER_WAY, read.received(), last);
        Checkpoint next = page.last() ? completed(under, page) : under;
        Counts counts = sink.save(accepted.with(next));
        checkpoint = next;
        totals.add(read, accepted, counts);
        listener.on(new HarvestEvent.PageSaved(asked, number, under.received(), null, totals.counts(), totals.wireBytes(),
                totals.bytes()));
        if (page.last()) {
            complete = true;
            listener.on(new HarvestEvent.ListEnded(asked, null));
        }
        return new Taken(counts, accepted.quarantined(), last);
    }

    /** Saves a single record. It is no list, so the checkpoint does not change, and nothing follows from missing records. */
    private Taken takeOne(PushedPage page) {
        if (!begun) {
            listener.on(new HarvestEvent.ListStarted(asked, page.sent(), 1, 1, true));
        }
        OaiReply read = read(page);
        Batch accepted = Acceptance.of(read, source.id(), run, page.format(), page.serverTime(), 1);
        Counts counts = sink.save(accepted);
        totals.add(read, accepted, counts);
        complete = !begun;
        return new Taken(counts, accepted.quarantined(), last(accepted));
    }

    /** Returns the datestamp of the last record; null when there is none. */
    private static @Nullable Datestamp last(Batch accepted) {
        return accepted.parts().isEmpty() ? null : accepted.parts().getLast().records().getLast().header().datestamp();
    }

    private void begin(PushedPage page) {
        begun = true;
        boolean goesOn = checkpoint.underWay() && page.sent().equals(checkpoint.sent());
        if (!goesOn) {
            checkpoint = checkpoint.abandon().begin(page.sent(), page.serverTime(), null);
        }
        listener.on(new HarvestEvent.ListStarted(asked, page.sent(), 1, 1, goesOn));
    }

    /** Restarts the list, because the repository restarted it before its end. */
    private void restart(PushedPage page) {
        checkpoint = checkpoint.abandon().begin(page.sent(), page.serverTime(), null);
        listener.on(new HarvestEvent.ListStarted(asked, page.sent(), 1, 1, false));
    }

    /** Returns the checkpoint of a complete list: complete up to its end or, if it states none, up to the time of its first page. */
    private static Checkpoint completed(Checkpoint under, PushedPage page) {
        Checkpoint complete = under.complete();
        Datestamp until = page.sent().until();
        Datestamp time = under.serverTime();
        boolean earlier = until != null && until.lastSecond().isPresent() && time != null && time.instant().isPresent()
                && until.lastSecond().get().isBefore(time.instant().get());
        Datestamp reached = until != null && (time == null || earlier) ? until : complete.completeSince();
        Datestamp since = later(under.completeSince(), reached);
        boolean whole = page.sent().from() == null && page.sent().until() == null;
        return new Checkpoint(complete.asked(), null, null, 0, 0, null, null, since, null,
                whole ? Long.valueOf(under.received()) : complete.completeSize(), complete.unfetched());
    }

    /** Returns the later datestamp, because a window in the past must not move the checkpoint back. */
    private static @Nullable Datestamp later(@Nullable Datestamp before, @Nullable Datestamp now) {
        if (before == null || now == null) {
            return now == null ? before : now;
        }
        return before.lastSecond().orElse(java.time.Instant.MIN).isAfter(now.lastSecond().orElse(java.time.Instant.MIN))
                ? before
                : now;
    }

    private static OaiReply read(PushedPage page) {
        Reading reading = page.reading();
        OaiReply reply = OaiReply.of(reading.response(), reading.repairs(), reading.damaged(), reading.isCut(),
                new OaiReply.Delivery(page.request(), BaseUrl.of(page.request()), null, page.wireBytes(), page.bytes(), false,
                        null));
        return switch (reply.answer()) {
            case OaiResponse.ListRecords _,OaiResponse.GetRecord _ -> reply;
            case OaiResponse.Errors _,OaiResponse.Identify _,OaiResponse.ListMetadataFormats _,OaiResponse.ListIndexFormats _,OaiResponse.ListSets _,OaiResponse.ListIdentifiers _ -> reply
                    .withRecords(List.of());
        };
    }

    /**
     * Ends the run.
     *
     * @param missing why the list has not come to its end, for people; null if it has
     */
    public HarvestOutcome end(@Nullable String missing) {
        Counts counts = totals.counts();
        HarvestOutcome outcome = HarvestOutcome.of(missing == null, counts.received() > 0, counts.refused(),
                missing == null ? "" : missing, counts, totals.pages());
        sink.end(run, outcome, clock.instant());
        listener.on(new HarvestEvent.RunEnded(outcome));
        return outcome;
    }
}
