package dev.sheaf.harvester;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

import org.junit.jupiter.api.Test;

import dev.sheaf.core.MetadataPrefix;
import dev.sheaf.core.Selection;
import dev.sheaf.harvester.http.Fetched;
import dev.sheaf.simulator.Behaviour;
import dev.sheaf.simulator.ReceivedRequest;
import dev.sheaf.testkit.SampleRecords;

import static org.assertj.core.api.Assertions.assertThat;

/** An observer of a run gets every request, and for failed ones the response that came instead. */
class HarvesterExchangesTest extends HarvesterSetup {

    @Test
    void failedRequest_isReportedWithTheResponse() {
        provider.put(SampleRecords.many(25)).when(ReceivedRequest.page(2), Behaviour.status(404));
        harvest();
        List<HarvestEvent.RequestFailed> failed = told(HarvestEvent.RequestFailed.class);
        assertThat(failed).isNotEmpty();
        assertThat(failed.getFirst().address().toString()).contains("verb=ListRecords&resumptionToken=");
        assertThat(failed.getFirst().reason()).contains("HTTP 404");
        Fetched response = Objects.requireNonNull(failed.getFirst().response());
        assertThat(response.status()).isEqualTo(404);
        assertThat(new String(response.body(), StandardCharsets.UTF_8)).isEqualTo("status 404");
    }

    @Test
    void everyRequestAndEveryResponse_isReported() {
        provider.put(SampleRecords.many(15));
        harvest();
        assertThat(told(HarvestEvent.Requested.class)).hasSize(7);
        assertThat(told(HarvestEvent.Answered.class)).extracting(answer -> answer.response().uri())
                .containsExactlyElementsOf(told(HarvestEvent.Requested.class).stream().map(HarvestEvent.Requested::address)
                        .toList());
    }

    /** The listener may wait for a database: then no response that is being read waits with it. */
    @Test
    void events_areReportedOnTheThreadOfTheHarvest() {
        provider.put(SampleRecords.many(60)).times(2, ReceivedRequest.page(3), Behaviour.busy(503, "1"));
        Set<Thread> threads = ConcurrentHashMap.newKeySet();
        ProgressListener listener = event -> {
            threads.add(Thread.currentThread());
            events.add(event);
        };
        harvester.harvest(source, HarvestOptions.DEFAULT, sink, listener);
        harvester.identifiers(source, Selection.all(MetadataPrefix.OAI_DC), HarvestOptions.DEFAULT, _ -> {}, listener);
        assertThat(told(HarvestEvent.Requested.class)).hasSizeGreaterThan(8);
        assertThat(told(HarvestEvent.Waiting.class)).isNotEmpty();
        assertThat(threads).containsExactly(Thread.currentThread());
    }

    private <E extends HarvestEvent> List<E> told(Class<E> kind) {
        return events.stream().filter(kind::isInstance).map(kind::cast).toList();
    }
}
