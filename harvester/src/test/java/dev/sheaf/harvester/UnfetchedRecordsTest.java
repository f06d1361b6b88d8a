package dev.sheaf.harvester;

import java.util.List;
import java.util.Map;
import java.util.Set;

import org.junit.jupiter.api.Test;

import dev.sheaf.core.Datestamp;
import dev.sheaf.core.OaiError;
import dev.sheaf.core.OaiRecord;
import dev.sheaf.core.OaiResponse;
import dev.sheaf.core.ResumptionToken;
import dev.sheaf.core.Verb;
import dev.sheaf.core.store.HarvestOutcome;
import dev.sheaf.core.store.HarvestOutcome.Verdict;
import dev.sheaf.simulator.Behaviour;
import dev.sheaf.simulator.ReceivedRequest;
import dev.sheaf.simulator.Reply;
import dev.sheaf.testkit.SampleRecords;

import static org.assertj.core.api.Assertions.assertThat;

/** Records that were named and could not be fetched are asked for first in the next run. */
class UnfetchedRecordsTest extends HarvesterSetup {

    private static final Set<String> TWO = Set.of(SampleRecords.identifier(12), SampleRecords.identifier(31));

    /** Answers each request for one of the two records in this way. */
    private void poison(Behaviour behaviour) {
        provider.when(ReceivedRequest.any(), (request, reply) -> holds(reply) ? behaviour.change(request, reply) : reply);
    }

    private static boolean holds(Reply reply) {
        OaiResponse response = reply.response();
        return response != null && switch (response.answer()) {
            case OaiResponse.ListRecords(List<OaiRecord> records, ResumptionToken _) -> records.stream()
                    .anyMatch(record -> TWO.contains(record.identifier()));
            case OaiResponse.GetRecord(OaiRecord record) -> TWO.contains(record.identifier());
            default -> false;
        };
    }

    private void harvestWithoutTwo() {
        provider.put(SampleRecords.many(50));
        poison(Behaviour.status(500));
        assertThat(harvest().verdict()).isEqualTo(Verdict.PARTIAL);
        assertThat(sink.identifiers()).hasSize(48);
        assertThat(checkpoint().unfetched()).containsExactlyInAnyOrderElementsOf(TWO);
        provider.clearLog();
    }

    @Test
    void unfetchedRecords_areFetchedFirstInTheNextRun() {
        harvestWithoutTwo();
        provider.behave();
        HarvestOutcome outcome = harvest();
        assertThat(outcome).hasToString("complete");
        assertThat(outcome.counts().created()).isEqualTo(2);
        assertThat(sink.identifiers()).containsExactlyInAnyOrderElementsOf(identifiers(50));
        assertThat(checkpoint().unfetched()).isEmpty();
        List<String> verbs = provider.requests().stream().map(ReceivedRequest::verb)
                .filter(verb -> verb.equals("GetRecord") || verb.equals("ListRecords")).toList();
        assertThat(verbs).startsWith("GetRecord", "GetRecord", "ListRecords");
        assertThat(harvest()).hasToString("complete");
        assertThat(provider.requests(ReceivedRequest.of(Verb.GET_RECORD))).hasSize(2);
    }

    @Test
    void sourceThatStillLacksUnfetchedRecords_isNotComplete() {
        harvestWithoutTwo();
        HarvestOutcome outcome = harvest();
        assertThat(outcome.verdict()).isEqualTo(Verdict.PARTIAL);
        assertThat(outcome.reason()).contains("2 records of oai_dc", SampleRecords.identifier(12),
                "the next run asks for them first");
        assertThat(checkpoint().unfetched()).containsExactlyInAnyOrderElementsOf(TWO);
        provider.behave();
        assertThat(harvest()).hasToString("complete");
        assertThat(sink.identifiers()).hasSize(50);
    }

    @Test
    void listThatWasNeverComplete_hasTheSameLimitOfMissingRecords() {
        List<OaiRecord> few = SampleRecords.many(40).stream()
                .filter(record -> Integer.parseInt(record.identifier().replaceAll("\\D", "")) >= 29
                        || TWO.contains(record.identifier()))
                .toList();
        provider.put(few);
        poison(Behaviour.status(500));
        HarvestOutcome outcome = harvest(HarvestOptions.DEFAULT.withWindow(Datestamp.parse("2000-01-01"), null));
        assertThat(outcome.verdict()).isEqualTo(Verdict.PARTIAL);
        assertThat(outcome.reason()).contains("2 records of oai_dc");
    }

    @Test
    void unfetchedRecordUnknownToTheRepository_isRequestedNoMore() {
        harvestWithoutTwo();
        provider.behave();
        provider.when(ReceivedRequest.of(Verb.GET_RECORD).and(request -> TWO.contains(request.argument("identifier"))),
                Behaviour.errors(new OaiError(OaiError.Code.ID_DOES_NOT_EXIST, "withdrawn")));
        assertThat(harvest()).hasToString("complete");
        assertThat(checkpoint().unfetched()).isEmpty();
    }

