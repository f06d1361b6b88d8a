package dev.sheaf.harvester.internal.list;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

import org.jspecify.annotations.Nullable;

import dev.sheaf.core.Datestamp;
import dev.sheaf.core.Granularity;
import dev.sheaf.core.MetadataPrefix;
import dev.sheaf.core.OaiError;
import dev.sheaf.core.OaiRecord;
import dev.sheaf.core.Selection;
import dev.sheaf.core.store.ServerProfile;
import dev.sheaf.core.store.ServerTrait;
import dev.sheaf.harvester.client.OaiReply;
import dev.sheaf.harvester.http.HarvestException;

/** The way in which a server obeys {@code from} and {@code until}, found out by requests when it matters. Thread-safe. */
final class DateRanges {

    /** Answer of ListIdentifiers to the question whether a list has records. */
    enum Names {
        /** It names some records. */
        SOME,
        /** It names no records. */
        NONE,
        /** It gives no usable answer. */
        UNKNOWN
    }

    /** Time in the future after which no record is dated, whatever the repository's clock shows. */
    private static final Duration AHEAD = Duration.ofDays(3);
    /** Number of characters of a day. */
    private static final int DAY_LENGTH = 10;

    private final Server server;
    /** Formats for which the server could not be tested. */
    private final Set<MetadataPrefix> silent = ConcurrentHashMap.newKeySet();

    /**
     * Formats in which ListRecords has sent older records, even if ListIdentifiers obeys ranges. For this run only, because it may be a
     * temporary fault.
     */
    private final Set<MetadataPrefix> ignoring = ConcurrentHashMap.newKeySet();
    /** Formats in which ListRecords itself has been tested. */
    private final Set<MetadataPrefix> looked = ConcurrentHashMap.newKeySet();

    DateRanges(Server server) {
        this.server = server;
    }

    /** Examines a first page that was requested with {@code from}. If it has earlier records, the reason is found out once. */
    void lookAt(OaiReply page, Selection sent) throws HarvestException {
        Datestamp from = sent.from();
        Instant begin = from == null ? null : from.instant().orElse(null);
        if (begin == null || page.records().stream()
                .noneMatch(record -> record.header().datestamp().lastSecond().filter(at -> at.isBefore(begin)).isPresent())) {
            return;
        }
        ServerProfile known = server.profile();
        if (known.isNot(ServerTrait.HEADER_DATES) || known.isNot(ServerTrait.RANGES) || known.isPinned(ServerTrait.RANGES)) {
            return;
        }
        server.learn(ServerTrait.RANGES, null);
        if (areKept(sent.prefix())) {
            server.note("the repository selects records by another date than the datestamp in their headers");
            server.learn(ServerTrait.HEADER_DATES, false);
        }
    }

    /**
     * Finds out once whether the range includes a day in {@code until}, by requesting a day of a record on a page. If it does not,
     * consecutive windows of days would have gaps.
     *
     * @return true if this call found out that it does not
     */
    boolean leavesOutUntil(OaiReply page, Selection sent) throws HarvestException {
        if (server.granularity() != Granularity.DAY || server.profile().get(ServerTrait.UNTIL).isPresent()
                || server.profile().isNot(ServerTrait.RANGES) || server.profile().isNot(ServerTrait.HEADER_DATES)) {
            return false;
        }
        // A record of midnight belongs to a day that ends at its beginning.
        Datestamp day = page.records().stream().filter(record -> !isOfMidnight(record))
                .map(record -> record.header().datestamp().instant()).flatMap(Optional::stream).findFirst()
                .map(instant -> Datestamp.of(instant, Granularity.DAY)).orElseGet(() -> dayIn(page));
        if (day == null) {
            return false;
        }
        Selection one = new Selection(sent.prefix(), day, day, sent.set());
        if (holdsRecords(one)) {
            server.learn(ServerTrait.UNTIL, true);
            return false;
        }
        if (!holdsRecords(DateSplit.withNextDay(one, day))) {
            return false;
        }
        server.learn(ServerTrait.UNTIL, false);
        server.note("the repository excludes the day of until: the day after it is sent instead");
        return true;
    }

