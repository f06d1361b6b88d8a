package dev.sheaf.harvester;

import java.nio.charset.StandardCharsets;

import org.junit.jupiter.api.Test;

import dev.sheaf.core.MetadataPrefix;
import dev.sheaf.core.Verb;
import dev.sheaf.core.store.HarvestOutcome;
import dev.sheaf.core.store.Quarantined;
import dev.sheaf.core.store.Repair;
import dev.sheaf.simulator.Behaviour;
import dev.sheaf.simulator.ReceivedRequest;
import dev.sheaf.testkit.SampleRecords;

import static org.assertj.core.api.Assertions.assertThat;

/** Harvests of pages that are not well-formed. */
class HarvesterRepairTest extends HarvesterSetup {

    @Test
    void faultyPage_isHarvestedCompletely_andRepairsAreReported() {
        provider.put(SampleRecords.many(25)).when(ReceivedRequest.page(2),
                Behaviour.text(body -> body.replace("Title 12", "Title & 12").replace("Title 15", "Title <br> 15")));
        assertThat(harvest()).hasToString("complete");
        assertThat(sink.identifiers()).isEqualTo(identifiers(25));
        assertThat(sink.repairs).extracting(Repair::identifier).containsExactly(SampleRecords.identifier(12),
                SampleRecords.identifier(15));
        assertThat(sink.repairs).extracting(Repair::kind).containsExactly(Repair.Kind.UNESCAPED, Repair.Kind.MARKUP);
        assertThat(sink.repairs).extracting(Repair::prefix).containsOnly(MetadataPrefix.OAI_DC);
        assertThat(notes()).containsExactly("2 records had to be repaired to be read");
        assertThat(provider.pagesAsked()).containsExactly(1, 2, 3);
    }

    @Test
    void unrepairableRecord_goesToQuarantine_andTheOthersAreStored() {
        provider.put(SampleRecords.many(25)).when(ReceivedRequest.page(2), Behaviour.text(
                body -> body.replaceFirst("<dc:title>Title 12",
                        "<dc:title xmlns:a='urn:x' xmlns:b='urn:x' a:k='' b:k=''>Title 12")));
        HarvestOutcome outcome = harvest();
        assertThat(outcome).hasToString("complete-with-quarantine");
        assertThat(outcome.counts().created()).isEqualTo(24);
        assertThat(outcome.counts().refused()).isEqualTo(1);
        assertThat(sink.quarantined).singleElement().satisfies(one -> {
            assertThat(one.identifier()).isEqualTo(SampleRecords.identifier(12));
            assertThat(one.reason()).contains("oai_dc, page 2, from byte ");
            assertThat(new String(one.raw(), StandardCharsets.UTF_8)).startsWith("<record>")
                    .endsWith("</record>");
        });
    }

    private static String cutAt15(String body) {
        int at = body.indexOf("Title 15");
        return at < 0 ? body : body.substring(0, at);
    }

    @Test
    void pageTruncatedEveryTime_isAvoidedByOtherRequests() {
        provider.put(SampleRecords.many(25)).when(ReceivedRequest.page(2), Behaviour.text(HarvesterRepairTest::cutAt15));
        HarvestOutcome outcome = harvest();
        assertThat(outcome).hasToString("complete");
        assertThat(sink.identifiers()).containsAll(identifiers(25));
    }

    @Test
    void recordThatTruncatesEveryResponse_isReportedByItsIdentifier() {
        provider.put(SampleRecords.many(25)).when(ReceivedRequest.any(), Behaviour.text(HarvesterRepairTest::cutAt15));
        HarvestOutcome outcome = harvest();
        assertThat(outcome.verdict()).isEqualTo(HarvestOutcome.Verdict.PARTIAL);
        assertThat(outcome.reason()).contains(SampleRecords.identifier(15), "could not be fetched");
        assertThat(sink.identifiers()).contains(SampleRecords.identifier(14), SampleRecords.identifier(16))
                .doesNotContain(SampleRecords.identifier(15));
        assertThat(sink.quarantined).singleElement().extracting(Quarantined::identifier).isEqualTo(SampleRecords.identifier(15));
    }

    @Test
    void pageTruncatedOnce_isRequestedAgain() {
        provider.put(SampleRecords.many(25)).once(ReceivedRequest.page(2),
                Behaviour.text(body -> body.substring(0, body.indexOf("Title 15"))));
        assertThat(harvest()).hasToString("complete");
        assertThat(sink.quarantined).isEmpty();
        assertThat(sink.identifiers()).isEqualTo(identifiers(25));
    }

    @Test
    void completePageWithAnErrorStatus_isAcceptedAtOnce() {
        provider.put(SampleRecords.many(25)).when(ReceivedRequest.of(Verb.LIST_RECORDS), Behaviour.sameWithStatus(500));
        assertThat(harvest()).hasToString("complete");
        assertThat(sink.identifiers()).isEqualTo(identifiers(25));
        assertThat(provider.pagesAsked()).containsExactly(1, 2, 3);
        assertThat(pause.times).isEmpty();
        assertThat(notes()).contains("a complete answer arrived with HTTP 500 and was accepted");
        assertThat(sink.repairs).extracting(Repair::kind).containsOnly(Repair.Kind.STATUS).hasSize(3);
    }

    @Test
    void completePageWithAnErrorStatus_isRefusedInAStrictHarvest() {
        provider.put(SampleRecords.many(25)).when(ReceivedRequest.of(Verb.LIST_RECORDS), Behaviour.sameWithStatus(500));
        assertThat(harvest(HarvestOptions.DEFAULT.withStrict(true))).hasToString("complete");
        assertThat(provider.requests(ReceivedRequest.of(Verb.GET_RECORD))).as("the only way that is left").hasSize(25);
        assertThat(sink.repairs).isEmpty();
    }

    @Test
    void pageOfUnreadableRecords_isNotTakenForAnEmptyPage() {
        provider.put(SampleRecords.many(25)).when(ReceivedRequest.page(2), Behaviour.text(
                body -> body.replace("<dc:title>", "<dc:title xmlns:a='urn:x' xmlns:b='urn:x' a:k='' b:k=''>")));
        HarvestOutcome outcome = harvest();
        assertThat(outcome).hasToString(
                "partial(10 of 25 records could not be accepted, which is too many for a complete harvest)");
        assertThat(outcome.counts().refused()).isEqualTo(10);
        assertThat(provider.pagesAsked()).containsExactly(1, 2, 3);
    }
}
