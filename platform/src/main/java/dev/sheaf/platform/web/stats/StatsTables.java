package dev.sheaf.platform.web.stats;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.SortedMap;
import java.util.function.Function;
import java.util.stream.Collectors;

import org.jspecify.annotations.Nullable;

import dev.sheaf.platform.sync.plan.SynchronisationReport;
import dev.sheaf.platform.web.Numbers;
import dev.sheaf.platform.web.stats.StatsTable.Row;
import dev.sheaf.schedule.chart.Chart;
import dev.sheaf.schedule.chart.RowChart;
import dev.sheaf.schedule.metrics.CopyMetrics;
import dev.sheaf.schedule.metrics.IntervalShare;
import dev.sheaf.schedule.metrics.SourceMetrics;
import dev.sheaf.schedule.metrics.SyncMetrics;
import dev.sheaf.schedule.metrics.VariationShare;

/** Tables and figure of the paper for the sources of a hub. */
final class StatsTables {

    private static final double DAY = 86_400;
    private static final int FEW = 12;
    private static final List<String> RATES = List.of("none", "below 10", "10 to 99", "100 to 999", "1,000 to 9,999",
            "10,000 and more");
    private static final double[] LEAST_OF_RATE = {0, 0, 10, 100, 1_000, 10_000};

    private StatsTables() {}

    /** Returns Figure 1. */
    static StatsTable intervals(List<IntervalShare> shares) {
        String caption = "Sources by average update interval";
        List<Row> rows = shares.stream()
                .map(share -> new Row(share.label(), null, List.of(Numbers.format(share.sources()), percent(share.share()))))
                .toList();
        return new StatsTable(caption, shares(caption, rows, shares.stream().map(IntervalShare::share).toList()),
                List.of("Changes", "Sources", "Share"), rows);
    }

    /** Creates the table of the regularity of updates: the C.O.V. of Table 2, counted. */
    static StatsTable variations(List<VariationShare> shares) {
        String caption = "Sources by regularity of their updates";
        List<Row> rows = shares.stream()
                .map(share -> new Row(share.label(), null, List.of(Numbers.format(share.sources()), percent(share.share()))))
                .toList();
        return new StatsTable(caption, shares(caption, rows, shares.stream().map(VariationShare::share).toList()),
                List.of("C.O.V.", "Sources", "Share"), rows);
    }

    private static String shares(String title, List<Row> rows, List<Double> shares) {
        StringBuilder words = new StringBuilder("Per cent of sources. ");
        for (int i = 0; i < rows.size(); i++) {
            words.append(i == 0 ? "" : ", ").append(rows.get(i).name()).append(": ").append(percent(shares.get(i)));
        }
        return new Chart(title, words.append('.').toString(), rows.stream().map(Row::name).toList(),
                List.of(new Chart.Series("Per cent of sources", shares.stream().map(share -> 100 * share).toList())), 100).bars();
    }

    /** Returns the chart and the table of the changed records in each month. */
    static StatsTable months(SortedMap<String, Long> months) {
        String caption = "Records changed by month";
        List<Row> rows = months.entrySet().stream()
                .map(month -> new Row(month.getKey(), null, List.of(Numbers.format(month.getValue())))).toList();
        double most = months.values().stream().mapToLong(Long::longValue).max().orElse(0);
        String words = "Records that were created, changed or deleted in each of the last " + months.size()
                + " months, at most " + Numbers.format((long) most) + ".";
        String svg = new Chart(caption, words, List.copyOf(months.keySet()),
                List.of(new Chart.Series("Records", months.values().stream().map(Long::doubleValue).toList())), scale(most))
                .bars();
        return new StatsTable(caption, svg, List.of("Month", "Records"), rows);
    }

    /** Returns a scale whose four parts are round numbers. */
    static double scale(double most) {
        double power = Math.pow(10, Math.floor(Math.log10(Math.max(4, most))));
        for (double factor : new double[]{1, 2, 4, 6, 8}) {
            if (factor * power >= most) {
                return Math.max(4, factor * power);
            }
        }
        return 10 * power;
    }

    /** Returns Table 1: changed records by source and month. */
    static StatsTable monthsBySource(List<SourceMetrics> sources, Function<String, String> href) {
        List<String> head = new ArrayList<>(List.of("Source"));
        if (!sources.isEmpty()) {
            head.addAll(sources.getFirst().months().keySet());
        }
        return new StatsTable("Records changed by source and month", monthsChart(sources), head, sources.stream()
                .map(source -> new Row(source.name(), href.apply(source.id()),
                        source.months().values().stream().map(Numbers::format).toList()))
                .toList());
    }

