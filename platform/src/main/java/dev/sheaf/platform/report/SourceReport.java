package dev.sheaf.platform.report;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Locale;

import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;

import dev.sheaf.core.RepositoryDescription;
import dev.sheaf.core.store.HarvestOutcome;
import dev.sheaf.core.store.SourceDescription;
import dev.sheaf.core.store.SourceStatus;
import dev.sheaf.store.HubStore;
import dev.sheaf.store.runs.RunProgress;
import dev.sheaf.store.runs.RunReport;
import dev.sheaf.store.sources.HostBackOffs;
import dev.sheaf.store.sources.Schedules.Planned;

/**
 * Source with the data that lists show.
 *
 * @param run run under way; null if there is none
 * @param held number of deletions that wait for approval; shown if the source waits for it
 * @param name name for people; null if none is known
 * @param state state in one word: idle, running, waiting, paused, held, failing
 * @param lastHarvest end of the last run, ISO 8601; null if there was none
 * @param error reason why the last run did not succeed; null if it did
 * @param next planned time of the next harvest; null if none is planned
 * @param waiting host to which requests are paused; null if the source waits for no host
 */
public record SourceReport(SourceStatus status, @Nullable RunReport run, long held, @Nullable String name, String state,
        @Nullable String lastHarvest,
        @Nullable String error, @Nullable Planned next, HostBackOffs.@Nullable Waiting waiting) {

    /** Describes the present state of a source. */
    public static SourceReport of(HubStore store, SourceStatus status) {
        String id = status.source().id();
        String name = status.source().name();
        if (name == null) {
            name = store.description(id).map(SourceDescription::identify).map(RepositoryDescription::repositoryName).orElse(null);
        }
        String state = status.state().name().toLowerCase(Locale.ROOT);
        Instant last = status.lastRun();
        HarvestOutcome outcome = status.lastOutcome();
        List<RunReport> runs = isActive(status) ? store.runs().last(id, 1) : List.of();
        return new SourceReport(status, runs.isEmpty() || runs.getFirst().ended() != null ? null : runs.getFirst(),
                status.state() == SourceStatus.State.HELD ? store.heldDeletions().count(id) : 0, name, state,
                last == null ? null : last.truncatedTo(ChronoUnit.SECONDS).toString(),
                outcome == null || outcome.isComplete() ? null : outcome.toString(),
                store.schedules().planned(id).orElse(null),
                status.state() == SourceStatus.State.WAITING ? store.hosts().waiting(id, Instant.EPOCH).orElse(null) : null);
    }

    /** Returns the time of the next harvest; null if none is planned, as before the first start of a hub. */
    public @Nullable Instant nextHarvest() {
        return next == null ? null : next.due();
    }

    /** Returns the Identify response of a repository in one line. */
    public static String identity(RepositoryDescription identify) {
        return identify.repositoryName() + ", deletions " + identify.deletedRecord() + ", dates " + identify.granularityText()
                + ", since " + identify.earliestDatestamp().text();
    }

    /** Returns the host and the time for which the source waits; null if it does not wait for a host. */
    public @Nullable String waitingText() {
        return waiting == null
                ? null
                : "Not asked: requests to " + waiting.host() + " are paused until "
                        + waiting.until().truncatedTo(ChronoUnit.SECONDS) + ".";
    }

    /** Returns the progress of the present run; null if there is none, or it has not reported yet. */
    public @Nullable RunProgress progress() {
        return run == null ? null : run.progress();
    }

    /** Returns true during a run of the source. */
    public static boolean isActive(SourceStatus status) {
        return status.filling();
    }

    /** Writes the properties that every list of sources has. */
    public void writeProperties(JsonGenerator generator) {
        generator.writeStringProperty("id", status.source().id());
        generator.writeStringProperty("baseUrl", status.source().baseUrl());
        generator.writeStringProperty("name", name);
        generator.writeNumberProperty("records", status.records());
        generator.writeNumberProperty("deleted", status.deleted());
        generator.writeStringProperty("state", state);
        generator.writeStringProperty("lastHarvest", lastHarvest);
        Instant due = nextHarvest();
        generator.writeStringProperty("nextHarvest", due == null ? null : due.truncatedTo(ChronoUnit.SECONDS).toString());
        generator.writeStringProperty("error", error);
        Instant asOf = status.asOf();
        generator.writeStringProperty("asOf", asOf == null ? null : asOf.truncatedTo(ChronoUnit.SECONDS).toString());
        generator.writeBooleanProperty("stale", status.stale());
        if (next != null) {
            generator.writeStringProperty("nextHarvestBecause", next.because());
        }
        if (waiting != null) {
            generator.writeStringProperty("waiting", waitingText());
        }
        if (held > 0) {
            generator.writeNumberProperty("held", held);
        }
        RunReport underWay = run;
        RunProgress progress = progress();
        if (underWay != null && progress != null) {
            RunJson.progress(generator, underWay, progress);
        }
    }
}
