package dev.sheaf.harvester;

import java.util.ArrayList;
import java.util.List;

import org.junit.jupiter.api.Test;

import dev.sheaf.core.Datestamp;
import dev.sheaf.core.OaiError;
import dev.sheaf.core.OaiRecord;
import dev.sheaf.core.ResumptionToken;
import dev.sheaf.core.Verb;
import dev.sheaf.core.store.Batch;
import dev.sheaf.core.store.HarvestOutcome.Verdict;
import dev.sheaf.core.store.Quarantined;
import dev.sheaf.simulator.Behaviour;
import dev.sheaf.simulator.ReceivedRequest;
import dev.sheaf.testkit.SampleRecords;

import static org.assertj.core.api.Assertions.assertThat;

/** Lists that state no size, or one that can be none: their end alone does not prove that they are whole. */
class UnstatedSizeTest extends HarvesterSetup {

    @Test
    void listThatEndsWithAFullPage_isRequestedBeyondItsEnd() {
        provider.put(SampleRecords.many(40)).withoutSizes().when(ReceivedRequest.page(3),
                Behaviour.token(_ -> new ResumptionToken("", null, null, null)));
        assertThat(harvest()).hasToString("complete");
        assertThat(sink.identifiers()).containsExactlyInAnyOrderElementsOf(identifiers(40));
    }

    @Test
    void refusedTokenInAListThatStatesThePageSize_isNotTheEnd() {
        provider.put(SampleRecords.many(40))
                .when(ReceivedRequest.any(), Behaviour.token(old -> old == null
                        ? null
                        : new ResumptionToken(old.value(), null, 10L, old.cursor())))
                .times(1, ReceivedRequest.page(3), Behaviour.errors(new OaiError(OaiError.Code.BAD_RESUMPTION_TOKEN, "expired")));
        assertThat(harvest()).hasToString("complete");
        assertThat(sink.identifiers()).containsExactlyInAnyOrderElementsOf(identifiers(40));
    }

    @Test
    void recordThatSlipsBetweenPages_isFoundByItsIdentifier() {
        provider.put(SampleRecords.many(40)).withoutSizes().when(
                ReceivedRequest.page(3).and(ReceivedRequest.of(Verb.LIST_RECORDS)),
                Behaviour.records(records -> records.subList(1, records.size())));
        assertThat(harvest()).hasToString("complete");
        assertThat(sink.identifiers()).containsExactlyInAnyOrderElementsOf(identifiers(40));
    }

    @Test
    void recordWithoutTheRequiredDublinCore_goesToQuarantine() {
        provider.put(SampleRecords.many(20)).withoutSizes()
                .when(ReceivedRequest.page(2).and(ReceivedRequest.of(Verb.LIST_RECORDS)),
                        Behaviour.records(records -> records.subList(1, records.size())))
                .when(ReceivedRequest.of(Verb.GET_RECORD).and(
                        request -> identifiers(20).get(10).equals(request.argument("identifier"))),
                        Behaviour.errors(new OaiError(OaiError.Code.CANNOT_DISSEMINATE_FORMAT, "nothing but a header")));
        assertThat(harvest().verdict()).isEqualTo(Verdict.COMPLETE_WITH_QUARANTINE);
        assertThat(sink.batches).flatExtracting(Batch::quarantined).extracting(Quarantined::identifier)
                .containsExactly(identifiers(20).get(10));
    }

    @Test
    void namedRecordThatDoesNotExist_isNotMissing() {
        provider.put(SampleRecords.many(20)).withoutSizes()
                .when(ReceivedRequest.page(2).and(ReceivedRequest.of(Verb.LIST_RECORDS)),
                        Behaviour.records(records -> records.subList(1, records.size())))
                .when(ReceivedRequest.of(Verb.GET_RECORD)
                        .and(request -> SampleRecords.identifier(10).equals(request.argument("identifier"))),
                        Behaviour.errors(new OaiError(OaiError.Code.ID_DOES_NOT_EXIST, "gone")));
        assertThat(harvest()).hasToString(
                "complete-unproven(not proven: ListIdentifiers names 1 record that GetRecord denies (oai:example.org:10))");
    }

    @Test
    void earlierStateOfARecordOnTheSamePage_isIgnored() {
        OaiRecord gone = SampleRecords.deleted(3, Datestamp.parse("2024-05-01T00:00:00Z"));
        List<OaiRecord> all = new ArrayList<>(SampleRecords.many(5));
        OaiRecord before = all.stream().filter(one -> one.identifier().equals(gone.identifier())).findFirst().orElseThrow();
        all.set(all.indexOf(before), gone);
        provider.put(all).when(ReceivedRequest.of(Verb.LIST_RECORDS),
                Behaviour.records(records -> {
                    List<OaiRecord> more = new ArrayList<>(List.of(before));
                    more.addAll(records);
                    more.add(before);
                    return more;
                }));
        assertThat(harvest()).hasToString("complete");
        assertThat(sink.batches).flatExtracting(Batch::parts).flatExtracting(Batch.Part::records)
                .filteredOn(record -> record.identifier().equals(gone.identifier())).last()
                .satisfies(record -> assertThat(record.deleted()).isTrue());
    }
}
