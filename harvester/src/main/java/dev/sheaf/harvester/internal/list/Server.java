package dev.sheaf.harvester.internal.list;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.function.Consumer;

import org.jspecify.annotations.Nullable;

import dev.sheaf.core.Datestamp;
import dev.sheaf.core.DeletedRecordPolicy;
import dev.sheaf.core.Granularity;
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
import dev.sheaf.harvester.http.HarvestException;
import dev.sheaf.harvester.http.HarvestException.Kind;
import dev.sheaf.harvester.http.Unreadable;

/** The repository's server as a run knows it: how it is asked, and what it was found to do. Thread-safe. */
public final class Server {

    /** Attempts for a piece that is known to be troublesome: narrowing goes on where waiting has not helped. */
    private static final int FEW_ATTEMPTS = 2;

    /** Sets that are remembered from headers: asking for more of them would cost too much. */
    private static final int MOST_SETS_OF_HEADERS = 200;

    private static final int MOST_STATED_SIZES = 10_000;

    private static final Set<Integer> USUAL_SIZES = Set.of(10, 20, 25, 50, 100, 200, 250, 500, 1000, 2000, 5000);

    private final OaiClient client;
    private final InstantSource clock;
    private final Consumer<String> notes;
    private final ConcurrentMap<String, Boolean> told = new ConcurrentHashMap<>();
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
    private boolean reportsDeletions;
    private boolean sawBrokenCompression;
    private boolean maySendOne;
    private boolean sawRecordInNoSet;
    /** Sizes stated on pages that others follow. */
    private final Set<Long> statedSizes = new HashSet<>();
    private int grownSizes;
    private boolean isSizeSteady;

    /**
     * As a run begins.
     *
     * @param profile what earlier runs have learnt
     * @param notes gets what is worth knowing, each once
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

    OaiClient client() {
        return client;
    }

    /** How it wants its resumptionTokens. */
    Tokens tokens() {
        return tokens;
    }

    /** How it keeps to dates. */
    DateRanges ranges() {
        return ranges;
    }

    /** The same with less patience for each request. */
    OaiClient briskClient() {
        return client.withAttempts(FEW_ATTEMPTS);
    }

    /** One that needs an answer of the repository. */
    @FunctionalInterface
    interface Question<T> {

        /** @param client to ask with */
        T ask(OaiClient client) throws HarvestException;
    }

    /**
     * Asks in the rounds of {@link AskingRounds}.
     *
     * @param patient asks first
     * @throws HarvestException when the answer to the last round is none either
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

    /** Something worth knowing, told once a run. */
    void note(String message) {
        if (told.putIfAbsent(message, true) == null) {
            notes.accept(message);
        }
    }

    /** Returns the profile as it is known by now. */
    public synchronized ServerProfile profile() {
        return profile;
    }

    synchronized void learn(ServerTrait trait, @Nullable String value) {
        profile = profile.with(trait, value);
    }

    synchronized void learn(ServerTrait trait, boolean value) {
        profile = profile.with(trait, value);
    }

