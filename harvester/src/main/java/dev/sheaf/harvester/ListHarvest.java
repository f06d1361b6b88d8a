package dev.sheaf.harvester;

import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.EnumSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Collectors;

import org.jspecify.annotations.Nullable;

import dev.sheaf.core.Datestamp;
import dev.sheaf.core.MetadataFormat;
import dev.sheaf.core.OaiRecord;
import dev.sheaf.core.OaiResponse;
import dev.sheaf.core.Selection;
import dev.sheaf.core.SetSpec;
import dev.sheaf.core.store.Batch;
import dev.sheaf.core.store.Checkpoint;
import dev.sheaf.core.store.Counts;
import dev.sheaf.core.store.ListEvidence;
import dev.sheaf.core.store.ListStrategy;
import dev.sheaf.core.store.RecordSink;
import dev.sheaf.core.store.ServerTrait;
import dev.sheaf.harvester.client.OaiReply;
import dev.sheaf.harvester.http.HarvestException;
import dev.sheaf.harvester.http.HarvestException.Kind;
import dev.sheaf.harvester.internal.list.Arrival;
import dev.sheaf.harvester.internal.list.EarlierPages;
import dev.sheaf.harvester.internal.list.Lister;
import dev.sheaf.harvester.internal.list.Overlap;
import dev.sheaf.harvester.internal.list.Piece;
import dev.sheaf.harvester.internal.list.Plan;
import dev.sheaf.harvester.internal.list.RecordAgain;
import dev.sheaf.harvester.internal.list.Server;
import dev.sheaf.harvester.internal.list.Unfetched;
import dev.sheaf.harvester.internal.list.Walks;
import dev.sheaf.harvester.internal.list.WholeList;
import dev.sheaf.harvester.internal.list.Window;

/**
 * One list of one run. It begins, continues or resumes the list and saves it page by page, each page together with the checkpoint after it.
 * While a page is saved the next one is fetched.
 */
final class ListHarvest {

    /** Number of transport failures in a row after which unfetched records of earlier runs are left for the next run. */
    private static final int UNFETCHED_IN_A_ROW = 10;
    /** Number of such failures in a row if the server answers each request with an error. */
    private static final int REFUSED_IN_A_ROW = 100;
    private static final int NAMED = 3;
    /** Farthest that a clock may be ahead of that of this machine, beyond time zones, before an increment would miss changes by it. */
    private static final Duration FARTHEST_AHEAD = Duration.ofHours(24);
    /** A machine with an earlier time has never been given the right one, and says nothing about other clocks. */
    private static final Instant CLOCKS_ARE_SET = Instant.parse("2020-01-01T00:00:00Z");

    private final Harvest harvest;
    private final Ahead ahead;
    private final long run;
    private final Selection asked;
    private final MetadataFormat format;
    private final int number;
    private final int lists;
    private final Overlap overlap = new Overlap();
    private final Set<ListStrategy> strategies = EnumSet.noneOf(ListStrategy.class);
    private Checkpoint checkpoint;
    private boolean isShort;
    private @Nullable ListEvidence evidence;
    private long loadedRecords;
    /** The reason why no request is possible, for people; null if there is none. */
    private @Nullable String refusal;
    /** Records that could not be fetched, in this run or in an earlier one. */
    private final Set<String> unfetched = new LinkedHashSet<>();

    ListHarvest(Harvest harvest, Ahead ahead, long run, Selection asked, MetadataFormat format, int number, int lists) {
        this.harvest = harvest;
        this.ahead = ahead;
        this.run = run;
        this.asked = asked;
        this.format = format;
        this.number = number;
        this.lists = lists;
        this.checkpoint = Checkpoint.start(asked);
    }

