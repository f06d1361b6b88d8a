package dev.sheaf.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

import dev.sheaf.schedule.PolicyName;
import dev.sheaf.schedule.ScheduleTerms;
import dev.sheaf.schedule.simulation.ChangeTrace;
import dev.sheaf.schedule.simulation.Measures;
import dev.sheaf.schedule.simulation.TraceGenerator;

/** Table of the results of a hub in simulated time and of the simulator. Started by {@code bench/freshness}. */
final class HubMonthTable {

    private static final long SEED = 7;

    private HubMonthTable() {}

    /** @param arguments number of sources and of days; defaults otherwise */
    public static void main(String[] arguments) throws IOException {
        int sources = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 200;
        int days = arguments.length > 1 ? Integer.parseInt(arguments[1]) : 30;
        double budget = 0.5;
        ChangeTrace trace = TraceGenerator.generate(TraceGenerator.Mix.REPO, sources, days, SEED);
        System.out.println("\n## A hub and the simulator\n");
        System.out.println("A hub with " + sources + " repositories, each a server of its own on the loopback interface, over "
                + days
                + " days by a clock that is set: the real scheduler,\nharvester and store, over real HTTP, at a budget of "
                + budget
                + " harvests per source and day. The hub's own report measures by the datestamps that it\n"
                + "has seen, of which a later one hides an earlier; the other columns by all that happened. The hub looks at what is due every quarter of an hour.\n");
        System.out.println(
                "| policy | F(H), hub | F(H), its own report | F(H), simulator | C_s, hub | C_s, simulator | mean age (h), hub | simulator"
                        + " | failed | copies behind |");
        System.out.println("|---".repeat(10) + "|");
        for (PolicyName policy : List.of(PolicyName.NET_RATE, PolicyName.UNIFORM, PolicyName.ADAPTIVE)) {
            Path folder = Files.createTempDirectory("sheaf-month-");
            try (HubMonth month = new HubMonth(trace, folder)) {
                HubMonth.Result result = month.run(ScheduleTerms.of(budget), policy);
                Measures hub = result.hub();
                Measures simulated = result.simulated();
                System.out.printf(Locale.ROOT, "| %s | %.3f | %.3f | %.3f | %,d | %,d | %.1f | %.1f | %d | %d |%n", policy.word(),
                        hub.freshness(), result.report().freshness(), simulated.freshness(), hub.requests(), simulated.requests(),
                        hub.meanAge(), simulated.meanAge(), result.failed(), result.behind());
            } finally {
                try (Stream<Path> files = Files.walk(folder)) {
                    for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                        Files.delete(file);
                    }
                }
            }
        }
    }
}
