package dev.sheaf.harvester.internal.list;

import java.net.URI;
import java.net.URISyntaxException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.function.Consumer;
import java.util.function.IntSupplier;

import org.jspecify.annotations.Nullable;

import dev.sheaf.core.Datestamp;
import dev.sheaf.core.DeletedRecordPolicy;
import dev.sheaf.core.Granularity;
import dev.sheaf.core.Header;
import dev.sheaf.core.MetadataPrefix;
import dev.sheaf.core.OaiRecord;
import dev.sheaf.core.OaiSet;
import dev.sheaf.core.RepositoryDescription;
import dev.sheaf.core.Selection;
import dev.sheaf.core.SetSpec;
import dev.sheaf.core.store.ListVerdict;
import dev.sheaf.core.store.ServerProfile;
import dev.sheaf.core.store.ServerTrait;
import dev.sheaf.harvester.client.OaiClient;
import dev.sheaf.harvester.client.OaiReply;
import dev.sheaf.harvester.client.Repeats;
import dev.sheaf.harvester.http.HarvestException;
import dev.sheaf.harvester.http.HarvestException.Kind;
import dev.sheaf.harvester.http.Unreadable;

/** The repository's server during a run: the way to send requests to it, and what was found out about it. Thread-safe. */
public final class Server {

    /** Number of attempts for a range that is known to fail, because smaller ranges are then tried. */
    private static final int FEW_ATTEMPTS = 2;

    /** Sets that are remembered from headers: asking for more of them would cost too much. */
    private static final int MOST_SETS_OF_HEADERS = 200;

    private static final int MOST_STATED_SIZES = 10_000;

    /** Largest number of records that the completeness checks of a run request one by one. */
    static final int MOST_SINGLE = 90;

    private static final Set<Integer> USUAL_SIZES = Set.of(10, 20, 25, 50, 100, 200, 250, 500, 1000, 2000, 5000);

    private final OaiClient client;
    private final InstantSource clock;
    private final Consumer<String> notes;
    private final ConcurrentMap<String, Boolean> told = new ConcurrentHashMap<>();
    /** For each list, whether GetRecord has delivered a record of it when asked to prove that it is a witness. */
    private final ConcurrentMap<Selection, Boolean> delivering = new ConcurrentHashMap<>();
    private final Tokens tokens = new Tokens(this);
    private final DateRanges ranges = new DateRanges(this);
    private ServerProfile profile;
    private Granularity stated = Granularity.DAY;
    private @Nullable Instant earliest;
    private @Nullable Instant time;
    private @Nullable List<OaiSet> sets;
    private final Set<SetSpec> setsOfHeaders = new LinkedHashSet<>();
    private boolean triedOther;
    private boolean isDescribed;
    private @Nullable String describedHost;
    private boolean reportsDeletions;
    private boolean sawBrokenCompression;
    private boolean maySendOne;
    private boolean sawRecordInNoSet;
    /** Sizes stated on pages that others follow. */
    private final Set<Long> statedSizes = new HashSet<>();
    private int grownSizes;
    private boolean isSizeSteady;
    private int singleRequests;
    private IntSupplier otherSingles = () -> 0;
    private final Repeats repeats = new Repeats() {

        @Override
        public int left() {
            return singlesLeft();
        }

        @Override
        public void count(int sent) {
            countSingles(sent);
        }
    };

    /**
     * Creates the state at the beginning of a run.
     *
     * @param profile traits that earlier runs have learnt
     * @param notes receives each note once
     */
    public Server(OaiClient client, ServerProfile profile, InstantSource clock, Consumer<String> notes) {
        this.client = client;
        this.profile = profile;
        this.clock = clock;
        this.notes = notes;
        if (profile.isPinned(ServerTrait.COMPRESSION)) {
            client.compression().insist(profile.is(ServerTrait.COMPRESSION));
        } else {
            client.compression().use(!profile.isNot(ServerTrait.COMPRESSION));
        }
    }

    /** Counts requests for single records that others send in the same run against the bound, too. */
    public synchronized void count(IntSupplier requestsOfOthers) {
        otherSingles = requestsOfOthers;
    }

    OaiClient client() {
        return client;
    }

    /** Returns its way to handle resumptionTokens. */
    Tokens tokens() {
        return tokens;
    }