    @Test
    void unfetchedRecordDeniedByAServerThatDeniesAll_isStillOwed() {
        harvestWithoutTwo();
        provider.behave();
        provider.when(ReceivedRequest.of(Verb.GET_RECORD),
                Behaviour.errors(new OaiError(OaiError.Code.ID_DOES_NOT_EXIST, "withdrawn")));
        assertThat(harvest().verdict()).isEqualTo(Verdict.PARTIAL);
        assertThat(checkpoint().unfetched()).containsExactlyInAnyOrderElementsOf(TWO);
        assertThat(provider.requests(ReceivedRequest.of(Verb.GET_RECORD))).as("the two, and one that the server does list")
                .hasSize(3);
    }

    @Test
    void singleRecordThatIsNamedAndNeverSent_keepsALongListFromBeingComplete() {
        provider.put(SampleRecords.many(200)).when(ReceivedRequest.of(Verb.LIST_RECORDS), Behaviour.records(
                records -> records.stream().filter(record -> !record.identifier().equals(SampleRecords.identifier(31))).toList()))
                .when(ReceivedRequest.of(Verb.GET_RECORD).and(
                        request -> SampleRecords.identifier(31).equals(request.argument("identifier"))), Behaviour.status(500));
        for (int run = 0; run < 3; run++) {
            HarvestOutcome outcome = harvest();
            assertThat(outcome.verdict()).isEqualTo(Verdict.PARTIAL);
            assertThat(outcome.reason()).contains("1 record of oai_dc that the repository names", SampleRecords.identifier(31));
            assertThat(provider.requests(ReceivedRequest.of(Verb.LIST_RECORDS)).getFirst().argument("from") == null)
                    .as("the whole list is requested once").isEqualTo(run == 0);
            provider.clearLog();
        }
    }

    @Test
    void recordThatOnlyTheSecondRequestBrings_isNotMissing() {
        for (Behaviour once : List.of(Behaviour.status(404), Behaviour.html("Please log in"),
                Behaviour.errors(new OaiError(OaiError.Code.ID_DOES_NOT_EXIST, "not now")))) {
            provider.behave();
            provider.put(SampleRecords.many(50)).when(ReceivedRequest.of(Verb.LIST_RECORDS), Behaviour.records(
                    records -> records.stream().filter(record -> !TWO.contains(record.identifier())).toList()))
                    .once(ReceivedRequest.of(Verb.GET_RECORD), once);
            assertThat(harvest(HarvestOptions.DEFAULT.withFull(true))).hasToString("complete");
            assertThat(sink.identifiers()).hasSize(50);
        }
    }

    @Test
    void interruptedList_keepsTheUnfetchedIdentifiers() {
        harvestWithoutTwo();
        provider.when(ReceivedRequest.of(Verb.LIST_RECORDS), Behaviour.status(403));
        assertThat(harvest().isComplete()).isFalse();
        assertThat(checkpoint().unfetched()).hasSize(2);
        assertThat(sink.records.values().stream().mapToInt(Map::size).sum()).isEqualTo(48);
    }

    @Test
    void unfetchedRecordThatArrivesInItsList_isRequestedNoMore() {
        harvestWithoutTwo();
        provider.behave();
        provider.when(ReceivedRequest.of(Verb.GET_RECORD), Behaviour.status(500));
        assertThat(harvest(HarvestOptions.DEFAULT.withFull(true))).hasToString("complete");
        assertThat(sink.identifiers()).hasSize(50);
        assertThat(checkpoint().unfetched()).isEmpty();
    }

    @Test
    void sourceThatLacksRecordsBecauseOfTransportFailures_isNotComplete() {
        harvestWithoutTwo();
        provider.behave();
        poison(Behaviour.status(504));
        HarvestOutcome outcome = harvest();
        assertThat(outcome.verdict()).isEqualTo(Verdict.PARTIAL);
        assertThat(outcome.reason()).contains(TWO).contains("the next run asks for them first");
        assertThat(checkpoint().unfetched()).containsExactlyInAnyOrderElementsOf(TWO);
        provider.behave();
        provider.clearLog();
        assertThat(harvest()).hasToString("complete");
        // The list stays complete: only later changes and the two records are requested.
        assertThat(provider.requests(ReceivedRequest.of(Verb.LIST_RECORDS)).getFirst().argument("from")).isNotNull();
        assertThat(sink.identifiers()).hasSize(50);
    }

    @Test
    void recordThatNeverArrivesComplete_isReportedByEveryRun() {
        provider.put(SampleRecords.many(50));
        poison(Behaviour.html("Internal error"));
        for (int run = 0; run < 3; run++) {
            HarvestOutcome outcome = harvest();
            assertThat(outcome.verdict()).isEqualTo(Verdict.PARTIAL);
            assertThat(outcome.reason()).contains(TWO);
        }
        provider.behave();
        assertThat(harvest()).hasToString("complete");
        assertThat(sink.identifiers()).hasSize(50);
    }
}
