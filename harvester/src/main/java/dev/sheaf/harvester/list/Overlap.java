package dev.sheaf.harvester.list;

import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;

import dev.sheaf.core.Datestamp;
import dev.sheaf.core.OaiRecord;
import dev.sheaf.core.store.Batch;
import dev.sheaf.core.store.ServerProfile;
import dev.sheaf.core.store.ServerTrait;

/**
 * How far increments reach back, and what one of them shows of it: a record that comes again and was not known just so had not been
 * visible when the last increment asked for it, though it is dated before.
 *
 * <p>Begins with an hour and shrinks slowly as long as nothing is late: a server that shows records some minutes late, or whose clocks
 * differ, is not known as such before it has done so (wellcomecollection/catalogue-pipeline#3443). Servers that count in days are asked for
 * one day more at least.
 */
public final class Overlap {

    private static final Duration FIRST = Duration.ofHours(1);
    private static final Duration LEAST = Duration.ofMinutes(15);
    private static final Duration MOST = Duration.ofDays(7);

    private Duration lateness = Duration.ZERO;
    private boolean hasSeen;

    /** What the next increment is to reach back. */
    static Duration of(ServerProfile profile) {
        return profile.duration(ServerTrait.OVERLAP).orElse(FIRST);
    }

    /** The records of a part that are dated before the last complete sequence began. */
    public Batch.Part again(Batch.Part part, Datestamp since) {
        Instant begun = since.instant().orElse(Instant.MIN);
        List<OaiRecord> records = part.records().stream()
                .filter(record -> record.header().datestamp().lastSecond().filter(at -> at.isBefore(begun)).isPresent()).toList();
        return new Batch.Part(part.format(), records, part.derived());
    }

    /**
     * Notes what became of them.
     *
     * @param differing indexes of those that were not known just so
     */
    public void saw(Batch.Part again, List<Integer> differing, Datestamp since) {
        hasSeen = true;
        differing.stream().map(index -> again.records().get(index).header().datestamp().instant().orElseThrow())
                .map(stamp -> Duration.between(stamp, since.instant().orElseThrow())).max(Comparator.naturalOrder())
                .filter(late -> late.compareTo(lateness) > 0).ifPresent(late -> lateness = late);
    }

    /** What is known after this increment. */
    ServerProfile learntBy(ServerProfile before) {
        if (!hasSeen) {
            return before;
        }
        Duration known = Duration.parse(before.learnt().getOrDefault(ServerTrait.LATENESS, "PT0S"));
        Duration now = Duration.parse(before.learnt().getOrDefault(ServerTrait.OVERLAP, FIRST.toString()));
        boolean isLate = !lateness.isZero();
        // What was late once may be so again, and is forgotten by a fiftieth with each increment that shows nothing late.
        Duration late = isLate ? max(lateness, known) : seconds(known, 0.98);
        Duration wanted = max(LEAST, late.multipliedBy(2));
        Duration next = max(wanted, isLate ? now : seconds(now, 0.9));
        return before.with(ServerTrait.LATENESS, late.toString())
                .with(ServerTrait.OVERLAP, (next.compareTo(MOST) > 0 ? MOST : next).toString());
    }

    private static Duration max(Duration one, Duration other) {
        return one.compareTo(other) > 0 ? one : other;
    }

    private static Duration seconds(Duration duration, double part) {
        return Duration.ofSeconds((long) (duration.toSeconds() * part));
    }
}