    /**
     * Harvests the list, page by page: while one page is saved the next is fetched. If the list ends early, its saved pages stay, and the
     * next run continues from there.
     *
     * @return why it is incomplete, for people; null if it was proven complete
     * @throws HarvestException if the run must send no more requests
     */
    @Nullable
    String harvest() throws HarvestException {
        try (WholeList list = begun()) {
            if (list == null) {
                return refusal;
            }
            try {
                Future<Arrival> coming = ahead.start(list::next);
                while (true) {
                    Arrival arrival = ahead.await(coming);
                    tellStrategies(list);
                    if (arrival.begins()) {
                        checkpoint = started(arrival);
                    }
                    if (arrival.isLast()) {
                        isShort = arrival.isShort();
                        evidence = arrival.evidence();
                        String missing = arrival.missing() == null ? gone(arrival) : arrival.missing();
                        last(arrival, missing);
                        return missing;
                    }
                    ahead.checkCancelled();
                    coming = ahead.start(list::next);
                    save(arrival, next(arrival), coming);
                }
            } catch (HarvestException failure) {
                throw placed(failure);
            } finally {
                tellStrategies(list);
            }
        } catch (HarvestException failure) {
            if (failure.kind().endsAsking()) {
                throw failure;
            }
            return refused(failure);
        }
    }

    /**
     * Continues the list where an earlier run left it, or begins it.
     *
     * @return null if no request is possible, for the reason in {@link #refusal}
     */
    private @Nullable WholeList begun() throws HarvestException {
        checkpoint = harvest.sink().checkpoint(harvest.source().id(), asked).orElseGet(() -> Checkpoint.start(asked));
        if (checkpoint.completeSince() == null && !checkpoint.underWay()) {
            load();
        }
        askAgain();
        Plan plan = harvest.options().full() || !checkpoint.underWay() ? null : left();
        if (plan != null) {
            return resume(plan);
        }
        Window window = window();
        if (window.isEmpty()) {
            refusal = window.refusal();
            return null;
        }
        return begin(window.selection());
    }

    /** Loads the list another way, if there is one. If that fails, the reason is reported, and the list is harvested from its beginning. */
    private void load() throws HarvestException {
        Optional<LoadedList> loadable = harvest.loadable(asked, ahead);
        if (loadable.isEmpty()) {
            return;
        }
        LoadedList list = loadable.get();
        try (list) {
            Optional<Instant> until = harvest.firstLoad().load(list, new Loading(list));
            if (until.isPresent()) {
                list.check();
                Checkpoint loaded = Checkpoint.start(asked).begin(asked, Datestamp.ofSecond(until.get().plusSeconds(1)))
                        .complete();
                harvest.sink().save(accepted(null, 0).with(loaded));
                checkpoint = loaded;
                harvest.note(loadedRecords + " records of " + asked.prefix() + " came from the dump of the repository, up to "
                        + until.get() + "; later changes are harvested");
            }
            tryDumpsAgain(list);
        } catch (HarvestException failure) {
            if (failure.kind() == Kind.CANCELLED) {
                tryDumpsAgain(list);
                throw failure;
            }
            harvestInstead(failure);
            // The host wants a pause from all requests. The next run begins with the list.
            if (failure.kind() == Kind.PAUSED) {
                throw failure;
            }
        } catch (IOException failure) {
            harvestInstead(failure);
        }
    }

    private void tryDumpsAgain(LoadedList list) {
        if (list.isBegun()) {
            harvest.keepDumps(true);
        }
    }

    /** Says why the list is harvested. Later runs do not begin with a dump that has failed: it could always keep them from the list. */
    private void harvestInstead(IOException failure) {
        harvest.keepDumps(false);
        harvest.note("the dump of " + asked.prefix() + " was not used, so the list is harvested from its beginning: "
                + failure.getMessage());
    }

    /** Receiver of a list that comes another way. The next run begins it again if this one is cut off. */
    private final class Loading implements FirstLoad.Receiver {

        private final LoadedList list;
        private int parts;

        Loading(LoadedList list) {
            this.list = list;
        }

        /** Lists the headers of the repository, with which each record is compared before it is saved. */
        @Override
        public void begin(Instant until, long most) throws IOException {
            list.begin(until, most);
            harvest.note("the headers of " + asked.prefix() + " are read, to compare the dump with them");
            try (WholeList headers = WholeList.begin(Lister.HEADERS, harvest.server(), asked, null, walks()).onlyWhole();
                    // Closed first: the list must not be harvested instead while its headers are still walked.
                    ExecutorService asking = Executors.newVirtualThreadPerTaskExecutor()) {
                boolean isFirst = true;
                Ahead pages = ahead.on(asking);
                Future<Arrival> coming = pages.start(headers::next);
                try {
                    while (true) {
                        Arrival arrival = pages.await(coming);
                        if (!arrival.isLast()) {
                            coming = pages.start(headers::next);
                        }
                        OaiReply page = arrival.page();
                        if (page != null) {
                            expect(page, isFirst ? until : null);
                            isFirst = false;
                        }
                        if (!arrival.lost().isEmpty()) {
                            throw new IOException(
                                    "the headers of the repository cannot all be read, so it could not be compared");
                        }
                        if (arrival.isLast()) {
                            String missing = arrival.missing();
                            if (missing != null) {
                                throw new IOException("the headers of the repository are incomplete: " + missing);
                            }
                            return;
                        }
                    }
                } finally {
                    coming.cancel(true);
                }
            }
        }

