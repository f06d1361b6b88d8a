package dev.sheaf.bench.soak;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.List;
import java.util.function.IntToDoubleFunction;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import dev.sheaf.core.MetadataFormat;
import dev.sheaf.core.store.Batch;
import dev.sheaf.core.store.Source;
import dev.sheaf.store.HubStore;
import dev.sheaf.testkit.SampleRecords;

import static org.assertj.core.api.Assertions.assertThat;

/** The judgement of a soak on the memory of a hub, whose cache of list segments fills for a long time. */
class HubTrendsTest {

    private static final int SAMPLES = 120;
    private static final double HEAP = 256;

    /** A sample every half minute of a hub that needs 30 MB besides. */
    private static List<String> faults(IntToDoubleFunction leaked, IntToDoubleFunction cache) {
        HubTrends trends = new HubTrends("hub", 4);
        for (int i = 0; i < SAMPLES; i++) {
            double kept = cache.applyAsDouble(i);
            trends.add(30.0 * i, new Meter.Reading(30 + kept + leaked.applyAsDouble(i), kept, HEAP, 40, 50, 8, 2, i, i));
        }
        return trends.faults();
    }

    @Test
    void cacheThatGrowsWithinItsLimit_isNotReported() {
        assertThat(faults(_ -> 0, i -> Math.min(64, 0.6 * i))).isEmpty();
    }

    @Test
    void leakOfTenMegabytesInTheSecondHalf_isFoundBesideTheCache() {
        assertThat(faults(i -> 10.0 * Math.max(0, i - SAMPLES / 2) / (SAMPLES / 2), i -> Math.min(64, 0.6 * i)))
                .singleElement().asString().contains("rising: hub: heap");
    }

    @Test
    void cacheWithoutBound_isReported() {
        assertThat(faults(_ -> 0, i -> 1.2 * i)).singleElement().asString().contains("142.80 MB, more than 128.00 MB");
    }

    @Test
    void cacheOfARunningHub_isReadFromItsMetrics(@TempDir Path folder) throws Exception {
        Path data = folder.resolve("hub");
        try (HubStore store = SoakedHub.open(data)) {
            store.put(Source.imported("a", "Local"));
            store.save(new Batch("a", 1, MetadataFormat.OAI_DC, SampleRecords.many(500)));
        }
        try (SoakedHub hub = SoakedHub.start(data); Meter meter = Meter.attach(hub, List.of("a"))) {
            assertThat(meter.read().cache()).isZero();
            page(hub);
            Meter.Reading filled = meter.read();
            page(hub);

            assertThat(filled.cache()).isBetween(0.001, 1.0);
            assertThat(meter.read().cache()).as("the same page is kept once").isEqualTo(filled.cache());
            assertThat(filled.heap()).isBetween(1.0, filled.most());
        }
    }

    private static void page(SoakedHub hub) throws IOException, InterruptedException {
        try (HttpClient client = HttpClient.newHttpClient()) {
            HttpResponse<Void> answer = client.send(
                    HttpRequest.newBuilder(URI.create(hub.baseUrl("a") + "?verb=ListRecords&metadataPrefix=oai_dc"))
                            .header("Accept-Encoding", "gzip").build(),
                    HttpResponse.BodyHandlers.discarding());
            assertThat(answer.statusCode()).isEqualTo(200);
        }
    }
}
