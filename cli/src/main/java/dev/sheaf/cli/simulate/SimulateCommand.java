package dev.sheaf.cli.simulate;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

import dev.sheaf.cli.program.CommandFailedException;
import dev.sheaf.cli.program.Console;
import dev.sheaf.cli.program.Json;
import dev.sheaf.cli.program.Program;
import dev.sheaf.cli.program.Words;
import dev.sheaf.core.Datestamp;
import dev.sheaf.platform.config.LogOutput;
import dev.sheaf.platform.sync.operate.SourceInput;
import dev.sheaf.schedule.PolicyName;
import dev.sheaf.schedule.ScheduleTerms;
import dev.sheaf.schedule.SourceTerms;
import dev.sheaf.schedule.simulation.ChangeTrace;
import dev.sheaf.schedule.simulation.DailyFreshness;
import dev.sheaf.schedule.simulation.Measures;
import dev.sheaf.schedule.simulation.Notice;
import dev.sheaf.schedule.simulation.PollLog;
import dev.sheaf.schedule.simulation.Simulation;
import dev.sheaf.schedule.simulation.TraceFile;
import dev.sheaf.schedule.simulation.TraceGenerator;

/** Prints the freshness that a policy would have reached over a trace of changes. */
@Command(name = "simulate", description = {
        "Runs the scheduler of the hub over a trace of changes in simulated time. It prints how fresh the copies "
                + "would have been, and the number of requests.",
        "With --generate it generates a trace instead."}, footerHeading = "%nExamples:%n", footer = {
                "  sheaf simulate --trace changes.csv.gz --policy net-rate --budget 0.25",
                "  sheaf simulate --trace changes.csv.gz --policy uniform --budget 0.25 --polls polls.csv --chart freshness.svg",
                "  sheaf simulate --generate repo,sources=1000,days=120,seed=1 -o changes.csv"})
public final class SimulateCommand implements Callable<Integer> {

    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @Option(names = "--trace", paramLabel = "FILE", description = "changes: source,unix_time,records with '# start=… end=…' before, or .gz")
    private @Nullable Path trace;

    @Option(names = "--policy", paramLabel = "net-rate|adaptive|uniform", description = "policy that chooses the times of harvests (default: net-rate)", defaultValue = "net-rate")
    private String policy = "net-rate";

    @Option(names = "--budget", paramLabel = "N", description = "requests per source and day; without it, adaptive harvests at the observed intervals, and uniform at --latency")
    private @Nullable Double budget;

    @Option(names = "--notify", paramLabel = "FILE", description = "announcements of the sources: source,unix_time")
    private @Nullable Path notify;

    @Option(names = "--latency", paramLabel = "1d", description = "longest wanted time between two requests to a source, which has priority in the budget")
    private @Nullable String latency;

    @Option(names = "--min-interval", paramLabel = "1h", description = "shortest time between two requests to a source")
    private @Nullable String least;

    @Option(names = "--weight", paramLabel = "N", description = "net-rate: exponent of the records per change in the weight of a source; 0 weights all sources alike (default: 0.5)", defaultValue = "0.5")
    private double weight = ScheduleTerms.USUAL_WEIGHT;

    @Option(names = "--start", paramLabel = "D", description = "beginning of the scored time, if the trace does not state it")
    private @Nullable String start;

    @Option(names = "--end", paramLabel = "D", description = "end of the scored time, if the trace does not state it")
    private @Nullable String end;

    @Option(names = "--polls", paramLabel = "FILE", description = "write every request: source,unix_time_of_poll")
    private @Nullable Path polls;

    @Option(names = "--chart", paramLabel = "FILE.svg", description = "draw the freshness of each day")
    private @Nullable Path chart;

    @Option(names = "--json", description = "the result as JSON")
    private boolean json;

    @Mixin
    private final GenerateOption generate = new GenerateOption();

    @Option(names = {"-o",
            "--output"}, paramLabel = "FILE", description = "with --generate: file of the trace; announcements are written to --notify")
    private @Nullable Path output;

    @Override
    public Integer call() throws IOException {
        Program program = Program.of(spec);
        program.log(LogOutput.Detail.NORMAL);
        if (generate.isGiven()) {
            generate(program);
            return 0;
        }
        if (output != null) {
            throw Words.wrong(spec, "-o is only for --generate; a simulation writes to --polls and --chart");
        }
        try {
            simulate(program);
        } catch (TraceFile.FormatException fault) {
            throw new CommandFailedException(String.valueOf(fault.getMessage()), fault);
        }
        return 0;
    }

    private void generate(Program program) throws IOException {
        GenerateOption.Wanted wanted = generate.read(spec);
        Path file = output;
        if (file == null) {
            throw Words.wrong(spec, "--generate: the output file is missing. Give it with -o FILE");
        }
        ChangeTrace made = TraceGenerator.generate(wanted.mix(), wanted.sources(), wanted.days(), wanted.seed());
        TraceFile.write(made, out(program, file));
        Path announcements = notify;
        if (announcements != null) {
            TraceFile.write(TraceGenerator.notices(made, wanted.seed()), out(program, announcements));
        }
        program.console()
                .note(Words.number(made.sources().size()) + " sources, " + wanted.days()
                        + " days, after the same number of days of history, in "
                        + file);
    }

    private static Path in(Program program, Path typed) {
        return program.surroundings().folder().resolve(typed);
    }

    private static Path out(Program program, Path typed) {
        return Words.output(program.surroundings().folder(), typed);
    }

