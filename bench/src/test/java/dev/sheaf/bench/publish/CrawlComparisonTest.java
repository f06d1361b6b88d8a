package dev.sheaf.bench.publish;

import java.nio.file.Path;
import java.util.List;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import dev.sheaf.bench.publish.CrawlComparison.Cost;
import dev.sheaf.bench.publish.CrawlComparison.Way;

import static org.assertj.core.api.Assertions.assertThat;

/** The comparison over two weeks. {@code bench/crawl} prints its figures. */
class CrawlComparisonTest {

    @TempDir
    private Path folder;

    @Test
    void harvesting_needsOneRequestForTenPages_andOneAWeek() throws Exception {
        int weeks = 2;
        List<Cost> costs;
        try (CrawlComparison comparison = new CrawlComparison(folder)) {
            costs = comparison.run(weeks);
        }
        assertThat(costs).extracting(Cost::way).containsExactly(Way.values());
        assertThat(costs).extracting(cost -> cost.first().requests()).containsExactly(100L, 100L, 10L + 100, 10L);
        assertThat(costs).extracting(cost -> cost.weeks().requests()).containsExactly(200L, 200L, (1L + 5) * weeks, (long) weeks);
        List<Long> bytes = costs.stream().map(cost -> cost.weeks().bytes()).toList();
        assertThat(bytes.get(1)).as("an unchanged page costs its headers").isLessThan(bytes.get(0) / 2);
        assertThat(bytes.get(2)).isLessThan(bytes.get(1));
        assertThat(bytes.get(3)).isLessThan(bytes.get(1));
    }
}
