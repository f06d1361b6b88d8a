package dev.sheaf.harvester;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;

import org.junit.jupiter.api.Test;

import dev.sheaf.harvester.http.Fetched;
import dev.sheaf.testkit.Behaviour;
import dev.sheaf.testkit.ReceivedRequest;
import dev.sheaf.testkit.SampleRecords;

import static org.assertj.core.api.Assertions.assertThat;

/** An observer of a run gets every request, and for failed ones the response that came instead. */
class HarvesterExchangesTest extends HarvesterSetup {

    @Test
    void aRequestThatFailedIsToldWithWhatCameInstead() {
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
    void everyQuestionIsToldAndEveryAnswer() {
        provider.put(SampleRecords.many(15));
        harvest();
        assertThat(told(HarvestEvent.Requested.class)).hasSize(5);
        assertThat(told(HarvestEvent.Answered.class)).extracting(answer -> answer.response().uri())
                .containsExactlyElementsOf(told(HarvestEvent.Requested.class).stream().map(HarvestEvent.Requested::address)
                        .toList());
    }

    private <E extends HarvestEvent> List<E> told(Class<E> kind) {
        return events.stream().filter(kind::isInstance).map(kind::cast).toList();
    }
}
