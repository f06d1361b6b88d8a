package dev.sheaf.harvester.internal.list;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

import org.jspecify.annotations.Nullable;

import dev.sheaf.core.Datestamp;
import dev.sheaf.core.Header;
import dev.sheaf.core.MetadataPrefix;
import dev.sheaf.core.OaiError;
import dev.sheaf.core.OaiRecord;
import dev.sheaf.core.store.Quarantined;
import dev.sheaf.harvester.client.AsRead;
import dev.sheaf.harvester.client.OaiReply;
import dev.sheaf.harvester.http.HarvestException;
import dev.sheaf.harvester.http.Unreadable;

/**
 * Walk through a range that requests ListIdentifiers, and then GetRecord for each record that has not arrived yet. It reports unavailable
 * records and delivers the others.
 */
final class SinglyWalk implements PieceWalk {

    /** Number of failures in a row after which the server is tested. */
    private static final int SUSPICIOUS = 5;
    /** Number of failures without any record after which single records are abandoned. */
    private static final int HOPELESS = 10;

    /** Number of records that are requested a second time after an answer without them, because single answers err. */
    private static final int MOST_AGAIN = 5;

    /** Number of records in other formats, without any in this one, after which the names are taken for those of all formats. */
    private static final int ENOUGH_OF_OTHERS = 20;

    /** Largest number of requests for deleted records that ListIdentifiers names and that may belong to another format. */
    private static final int MOST_DOUBTFUL = 20;

    private final ListWalk headers;
    private final Server server;
    private final Known known;
    private final Seen seen;
    /** Identifiers of this range, whether or not their records have arrived. */
    private final Seen named = new Seen();
    private final long namedBefore;
    /** Number of records of the list before this walk. */
    private final long listed;
    private final Budget budget;
    private final ListBound.Circle circle = new ListBound.Circle();
    private final boolean nothingCameBefore;
    private final boolean isPrecaution;
    private final List<Unfetched> unfetched = new ArrayList<>();
    /** Records of the last step that were named and are unavailable. */
    private final List<Quarantined> lost = new ArrayList<>();
    /** The page of the last step; null if it brought none, or if it was taken. */
    private @Nullable OaiReply brought;
    private int failures;
    private int doubtfulDeletions;
    private int again;
    /** Records of the last step that the repository names and denies. */
    private final List<String> denials = new ArrayList<>();
    private boolean hasFetched;
    private final boolean isBounded;
    /** A record that has arrived and is named, by which denials are tested. */
    private @Nullable String control;
    private long singly;
    private long lacking;
    private final List<String> denied = new ArrayList<>();
    /** Number of denied records that the repository has in other formats. */
    private int ofOtherFormats;
    private long changed;
    /** Datestamps of the headers that ListRecords repeated, as named here. */
    private final Map<String, String> repeated;
    private @Nullable String spent;
    /** Lacking records that the store has from an earlier run, at the end of the list after all others. */
    private final List<Header> stored = new ArrayList<>();
    private final LaterVersions later;

    /**
     * The records that arrived before this walk, in this run or in an earlier one.
     *
     * @param seen identifiers of the list
     * @param versions versions of the list
     * @param repeated identifiers that the list had several times
     * @param stored what earlier runs have stored
     * @param isGoingOn true if an earlier run began the list, so that its records are known by the store alone
     */
    record Known(Seen seen, Versions versions, Set<String> repeated,
            WholeList.Stored stored, boolean isGoingOn) {}

    /**
     * @param isPrecaution true if nothing is known to be missing: a record that the repository then says it does not have is not missing
     * @param isBounded true for a check of a list that has arrived, which requests few single records; others are counted
     */
    SinglyWalk(Server server, Piece piece, Known known, Budget budget, boolean isPrecaution, boolean isBounded) {
        this.isBounded = isBounded;
        this.known = known;
        this.later = new LaterVersions(known.versions(), known.stored());
        this.repeated = new HashMap<>();
        known.repeated().forEach(identifier -> this.repeated.put(identifier, ""));
        this.isPrecaution = isPrecaution;
        this.server = server;
        this.headers = new ListWalk(Lister.HEADERS, server, server.client(), piece);
        this.seen = known.seen();
        this.namedBefore = piece.different();
        this.listed = seen.count();
        this.budget = budget;
        this.nothingCameBefore = seen.isExact() && seen.count() == 0;
    }

    @Override
    public Piece place() {
        return headers.place();
    }