    /** Returns its way to obey ranges of dates. */
    DateRanges ranges() {
        return ranges;
    }

    /** Returns a client with fewer attempts for each request. */
    OaiClient briskClient() {
        return client.withAttempts(FEW_ATTEMPTS);
    }

    /**
     * Sends a request for a single record, and again if the server was busy. Repeated requests count as single requests, too:
     * {@link #takeSingle}.
     *
     * @throws HarvestException if no attempt has an answer
     */
    <T> T askingSingly(Question<T> question) throws HarvestException {
        OaiClient asking = briskClient().withRepeats(repeats);
        try {
            return question.ask(asking);
        } catch (HarvestException failure) {
            if (!AskingRounds.isBusy(failure) || !repeats.take()) {
                throw failure;
            }
        }
        return question.ask(asking);
    }

    /** A request that needs an answer of the repository. */
    @FunctionalInterface
    interface Question<T> {

        /** @param client client for the request */
        T ask(OaiClient client) throws HarvestException;
    }

    /**
     * Sends a request in the rounds of {@link AskingRounds}.
     *
     * @param patient client of the first round
     * @throws HarvestException if the last round fails too
     */
    <T> T askingAgainWhenBusy(OaiClient patient, Question<T> question) throws HarvestException {
        AskingRounds rounds = AskingRounds.patient(patient, briskClient());
        while (true) {
            try {
                return question.ask(rounds.client());
            } catch (HarvestException failure) {
                HarvestException last = rounds.failed(failure);
                if (last != null) {
                    throw last;
                }
            }
        }
    }

    /** Reports a note, once in a run. */
    void note(String message) {
        if (told.putIfAbsent(message, true) == null) {
            notes.accept(message);
        }
    }

    /** Returns the profile as known so far. */
    public synchronized ServerProfile profile() {
        return profile;
    }

    synchronized void learn(ServerTrait trait, @Nullable String value) {
        profile = profile.with(trait, value);
    }

    synchronized void learn(ServerTrait trait, boolean value) {
        profile = profile.with(trait, value);
    }

    /**
     * Learns whether dumps of the repository are of use for first loads.
     *
     * @param use no for dumps that have failed; null for dumps that may be tried
     */
    public void learnDumps(@Nullable String use) {
        learn(ServerTrait.DUMPS, use);
    }

    /** Takes over the answer to Identify. Traits that were learnt with another answer are learnt again. */
    public synchronized void describe(RepositoryDescription description) {
        isDescribed = true;
        describedHost = host(description.baseUrl());
        stated = description.granularity().orElse(Granularity.DAY);
        earliest = description.earliestDatestamp().instant().orElse(null);
        reportsDeletions = DeletedRecordPolicy.fromText(description.deletedRecord())
                .filter(policy -> policy != DeletedRecordPolicy.NO).isPresent();
        String text = Unreadable.line(description.granularityText());
        if (!text.equals(profile.learnt().get(ServerTrait.STATED_GRANULARITY))) {
            profile = profile.with(ServerTrait.STATED_GRANULARITY, text).with(ServerTrait.GRANULARITY, null)
                    .with(ServerTrait.RANGES, null);
        }
        if (!description.protocolVersion().isBlank()) {
            profile = profile.with(ServerTrait.PROTOCOL, Unreadable.line(description.protocolVersion()));
        }
    }

    /** Returns the finest datestamps that the server is known to accept. */
    public synchronized Granularity granularity() {
        return profile.granularity().orElse(stated);
    }

    /**
     * Changes to the other granularity after the sent datestamps were refused. Returns false if both were refused, or if one was accepted
     * before.
     */
    synchronized boolean tryOtherGranularity(Selection sent) {
        Datestamp dated = sent.from() == null ? sent.until() : sent.from();
        Granularity tried = dated == null ? stated : dated.granularity().orElse(stated);
        if (profile.isPinned(ServerTrait.GRANULARITY) || triedOther) {
            return false;
        }
        triedOther = true;
        Granularity other = tried == Granularity.DAY ? Granularity.SECOND : Granularity.DAY;
        profile = profile.with(ServerTrait.GRANULARITY, other == Granularity.DAY ? "day" : "second");
        note("the repository refuses dates of the form " + tried.text() + ": " + other.text() + " is used");
        return true;
    }