    /** Returns Table 2: update intervals by source, and results of the harvests. */
    static StatsTable intervalsBySource(List<SourceMetrics> sources, long step, Function<String, String> href) {
        return new StatsTable("Update intervals and freshness by source", intervalsChart(sources, step),
                List.of("Source", "Updates", "Records per update (AVG)", "Interval (U), days", "Deviation, days", "C.O.V.",
                        "Harvests", "Fresh", "Mean age, hours"),
                sources.stream().map(source -> {
                    SyncMetrics metrics = source.metrics();
                    CopyMetrics copy = source.copy();
                    boolean changes = metrics.updates() > 0;
                    return new Row(source.name(), href.apply(source.id()),
                            List.of(Numbers.format(metrics.updates()), decimal(metrics.recordsPerUpdate(), 1),
                                    changes ? decimal(metrics.interval() * step / DAY, 2) : "never",
                                    changes ? decimal(metrics.deviation() * step / DAY, 2) : "",
                                    changes ? decimal(metrics.variation(), 2) : "",
                                    copy == null ? "not harvested: " + source.kind() : Numbers.format(copy.harvests()),
                                    copy == null ? "" : percent(copy.freshness()), copy == null ? "" : decimal(copy.age(), 1)));
                }).toList());
    }

    /** Returns the table of sources that could not be measured. */
    static StatsTable unreadable(List<SynchronisationReport.Unreadable> sources, Function<String, String> href) {
        return new StatsTable("Sources that cannot be read", null, List.of("Source", "Kind", "State"), sources.stream()
                .map(source -> new Row(source.name(), href.apply(source.id()), List.of(source.kind(), "unreadable"))).toList());
    }

    /** Returns whether there are few enough sources for a row each in a chart. Otherwise the chart shows their distribution. */
    private static boolean areFew(List<SourceMetrics> sources) {
        return !sources.isEmpty() && sources.size() <= FEW;
    }

    private static @Nullable String monthsChart(List<SourceMetrics> sources) {
        if (!areFew(sources)) {
            return null;
        }
        List<RowChart.Bars> rows = sources.stream().map(source -> new RowChart.Bars(source.name(),
                source.months().values().stream().map(Long::doubleValue).toList())).toList();
        String words = "Each source on its own scale. Most records in a month: " + sources.stream()
                .map(source -> source.name() + " "
                        + Numbers.format(source.months().values().stream().mapToLong(Long::longValue).max().orElse(0)))
                .collect(Collectors.joining(", ")) + ".";
        return new RowChart("Records changed by source and month, each on its own scale", words)
                .bars(List.copyOf(sources.getFirst().months().keySet()), rows);
    }

    private static @Nullable String intervalsChart(List<SourceMetrics> sources, long step) {
        if (!areFew(sources)) {
            return null;
        }
        List<RowChart.Spread> rows = sources.stream().map(source -> {
            double days = source.metrics().interval() * step / DAY;
            return new RowChart.Spread(source.name(), days, source.metrics().deviation() * step / DAY,
                    Double.isFinite(days) ? decimal(days, 2) + (days == 1 ? " day" : " days") : "never");
        }).toList();
        String words = "Days from one update to the next, on average: "
                + rows.stream().map(row -> row.name() + " " + row.label()).collect(Collectors.joining(", ")) + ".";
        return new RowChart("Average update interval (U), days, with its deviation", words).spreads(rows, "days");
    }

    /** Returns Table 1 for many sources: their distribution by changed records in a mean month. */
    static StatsTable monthlyRates(List<SourceMetrics> sources) {
        String caption = "Sources by records changed in a mean month";
        long[] counts = new long[RATES.size()];
        for (SourceMetrics source : sources) {
            double mean = source.months().values().stream().mapToLong(Long::longValue).average().orElse(0);
            int place = 0;
            while (place < RATES.size() - 1 && mean >= LEAST_OF_RATE[place + 1]) {
                place++;
            }
            // Fewer than one a month is not the same as none.
            counts[mean > 0 ? Math.max(1, place) : 0]++;
        }
        List<Double> shares = Arrays.stream(counts).mapToObj(count -> count / (double) Math.max(1, sources.size())).toList();
        List<Row> rows = new ArrayList<>();
        for (int i = 0; i < counts.length; i++) {
            rows.add(new Row(RATES.get(i), null, List.of(Numbers.format(counts[i]), percent(shares.get(i)))));
        }
        return new StatsTable(caption, shares(caption, rows, shares), List.of("Records a month", "Sources", "Share"), rows);
    }

    static String percent(double share) {
        return decimal(100 * share, 1) + " %";
    }

    static String decimal(double value, int places) {
        return String.format(Locale.ROOT, "%,." + places + "f", value);
    }
}