        /** Checks that the load ends in the past. Later changes would otherwise be asked for from a time to come. */
        private void checkEnd(Instant until, OaiReply page) throws IOException {
            Optional<Instant> now = page.serverTime().flatMap(Datestamp::instant);
            if (now.isEmpty() || !until.isBefore(now.get())) {
                throw new IOException("it ends at " + until + ", which is not before the time of the repository ("
                        + now.map(Instant::toString).orElse("not stated") + ")");
            }
        }

        /** @param end of the load, to be compared with the time of the page; null for pages after the first */
        private void expect(OaiReply page, @Nullable Instant end) throws IOException {
            try {
                if (end != null) {
                    checkEnd(end, page);
                }
                if (!page.damaged().isEmpty()) {
                    throw new IOException("the headers of the repository cannot all be read, so it could not be compared");
                }
                list.expect(page.records());
            } finally {
                page.release();
            }
        }

        @Override
        public FirstLoad.Compared compare(OaiResponse response, long bytes) throws IOException {
            OaiReply page = list.page(response, bytes);
            int part = ++parts;
            Batch accepted = Acceptance.of(page, harvest.source().id(), run, format, response.responseDate(), part);
            return () -> store(page, accepted, part);
        }

        /** @param part number of the part, from 1 */
        private void store(OaiReply page, Batch accepted, int part) throws HarvestException {
            if (part == 1) {
                harvest.tell(new HarvestEvent.ListStarted(asked, asked, number, lists, false));
            }
            Counts counts = harvest.sink().save(accepted);
            loadedRecords += page.received();
            harvest.totals().add(page, accepted, counts);
            harvest.tell(new HarvestEvent.PageSaved(asked, part, loadedRecords, null, harvest.totals().counts(),
                    harvest.totals().wireBytes(), harvest.totals().bytes()));
            ahead.checkCancelled();
        }
    }

    /** Returns a failure that says after which page the list broke off. */
    private HarvestException placed(HarvestException failure) {
        return checkpoint.page() == 0 || failure.kind() == Kind.CANCELLED
                ? failure
                : new HarvestException(failure.kind(), failure.getMessage() + ", after page " + checkpoint.page()
                        + goingOn(), failure);
    }

    /** Requests the records that earlier runs could not fetch, before all others. */
    private void askAgain() throws HarvestException {
        unfetched.addAll(checkpoint.unfetched());
        int failures = 0;
        int refusals = 0;
        for (String identifier : checkpoint.unfetched()) {
            if (failures >= UNFETCHED_IN_A_ROW || refusals >= REFUSED_IN_A_ROW || !harvest.server().takeSingle()) {
                break;
            }
            RecordAgain again = ahead.get(() -> RecordAgain.ask(harvest.server(), identifier, asked));
            unfetched.remove(identifier);
            Unfetched still = again.unfetched();
            if (still == null) {
                failures = 0;
                refusals = 0;
                saveAgain(again.page());
            } else {
                failures = still.isForTransport() ? failures + 1 : 0;
                refusals += still.isForTransport() ? 0 : 1;
                // The record moves to the end, so that the next run requests another one first.
                unfetched.add(identifier);
            }
        }
        checkpoint = checkpoint.withUnfetched(List.copyOf(unfetched));
    }

    private void saveAgain(@Nullable OaiReply page) {
        checkpoint = checkpoint.withUnfetched(List.copyOf(unfetched));
        Batch accepted = accepted(page, 0);
        Counts counts = harvest.sink().save(accepted.with(checkpoint));
        if (page != null) {
            page.release();
            harvest.totals().add(page, accepted, counts);
        }
    }