    /** Takes over the answer to Identify; facts that were found out beside another answer are found out again. */
    public synchronized void describe(RepositoryDescription description) {
        isDescribed = true;
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

    /** The finest datestamps that it accepts, as far as is known. */
    public synchronized Granularity granularity() {
        return profile.granularity().orElse(stated);
    }

    /** The other kind of datestamps, after those sent were refused; false when both have been, or one kind was taken before. */
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

    /** Looks at a page that came. */
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
        List<SetSpec> before = List.of();
        for (OaiRecord record : page.records()) {
            List<SetSpec> sets = record.header().sets();
            sawRecordInNoSet |= sets.isEmpty() && !record.deleted() && !record.identifier().isBlank();
            // Neighbours are mostly in the same sets.
            if (setsOfHeaders.size() < MOST_SETS_OF_HEADERS && !sets.equals(before)) {
                setsOfHeaders.addAll(sets);
            }
            before = sets;
        }
        if (!profile.is(ServerTrait.DELETIONS) && page.records().stream().anyMatch(OaiRecord::deleted)) {
            learn(ServerTrait.DELETIONS, true);
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

    /** The network may break a body once: a server whose compression was known to work is tried again by the next run. */
    private void lookAtCompression(OaiReply page) {
        if (client.compression().isBroken()) {
            if (!sawBrokenCompression) {
                sawBrokenCompression = true;
                learn(ServerTrait.COMPRESSION, "yes".equals(profile.learnt().get(ServerTrait.COMPRESSION)) ? null : "no");
                note(client.compression().isWanted()
                        ? "what the repository compresses cannot always be read: such pages are asked for a second time, since its compression is pinned"
                        : "what the repository compresses cannot be read: it is asked for plain answers");
            }
        } else if (page.wireBytes() < page.bytes()) {
            learn(ServerTrait.COMPRESSION, true);
        }
    }

    /** A whole list begins, which is long: a compression that was broken is tried once more, because the server may have been repaired. */
    public synchronized void tryCompressionAgain() {
        if (!profile.isPinned(ServerTrait.COMPRESSION) && !client.compression().isBroken()) {
            client.compression().use(true);
        }
    }

    /** True when it has said that it reports deletions, all of them or some. */
    synchronized boolean reportsDeletions() {
        return reportsDeletions;
    }

    /** Records on a page of its lists, as far as is known; else those given. */
    synchronized long pageSize(long usual) {
        return profile.number(ServerTrait.PAGE_SIZE).orElse(usual);
    }

    /** True when a page with so many records is as full as its pages are; as pages usually are, when that is not known. */
    synchronized boolean isFullPage(int records) {
        return profile.number(ServerTrait.PAGE_SIZE).map(size -> size == records).orElseGet(() -> USUAL_SIZES.contains(records));
    }

    /** Learns from a list that has ended whether the sizes that it announces can be believed. */
    synchronized void learnSize(Selection list, long announced, long listed) {
        profile = ListVerdict.learn(profile, list, announced, listed, clock.instant());
    }

    /** Returns how far an increment reaches back before the start of the last complete sequence. */
    public synchronized Duration overlap() {
        return Overlap.of(profile);
    }

    /**
     * An increment is complete: it has told how late records appear.
     *
     * @return false when it may have begun too late for what appears late
     */
    public synchronized boolean measured(Overlap overlap) {
        boolean reachesAll = !overlap.mayReachTooLittle(profile);
        profile = overlap.learntBy(profile);
        return reachesAll;
    }

    synchronized DateSplit split() {
        return new DateSplit(granularity(), earliest, now());
    }

    /** A whole list has come as one record, without a token. */
    synchronized void sendsOne() {
        maySendOne = true;
    }

    /** True when it may send one record at a time, and no token. */
    synchronized boolean maySendOne() {
        return maySendOne;
    }

    /** Its own time, as far as it has told. */
    synchronized Instant now() {
        return time == null ? clock.instant() : time;
    }

    /** True when it still answers: then a page that cannot be had is that page's failure. */
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

    /** Asks who it is, unless that is known. */
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
            note("the repository does not say who it is: " + failure.getMessage());
        }
    }

    /** A range as the server has to be sent it: where a day in {@code until} is only its first moment, the day after it. */
    synchronized Selection asSent(Selection wanted) {
        Datestamp until = wanted.until();
        return until != null && profile.isNot(ServerTrait.UNTIL)
                && until.granularity().filter(Granularity.DAY::equals).isPresent()
                        ? DateSplit.withNextDay(wanted, until)
                        : wanted;
    }

    /** A page has come. */
    synchronized void took(Duration time) {
        Duration before = profile.duration(ServerTrait.PAGE_TIME).orElse(time);
        profile = profile.with(ServerTrait.PAGE_TIME,
                Duration.ofMillis((3 * before.toMillis() + time.toMillis()) / 4).toString());
    }

    InstantSource clock() {
        return clock;
    }

    /** True when a list as long as this one was is known to be refused. */
    synchronized boolean refusesLong(@Nullable Long size) {
        return profile.number(ServerTrait.LIST_LIMIT).filter(limit -> size == null || limit == 0 || size > limit).isPresent();
    }

    /** Parts in which a list is asked for that is refused as a whole. */
    synchronized int partsOf(@Nullable Long size) {
        long limit = profile.number(ServerTrait.LIST_LIMIT).orElse(0L);
        return size == null || limit == 0 ? 2 : Math.clamp(2 * size / limit, 2, 1000);
    }

    /**
     * Notes the size that a page states on which others follow.
     *
     * @param before the size stated on the page before; null when there is none
     * @param came entries of the page before
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
     * Returns true of a number that the repository states as a size, and that counts on: from page to page it has grown by the entries of the
     * page, more than once and without exception.
     */
    synchronized boolean isRunningCount(long size) {
        return countsOn() && statedSizes.contains(size);
    }

    /** Returns true when the sizes of this run have counted on from page to page. */
    synchronized boolean countsOn() {
        return grownSizes > 1 && !isSizeSteady;
    }

    /** Returns true when the repository speaks protocol 1.0 or 1.1. */
    boolean speaksEarlyProtocol() {
        return profile().get(ServerTrait.PROTOCOL).filter(version -> version.startsWith("1.")).isPresent();
    }

    /** Returns the sets that the headers of this run have named; empty when there are none, or too many to ask for. */
    synchronized List<SetSpec> setsOfHeaders() {
        return setsOfHeaders.size() < MOST_SETS_OF_HEADERS ? List.copyOf(setsOfHeaders) : List.of();
    }

    /** Returns true when headers of this run name sets, and that of a live record has named none. */
    synchronized boolean namesRecordsInNoSet() {
        return sawRecordInNoSet && !setsOfHeaders.isEmpty();
    }

    /** Its sets, as somebody else has asked for them. */
    public void keepSets(List<OaiSet> listed) {
        synchronized (this) {
            sets = listed;
        }
    }

    /** Its sets; empty when it has none, or does not tell. */
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
