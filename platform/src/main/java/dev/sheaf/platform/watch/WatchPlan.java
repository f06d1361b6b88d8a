package dev.sheaf.platform.watch;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

import org.jspecify.annotations.Nullable;

import dev.sheaf.store.conformance.KeptValidation;
import dev.sheaf.store.conformance.KeptValidation.Cause;
import dev.sheaf.store.conformance.Validations.NewestResults;

/**
 * Decides when a repository is validated next. The decision depends only on stored facts, so a restart changes nothing. Stateless.
 */
final class WatchPlan {

    /** Time after a harvest in which the host gets no further requests. */
    static final Duration REST = Duration.ofMinutes(10);
    /** Wait after a validation without a verdict; it doubles with each further one. */
    static final Duration RETRY = Duration.ofDays(1);
    private static final int MOST_DOUBLINGS = 10;

    private WatchPlan() {}

    /**
     * A planned validation.
     *
     * @param at earliest beginning
     * @param cause its reason
     */
    record Due(Instant at, Cause cause) {}

    /**
     * Returns the next validation of a source's repository.
     *
     * @param lastRun end of the last harvest of one of its sources; null before the first. A repository that was not harvested yet is not
     *     asked
     * @param newest newest validations; null for none
     * @return empty if there is none
     */
    static Optional<Due> ofSource(WatchTerms terms, @Nullable Instant lastRun, @Nullable NewestResults newest) {
        if (lastRun == null || terms.interval().isZero() && terms.afterHarvest().isZero()) {
            return Optional.empty();
        }
        Instant rested = lastRun.plus(REST);
        if (newest == null) {
            return Optional.of(new Due(rested, Cause.HARVEST));
        }
        KeptValidation last = newest.last();
        Instant ended = last.began().plus(last.took());
        if (!last.isJudged()) {
            return Optional.of(new Due(later(retry(terms, last, ended), rested), Cause.SCHEDULE));
        }
        Instant scheduled = terms.interval().isZero() ? Instant.MAX : later(last.began().plus(terms.interval()), rested);
        Instant harvested = terms.afterHarvest().isZero() || !lastRun.isAfter(ended)
                ? Instant.MAX
                : later(last.began().plus(terms.afterHarvest()), rested);
        if (scheduled.equals(Instant.MAX) && harvested.equals(Instant.MAX)) {
            return Optional.empty();
        }
        return Optional.of(harvested.isBefore(scheduled)
                ? new Due(harvested, Cause.HARVEST)
                : new Due(scheduled, Cause.SCHEDULE));
    }

    /**
     * Returns the next validation of a repository that is in the registry and no source.
     *
     * @param added when it came into the registry
     */
    static Optional<Due> ofEntry(WatchTerms terms, Instant added, @Nullable NewestResults newest) {
        if (terms.interval().isZero()) {
            return Optional.empty();
        }
        if (newest == null) {
            return Optional.of(new Due(added, Cause.SCHEDULE));
        }
        KeptValidation last = newest.last();
        return Optional.of(new Due(last.isJudged()
                ? last.began().plus(terms.interval())
                : retry(terms, last, last.began().plus(last.took())), Cause.SCHEDULE));
    }

    /** Returns the next attempt after a validation without a verdict: nothing was learnt, and the repository is spared. */
    private static Instant retry(WatchTerms terms, KeptValidation last, Instant ended) {
        Duration longest = terms.interval().compareTo(terms.afterHarvest()) >= 0 ? terms.interval() : terms.afterHarvest();
        Duration wait = RETRY.multipliedBy(1L << Math.clamp(last.unjudgedInARow() - 1L, 0, MOST_DOUBLINGS));
        return ended.plus(wait.compareTo(longest) < 0 ? wait : longest);
    }

    private static Instant later(Instant one, Instant other) {
        return one.isAfter(other) ? one : other;
    }
}
