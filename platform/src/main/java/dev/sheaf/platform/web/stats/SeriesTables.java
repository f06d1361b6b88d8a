package dev.sheaf.platform.web.stats;

import java.util.ArrayList;
import java.util.List;

import org.jspecify.annotations.Nullable;

import dev.sheaf.platform.web.Numbers;
import dev.sheaf.platform.web.Times;
import dev.sheaf.platform.web.stats.StatsTable.Row;
import dev.sheaf.schedule.chart.Chart;
import dev.sheaf.schedule.metrics.ObservationSeries;
import dev.sheaf.schedule.metrics.ObservationSeries.Observation;

/** Tables and chart of S, R, I and F of a source over time. */
final class SeriesTables {

    /** Number of observations on a page, the latest of all. */
    private static final int ROWS = 100;
    /** Number of places of the chart, each for one observation or several. */
    private static final int PLACES = 120;
    /** A third of a year, in seconds. */
    private static final double LONG = 120 * 86_400.0;

    private SeriesTables() {}

    static List<StatsTable> of(ObservationSeries series) {
        List<Observation> all = series.observations();
        List<Observation> latest = all.subList(Math.max(0, all.size() - ROWS), all.size()).reversed();
        String caption = all.size() > ROWS
                ? "The latest " + ROWS + " of " + Numbers.format(all.size()) + " observations that saw a change"
                : "Observations that saw a change, of " + Numbers.format(series.count());
        List<StatsTable> tables = new ArrayList<>();
        tables.add(
                new StatsTable(caption, all.isEmpty() ? null : chart(series), List.of("Observation", "Seen", "S", "R", "I", "F"),
                        latest.stream().map(SeriesTables::row).toList()));
        return tables;
    }

    private static Row row(Observation one) {
        return new Row(Numbers.format(one.number()), null,
                List.of(String.valueOf(Times.format(one.at())), one.updated() ? "1" : "0",
                        Numbers.format(one.records()), Numbers.format(one.interval()), fresh(one.fresh())));
    }

    private static String fresh(@Nullable Boolean fresh) {
        return fresh == null ? "no copy" : fresh ? "1" : "0";
    }

    /** Returns the chart of changed records by time. Neighbours are added up if there are more observations than places. */
    private static String chart(ObservationSeries series) {
        int places = (int) Math.min(PLACES, series.count());
        long each = (series.count() + places - 1) / places;
        double[] records = new double[(int) ((series.count() + each - 1) / each)];
        String[] labels = new String[records.length];
        Observation first = series.observations().getFirst();
        Observation last = series.observations().getLast();
        double seconds = last.number() == first.number()
                ? 0
                : (last.at().getEpochSecond() - first.at().getEpochSecond()) / (double) (last.number() - first.number());
        // A label such as 2025-03 for many months, else 03-31; there is no room for a longer one.
        boolean isLong = seconds * series.count() > LONG;
        int from = isLong ? 0 : "2025-".length();
        int to = from + (isLong ? "2025-03" : "03-31").length();
        for (int i = 0; i < records.length; i++) {
            labels[i] = first.at().plusSeconds((long) (seconds * (i * each + 1 - first.number()))).toString().substring(from, to);
        }
        long updates = 0;
        for (Observation one : series.observations()) {
            records[(int) ((one.number() - 1) / each)] += one.records();
            updates += one.updated() ? 1 : 0;
        }
        List<Double> values = new ArrayList<>();
        double most = 0;
        for (double value : records) {
            values.add(value);
            most = Math.max(most, value);
        }
        String title = each == 1
                ? "Records changed (R) by observation"
                : "Records changed (R), " + each + " observations together";
        return new Chart(title, Numbers.count(updates, "update") + " in " + Numbers.count(series.count(), "observation") + ".",
                List.of(labels),
                List.of(new Chart.Series("Records", values)), StatsTables.scale(most)).bars();
    }
}