    /** Does nothing, because this walk counts its identifiers itself: records that arrived before are not passed on. */
    @Override
    public void counted(long different, boolean isNew) {
        // Nothing to do.
    }

    @Override
    public @Nullable Gap gap() {
        return headers.gap();
    }

    @Override
    public long entries() {
        return headers.entries();
    }

    @Override
    public boolean knowsSize() {
        return headers.knowsSize();
    }

    @Override
    public List<Unfetched> unfetched() {
        return List.copyOf(unfetched);
    }

    @Override
    public @Nullable String endless() {
        String round = circle.endless();
        return round == null && isBounded && seen.isExact() ? ListBound.exceededByNames(named.count(), listed) : round;
    }

    @Override
    public void close() {
        circle.close();
        named.close();
    }

    @Override
    public @Nullable Long size() {
        return headers.size();
    }

    @Override
    public Step next() throws HarvestException {
        unfetched.clear();
        lost.clear();
        Step step = headers.next();
        OaiReply names = headers.takePage();
        if (names != null) {
            long before = named.count();
            List<String> known = names.records().stream().map(OaiRecord::identifier).filter(one -> !named.add(one)).toList();
            circle.came(names.records().size(), known);
            headers.counted(namedBefore + named.count(), named.count() > before);
        }
        brought = names == null ? null : records(names, step instanceof Step.End);
        if (step instanceof Step.End && !denied.isEmpty() && !server.speaksEarlyProtocol() && !isControlThere()) {
            // A repository that denies everything is no witness, so its denials do not show that the records are gone.
            lacking += denied.size();
            denied.clear();
        }
        return spent == null ? step : new Step.Stuck(new ListFailure(ListFailure.Sort.SPENT, spent, null));
    }

    @Override
    public @Nullable OaiReply takePage() {
        OaiReply taken = brought;
        brought = null;
        return taken;
    }

    @Override
    public List<Quarantined> lost() {
        return List.copyOf(lost);
    }

    private OaiReply records(OaiReply names, boolean isLast) throws HarvestException {
        List<OaiRecord> records = new ArrayList<>();
        List<Header> differing = new ArrayList<>();
        Map<String, Datestamp> here = here(names);
        for (OaiRecord one : names.records()) {
            Header header = one.header();
            if (header.identifier().isBlank()) {
                continue;
            }
            lookAtRepeat(header);
            if (here.containsKey(header.identifier())) {
                if (known.isGoingOn()) {
                    // It came with the pages of the earlier run, in the version that the store has.
                    stillHere(header, here.get(header.identifier())).ifPresent(records::add);
                } else if (!isBeforeRange(header)) {
                    afterOthers(header);
                }
                continue;
            }
            if (seen.contains(header.identifier())) {
                control = control == null && !header.deleted() ? header.identifier() : control;
                if (seen.isLive(header.identifier()) && !header.deleted()) {
                    later.compared();
                }
                if (header.deleted() && seen.isLive(header.identifier())) {
                    if (isBounded && !server.speaksEarlyProtocol()
                            ? later.isDeleted(header, this::compared)
                            : isDeleted(header.identifier())) {
                        records.add(one);
                    }
                } else if (isBounded && !server.speaksEarlyProtocol() && isLater(header)) {
                    differing.add(header);
                }
                continue;
            }
            if (header.deleted()) {
                // Before 2.0, ListIdentifiers named the items of all formats; the record itself shows whether it has this one.
                if (!isPrecaution || !server.speaksEarlyProtocol()
                        || ++doubtfulDeletions <= MOST_DOUBTFUL && isDeleted(header.identifier())) {
                    records.add(one);
                }
                continue;
            }
            OaiRecord record = record(header.identifier());
            if (record != null) {
                later.delivered(header, record);
                records.add(record);
            }
        }
        if (!differing.isEmpty()) {
            Map<String, Datestamp> found = known.stored().datestamps(differing.stream().map(Header::identifier).toList());
            for (Header header : differing) {
                later.look(header, Math.max(0, known.versions().secondsLater(header)), arrivedAsDeleted(header.identifier()),
                        found.get(header.identifier()), this::compared)
                        .ifPresent(records::add);
            }
        }
        if (isLast) {
            for (Header header : stored) {
                OaiRecord record = record(header.identifier());
                if (record != null) {
                    later.delivered(header, record);
                    records.add(record);
                }
            }
            stored.clear();
        }
        if (!denials.isEmpty() && !hasFetched && !(control == null
                ? server.deliversAny(place().sent(), denials.getFirst())
                : server.speaksEarlyProtocol() || isControlThere())) {
            denials.forEach(identifier -> unfetched.add(new Unfetched(identifier, false)));
        }
        denials.clear();
        return names.withRecords(records);
    }

