package dev.sheaf.platform.web.stats;

import java.util.List;
import java.util.TreeMap;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

import org.junit.jupiter.api.Test;

import dev.sheaf.core.XmlFragment;
import dev.sheaf.core.xml.XmlFragments;
import dev.sheaf.platform.web.stats.StatsTable.Row;
import dev.sheaf.schedule.metrics.SourceMetrics;
import dev.sheaf.schedule.metrics.SyncMetrics;

import static org.assertj.core.api.Assertions.assertThat;

class StatsTablesTest {

    private static final long DAY = 86_400;

    private static SourceMetrics source(String name, double interval, double deviation, long... months) {
        TreeMap<String, Long> byMonth = new TreeMap<>();
        for (int i = 0; i < months.length; i++) {
            byMonth.put("2025-0" + (i + 1), months[i]);
        }
        return new SourceMetrics(name, name, "harvested",
                new SyncMetrics(365, Double.isFinite(interval) ? 5 : 0, LongStream.of(months).sum(), interval, deviation),
                byMonth, null);
    }

    @Test
    void fewSourcesHaveARowEachInTheChartsOfTheTables() {
        List<SourceMetrics> sources = List.of(source("<arXiv> & more, with a name that is long", 1, 0, 7_744, 3_198),
                source("bmc", 3.25, 11.93, 50, 20),
                source("silent", Double.POSITIVE_INFINITY, 0, 0, 0));

        String months = String.valueOf(StatsTables.monthsBySource(sources, id -> id).svg());
        String intervals = String.valueOf(StatsTables.intervalsBySource(sources, DAY, id -> id).svg());

        assertThat(XmlFragments.rootName(XmlFragment.of(months))).isEqualTo("svg");
        assertThat(XmlFragments.rootName(XmlFragment.of(intervals))).isEqualTo("svg");
        assertThat(months)
                .contains("most 7,744", "most 50", "most 0", "2025-01", "2025-02", "&lt;arXiv&gt; &amp; more, with a n…")
                .doesNotContain("<arXiv>", "NaN", "Infinity");
        assertThat(intervals).contains("1.00 day<", "3.25 days", ">never<", "bmc 3.25 days, silent never").doesNotContain("NaN",
                "Infinity");
    }

    @Test
    void manySources_areDrawnAsADistribution() {
        List<SourceMetrics> many = IntStream.range(0, 13).mapToObj(i -> source("s" + i, 1, 0, 1)).toList();

        assertThat(StatsTables.monthsBySource(many, id -> id).svg()).isNull();
        assertThat(StatsTables.intervalsBySource(many, DAY, id -> id).svg()).isNull();
        assertThat(StatsTables.monthlyRates(many).svg()).contains("below 10: 100.0 %");
    }

    @Test
    void monthlyRatesAreCountedByTheirSize() {
        StatsTable rates = StatsTables
                .monthlyRates(List.of(source("none", Double.POSITIVE_INFINITY, 0, 0, 0), source("seldom", 30, 0, 1, 0),
                        source("nine", 1, 0, 9, 9), source("ten", 1, 0, 20, 0), source("many", 1, 0, 10_000, 10_000)));

        assertThat(rates.rows().stream().map(Row::name).toList()).containsExactly("none", "below 10", "10 to 99", "100 to 999",
                "1,000 to 9,999",
                "10,000 and more");
        assertThat(rates.rows().stream().map(row -> row.values().getFirst()).toList()).containsExactly("1", "2", "1", "0", "0",
                "1");
    }

    @Test
    void withoutSources_noChartIsDrawn() {
        assertThat(StatsTables.monthsBySource(List.of(), id -> id).svg()).isNull();
        assertThat(StatsTables.monthlyRates(List.of()).rows()).hasSize(6);
    }
}
