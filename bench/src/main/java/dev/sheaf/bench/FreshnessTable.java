package dev.sheaf.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

import dev.sheaf.schedule.PolicyName;
import dev.sheaf.schedule.ScheduleTerms;
import dev.sheaf.schedule.SourceTerms;
import dev.sheaf.schedule.simulation.ChangeTrace;
import dev.sheaf.schedule.simulation.Measures;
import dev.sheaf.schedule.simulation.Notice;
import dev.sheaf.schedule.simulation.PollLog;
import dev.sheaf.schedule.simulation.Simulation;
import dev.sheaf.schedule.simulation.TraceFile;
import dev.sheaf.schedule.simulation.TraceGenerator;

/** Table of the freshness of each policy at each budget, over existing and generated traces. */
public final class FreshnessTable {

    private static final double[] BUDGETS = {0.05, 0.1, 0.25, 0.5, 1, 2};
    private static final long DAY = 86_400;

    private record Column(String name, PolicyName policy, double weight) {}

    private static final List<Column> COLUMNS = List.of(new Column("uniform", PolicyName.UNIFORM, 0.5),
            new Column("adaptive", PolicyName.ADAPTIVE, 0.5), new Column("net-rate", PolicyName.NET_RATE, 0.5),
            new Column("net-rate, sources alike", PolicyName.NET_RATE, 0));

    private FreshnessTable() {}

    /**
     * Prints the tables as Markdown.
     *
     * @param arguments folder with histories; without it, only generated traces are used
     */
    public static void main(String[] arguments) throws IOException {
        Path shared = Path.of(arguments.length > 0 ? arguments[0] : "../shared");
        Path samples = shared.resolve("freshness");
        if (Files.isDirectory(samples)) {
            table("60 repositories, 120 days", TraceFile.read(samples.resolve("sample-repo.csv.gz"), null, null), List.of());
            table("60 repositories, 120 days, some of which announce changes",
                    TraceFile.read(samples.resolve("sample-repo-notify.csv.gz"), null, null),
                    TraceFile.notices(samples.resolve("sample-repo-notify.notify.csv.gz")));
            table("20 news sources, 14 days", TraceFile.read(samples.resolve("sample-news.csv.gz"), null, null), List.of());
        }
        Path histories = shared.resolve("data/update-histories/updates.csv.gz");
        if (Files.exists(histories)) {
            for (String year : List.of("2022", "2024")) {
                long start = Instant.parse(year + "-01-01T00:00:00Z").getEpochSecond();
                table("36 real collections, the year " + year, TraceFile.read(histories, start, start + 365 * DAY), List.of());
            }
        }
        for (int seed = 1; seed <= 2; seed++) {
            table("1,000 generated repositories, 120 days, seed " + seed,
                    TraceGenerator.generate(TraceGenerator.Mix.REPO, 1_000, 120, seed), List.of());
        }
        holdOut(histories);
        ChangeTrace large = TraceGenerator.generate(TraceGenerator.Mix.REPO, 10_000, 60, 1);
        long begun = System.nanoTime();
        Measures measures = run(large, COLUMNS.get(2), 0.25, List.of());
        double seconds = (System.nanoTime() - begun) / 1e9;
        System.out.printf(Locale.ROOT,
                "%n10,000 generated repositories, 60 days at 0.25: F(H) %.3f; %.1f simulated days per second.%n",
                measures.freshness(), large.days() / seconds);
    }

    /** Prints the results for traces that were not used to choose any parameter: other years, halves, seeds. */
    private static void holdOut(Path histories) throws IOException {
        System.out.println(
                "\n### Traces that were not used to choose parameters: F(H) of net-rate, and its lead over the better of the other two\n");
        System.out.print("| trace |");
        for (double budget : BUDGETS) {
            System.out.print(" " + budget + " |");
        }
        System.out.println("\n" + "|---".repeat(BUDGETS.length + 1) + "|");
        if (Files.exists(histories)) {
            for (String year : List.of("2018", "2019")) {
                long start = Instant.parse(year + "-01-01T00:00:00Z").getEpochSecond();
                ChangeTrace trace = TraceFile.read(histories, start, start + 365 * DAY);
                lead("36 real collections, " + year, trace);
                lead("half of them, " + year, half(trace, 0));
                lead("the other half, " + year, half(trace, 1));
            }
        }
        for (int seed = 101; seed <= 104; seed++) {
            lead("60 generated repositories, seed " + seed, TraceGenerator.generate(TraceGenerator.Mix.REPO, 60, 120, seed));
        }
        lead("1,000 generated repositories, seed 101", TraceGenerator.generate(TraceGenerator.Mix.REPO, 1_000, 120, 101));
        for (int seed = 101; seed <= 103; seed++) {
            lead("20 generated news sources, seed " + seed, TraceGenerator.generate(TraceGenerator.Mix.NEWS, 20, 14, seed));
        }
    }

    private static ChangeTrace half(ChangeTrace trace, int which) {
        List<ChangeTrace.Source> half = new ArrayList<>();
        for (int i = which; i < trace.sources().size(); i += 2) {
            half.add(trace.sources().get(i));
        }
        return new ChangeTrace(trace.start(), trace.end(), half);
    }

    private static void lead(String title, ChangeTrace trace) {
        StringBuilder row = new StringBuilder("| " + title + " |");
        for (double budget : BUDGETS) {
            double best = Math.max(run(trace, COLUMNS.get(0), budget, List.of()).freshness(),
                    run(trace, COLUMNS.get(1), budget, List.of()).freshness());
            double own = run(trace, COLUMNS.get(2), budget, List.of()).freshness();
            row.append(String.format(Locale.ROOT, " %.3f (%+.3f) |", own, own - best));
        }
        System.out.println(row);
    }

    private static Measures run(ChangeTrace trace, Column column, double budget, List<Notice> notices) {
        PollLog log = Simulation.run(trace, ScheduleTerms.of(budget).withWeight(column.weight()),
                SourceTerms.of(column.policy(), ""), notices);
        return Measures.of(trace, log, DAY);
    }

    private static void table(String title, ChangeTrace trace, List<Notice> notices) {
        System.out.println("\n### " + title + "\n");
        List<String> head = new ArrayList<>(List.of("budget"));
        COLUMNS.forEach(column -> head.add(column.name()));
        System.out.println("| " + String.join(" | ", head) + " | most of the budget used |");
        System.out.println("|---".repeat(COLUMNS.size() + 2) + "|");
        for (double budget : BUDGETS) {
            StringBuilder row = new StringBuilder("| " + budget);
            double used = 0;
            for (Column column : COLUMNS) {
                Measures measures = run(trace, column, budget, notices);
                used = Math.max(used, measures.requestsPerSourceDay() / budget);
                row.append(String.format(Locale.ROOT, " | %.3f (%.3f)", measures.freshness(), measures.recordFreshness()));
            }
            System.out.println(row.append(String.format(Locale.ROOT, " | %.1f %% |", 100 * used)));
        }
    }
}
