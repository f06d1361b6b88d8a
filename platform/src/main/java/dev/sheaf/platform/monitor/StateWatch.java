package dev.sheaf.platform.monitor;

import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import dev.sheaf.core.store.HarvestOutcome;
import dev.sheaf.core.store.SourceStatus;
import dev.sheaf.platform.monitor.StateChange.Condition;

/**
 * Detector of changes in the states of all sources: compares them with the states at the previous check. The first check only notes the
 * states and reports no change. Not thread-safe.
 */
final class StateWatch {

    private static final Logger LOG = LoggerFactory.getLogger(StateWatch.class);
    /** Number of sources that that begin to fail in one check; if they are also half of all, this machine or its network is the likely cause. */
    private static final int HUB_WIDE = 3;

    private final Consumer<HarvestOutcome.Verdict> ended;
    private final Map<String, Seen> seen = new HashMap<>();
    private boolean hasLooked;

    private record Seen(@Nullable Condition condition, @Nullable Instant lastRun) {}

    /** @param ended receives the verdict of each run that has ended since the previous check */
    StateWatch(Consumer<HarvestOutcome.Verdict> ended) {
        this.ended = ended;
    }

    /**
     * Checks all sources.
     *
     * @return the changes since the previous check
     */
    List<StateChange> look(List<SourceStatus> sources, Instant now) {
        List<StateChange> changes = new ArrayList<>();
        Map<String, Seen> current = new HashMap<>();
        for (SourceStatus status : sources) {
            String id = status.source().id();
            Seen before = seen.get(id);
            HarvestOutcome outcome = status.lastOutcome();
            if (hasLooked && outcome != null && status.lastRun() != null
                    && (before == null || !status.lastRun().equals(before.lastRun()))) {
                ended.accept(outcome.verdict());
            }
            Condition condition = StateChange.condition(status);
            Condition known = before == null ? Condition.WELL : before.condition();
            if (condition == null) {
                condition = known;
            } else if (hasLooked && condition != known) {
                changes.add(change(status, condition, now));
            }
            current.put(id, new Seen(condition, status.lastRun()));
        }
        seen.clear();
        seen.putAll(current);
        hasLooked = true;
        long failing = changes.stream().filter(change -> change.condition() == Condition.FAILING).count();
        long harvested = sources.stream().filter(status -> status.source().kind().isHarvested()).count();
        if (failing >= HUB_WIDE && 2 * failing >= harvested) {
            LOG.error(
                    "{} of {} harvested sources began to fail at the same time: check the network and the disk of this machine",
                    failing,
                    harvested);
        }
        return changes;
    }

    private static StateChange change(SourceStatus status, Condition condition, Instant now) {
        String name = status.source().name();
        HarvestOutcome outcome = status.lastOutcome();
        return new StateChange(status.source().id(), name == null || name.isBlank() ? status.source().id() : name, condition,
                condition == Condition.WELL || outcome == null ? null : outcome.toString(), now);
    }
}