    /** Returns whether a live record is named with a later datestamp than it arrived with, or arrived as deleted. */
    private boolean isLater(Header named) {
        return !named.deleted()
                && (known.versions().secondsLater(named) > 0 || arrivedAsDeleted(named.identifier()));
    }

    private boolean arrivedAsDeleted(String identifier) {
        return seen.isExact() && !seen.isLive(identifier);
    }

    /**
     * Returns the datestamps of those of the named records that have not arrived in this run, and that the store has: of a list that an
     * earlier run began in any version, else in the named one.
     */
    private Map<String, Datestamp> here(OaiReply names) {
        if (!isBounded && !known.isGoingOn()) {
            return Map.of();
        }
        Map<String, Header> lacking = new HashMap<>();
        names.records().stream().map(OaiRecord::header).filter(header -> !header.identifier().isBlank()
                && !seen.contains(header.identifier()) && (known.isGoingOn() || !header.deleted()))
                .forEach(header -> lacking.putIfAbsent(header.identifier(), header));
        if (lacking.isEmpty()) {
            return Map.of();
        }
        Map<String, Datestamp> found = new HashMap<>(known.stored().datestamps(lacking.keySet()));
        if (!known.isGoingOn()) {
            found.entrySet().removeIf(one -> !one.getValue().text().equals(
                    Objects.requireNonNull(lacking.get(one.getKey())).datestamp().text()));
        }
        return found;
    }

    /** Returns a later version than the store has of a record that came with an earlier run; empty if there is none. */
    private Optional<OaiRecord> stillHere(Header named, @Nullable Datestamp stored) throws HarvestException {
        Instant end = stored == null ? null : stored.lastSecond().orElse(null);
        Instant stamp = named.datestamp().instant().orElse(null);
        return !isBounded || named.deleted() || end == null || stamp == null || !stamp.isAfter(end)
                ? Optional.empty()
                : later.look(named, Duration.between(end, stamp).toSeconds(), false, stored, this::compared);
    }

    /** Returns true for a record from before the requested range. Some repositories ignore from in ListIdentifiers alone. */
    private boolean isBeforeRange(Header named) {
        Datestamp since = place().sent().from();
        Instant from = since == null ? null : since.instant().orElse(null);
        return from != null && named.datestamp().lastSecond().filter(end -> end.isBefore(from)).isPresent();
    }

    /** Requests a record that the list lacks and the store has after all that it has not, as far as the bound allows. */
    private void afterOthers(Header header) {
        if (stored.size() < Server.MOST_SINGLE) {
            stored.add(header);
        } else {
            lacking++;
        }
    }

    /** Requests a record for a comparison. */
    private LaterVersions.Answer compared(String identifier) throws HarvestException {
        if (spent != null || !server.takeSingle() || !budget.takeRecord()) {
            return LaterVersions.Answer.NONE;
        }
        try {
            return new LaterVersions.Answer(ask(identifier), false);
        } catch (HarvestException failure) {
            if (failure.kind().endsAsking()) {
                throw failure;
            }
            return failure.errors().stream().anyMatch(error -> error.is(OaiError.Code.ID_DOES_NOT_EXIST))
                    ? LaterVersions.Answer.DENIED
                    : LaterVersions.Answer.NONE;
        }
    }

    /** Compares the two headers of a record that is named twice. */
    private void lookAtRepeat(Header header) {
        String before = repeated.get(header.identifier());
        if (before == null) {
            return;
        }
        changed += before.isEmpty() || before.equals(header.datestamp().text()) ? 0 : 1;
        repeated.put(header.identifier(), header.datestamp().text());
    }

    /** Returns whether GetRecord delivers a record that both lists name. */
    private boolean isControlThere() throws HarvestException {
        String there = control;
        return there != null && server.delivers(there, place().sent().prefix());
    }

    @Override
    public Named names() {
        return new Named(namedBefore + named.count(), singly, namesAllFormats() ? 0 : lacking, changed, List.copyOf(denied),
                later.outdated(), later.untold(), List.copyOf(later.doubtfulDeletions()));
    }