    /** Examines a received page. */
    synchronized void saw(OaiReply page, Piece piece) {
        page.serverTime().flatMap(Datestamp::instant).ifPresent(instant -> time = instant);
        if (page.nextToken() != null) {
            tokens.given(time);
            if (piece.token() != null || profile.number(ServerTrait.PAGE_SIZE).isEmpty()) {
                learn(ServerTrait.PAGE_SIZE, String.valueOf(page.records().size()));
            }
        }
        if (piece.token() != null) {
            tokens.taken();
        }
        lookAtCompression(page);
        if (!(sawRecordInNoSet && setsOfHeaders.size() >= MOST_SETS_OF_HEADERS && profile.is(ServerTrait.DELETIONS))) {
            lookAtHeaders(page.records());
        }
        DateOrder order = DateOrder.of(page.records(), piece.last());
        if (!order.isKept()) {
            learn(ServerTrait.ORDERED, false);
        } else if (page.records().size() > 1 && profile.get(ServerTrait.ORDERED).isEmpty()) {
            learn(ServerTrait.ORDERED, true);
        }
        Selection sent = piece.sent();
        if ((sent.from() != null || sent.until() != null) && profile.granularity().isEmpty()) {
            learn(ServerTrait.GRANULARITY, stated == Granularity.DAY ? "day" : "second");
        }
    }

    private void lookAtHeaders(List<OaiRecord> records) {
        List<SetSpec> before = List.of();
        boolean hasDeleted = false;
        for (OaiRecord record : records) {
            List<SetSpec> sets = record.header().sets();
            boolean isDeleted = record.deleted();
            hasDeleted |= isDeleted;
            if (sets.isEmpty()) {
                sawRecordInNoSet |= !isDeleted && !record.identifier().isBlank();
            } else if (!sets.equals(before)) {
                // Neighbouring records are mostly in the same sets.
                if (setsOfHeaders.size() < MOST_SETS_OF_HEADERS) {
                    setsOfHeaders.addAll(sets);
                }
                before = sets;
            }
        }
        if (hasDeleted && !profile.is(ServerTrait.DELETIONS)) {
            learn(ServerTrait.DELETIONS, true);
        }
    }

    /**
     * Notes a failure of compression. The network may break a body once, so a server whose compression worked before is tested again by the
     * next run.
     */
    private void lookAtCompression(OaiReply page) {
        if (client.compression().isBroken()) {
            if (!sawBrokenCompression) {
                sawBrokenCompression = true;
                learn(ServerTrait.COMPRESSION, "yes".equals(profile.learnt().get(ServerTrait.COMPRESSION)) ? null : "no");
                note(client.compression().isWanted()
                        ? "compressed responses of the repository cannot always be read: such pages are requested a second "
                                + "time, because its compression is pinned"
                        : "compressed responses of the repository cannot be read: uncompressed ones are requested");
            }
        } else if (page.wireBytes() < page.bytes()) {
            learn(ServerTrait.COMPRESSION, true);
        }
    }

    /** Tests a broken compression again at the beginning of a long list, because the server may have been repaired. */
    public synchronized void tryCompressionAgain() {
        if (!profile.isPinned(ServerTrait.COMPRESSION) && !client.compression().isBroken()) {
            client.compression().use(true);
        }
    }

    /** Returns true if the server states that it reports deletions, all of them or some. */
    synchronized boolean reportsDeletions() {
        return reportsDeletions;
    }

    /** Returns the number of records per page, if known; else the given number. */
    synchronized long pageSize(long usual) {
        return profile.number(ServerTrait.PAGE_SIZE).orElse(usual);
    }

    /** Returns true if a page with this number of records is full, by the known page size or the usual ones. */
    synchronized boolean isFullPage(int records) {
        return profile.number(ServerTrait.PAGE_SIZE).map(size -> size == records).orElseGet(() -> USUAL_SIZES.contains(records));
    }

    /** Learns from a list that has ended whether the announced sizes can be believed. */
    synchronized void learnSize(Selection list, long announced, long listed) {
        profile = ListVerdict.learn(profile, list, announced, listed, clock.instant());
    }

    /** Returns how far an increment reaches back before the start of the last complete sequence. */
    public synchronized Duration overlap() {
        return Overlap.of(profile);
    }