    private Batch accepted(@Nullable OaiReply page, int pageNumber) {
        return page == null
                ? new Batch(harvest.source().id(), run, List.of(), List.of(), null, null)
                : Acceptance.of(page, harvest.source().id(), run, format, page.serverTime().orElse(null), pageNumber);
    }

    /** Returns the list that was asked for. */
    Selection asked() {
        return asked;
    }

    /** Returns true if the run has other lists too. */
    boolean isOneOfSeveral() {
        return lists > 1;
    }

    /** Returns the number of records that the repository has named but that the list still lacks. */
    long unfetched() {
        return unfetched.size();
    }

    /** Returns the unfetched records as text for people; empty if there are none. */
    String unfetchedText() {
        int number = unfetched.size();
        return number == 0
                ? ""
                : (number == 1 ? "1 record" : number + " records") + " of " + asked.prefix()
                        + " that the repository names could not be fetched ("
                        + unfetched.stream().limit(NAMED).collect(Collectors.joining(", "))
                        + (number > NAMED ? ", …" : "") + "); the next run asks for " + (number == 1 ? "it" : "them") + " first";
    }

    /** Returns the checkpoint with the identifiers of unfetched records, without those that have arrived. */
    private Checkpoint withUnfetched(Arrival arrival, Batch accepted, Checkpoint next) {
        if (!unfetched.isEmpty()) {
            accepted.records().forEach(record -> unfetched.remove(record.identifier()));
        }
        arrival.unfetched().forEach(record -> unfetched.add(record.identifier()));
        return next.unfetched().size() == unfetched.size() && arrival.unfetched().isEmpty()
                ? next
                : next.withUnfetched(List.copyOf(unfetched));
    }

    /** Returns what the verdict about the list rests on; nothing but its reason if it broke off. */
    ListEvidence evidence(@Nullable String missing) {
        ListEvidence ended = evidence;
        return ended == null ? ListEvidence.ofItsOwn(asked, missing, 0) : ended.missing(missing);
    }

    /** Returns true if the list has ended and has fewer records than the repository announced. */
    boolean isShort() {
        return isShort;
    }

    /** Returns the ranges that an earlier run has left; null if they cannot be read. */
    private @Nullable Plan left() {
        String text = checkpoint.plan();
        if (text != null) {
            try {
                return Plan.parse(text);
            } catch (IllegalArgumentException failure) {
                harvest.note("the list is begun again, because the position of the last run cannot be "
                        + "read: " + failure.getMessage());
                return null;
            }
        }
        boolean ordered = harvest.server().profile().is(ServerTrait.ORDERED);
        Plan plan = Plan
                .of(List.of(new Piece(ListStrategy.WHOLE, sent(), 0, checkpoint.resumptionToken(), null, checkpoint.page(),
                        checkpoint.received(), checkpoint.received(), checkpoint.lastDatestamp(), ordered, 0, 0)));
        plan.received(checkpoint.received());
        return plan;
    }

    private Selection sent() {
        Selection sent = checkpoint.sent();
        return sent == null ? asked : sent;
    }

    private WholeList resume(Plan plan) {
        harvest.tell(new HarvestEvent.ListStarted(asked, sent(), number, lists, true));
        EarlierPages pages = new EarlierPages(checkpoint.serverTime(), sent(), stored()::datestamps);
        return WholeList.goOn(Lister.RECORDS, harvest.server(), sent(), plan, walks(), pages).bounded(checkpoint.completeSize())
                .proven(stored());
    }

    private WholeList.Stored stored() {
        RecordSink sink = harvest.sink();
        String source = harvest.source().id();
        return new WholeList.Stored() {

            @Override
            public Map<String, Datestamp> datestamps(Collection<String> identifiers) {
                return sink.known(source, asked.prefix(), identifiers);
            }

            @Override
            public boolean has(OaiRecord record) {
                // A sink that cannot read knows no record and finds no difference.
                return !datestamps(List.of(record.identifier())).isEmpty()
                        && sink.differing(source, new Batch.Part(format, List.of(record), false)).isEmpty();
            }
        };
    }

