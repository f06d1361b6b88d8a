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
 * The time by which increments reach back, and its adjustment. A record that arrives in this time and differs from the stored copy was
 * published late: it was not visible when the last increment requested its date.
 *
 * <p>The overlap begins with an hour and shrinks slowly while nothing is late, because a server that publishes late, or whose clocks
 * differ, is not recognised before it happens (wellcomecollection/catalogue-pipeline#3443). With day granularity it is at least one day.
 *
 * <p>If a late record is in the earlier half of the overlap, there may be others before it. The next increment then begins where this one
 * did, with four times the overlap, until that half shows nothing new.
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

    /** Returns the records of a part that are dated before the last complete sequence began. */
    public Batch.Part again(Batch.Part part, Datestamp since) {
        Instant begun = since.instant().orElse(Instant.MIN);
        return part.only(record -> record.header().datestamp().lastSecond().filter(at -> at.isBefore(begun)).isPresent());
    }

    /** Notes the time by which an increment reached back before the start of the last complete sequence. */
    public void reachedBack(Datestamp from, Datestamp since) {
        reach = Duration.between(from.instant().orElseThrow(), since.instant().orElseThrow());
    }

    /** Returns true if records may have been published later than the overlap covers, so that the next increment reaches back further. */
    public boolean mayReachTooLittle(ServerProfile before) {
        return isAtEdge() && !before.isPinned(ServerTrait.OVERLAP) && reach.compareTo(MOST) < 0;
    }

    private boolean isAtEdge() {
        return !lateness.isZero() && lateness.multipliedBy(2).compareTo(reach) > 0;
    }

    /**
     * Notes the late records.
     *
     * @param again records inside the overlap
     * @param differing indexes of those that differ from the stored copies
     */
    public void saw(Batch.Part again, List<Integer> differing, Datestamp since) {
        hasSeen = true;
        differing.stream().map(index -> again.records().get(index).header().datestamp().instant().orElseThrow())
                .map(stamp -> Duration.between(stamp, since.instant().orElseThrow())).max(Comparator.naturalOrder())
                .filter(late -> late.compareTo(lateness) > 0).ifPresent(late -> lateness = late);
    }

    /** Returns the profile after this increment. */
    ServerProfile learntBy(ServerProfile before) {
        if (!hasSeen) {
            return before;
        }
        Duration known = Duration.parse(before.learnt().getOrDefault(ServerTrait.LATENESS, "PT0S"));
        Duration now = Duration.parse(before.learnt().getOrDefault(ServerTrait.OVERLAP, FIRST.toString()));
        boolean isLate = !lateness.isZero();
        // Records may be late again, so the learnt delay shrinks by only a fiftieth with each increment without late records.
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