    /**
     * Learns from a complete increment how late records appear.
     *
     * @return false if the increment may have begun too late for late records
     */
    public synchronized boolean measured(Overlap overlap) {
        boolean reachesAll = !overlap.mayReachTooLittle(profile);
        profile = overlap.learntBy(profile);
        return reachesAll;
    }

    synchronized DateSplit split() {
        return new DateSplit(granularity(), earliest, now());
    }

    /** Notes that a whole list arrived as one record without a token. */
    synchronized void sendsOne() {
        maySendOne = true;
    }

    /** Returns true if the server may send one record at a time, without a token. */
    synchronized boolean maySendOne() {
        return maySendOne;
    }

    /** Returns the server's own time, as far as it has stated it. */
    synchronized Instant now() {
        return time == null ? clock.instant() : time;
    }

    /** Returns true if the server still answers, so that an unavailable page is a fault of that page. */
    boolean answers() throws HarvestException {
        boolean hasSaidWhoItIs;
        synchronized (this) {
            hasSaidWhoItIs = isDescribed;
        }
        try {
            if (hasSaidWhoItIs) {
                briskClient().identify();
            } else {
                briskClient().listMetadataFormats();
            }
            return true;
        } catch (HarvestException failure) {
            if (failure.kind() == Kind.CANCELLED) {
                throw failure;
            }
            return false;
        }
    }

    /** Requests Identify, unless its answer is known. */
    public void identify() throws HarvestException {
        synchronized (this) {
            if (isDescribed) {
                return;
            }
        }
        try {
            describe(briskClient().identify());
        } catch (HarvestException failure) {
            if (failure.kind().endsAsking()) {
                throw failure;
            }
            note("the repository does not answer Identify: " + failure.getMessage());
        }
    }

    /** Returns a range in the form that the server needs: if {@code until} excludes its day, it becomes the next day. */
    synchronized Selection asSent(Selection wanted) {
        Datestamp until = wanted.until();
        return until != null && profile.isNot(ServerTrait.UNTIL)
                && until.granularity().filter(Granularity.DAY::equals).isPresent()
                        ? DateSplit.withNextDay(wanted, until)
                        : wanted;
    }

    /** Notes the response time of a page. */
    synchronized void took(Duration time) {
        Duration before = profile.duration(ServerTrait.PAGE_TIME).orElse(time);
        profile = profile.with(ServerTrait.PAGE_TIME,
                Duration.ofMillis((3 * before.toMillis() + time.toMillis()) / 4).toString());
    }

    InstantSource clock() {
        return clock;
    }

    /** Returns true if the server is known to refuse lists of this size. */
    synchronized boolean refusesLong(@Nullable Long size) {
        return profile.number(ServerTrait.LIST_LIMIT).filter(limit -> size == null || limit == 0 || size > limit).isPresent();
    }

    /** Returns the number of ranges into which a list is split that would be refused as a whole. */
    synchronized int partsOf(@Nullable Long size) {
        long limit = profile.number(ServerTrait.LIST_LIMIT).orElse(0L);
        return size == null || limit == 0 ? 2 : Math.clamp(2 * size / limit, 2, 1000);
    }

    /**
     * Notes the size that a page states on which others follow.
     *
     * @param size stated size
     * @param before size stated on the page before; null if there is none
     * @param came number of entries of the page before
     */
    synchronized void statesSize(long size, @Nullable Long before, int came) {
        if (statedSizes.size() < MOST_STATED_SIZES) {
            statedSizes.add(size);
        }
        if (before != null && came > 0) {
            if (size == before + came) {
                grownSizes++;
            } else {
                isSizeSteady = true;
            }
        }
    }

    /**
     * Returns true for a number that the repository states as a size but that counts on: from page to page it has grown by the entries of
     * the page, more than once and without exception.
     */
    synchronized boolean isRunningCount(long size) {
        return countsOn() && statedSizes.contains(size);
    }

    /** Returns true when the sizes of this run have counted on from page to page. */
    synchronized boolean countsOn() {
        return grownSizes > 1 && !isSizeSteady;
    }

    /** Counts a request of a completeness check for a single record; returns false if the run has sent enough of them. */
    public synchronized boolean takeSingle() {
        return ++singleRequests + otherSingles.getAsInt() <= MOST_SINGLE;
    }

