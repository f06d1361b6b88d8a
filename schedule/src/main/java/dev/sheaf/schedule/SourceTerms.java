package dev.sheaf.schedule;

import org.jspecify.annotations.Nullable;

/**
 * Terms of the schedule of one source. Times are in seconds.
 *
 * @param policy policy that chooses the times
 * @param host host of the source, which has a budget and limits of its own
 * @param latency longest wanted time between two harvests, which has priority in the budget; null for none
 * @param least shortest time between two harvests, to spare the server or because it asks for it
 * @param pinned fixed interval without regard to the policy; null if the policy chooses
 * @param wholeDays true if the source's datestamps are days, so that the hour of a change is unknown
 * @param hint frequency of changes that the source states; null if it states none
 */
public record SourceTerms(PolicyName policy, String host, @Nullable Long latency, long least, @Nullable Long pinned,
        boolean wholeDays,
        @Nullable Hint hint) {

    /** Checks the times. */
    public SourceTerms {
        if (latency != null && latency < 1 || least < 0 || pinned != null && pinned < 1) {
            throw new IllegalArgumentException(
                    "intervals must be greater than 0: latency " + latency + ", least " + least + ", pinned "
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

    /** Returns a copy with a fixed interval. */
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