    private Window window() {
        Server server = harvest.server();
        Window window = Window.of(asked, harvest.options().full() ? null : checkpoint.completeSince(), server.granularity(),
                server.overlap());
        window.notes().forEach(harvest::note);
        return window;
    }

    private WholeList begin(Selection sent) {
        Server server = harvest.server();
        checkpoint = checkpoint.abandon();
        if (isWhole(sent)) {
            server.tryCompressionAgain();
        }
        harvest.tell(new HarvestEvent.ListStarted(asked, sent, number, lists, false));
        WholeList list = WholeList.begin(Lister.RECORDS, server, sent, isWhole(sent) ? checkpoint.completeSize() : null, walks())
                .bounded(checkpoint.completeSize()).proven(stored());
        if (asked.from() == null && asked.until() == null) {
            list.orAll(checkpoint.completeSize());
        }
        return harvest.options().once() ? list.eachOnce() : list;
    }

    private Walks walks() {
        return Walks.sideBySide(ahead.executor(), harvest.parallel());
    }

    /** Returns true if only the format and the set limit the list. */
    private static boolean isWhole(Selection sent) {
        return sent.from() == null && sent.until() == null;
    }

    private void tellStrategies(WholeList list) {
        list.strategies().stream().filter(strategies::add).sorted()
                .forEach(strategy -> harvest.tell(new HarvestEvent.StrategyUsed(asked, strategy)));
    }

    /** Returns the text about the continuation by the next run; empty for a file, which stores no checkpoint. */
    private String goingOn() {
        return harvest.sink().checkpoint(harvest.source().id(), asked).isPresent() ? "; the next run continues from there" : "";
    }

    private Checkpoint started(Arrival arrival) {
        OaiReply page = arrival.page();
        Datestamp serverTime = page == null ? null : page.listTime(harvest.server().granularity()).orElse(null);
        if (serverTime == null) {
            harvest.note("the repository does not state its time (responseDate), so the next run has to harvest the whole list");
        }
        Instant now = harvest.clock().instant();
        if (serverTime != null && now.isAfter(CLOCKS_ARE_SET)
                && serverTime.instant().filter(now.plus(FARTHEST_AHEAD)::isBefore).isPresent()) {
            harvest.note("the repository states the time " + serverTime
                    + ", which is in the future: the next run asks for changes since "
                    + "the time of this machine");
            serverTime = Datestamp.of(now, harvest.server().granularity());
        }
        return checkpoint.abandon().begin(arrival.sent(), serverTime, null);
    }

    private Checkpoint next(Arrival arrival) {
        OaiReply page = arrival.page();
        int records = page == null ? 0 : page.received();
        String plan = arrival.plan();
        Piece place = arrival.place();
        if (place == null) {
            return plan == null ? checkpoint : checkpoint.split(plan, page == null ? 0 : 1, records);
        }
        String token = place.token();
        return token == null ? checkpoint : checkpoint.next(token, records, place.last()).withPlan(plan);
    }

    /** Returns why a list failed: if its beginning was refused, because it names a set or a format that the repository does not have. */
    private String refused(HarvestException failure) {
        SetSpec set = asked.set();
        if (failure.errors().isEmpty() || checkpoint.page() > 0 || checkpoint.completeSince() != null) {
            return failure.getMessage();
        }
        if (set != null && harvest.isNotOffered(set)) {
            return harvest.lacks(set);
        }
        return harvest.isNotOffered(asked.prefix()) ? harvest.lacks(asked.prefix()) : failure.getMessage();
    }

    /**
     * Returns why an empty list is not believed although it was answered; null if it is. A set or a format that has ceased to exist, or that
     * was typed wrong, looks like one without changes: without this, its records would stay, or nothing would look complete. Some
     * repositories have sets and formats that they do not list, so such a list is asked for any record.
     */
    private @Nullable String gone(Arrival arrival) throws HarvestException {
        SetSpec set = asked.set();
        boolean isSetUnknown = set != null && harvest.isNotOffered(set);
        if (arrival.received() > 0 || !isSetUnknown && !harvest.isNotOffered(asked.prefix())) {
            return null;
        }
        if (ahead.get(() -> harvest.server().hasRecords(new Selection(asked.prefix(), null, null, set)))) {
            return null;
        }
        if (checkpoint.completeSince() == null) {
            return set != null && isSetUnknown ? harvest.lacks(set) : harvest.lacks(asked.prefix());
        }
        return isSetUnknown
                ? "the set " + set
                        + " is no longer offered: ListSets does not name it, and ListIdentifiers names no record of it. Its "
                        + "records stay here until you change the sets of the source or remove it"
                : "the format " + asked.prefix()
                        + " is no longer offered: ListMetadataFormats does not name it, and ListIdentifiers "
                        + "names no record in it. Its records stay here until you change the formats of the source or remove it";
    }