    private void simulate(Program program) throws IOException {
        Path file = trace;
        if (file == null) {
            throw Words.wrong(spec, "the trace is missing. Give it with --trace FILE, or generate one with --generate");
        }
        PolicyName name = PolicyName.of(policy)
                .orElseThrow(() -> Words.wrong(spec, "--policy: '" + policy + "' is none of "
                        + String.join(", ", SourceInput.POLICIES)));
        if (!(weight >= 0 && weight <= 1)) {
            throw Words.wrong(spec, "--weight: a number from 0 to 1 is expected");
        }
        Long acceptable = seconds("--latency", latency);
        double requests = requests(name, acceptable);
        // With uniform and without a budget, all sources are harvested at the latency anyway.
        boolean isPaced = budget == null && name == PolicyName.UNIFORM;
        Long shortest = seconds("--min-interval", least);
        ChangeTrace changes = TraceFile.read(in(program, file), time("--start", start), time("--end", end));
        List<Notice> notices = notify == null ? List.of() : TraceFile.notices(in(program, notify));
        SourceTerms wanted = SourceTerms.of(name, "").withLatency(isPaced ? null : acceptable)
                .withLeast(shortest == null ? 0 : shortest);
        PollLog log = Simulation.run(changes, ScheduleTerms.of(requests).withWeight(weight), wanted, notices);
        if (polls != null) {
            TraceFile.write(changes, log, out(program, polls));
        }
        if (chart != null) {
            Files.writeString(out(program, chart),
                    DailyFreshness.chart(changes, DailyFreshness.of(changes, log), name.word(), requests).lines());
        }
        tell(program.console(), name, requests, changes,
                Measures.of(changes, log, acceptable == null ? Duration.ofDays(1).toSeconds() : acceptable));
    }

    /** Returns the budget; infinite without one, for the published Algorithms 1 and 2. */
    private double requests(PolicyName name, @Nullable Long acceptable) {
        Double given = budget;
        if (given == null && name == PolicyName.ADAPTIVE) {
            return Double.POSITIVE_INFINITY;
        }
        if (given == null && name == PolicyName.UNIFORM && acceptable != null) {
            given = (double) Duration.ofDays(1).toSeconds() / acceptable;
        }
        if (given == null || !(given > 0 && given <= 100_000)) {
            throw Words.wrong(spec, "--budget: a number of requests per source and day is expected, greater than 0, such as 0.25"
                    + (name == PolicyName.UNIFORM ? "; or give --latency, such as 1d" : ""));
        }
        return given;
    }

    private @Nullable Long seconds(String option, @Nullable String text) {
        return text == null ? null : Words.duration(spec, option, text).toSeconds();
    }

    private @Nullable Long time(String option, @Nullable String text) {
        Datestamp stamp = Words.datestamp(spec, option, text);
        return stamp == null ? null : stamp.instant().map(Instant::getEpochSecond).orElse(null);
    }

    private void tell(Console console, PolicyName name, double requests, ChangeTrace changes, Measures measures) {
        Map<String, Number> numbers = new LinkedHashMap<>();
        numbers.put("sources", changes.sources().size());
        numbers.put("days", changes.days());
        numbers.put("freshness", measures.freshness());
        numbers.put("recordFreshness", measures.recordFreshness());
        numbers.put("withinLatency", measures.withinLatency());
        numbers.put("meanAgeHours", measures.meanAge());
        numbers.put("meanWaitHours", measures.meanWait());
        numbers.put("longestUnseenHours", measures.longestUnseen());
        numbers.put("longestGapHours", measures.longestGap());
        numbers.put("requests", measures.requests());
        numbers.put("requestsPerSourceDay", measures.requestsPerSourceDay());
        numbers.put("fruitful", measures.fruitful());
        numbers.put("mostInAnHour", measures.mostInAnHour());
        if (json) {
            Json.write(console, generator -> {
                generator.writeStartObject();
                generator.writeStringProperty("policy", name.word());
                if (Double.isFinite(requests)) {
                    generator.writeNumberProperty("budget", requests);
                } else {
                    generator.writeNullProperty("budget");
                }
                numbers.forEach((property, number) -> {
                    if (number instanceof Double value) {
                        generator.writeNumberProperty(property, value);
                    } else {
                        generator.writeNumberProperty(property, number.longValue());
                    }
                });
                generator.writeEndObject();
            });
            return;
        }
        console.result(String.format(Locale.ROOT, "%-46s %s", "policy",
                name.word() + (Double.isFinite(requests)
                        ? " at " + requests + " requests per source and day"
                        : " at the observed intervals, without a budget")));
        line(console, "sources", String.valueOf(changes.sources().size()));
        line(console, "days", decimal(changes.days(), 1));
        line(console, "freshness F(H)", decimal(measures.freshness(), 4));
        line(console, "the same, weighted by records", decimal(measures.recordFreshness(), 4));
        line(console, "time without a change unseen for more than " + (latency == null ? "1d" : latency),
                decimal(measures.withinLatency(), 4));
        line(console, "mean age", decimal(measures.meanAge(), 2) + " h");
        line(console, "mean wait of a changed record", decimal(measures.meanWait(), 2) + " h");
        line(console, "longest time a change stayed unseen", decimal(measures.longestUnseen(), 1) + " h");
        line(console, "longest gap between requests to a source", decimal(measures.longestGap(), 1) + " h");
        line(console, "requests",
                Words.number(measures.requests()) + ", " + decimal(measures.requestsPerSourceDay(), 4) + " per source and day");
        line(console, "requests that found something", decimal(100 * measures.fruitful(), 1) + " %");
        line(console, "most requests in an hour", Words.number(measures.mostInAnHour()));
    }

    private static void line(Console console, String label, String value) {
        console.result(String.format(Locale.ROOT, "%-46s %s", label, value));
    }

    private static String decimal(double value, int places) {
        return String.format(Locale.ROOT, "%." + places + "f", value);
    }
}