    private synchronized int singlesLeft() {
        return MOST_SINGLE - singleRequests - otherSingles.getAsInt();
    }

    private synchronized void countSingles(int sent) {
        singleRequests += sent;
    }

    /** Returns true if a page says that it answers another host than the one that the repository names and the one that was asked. */
    synchronized boolean isOfAnother(OaiReply page) {
        String stated = host(page.response().request().baseUrl());
        String own = describedHost;
        return stated != null && own != null && !stated.equals(own) && !stated.equals(host(page.servedFrom().toString()))
                && !stated.equals(host(client.baseUrl().toString()));
    }

    private static @Nullable String host(String url) {
        try {
            String host = new URI(url.strip()).getHost();
            return host == null ? null : host.toLowerCase(Locale.ROOT);
        } catch (URISyntaxException _) {
            return null;
        }
    }

    /** Returns true when the repository speaks protocol 1.0 or 1.1. */
    boolean speaksEarlyProtocol() {
        return profile().get(ServerTrait.PROTOCOL).filter(version -> version.startsWith("1.")).isPresent();
    }

    /** Returns the sets that headers of this run have named; empty if there are none, or too many to request. */
    synchronized List<SetSpec> setsOfHeaders() {
        return setsOfHeaders.size() < MOST_SETS_OF_HEADERS ? List.copyOf(setsOfHeaders) : List.of();
    }

    /** Returns true if headers of this run name sets, and the header of a live record names none. */
    synchronized boolean namesRecordsInNoSet() {
        return sawRecordInNoSet && !setsOfHeaders.isEmpty();
    }

    /** Stores the sets that a caller has requested. */
    public void keepSets(List<OaiSet> listed) {
        synchronized (this) {
            sets = listed;
        }
    }

    /** Returns true if ListIdentifiers names a record of a list, or gives no usable answer. */
    public boolean hasRecords(Selection list) throws HarvestException {
        return ranges().names(list) != DateRanges.Names.NONE;
    }

    /**
     * Returns whether GetRecord delivers a record of a list that ListIdentifiers names. A server that denies that one too is no witness of
     * the absence of others. Asked once in a run for each list; servers before protocol 2.0 are believed.
     *
     * @param list without regard to its dates
     * @param denied record that GetRecord has denied
     */
    boolean deliversAny(Selection list, String denied) throws HarvestException {
        if (speaksEarlyProtocol()) {
            return true;
        }
        Selection whole = new Selection(list.prefix(), null, null, list.set());
        Boolean known = delivering.get(whole);
        if (known != null) {
            return known;
        }
        boolean delivers = isDelivered(whole, denied);
        delivering.put(whole, delivers);
        return delivers;
    }

    private boolean isDelivered(Selection list, String denied) throws HarvestException {
        try {
            Optional<String> other = briskClient().listIdentifiers(list).records().stream().map(OaiRecord::header)
                    .filter(header -> !header.deleted()).map(Header::identifier)
                    .filter(identifier -> !identifier.isBlank() && !identifier.strip().equals(denied.strip())).findFirst();
            return other.isPresent() && delivers(other.get(), list.prefix());
        } catch (HarvestException failure) {
            if (failure.kind().endsAsking()) {
                throw failure;
            }
            return false;
        }
    }

    /**
     * Returns whether GetRecord delivers a record. The caller keeps to the bound of single requests.
     *
     * @throws HarvestException if the run must send no more requests
     */
    boolean delivers(String identifier, MetadataPrefix prefix) throws HarvestException {
        try {
            return askingSingly(asking -> asking.getRecord(identifier, prefix)).identifier().strip().equals(identifier.strip());
        } catch (HarvestException failure) {
            if (failure.kind().endsAsking()) {
                throw failure;
            }
            return false;
        }
    }

    /** Returns the server's sets; empty if it has none, or gives no answer. */
    List<OaiSet> sets() throws HarvestException {
        synchronized (this) {
            if (sets != null) {
                return sets;
            }
        }
        List<OaiSet> listed;
        try {
            listed = client.listSets();
        } catch (HarvestException failure) {
            if (failure.kind().endsAsking()) {
                throw failure;
            }
            listed = List.of();
        }
        keepSets(listed);
        return listed;
    }
}
