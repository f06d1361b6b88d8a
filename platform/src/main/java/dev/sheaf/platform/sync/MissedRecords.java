package dev.sheaf.platform.sync;

import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

import org.jspecify.annotations.Nullable;

import dev.sheaf.core.Datestamp;
import dev.sheaf.core.Header;
import dev.sheaf.core.MetadataPrefix;
import dev.sheaf.core.store.Census;
import dev.sheaf.core.store.Checkpoint;
import dev.sheaf.core.store.HarvestOutcome;
import dev.sheaf.core.store.ServerProfile;
import dev.sheaf.core.store.ServerTrait;
import dev.sheaf.platform.sync.SecondWitness.Statements;

/**
 * Records that a census names and that are not here, not live here, or here in an older state: increments have not brought them. They are
 * fetched in the same run. Belongs to one census of one format.
 */
final class MissedRecords {

    /** Longest reach of the first increments, plus a day for servers with day granularity. */
    private static final Duration LEAST = Duration.ofHours(25);
    /** Number of identifiers that are kept to be fetched; others are counted. */
    private static final int KEPT = SecondWitness.MOST;
    /**
     * Number of unchanged records in a row after which no more are fetched because of their datestamps: some repositories give all records new
     * datestamps without a change, and those are not stored.
     */
    private static final int FRUITLESS = 5;

    private final String source;
    private final MetadataPrefix prefix;
    private final Instant begun;
    private final Set<String> unknown = new LinkedHashSet<>();
    private final Set<String> recent = new LinkedHashSet<>();
    /** Records that are named with later datestamps than those that are here, with these headers. */
    private final Map<String, Header> outdated = new LinkedHashMap<>();
    /** Number of named records that were compared. */
    private long compared;
    private long unknownCount;
    private long outdatedCount;

    /** @param begun beginning of the run: later records come with the next one */
    MissedRecords(String source, MetadataPrefix prefix, Instant begun) {
        this.source = source;
        this.prefix = prefix;
        this.begun = begun;
    }

    /** Returns the time before which the next increment of a list requests no records; null when it requests everything. */
    static @Nullable Instant reached(@Nullable Checkpoint checkpoint, ServerProfile profile) {
        Datestamp since = checkpoint == null || checkpoint.underWay() ? null : checkpoint.completeSince();
        if (since == null) {
            return null;
        }
        Duration overlap = profile.duration(ServerTrait.OVERLAP).orElse(Duration.ZERO);
        return since.instant().map(instant -> instant.minus(overlap).minus(LEAST)).orElse(null);
    }

    /** Notes such records among the live headers of the list. */
    void look(Census census, List<Header> headers, @Nullable Instant reached) {
        if (reached == null) {
            return;
        }
        // A record without a readable datestamp is in no increment.
        List<Header> before = headers.stream().filter(header -> !isDated(header) || isBefore(header, begun)).toList();
        List<String> old = before.stream().filter(header -> !isDated(header) || isBefore(header, reached))
                .map(Header::identifier).toList();
        Set<String> oldOnes = Set.copyOf(old);
        for (String identifier : census.unknown(prefix, before.stream().map(Header::identifier).toList())) {
            if (oldOnes.contains(identifier)) {
                unknownCount += keep(unknown, identifier);
            } else {
                keep(recent, identifier);
            }
        }
        // The increment of this run should have brought the recent ones, and the next one may not reach back to them.
        compared += before.size();
        Set<String> changed = Set.copyOf(census.outdated(prefix, before));
        for (Header header : before) {
            if (changed.contains(header.identifier()) && !outdated.containsKey(header.identifier())) {
                outdatedCount++;
                if (outdated.size() < KEPT) {
                    outdated.put(header.identifier(), header);
                }
            }
        }
    }

    /** Returns 1 for another record; 0 for one that another list has named before. */
    private static int keep(Set<String> some, String identifier) {
        if (some.contains(identifier)) {
            return 0;
        }
        if (some.size() < KEPT) {
            some.add(identifier);
        }
        return 1;
    }

    private static boolean isDated(Header header) {
        return header.datestamp().instant().isPresent();
    }

