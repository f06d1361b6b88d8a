package dev.sheaf.harvester.internal.list;

import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;

import dev.sheaf.core.Datestamp;
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
 *
 * <p>When something came late from the earlier half of what was asked again, more may have come late from before it: the next increment
 * then begins where this one did, and reaches back four times as far, until that half shows nothing new.
 */
public final class Overlap {

    private static final Duration FIRST = Duration.ofHours(1);
    private static final Duration LEAST = Duration.ofMinutes(15);
    private static final Duration MOST = Duration.ofDays(7);
    private static final int FURTHER = 4;

    private Duration lateness = Duration.ZERO;
    private Duration reach = Duration.ZERO;
    private boolean hasSeen;

    /** Returns how far the next increment reaches back. */
    static Duration of(ServerProfile profile) {
        return profile.duration(ServerTrait.OVERLAP).orElse(FIRST);
    }

    /** The records of a part that are dated before the last complete sequence began. */
    public Batch.Part again(Batch.Part part, Datestamp since) {
        Instant begun = since.instant().orElse(Instant.MIN);
        return part.only(record -> record.header().datestamp().lastSecond().filter(at -> at.isBefore(begun)).isPresent());
    }

    /** Notes how far an increment reached back before the start of the last complete sequence. */
    public void reachedBack(Datestamp from, Datestamp since) {
        reach = Duration.between(from.instant().orElseThrow(), since.instant().orElseThrow());
    }

    /** True when more may have come late than was asked again, and the next increment will reach back further. */
    public boolean mayReachTooLittle(ServerProfile before) {
        return isAtEdge() && !before.isPinned(ServerTrait.OVERLAP) && reach.compareTo(MOST) < 0;
    }

    private boolean isAtEdge() {
        return !lateness.isZero() && lateness.multipliedBy(2).compareTo(reach) > 0;
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

    /** Returns the profile as it is known after this increment. */
    ServerProfile learntBy(ServerProfile before) {
        if (!hasSeen) {
            return before;
        }
        Duration known = Duration.parse(before.learnt().getOrDefault(ServerTrait.LATENESS, "PT0S"));
        Duration now = Duration.parse(before.learnt().getOrDefault(ServerTrait.OVERLAP, FIRST.toString()));
        boolean isLate = !lateness.isZero();
        // Records may be late again, so the known delay shrinks by only a fiftieth with each increment without late records.
        Duration late = isLate ? max(lateness, known) : seconds(known, 0.98);
        Duration wanted = max(max(LEAST, late.multipliedBy(2)), isAtEdge() ? reach.multipliedBy(FURTHER) : Duration.ZERO);
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
