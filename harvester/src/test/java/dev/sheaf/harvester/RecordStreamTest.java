package dev.sheaf.harvester;

import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;

import dev.sheaf.core.OaiError;
import dev.sheaf.core.OaiRecord;
import dev.sheaf.core.Verb;
import dev.sheaf.core.store.Quarantined;
import dev.sheaf.core.store.Repair;
import dev.sheaf.harvester.http.HarvestException;
import dev.sheaf.harvester.http.HarvestException.Kind;
import dev.sheaf.simulator.Behaviour;
import dev.sheaf.simulator.ReceivedRequest;
import dev.sheaf.testkit.SampleRecords;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class RecordStreamTest extends HarvesterSetup {

    @Test
    void stream_returnsAllRecords() {
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
    void stream_returnsEachRecordOnce_ifTheListIsRestarted() {
        provider.put(SampleRecords.many(45)).once(ReceivedRequest.page(3),
                Behaviour.errors(new OaiError(OaiError.Code.BAD_RESUMPTION_TOKEN, "expired")));
        List<OaiRecord> seen = new ArrayList<>();
        try (RecordStream records = Harvester.records(provider.baseUrl(), OAI_DC)) {
            records.forEach(seen::add);
        }
        assertThat(seen).isEqualTo(SampleRecords.many(45));
        assertThat(provider.pagesAsked()).startsWith(1, 2, 3, 1, 2, 3);
    }

    @Test
    void stream_requestsOnlyPagesThatAreRead() {
        provider.put(SampleRecords.many(50));
        try (Stream<OaiRecord> records = Harvester.records(provider.baseUrl(), OAI_DC).stream()) {
            assertThat(records.limit(15)).hasSize(15);
        }
        assertThat(provider.pagesAsked()).containsExactly(1, 2);
    }

    @Test
    void stream_canBeReadOnce() {
        try (RecordStream records = Harvester.records(provider.baseUrl(), OAI_DC)) {
            assertThat(records.iterator().hasNext()).isFalse();
            assertThatThrownBy(records::iterator).isInstanceOf(IllegalStateException.class);
        }
    }

    @Test
    void streamOfAnIncompleteList_failsAfterItsLastRecord() {
        provider.put(SampleRecords.many(25)).when(ReceivedRequest.page(2), Behaviour.noToken())
                .when(request -> request.argument("from") != null, Behaviour.status(404))
                .when(ReceivedRequest.of(Verb.LIST_IDENTIFIERS), Behaviour.status(404));
        List<OaiRecord> seen = new ArrayList<>();
        try (RecordStream records = Harvester.records(provider.baseUrl(), OAI_DC)) {
            assertThatThrownBy(() -> records.forEach(seen::add)).isInstanceOf(UncheckedIOException.class)
                    .cause()
                    .isInstanceOfSatisfying(HarvestException.class,
                            failure -> assertThat(failure.kind()).isEqualTo(Kind.INCOMPLETE))
                    .hasMessageContaining("announced 25 records and listed 20");
        }
        assertThat(seen).hasSize(20);
    }

    @Test
    void streamOfARefusedList_failsWithTheRepositorysErrors() {
        provider.when(ReceivedRequest.page(1), Behaviour.errors(new OaiError("badArgument", "no")));
        try (RecordStream records = Harvester.records(provider.baseUrl(), OAI_DC)) {
            assertThatThrownBy(() -> records.iterator().hasNext()).hasMessageContaining("badArgument (no)");
        }
    }

    private static String brokenAt12(String body) {
        return body.replaceFirst("<dc:title>Title 12", "<dc:title xmlns:a='urn:x' xmlns:b='urn:x' a:k='' b:k=''>Title 12")
                .replaceFirst("<dc:title>Title 13", "<dc:title>A & B 13");
    }

    @Test
    void streamWithAnUnrepairableRecord_failsAfterItsLastRecord() {
        provider.put(SampleRecords.many(25)).when(ReceivedRequest.page(2), Behaviour.text(RecordStreamTest::brokenAt12));
        List<OaiRecord> seen = new ArrayList<>();
        try (RecordStream records = Harvester.records(provider.baseUrl(), OAI_DC)) {
            assertThatThrownBy(() -> records.forEach(seen::add)).isInstanceOf(UncheckedIOException.class)
                    .cause()
                    .isInstanceOfSatisfying(HarvestException.class,
                            failure -> assertThat(failure.kind()).isEqualTo(Kind.INCOMPLETE))
                    .hasMessageContaining("1 record of the list are unavailable: " + SampleRecords.identifier(12))
                    .hasMessageContaining("oai_dc, page 2, from byte ");
        }
        assertThat(seen).hasSize(24);
    }

    @Test
    void listenerOfAStream_receivesRefusedAndRepairedRecordsAndNoFailure() {
        provider.put(SampleRecords.many(25)).when(ReceivedRequest.page(2), Behaviour.text(RecordStreamTest::brokenAt12))
                .when(ReceivedRequest.page(3), Behaviour.errors(new OaiError(OaiError.Code.BAD_RESUMPTION_TOKEN, "expired")));
        List<Repair> repairs = new ArrayList<>();
        List<Quarantined> refused = new ArrayList<>();
        List<String> notes = new ArrayList<>();
        List<String> seen = new ArrayList<>();
        try (RecordStream records = Harvester.records(provider.baseUrl(), OAI_DC, new RecordListener() {
            @Override
            public void repaired(Repair repair) {
                repairs.add(repair);
            }

            @Override
            public void refused(Quarantined record) {
                refused.add(record);
            }

            @Override
            public void note(String message) {
                notes.add(message);
            }
        })) {
            records.forEach(record -> seen.add(record.identifier()));
        }
        assertThat(seen).contains(SampleRecords.identifier(11), SampleRecords.identifier(13), SampleRecords.identifier(24))
                .doesNotContain(SampleRecords.identifier(12));
        assertThat(repairs).extracting(Repair::identifier).containsOnly(SampleRecords.identifier(13));
        assertThat(refused).singleElement().satisfies(one -> {
            assertThat(one.identifier()).isEqualTo(SampleRecords.identifier(12));
            assertThat(new String(one.raw(), StandardCharsets.UTF_8)).startsWith("<record>").endsWith("</record>");
        });
        assertThat(notes).anySatisfy(note -> assertThat(note).contains("the list is re-entered"));
    }
}