    /** Returns true if the server obeys {@code from}. Requests records of the future, unless the answer is known. */
    boolean areKept(MetadataPrefix prefix) throws HarvestException {
        if (ignoring.contains(prefix)) {
            return false;
        }
        ServerProfile known = server.profile();
        if (known.get(ServerTrait.RANGES).isPresent()) {
            return known.is(ServerTrait.RANGES);
        }
        if (silent.contains(prefix)) {
            return true;
        }
        server.identify();
        Instant future = server.now().plus(AHEAD);
        Datestamp from = Datestamp.of(future, server.granularity());
        OaiReply page;
        try {
            page = server.briskClient().listIdentifiers(new Selection(prefix, from, null, null));
        } catch (HarvestException failure) {
            if (failure.kind().endsAsking()) {
                throw failure;
            }
            silent.add(prefix);
            return true;
        }
        boolean ignored = areOlder(page, future);
        server.learn(ServerTrait.RANGES, !ignored);
        if (ignored) {
            server.note("the repository ignores from: it sends older records");
        }
        return !ignored;
    }

    /**
     * Finds out, once in a run and by one request, whether ListRecords obeys {@code from} as ListIdentifiers does. Callers use it if a list
     * of records does not end: if the same page answers every request, each smaller range would be endless too.
     */
    void lookAtListRecords(MetadataPrefix prefix) throws HarvestException {
        if (server.profile().isPinned(ServerTrait.RANGES) || !areKept(prefix) || !looked.add(prefix)) {
            return;
        }
        Instant future = server.now().plus(AHEAD);
        OaiReply page;
        try {
            page = server.briskClient()
                    .listRecords(new Selection(prefix, Datestamp.of(future, server.granularity()), null, null));
        } catch (HarvestException failure) {
            if (failure.kind().endsAsking()) {
                throw failure;
            }
            return;
        }
        page.release();
        if (areOlder(page, future)) {
            server.note("ListRecords ignores from: it sends older records");
            ignoring.add(prefix);
        }
    }

    private static boolean areOlder(OaiReply page, Instant future) {
        return page.records().stream()
                .anyMatch(record -> record.header().datestamp().instant().filter(at -> at.isBefore(future)).isPresent());
    }

    private static boolean isOfMidnight(OaiRecord record) {
        Datestamp stamp = record.header().datestamp();
        return stamp.granularity().filter(Granularity.SECOND::equals).isPresent()
                && stamp.instant().filter(at -> at.equals(at.truncatedTo(ChronoUnit.DAYS))).isPresent();
    }

    /** Returns the day with which a datestamp of another form begins, as most do; null if none does. */
    private static @Nullable Datestamp dayIn(OaiReply page) {
        return page.records().stream().map(record -> record.header().datestamp().text().strip())
                .filter(text -> text.length() > DAY_LENGTH).map(text -> Datestamp.received(text.substring(0, DAY_LENGTH)))
                .filter(day -> day.granularity().filter(Granularity.DAY::equals).isPresent()).findFirst().orElse(null);
    }

    /** Returns true if one of the lists has records for a selection; records of midnight do not count. */
    private boolean holdsRecords(Selection sent) throws HarvestException {
        try {
            if (server.briskClient().listIdentifiers(sent).records().stream().anyMatch(record -> !isOfMidnight(record))) {
                return true;
            }
        } catch (HarvestException failure) {
            if (failure.kind().endsAsking()) {
                throw failure;
            }
        }
        try {
            OaiReply page = server.briskClient().listRecords(sent);
            page.release();
            return page.records().stream().anyMatch(record -> !isOfMidnight(record));
        } catch (HarvestException failure) {
            if (failure.kind().endsAsking()) {
                throw failure;
            }
            return false;
        }
    }

    /** Asks ListIdentifiers whether there are records with later dates than a record. */
    boolean namesOthersBehind(OaiRecord record, Selection sent) throws HarvestException {
        Instant at = record.header().datestamp().instant().orElse(null);
        if (at == null) {
            return false;
        }
        Duration granule = server.granularity() == Granularity.DAY ? Duration.ofDays(1) : Duration.ofSeconds(1);
        Datestamp from = Datestamp.of(at.plus(granule), server.granularity());
        try {
            return server.briskClient().listIdentifiers(new Selection(sent.prefix(), from, null, sent.set())).records().stream()
                    .anyMatch(other -> !other.identifier().equals(record.identifier()));
        } catch (HarvestException failure) {
            if (failure.kind().endsAsking()) {
                throw failure;
            }
            return false;
        }
    }

    /** Asks ListIdentifiers whether a list has records. */
    Names names(Selection sent) throws HarvestException {
        try {
            OaiReply page = server.briskClient().listIdentifiers(sent);
            boolean isEmpty = page.errors().isEmpty() || page.has(OaiError.Code.NO_RECORDS_MATCH);
            return !page.records().isEmpty() ? Names.SOME : isEmpty ? Names.NONE : Names.UNKNOWN;
        } catch (HarvestException failure) {
            if (failure.kind().endsAsking()) {
                throw failure;
            }
            return Names.UNKNOWN;
        }
    }
}
