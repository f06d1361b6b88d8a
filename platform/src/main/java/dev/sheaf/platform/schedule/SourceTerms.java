package dev.sheaf.platform.schedule;

import org.jspecify.annotations.Nullable;

/**
 * Terms of the schedule of one source. Times are in seconds.
 *
 * @param policy chooses the times
 * @param host budget and manners are also per host
 * @param latency longest wanted time between two harvests, served first from the budget; null for none
 * @param least shortest time between two harvests: manners, or what the server asks for
 * @param pinned the source is asked at this interval, whatever a policy says; null when a policy chooses
 * @param wholeDays true when the source's datestamps are days: the hour of a change is then unknown
 * @param hint update frequency that the source states; null when it states none
 */
public record SourceTerms(PolicyName policy, String host, @Nullable Long latency, long least, @Nullable Long pinned,
        boolean wholeDays,
        @Nullable Hint hint) {

    /** Checks the times. */
    public SourceTerms {
        if (latency != null && latency < 1 || least < 0 || pinned != null && pinned < 1) {
            throw new IllegalArgumentException(
                    "intervals are greater than 0: latency " + latency + ", least " + least + ", pinned "
                            + pinned);
        }
    }

    /** Creates terms with a policy alone. */
    public static SourceTerms of(PolicyName policy, String host) {
        return new SourceTerms(policy, host, null, 0, null, false, null);
    }

    /** Returns a copy for a source of another host. */
    public SourceTerms withHost(String other) {
        return new SourceTerms(policy, other, latency, least, pinned, wholeDays, hint);
    }

    /** Returns a copy with a longest wanted time between two harvests. */
    public SourceTerms withLatency(@Nullable Long seconds) {
        return new SourceTerms(policy, host, seconds, least, pinned, wholeDays, hint);
    }

    /** Returns a copy with a shortest time between two harvests. */
    public SourceTerms withLeast(long seconds) {
        return new SourceTerms(policy, host, latency, seconds, pinned, wholeDays, hint);
    }

    /** The same at a fixed interval. */
    public SourceTerms withPinned(@Nullable Long seconds) {
        return new SourceTerms(policy, host, latency, least, seconds, wholeDays, hint);
    }

    /** Returns a copy for a source whose datestamps are days. */
    public SourceTerms withWholeDays(boolean days) {
        return new SourceTerms(policy, host, latency, least, pinned, days, hint);
    }

    /** Returns a copy with the update frequency that the source states. */
    public SourceTerms withHint(@Nullable Hint told) {
        return new SourceTerms(policy, host, latency, least, pinned, wholeDays, told);
    }
}