    /**
     * Returns true if ListIdentifiers names the records of all formats, as far as can be seen: of many records that the list lacks, every one
     * that was requested exists in other formats only. Such names prove nothing, and the others are not known to be missing.
     */
    private boolean namesAllFormats() {
        return ofOtherFormats >= ENOUGH_OF_OTHERS && ofOtherFormats == singly && ofOtherFormats == denied.size();
    }

    /** Returns whether a record is deleted that one list shows as live and the other as deleted; the record itself decides. */
    private boolean isDeleted(String identifier) throws HarvestException {
        if (spent != null || !budget.takeRecord() || isBounded && !server.takeSingle()) {
            return false;
        }
        try {
            OaiRecord record = ask(identifier);
            return record.deleted() && record.identifier().strip().equals(identifier.strip());
        } catch (HarvestException failure) {
            if (failure.kind().endsAsking()) {
                throw failure;
            }
            return false;
        }
    }

    private @Nullable OaiRecord record(String identifier) throws HarvestException {
        if (spent != null) {
            return null;
        }
        if (isBounded && !server.takeSingle()) {
            lacking++;
            return null;
        }
        if (!budget.takeRecord()) {
            spent = Budget.tooManyRecords();
            return null;
        }
        singly++;
        try {
            OaiRecord record = asked(identifier);
            if (!record.identifier().strip().equals(identifier.strip())) {
                // Stored under that identifier it would be missing under this one.
                unfetched.add(new Unfetched(identifier, false));
                lose(identifier, "GetRecord answers with the record " + Unreadable.line(record.identifier()),
                        AsRead.of(record));
                return null;
            }
            failures = 0;
            hasFetched = true;
            return record;
        } catch (HarvestException refusal) {
            ListFailure failure = ListFailure.of(refusal, true);
            if (failure == null || failures + 1 >= SUSPICIOUS && !server.answers()) {
                throw refusal;
            }
            if (isPrecaution && !refusal.errors().isEmpty() && !contradictsItself(refusal)) {
                denied.add(identifier);
                ofOtherFormats += refusal.errors().stream().allMatch(error -> error.is(OaiError.Code.CANNOT_DISSEMINATE_FORMAT))
                        ? 1
                        : 0;
                return null;
            }
            if (ListFailure.leavesOwing(refusal)) {
                unfetched.add(Unfetched.of(identifier, refusal));
            } else {
                denials.add(identifier);
            }
            lose(identifier, refusal.getMessage(), refusal.received());
            return null;
        }
    }

    /** Requests a record, and once more if the answer is without it for a reason that may have passed. */
    private OaiRecord asked(String identifier) throws HarvestException {
        try {
            OaiRecord record = ask(identifier);
            if (record.identifier().strip().equals(identifier.strip()) || !mayAskAgain()) {
                return record;
            }
        } catch (HarvestException failure) {
            boolean isWorthIt = ListFailure.of(failure, true) != null && !ListFailure.isForTransport(failure)
                    && failure.kind() != HarvestException.Kind.TOO_LARGE;
            if (!isWorthIt || !mayAskAgain()) {
                throw failure;
            }
        }
        return ask(identifier);
    }

    private OaiRecord ask(String identifier) throws HarvestException {
        Server.Question<OaiRecord> question = client -> client.getRecord(identifier, place().sent().prefix());
        return isBounded ? server.askingSingly(question) : server.askingAgainWhenBusy(server.briskClient(), question);
    }

    private boolean mayAskAgain() {
        return ++again <= MOST_AGAIN && (!isBounded || server.takeSingle());
    }

    /** Returns true if the repository contradicts itself: Dublin Core is required of every item, so an item without it is faulty. */
    private boolean contradictsItself(HarvestException refusal) {
        return place().sent().prefix().equals(MetadataPrefix.OAI_DC)
                && refusal.errors().stream().anyMatch(error -> error.is(OaiError.Code.CANNOT_DISSEMINATE_FORMAT));
    }

    private void lose(String identifier, String reason, byte[] received) {
        failures++;
        seen.add(identifier);
        known.versions().cameUndated(identifier);
        lost.add(new Quarantined(identifier, Quarantined.UNAVAILABLE + ": " + reason,
                AsRead.shortened(received)));
        if (nothingCameBefore && !hasFetched && failures >= HOPELESS) {
            // A list without any available record has failed; it is not a list with some records set aside.
            spent = "none of the first " + HOPELESS + " records is available by GetRecord: " + reason;
        }
    }
}
