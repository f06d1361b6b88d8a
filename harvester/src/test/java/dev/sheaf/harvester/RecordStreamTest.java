package dev.sheaf.harvester;

import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;

import dev.sheaf.core.OaiError;
import dev.sheaf.core.OaiRecord;
import dev.sheaf.core.Verb;
import dev.sheaf.harvester.http.HarvestException;
import dev.sheaf.harvester.http.HarvestException.Kind;
import dev.sheaf.testkit.Behaviour;
import dev.sheaf.testkit.ReceivedRequest;
import dev.sheaf.testkit.SampleRecords;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class RecordStreamTest extends HarvesterSetup {

    @Test
    void bringsAllRecordsInFiveLines() {
        provider.put(SampleRecords.many(25));
        List<OaiRecord> seen = new ArrayList<>();
        try (RecordStream records = Harvester.records(provider.baseUrl(), OAI_DC)) {
            for (OaiRecord record : records) {
                seen.add(record);
            }
        }
        assertThat(seen).isEqualTo(SampleRecords.many(25));
    }

    @Test
    void asksForNoPageThatIsNotRead() {
        provider.put(SampleRecords.many(50));
        try (Stream<OaiRecord> records = Harvester.records(provider.baseUrl(), OAI_DC).stream()) {
            assertThat(records.limit(15)).hasSize(15);
        }
        assertThat(provider.pagesAsked()).containsExactly(1, 2);
    }

    @Test
    void canBeReadOnce() {
        try (RecordStream records = Harvester.records(provider.baseUrl(), OAI_DC)) {
            assertThat(records.iterator().hasNext()).isFalse();
            assertThatThrownBy(records::iterator).isInstanceOf(IllegalStateException.class);
        }
    }

    @Test
    void failsBehindTheLastRecordOfAListThatIsNotWhole() {
        provider.put(SampleRecords.many(25)).when(ReceivedRequest.page(2), Behaviour.noToken())
                .when(request -> request.argument("from") != null, Behaviour.status(404))
                .when(ReceivedRequest.of(Verb.LIST_IDENTIFIERS), Behaviour.status(404));
        List<OaiRecord> seen = new ArrayList<>();
        try (RecordStream records = Harvester.records(provider.baseUrl(), OAI_DC)) {
            assertThatThrownBy(() -> records.forEach(seen::add)).isInstanceOf(UncheckedIOException.class)
                    .cause()
                    .isInstanceOfSatisfying(HarvestException.class,
                            failure -> assertThat(failure.kind()).isEqualTo(Kind.INCOMPLETE))
                    .hasMessageContaining("20 of 25");
        }
        assertThat(seen).hasSize(20);
    }

    @Test
    void failsWithTheRepositorysErrors() {
        provider.when(ReceivedRequest.page(1), Behaviour.errors(new OaiError("badArgument", "no")));
        try (RecordStream records = Harvester.records(provider.baseUrl(), OAI_DC)) {
            assertThatThrownBy(() -> records.iterator().hasNext()).hasMessageContaining("badArgument (no)");
        }
    }
}
