package dev.sheaf.cli.stats;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Callable;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

import dev.sheaf.cli.program.CommandFailedException;
import dev.sheaf.cli.program.Console;
import dev.sheaf.cli.program.DataDirectory;
import dev.sheaf.cli.program.Json;
import dev.sheaf.cli.program.Program;
import dev.sheaf.cli.program.Words;
import dev.sheaf.cli.source.SourceShowCommand;
import dev.sheaf.core.store.SourceStatus;
import dev.sheaf.platform.config.LogOutput;
import dev.sheaf.platform.report.StatsJson;
import dev.sheaf.platform.sync.plan.SynchronisationReport;
import dev.sheaf.schedule.metrics.CopyMetrics;
import dev.sheaf.schedule.metrics.IntervalShare;
import dev.sheaf.schedule.metrics.SourceMetrics;
import dev.sheaf.schedule.simulation.ChangeTrace;
import dev.sheaf.schedule.simulation.TraceFile;
import dev.sheaf.store.HubStore;

/** Prints how often sources change and how fresh their copies are. */
@Command(name = "stats", description = {
        "Prints how often sources change and how fresh their copies are, computed from the datestamps of their records and from the harvests.",
        "S, R, I, U, FRQ, AVG, F and C are the metrics of Liu, Maly, Zubair and Nelson (2003)."}, footerHeading = "%nExamples:%n", footer = {
                "  sheaf stats", "  sheaf stats arxiv --json", "  sheaf stats --step 1d --last 365d",
                "  sheaf stats --trace history.csv.gz"})
public final class StatsCommand implements Callable<Integer> {

    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @Parameters(paramLabel = "ID", description = "one source (default: all)", arity = "0..1")
    private @Nullable String id;

    @Option(names = "--step", paramLabel = "1d", description = "time between two observations, at least 5 minutes (default: 1d)", defaultValue = "1d")
    private String step = "1d";

    @Option(names = "--last", paramLabel = "365d", description = "length of the period, which ends now (default: 365d)", defaultValue = "365d")
    private String last = "365d";

    @Option(names = "--latency", paramLabel = "1d", description = "acceptable latency, the interval of the uniform policy (default: 1d)", defaultValue = "1d")
    private String latency = "1d";

    @Option(names = "--series", description = "with --json: S, R, I and F of each source, observation by observation (always for a single source)")
    private boolean series;

    @Option(names = "--json", description = "as JSON")
    private boolean json;

    @Option(names = "--trace", paramLabel = "FILE", description = "write the history of the harvested sources as a trace for 'sheaf simulate' instead; compressed if the name ends with .gz")
    private @Nullable Path trace;

    @Override
    public Integer call() {
        Program program = Program.of(spec);
        program.log(LogOutput.Detail.NORMAL);
        Duration observation = Words.duration(spec, "--step", step);
        Duration back = Words.duration(spec, "--last", last);
        if (observation.toSeconds() < SynchronisationReport.LEAST_STEP) {
            throw Words.wrong(spec,
                    "--step must be at least 5m, not " + step + ": times of changes are stored with a precision of five minutes");
        }
        if (back.compareTo(observation) < 0) {
            throw Words.wrong(spec, "--last must be at least as long as --step");
        }
        Duration acceptable = Words.duration(spec, "--latency", latency);
        if (series && !json) {
            throw Words.wrong(spec, "--series is only for --json");
        }
        try (HubStore store = DataDirectory.open(program)) {
            List<SourceStatus> wanted = id == null
                    ? store.sources()
                    : List.of(SourceShowCommand.known(store, Words.id(spec, id)));
            Instant now = program.surroundings().clock().instant();
            if (trace != null) {
                writeTrace(program.console(), store, wanted, now.minus(back), now,
                        Words.output(program.surroundings().folder(), trace));
                return 0;
            }
            SynchronisationReport report = SynchronisationReport.of(store, wanted, now.minus(back), now, observation.toSeconds());
            if (json) {
                Json.write(program.console(), generator -> StatsJson.write(generator, report, acceptable,
                        series || id != null ? source -> report.series(store, source) : null));
            } else {
                tell(program.console(), report, acceptable);
            }
        }
        return 0;
    }

    private static void writeTrace(Console console, HubStore store, List<SourceStatus> wanted, Instant from,
            Instant until,
            Path file) {
        Optional<ChangeTrace> history = SynchronisationReport.trace(store, wanted, from, until);
        if (history.isEmpty()) {
            throw new CommandFailedException(
                    "No trace was written, because no source has been harvested completely. Harvest first.");
        }
        try {
            TraceFile.write(history.get(), file);
        } catch (IOException failure) {
            throw new CommandFailedException("The trace cannot be written to " + file + " (" + failure.getMessage()
                    + "). Check the folder and its rights, or choose another file.", failure);
        }
        console.note("The trace of " + Words.number(history.get().sources().size()) + " sources is in " + file
                + ". Replay it with 'sheaf simulate --trace " + file + " --policy net-rate --budget 1'.");
    }

    private static void tell(Console console, SynchronisationReport report, Duration latency) {
        console.result(String.format(Locale.ROOT, "%-24s %8s %9s %9s %8s %8s %9s %9s %8s %12s", "source", "updates", "AVG", "U",
                "stdv", "C.O.V.",
                "harvests", "freshness", "age (h)", "C_d adaptive"));
        for (SourceMetrics source : report.sources()) {
            console.result(String.format(Locale.ROOT, "%-24s %8d %9.2f %9s %8.2f %8.2f ", source.id(),
                    source.metrics().updates(), source.metrics().recordsPerUpdate(),
                    Double.isFinite(source.metrics().interval())
                            ? String.format(Locale.ROOT, "%.2f", source.metrics().interval())
                            : "never",
                    source.metrics().deviation(), source.metrics().variation()) + copy(report, source));
        }
        for (SynchronisationReport.Unreadable source : report.unreadable()) {
            console.result(String.format(Locale.ROOT, "%-24s %s", source.id(), SynchronisationReport.Unreadable.TEXT));
        }
        console.result("");
        int asked = report.asked().size();
        console.result(String.format(Locale.ROOT,
                "F(H) %.3f; C_s %d harvests in %.0f days; uniform every %s %.0f (C_d %.1f), adaptive %.0f",
                report.freshness(), report.harvests(), report.days(), Words.duration(latency), report.uniform(latency),
                report.uniformOfOne(latency), report.adaptive()));
        if (asked < report.sources().size()) {
            console.result("F(H) and C_s are those of the sources that are harvested (" + asked + " of " + report.sources().size()
                    + "); the others are not harvested.");
        }
        console.result("U and stdv in steps of " + Words.duration(Duration.ofSeconds(report.step()))
                + "; freshness and age are averages over time, which are "
                + "not in the paper.");
        for (IntervalShare share : report.shares()) {
            console.result(String.format(Locale.ROOT, "%-12s %6d %6.1f %%", share.label(), share.sources(), 100 * share.share()));
        }
    }

    /** Returns the columns about the copy, or the reason why a source has none. */
    private static String copy(SynchronisationReport report, SourceMetrics source) {
        CopyMetrics copy = source.copy();
        return copy == null
                ? String.format(Locale.ROOT, "%9s %9s %8s %12s", "-", source.kind(), "-", "-")
                : String.format(Locale.ROOT, "%9d %9.3f %8.1f %12.1f", copy.harvests(), copy.freshness(), copy.age(),
                        report.adaptive(source));
    }
}