    private static boolean isBefore(Header header, Instant time) {
        return header.datestamp().instant().filter(stamp -> stamp.isBefore(time)).isPresent();
    }

    /** Fetches the missed records, and returns the outcome of the run with those that are still missing. */
    HarvestOutcome fetch(HarvestOutcome outcome, SecondWitness witness, long run, RunRecorder recorder) {
        HarvestOutcome whole = outcome;
        if (!unknown.isEmpty()) {
            Statements fetched = witness.fetch(prefix, List.copyOf(unknown), Integer.MAX_VALUE, run, recorder);
            whole = fetched(fetched, unknownCount, "that the repository lists in " + prefix + " and that were not here", whole,
                    recorder);
            long lacking = unknownCount - fetched.live().size() - fetched.gone().size();
            if (lacking > 0) {
                whole = whole.partial((lacking == 1 ? "1 record" : lacking + " records") + " that the repository lists in "
                        + prefix
                        + (lacking == 1 ? " is" : " are") + " not here ("
                        + SecondWitness.some(fetched.unanswered().isEmpty() ? List.copyOf(unknown) : fetched.unanswered()) + "): "
                        + (fetched.reason().isEmpty() ? "they are more than a run requests one by one" : fetched.reason())
                        + ". To get them: sheaf harvest " + source + " --full");
            }
        }
        if (!outdated.isEmpty()) {
            Statements fetched = witness.fetch(prefix, List.copyOf(outdated.keySet()), FRUITLESS, run, recorder);
            long changed = fetched.counts().changed();
            whole = fetched(fetched, changed, "that have changed in the repository in " + prefix + " and had not come", whole,
                    recorder);
            long behind = behind(fetched);
            long lacking = behind + (changed == 0 && fetched.behind() == 0 && behind == 0 && fetched.denied().isEmpty()
                    ? 0
                    : outdatedCount - fetched.live().size() - fetched.deletedHeaders().size());
            if (lacking > 0) {
                whole = whole.partial("up to " + lacking + (lacking == 1 ? " record" : " records")
                        + " may be here in an older state than in the repository (" + prefix + "), besides " + changed
                        + " that were fetched. To get them: sheaf harvest " + source + " --full");
            }
        }
        return recent.isEmpty()
                ? whole
                : fetched(witness.fetch(prefix, List.copyOf(recent), FRUITLESS, run, recorder), recent.size(),
                        "that the repository lists in " + prefix + " and that were not here yet", whole, recorder);
    }

    /**
     * Returns the number of records that GetRecord delivers with earlier datestamps than they are named with: its answers may come from an
     * old copy. If all or many differ by the same time, the lists only state other datestamps.
     */
    private long behind(Statements fetched) {
        Map<Long, Long> byDifference = fetched.headers().stream().map(this::secondsBehind).filter(seconds -> seconds > 0)
                .collect(Collectors.groupingBy(Function.identity(), Collectors.counting()));
        return byDifference.values().stream().filter(records -> records < FRUITLESS && records < compared)
                .mapToLong(Long::longValue).sum();
    }

    /** Returns by how many seconds a delivered record is earlier than it was named; 0 or less if it is not. */
    private long secondsBehind(Header delivered) {
        Header named = outdated.get(delivered.identifier());
        Instant stamp = named == null ? null : named.datestamp().instant().orElse(null);
        Instant end = delivered.datestamp().lastSecond().orElse(null);
        return stamp == null || end == null ? 0 : stamp.getEpochSecond() - end.getEpochSecond();
    }

    private static HarvestOutcome fetched(Statements fetched, long count, String which, HarvestOutcome outcome,
            RunRecorder recorder) {
        recorder.count(fetched.counts());
        if (count > 0 && !fetched.live().isEmpty()) {
            recorder.tellNote(
                    Math.min(count, fetched.live().size()) + " of " + count + (count == 1 ? " record " : " records ") + which
                            + " came by GetRecord (" + SecondWitness.some(fetched.live()) + ")");
        }
        return outcome.plus(fetched.counts());
    }
}