    private void last(Arrival arrival, @Nullable String missing) throws HarvestException {
        int pageNumber = checkpoint.page() + 1;
        Batch accepted = accepted(arrival.page(), pageNumber);
        measure(arrival, accepted);
        boolean reachesAll = harvest.server().measured(overlap);
        if (!reachesAll) {
            harvest.note("records of " + asked.prefix()
                    + " appeared late, in the earlier half of the overlap or before: the next harvest begins where this one "
                    + "began, with a larger overlap");
        }
        save(arrival, accepted, missing == null && reachesAll ? completed(arrival) : checkpoint.abandon(), pageNumber);
    }

    private Checkpoint completed(Arrival arrival) {
        Checkpoint complete = checkpoint.complete();
        if (!isWhole(arrival.sent()) || asked.from() != null || asked.until() != null) {
            return complete;
        }
        Long different = arrival.different();
        if (different != null) {
            return complete.withCompleteSize(different);
        }
        // Ranges overlap, so the records that several runs have received of them are more than there are.
        boolean isInOnePiece = strategies.stream().allMatch(ListStrategy.WHOLE::equals);
        return isInOnePiece ? complete.withCompleteSize(arrival.received()) : complete;
    }

    private void save(Arrival arrival, Checkpoint next, Future<Arrival> coming) throws HarvestException {
        boolean saved = false;
        try {
            Batch accepted = accepted(arrival.page(), next.page());
            measure(arrival, accepted);
            save(arrival, accepted, next, next.page());
            saved = true;
        } finally {
            if (!saved) {
                coming.cancel(true);
            }
        }
    }

    /** Counts the records inside the overlap that differ from the stored copy, because they were published late. */
    private void measure(Arrival arrival, Batch accepted) {
        Datestamp from = arrival.sent().from();
        Datestamp since = checkpoint.completeSince();
        if (asked.from() != null || from == null || since == null || arrival.page() == null) {
            return;
        }
        overlap.reachedBack(from, since);
        for (Batch.Part part : accepted.parts()) {
            Batch.Part again = overlap.again(part, since);
            if (!again.records().isEmpty()) {
                overlap.saw(again, harvest.sink().differing(harvest.source().id(), again), since);
            }
        }
    }

    private void save(Arrival arrival, Batch accepted, Checkpoint reached, int pageNumber) throws HarvestException {
        OaiReply page = arrival.page();
        Checkpoint next = withUnfetched(arrival, accepted, reached);
        List<Batch> portions = PagePortions.of(accepted);
        Counts before = saveAllButLast(portions, page);
        Counts counts = before.plus(harvest.sink().save(portions.getLast().withQuarantined(arrival.lost()).with(next)));
        checkpoint = next;
        if (page != null) {
            page.release();
            harvest.totals().add(page, accepted, counts);
            Long size = page.token() == null ? null : page.token().completeListSize();
            harvest.tell(new HarvestEvent.PageSaved(asked, pageNumber, arrival.received(), size, harvest.totals().counts(),
                    harvest.totals().wireBytes(), harvest.totals().bytes()));
        }
    }

    /**
     * Saves all portions but the last. If the run ends here, the next run requests the page again, because the last portion carries the
     * checkpoint.
     */
    private Counts saveAllButLast(List<Batch> portions, @Nullable OaiReply page) throws HarvestException {
        Counts counts = Counts.ZERO;
        for (Batch portion : portions.subList(0, portions.size() - 1)) {
            counts = counts.plus(harvest.sink().save(portion));
            try {
                ahead.checkCancelled();
            } catch (HarvestException cancelled) {
                if (page != null) {
                    page.release();
                    harvest.totals().add(page, portion, counts);
                }
                throw cancelled;
            }
        }
        return counts;
    }
}
