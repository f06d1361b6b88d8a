package dev.sheaf.platform.sync;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

import org.junit.jupiter.api.Test;

import dev.sheaf.core.Header;
import dev.sheaf.core.MetadataPrefix;
import dev.sheaf.core.OaiRecord;
import dev.sheaf.core.OaiResponse;
import dev.sheaf.core.ResumptionToken;
import dev.sheaf.core.Selection;
import dev.sheaf.core.Verb;
import dev.sheaf.core.store.HarvestOutcome;
import dev.sheaf.core.store.HarvestOutcome.Verdict;
import dev.sheaf.core.store.SourceStatus.State;
import dev.sheaf.simulator.Behaviour;
import dev.sheaf.simulator.ReceivedRequest;
import dev.sheaf.simulator.ScriptedProvider;
import dev.sheaf.store.HubStore;
import dev.sheaf.testkit.SampleRecords;

import static org.assertj.core.api.Assertions.assertThat;

/** Lists that are cut: what is stored of the records that they leave out. */
class TruncatedListTest extends JobsSetup {

    /** All of one datestamp and on one page. */
    private static List<OaiRecord> oneDay(int count) {
        List<OaiRecord> records = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            records.add(SampleRecords.live(i, "T", SampleRecords.live(0).header().datestamp()));
        }
        return records;
    }

    /** The same index behind both verbs: it announces 40 and lists what there is. */
    private void announcing40(int listed) {
        ScriptedProvider provider = repository("no", oneDay(listed)).pageSize(1000);
        ResumptionToken size = new ResumptionToken("", null, 40L, null);
        provider.when(ReceivedRequest.any(), (_, reply) -> {
            OaiResponse response = reply.response();
            return response == null ? reply : switch (response.answer()) {
                case OaiResponse.ListRecords(List<OaiRecord> records, ResumptionToken _) -> reply
                        .withAnswer(new OaiResponse.ListRecords(records, size));
                case OaiResponse.ListIdentifiers(List<Header> headers, ResumptionToken _) -> reply
                        .withAnswer(new OaiResponse.ListIdentifiers(headers, size));
                default -> reply;
            };
        });
    }

    @Test
    void listOf32OfTheStated40Records_neverDeletesRecords() {
        announcing40(40);
        assertThat(harvest(false).verdict()).isEqualTo(Verdict.COMPLETE);
        announcing40(32);
        for (int day = 0; day < 9; day++) {
            clock.advance(Duration.ofDays(1));
            HarvestOutcome outcome = harvest(true);
            if (day == 0) {
                assertThat(outcome.verdict()).isEqualTo(Verdict.PARTIAL);
                assertThat(outcome.reason()).contains("the repository announced 40 records and listed 32");
            }
            assertThat(outcome.counts().deleted()).isZero();
            harvest(false);
            assertThat(servedDeleted()).as("day " + day).isEmpty();
        }
        assertThat(store().heldDeletions().count(ID)).isZero();
    }

    @Test
    void firstHarvestOf10OfTheStated40Records_isPartial() {
        announcing40(10);
        HarvestOutcome outcome = harvest(false);
        assertThat(outcome).hasToString("partial(the repository announced 40 records and listed 10)");
        assertThat(status().state()).isEqualTo(State.FAILING);
    }

    @Test
    void deletionOf10Of40_isPending() {
        repository("no", SampleRecords.many(40));
        harvest(false);
        repository("no", SampleRecords.many(30));
        clock.advance(Duration.ofHours(1));
        HarvestOutcome outcome = harvest(true);
        assertThat(outcome.counts().deleted()).isZero();
        assertThat(store().heldDeletions().count(ID)).isEqualTo(10);
        assertThat(servedDeleted()).isEmpty();
        assertThat(notes())
                .anySatisfy(note -> assertThat(note).contains("10 of 40 records", "above the limit of 10 % or 1000 records",
                        "sheaf source approve a"));
    }

    @Test
    void moreThan1000Deletions_arePending_belowThePercentage() {
        repository("no", SampleRecords.many(12_000)).pageSize(4_000);
        harvest(false);
        repository("no", SampleRecords.many(10_999)).pageSize(4_000);
        clock.advance(Duration.ofHours(1));
        assertThat(harvest(true).counts().deleted()).isZero();
        assertThat(store().heldDeletions().count(ID)).isEqualTo(1_001);
    }

    @Test
    void namesOfRecordsThatCouldNotBeFetchedSurviveARestart() {
        String poisoned = SampleRecords.identifier(5);
        ScriptedProvider provider = repository("no", SampleRecords.many(20));
        provider.when(ReceivedRequest.of(Verb.LIST_RECORDS), Behaviour.status(500)).when(
                ReceivedRequest.of(Verb.GET_RECORD).and(request -> poisoned.equals(request.argument("identifier"))),
                Behaviour.status(500));
        assertThat(harvest(false).verdict()).isEqualTo(Verdict.PARTIAL);
        Selection all = Selection.all(MetadataPrefix.OAI_DC);
        try (HubStore other = open()) {
            assertThat(other.checkpoint(ID, all).orElseThrow().unfetched()).containsExactly(poisoned);
        }
        provider.behave();
        HarvestOutcome outcome = harvest(false);
        assertThat(outcome.verdict()).isEqualTo(Verdict.COMPLETE);
        assertThat(outcome.counts().created()).isOne();
        assertThat(store().checkpoint(ID, all).orElseThrow().unfetched()).isEmpty();
        assertThat(store().repairs().quarantined(ID, 10)).isEmpty();
    }
}
