package dev.sheaf.platform.sync;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

import org.jspecify.annotations.Nullable;

import dev.sheaf.core.Datestamp;
import dev.sheaf.core.Header;
import dev.sheaf.core.MetadataPrefix;
import dev.sheaf.core.store.Census;
import dev.sheaf.core.store.Checkpoint;
import dev.sheaf.core.store.HarvestOutcome;
import dev.sheaf.core.store.ServerProfile;
import dev.sheaf.core.store.ServerTrait;

/**
 * Records that a repository lists but no increment has delivered or will deliver, because their datestamps are before the next increment's
 * beginning. Such servers publish records later than any overlap reaches. Belongs to one census of one format.
 */
final class MissedRecords {

    /** Longest reach of the first increments, plus a day for servers with day granularity. */
    private static final Duration LEAST = Duration.ofHours(25);
    private static final int NAMED = 3;

    private final String source;
    private final MetadataPrefix prefix;
    private final List<String> some = new ArrayList<>();
    private long count;

    MissedRecords(String source, MetadataPrefix prefix) {
        this.source = source;
        this.prefix = prefix;
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

    /** Counts such records among the live headers of the list. */
    void look(Census census, List<Header> headers, @Nullable Instant reached) {
        if (reached == null) {
            return;
        }
        List<String> old = headers.stream()
                .filter(header -> header.datestamp().instant().filter(stamp -> stamp.isBefore(reached)).isPresent())
                .map(Header::identifier).toList();
        List<String> unknown = census.unknown(prefix, old);
        count += unknown.size();
        unknown.stream().limit(NAMED - some.size()).forEach(some::add);
    }

    /** Returns the outcome of the run with a note on the missed records. */
    HarvestOutcome tell(HarvestOutcome outcome) {
        if (count == 0) {
            return outcome;
        }
        String message = (count == 1
                ? "1 record that the repository lists in " + prefix + " is not here"
                : count + " records that the repository lists in " + prefix + " are not here") + " ("
                + String.join(", ", some) + (count > some.size() ? ", …" : "")
                + "): the repository publishes them later than harvests reach back, or does not give them a new datestamp. To get them: sheaf harvest "
                + source + " --full";
        return outcome.partial(message);
    }
}
