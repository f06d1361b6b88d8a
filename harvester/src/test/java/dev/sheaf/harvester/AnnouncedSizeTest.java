package dev.sheaf.harvester;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import org.junit.jupiter.api.Test;

import dev.sheaf.core.Header;
import dev.sheaf.core.OaiRecord;
import dev.sheaf.core.OaiResponse;
import dev.sheaf.core.OaiSet;
import dev.sheaf.core.ResumptionToken;
import dev.sheaf.core.SetSpec;
import dev.sheaf.core.Verb;
import dev.sheaf.core.store.HarvestOutcome;
import dev.sheaf.core.store.HarvestOutcome.Verdict;
import dev.sheaf.core.store.ListVerdict;
import dev.sheaf.core.store.ServerProfile;
import dev.sheaf.core.store.ServerTrait;
import dev.sheaf.core.store.Source;
import dev.sheaf.harvester.http.FetchRules;
import dev.sheaf.simulator.Behaviour;
import dev.sheaf.simulator.ReceivedRequest;
import dev.sheaf.testkit.SampleRecords;
import dev.sheaf.testkit.SettableClock;

import static dev.sheaf.harvester.StatedSizes.sizes;
import static org.assertj.core.api.Assertions.assertThat;

/** Lists of another size than the repository announces. */
class AnnouncedSizeTest extends HarvesterSetup {

    private final SettableClock clock = SettableClock.at("2024-05-10T09:00:00Z");
    private final Harvester timed = new Harvester(fetcher, FetchRules.DEFAULT, clock, pause);

    private HarvestOutcome full() {
        return timed.harvest(source, HarvestOptions.DEFAULT.withFull(true), sink, events::add);
    }

    /** One page, one datestamp; ListRecords and ListIdentifiers come from the same index and are cut in the same way. */
    private void oneIndex(int listed, long announced) {
        List<OaiRecord> records = new ArrayList<>();
        for (int i = 0; i < listed; i++) {
            records.add(SampleRecords.live(i, "T", SampleRecords.live(0).header().datestamp()));
        }
        provider.behave();
        provider.pageSize(1000).put(records).when(ReceivedRequest.any(), sizes(announced));
    }

    @Test
    void firstHarvestShorterThanAnnounced_isPartialAndNamesBothNumbers() {
        oneIndex(10, 40);
        HarvestOutcome outcome = full();
        assertThat(outcome).hasToString("partial(the repository announced 40 records and listed 10)");
        assertThat(full().verdict()).as("the same hour again").isEqualTo(Verdict.PARTIAL);
        assertThat(ListVerdict.believesSizes(sink.profile)).isTrue();
    }

    @Test
    void listThatBecameShorterThanAnnounced_isPartial() {
        oneIndex(40, 40);
        assertThat(full()).hasToString("complete");
        oneIndex(40, 40);
        provider.when(ReceivedRequest.of(Verb.LIST_RECORDS).or(ReceivedRequest.of(Verb.LIST_IDENTIFIERS)), (_, reply) -> {
            OaiResponse response = reply.response();
            return response == null ? reply : switch (response.answer()) {
                case OaiResponse.ListRecords(List<OaiRecord> records, ResumptionToken token) -> reply.withAnswer(
                        new OaiResponse.ListRecords(records.subList(0, 32), token));
                case OaiResponse.ListIdentifiers(List<Header> headers, ResumptionToken token) -> reply.withAnswer(
                        new OaiResponse.ListIdentifiers(headers.subList(0, 32), token));
                default -> reply;
            };
        });
        HarvestOutcome outcome = full();
        assertThat(outcome.verdict()).isEqualTo(Verdict.PARTIAL);
        assertThat(outcome.reason()).contains("announced 40 records and listed 32");
        assertThat(checkpoint().completeSize()).isEqualTo(40);
    }

    @Test
    void sizesAreIgnored_afterListsOfThreeDaysLackedTheSameNumber() {
        provider.put(SampleRecords.many(50)).when(ReceivedRequest.any(), sizes(57L));
        assertThat(full().verdict()).isEqualTo(Verdict.PARTIAL);
        clock.advance(Duration.ofHours(25));
        assertThat(full().verdict()).isEqualTo(Verdict.PARTIAL);
        clock.advance(Duration.ofHours(1));
        assertThat(full().verdict()).as("the same day does not count").isEqualTo(Verdict.PARTIAL);
        clock.advance(Duration.ofHours(25));
        assertThat(full()).hasToString("complete");
        assertThat(ListVerdict.believesSizes(sink.profile)).isFalse();
        assertThat(notes()).anySatisfy(note -> assertThat(note).contains("announced 57 records and listed 50", "are ignored"));
        HarvestEvent.ListEnded ended = (HarvestEvent.ListEnded) events.stream()
                .filter(HarvestEvent.ListEnded.class::isInstance).reduce((_, last) -> last).orElseThrow();
        assertThat(ended.isShort()).as("no deletion may be inferred").isTrue();
    }

    @Test
    void sizesStillCount_afterListsLackedDifferentNumbers() {
        for (int day = 0; day < 6; day++) {
            provider.behave();
            provider.put(SampleRecords.many(50)).when(ReceivedRequest.any(), sizes(57L + day));
            assertThat(full().verdict()).isEqualTo(Verdict.PARTIAL);
            clock.advance(Duration.ofDays(2));
        }
    }

    @Test
    void sizesAreIgnored_afterALongerList_andCountAgainAfterOneThatFits() {
        provider.put(SampleRecords.many(50)).when(ReceivedRequest.any(), sizes(10L));
        assertThat(full()).hasToString("complete");
        assertThat(ListVerdict.believesSizes(sink.profile)).isFalse();
        provider.behave();
        assertThat(full()).hasToString("complete");
        assertThat(ListVerdict.believesSizes(sink.profile)).isTrue();
        provider.when(ReceivedRequest.any(), sizes(57L));
        assertThat(full().verdict()).isEqualTo(Verdict.PARTIAL);
    }

    @Test
    void sizesDistrustedByAnEarlierVersionWithoutEvidence_count() {
        sink.profile = ServerProfile.UNKNOWN.with(ServerTrait.SIZES, false);
        provider.put(SampleRecords.many(50)).when(ReceivedRequest.any(), sizes(57L));
        assertThat(full().verdict()).isEqualTo(Verdict.PARTIAL);
    }

    @Test
    void sizesPinnedAsWrong_areIgnored() {
        sink.profile = ServerProfile.UNKNOWN.pin(ServerTrait.SIZES, "no");
        provider.put(SampleRecords.many(50)).when(ReceivedRequest.any(), sizes(57L));
        assertThat(full()).hasToString("complete");
    }

    @Test
    void truncatedSetOfAllRecords_isPartial() {
        List<OaiRecord> records = new ArrayList<>();
        for (int i = 0; i < 32; i++) {
            records.add(SampleRecords.live(i, "s"));
        }
        provider.put(records).set(new OaiSet(new SetSpec("s"), "S")).when(ReceivedRequest.any(), sizes(40L));
        Source set = new Source("scripted", Source.Kind.HARVESTED, provider.baseUrl(), null, List.of(), List.of(new SetSpec("s")),
                Source.Settings.DEFAULT);
        HarvestOutcome outcome = timed.harvest(set, HarvestOptions.DEFAULT, sink, events::add);
        assertThat(outcome.verdict()).isEqualTo(Verdict.PARTIAL);
    }

    private void withoutIdentifiers() {
        provider.when(ReceivedRequest.of(Verb.LIST_IDENTIFIERS), Behaviour.status(501));
    }

    @Test
    void headerRepeatedOnAPage_explainsTheGapInALongList() {
        provider.pageSize(500).put(SampleRecords.many(2000)).when(ReceivedRequest.any(), sizes(2001L))
                .when(ReceivedRequest.of(Verb.LIST_RECORDS).and(request -> request.page() == 2), Behaviour.records(records -> {
                    List<OaiRecord> more = new ArrayList<>(records);
                    more.add(7, records.get(7));
                    return more;
                }));
        withoutIdentifiers();
        assertThat(full().verdict()).isEqualTo(Verdict.COMPLETE_UNPROVEN);
        assertThat(notes()).anySatisfy(
                note -> assertThat(note).contains("announced 2001 records and listed 2000", "names one of them twice"));
        assertThat(sink.identifiers()).hasSize(2000);
    }

    @Test
    void headerListedTwiceForItsDatestampToo_explainsTheGap() {
        provider.put(SampleRecords.many(120)).when(ReceivedRequest.any(), sizes(121L))
                .when(ReceivedRequest.of(Verb.LIST_RECORDS).and(request -> request.argument("resumptionToken") != null
                        && request.page() == 12 || request.argument("from") != null),
                        Behaviour.records(records -> {
                            List<OaiRecord> more = new ArrayList<>(records);
                            records.stream().filter(one -> one.identifier().equals(SampleRecords.identifier(115)))
                                    .forEach(more::add);
                            return more;
                        }));
        withoutIdentifiers();
        assertThat(full().verdict()).isEqualTo(Verdict.COMPLETE_UNPROVEN);
    }

    @Test
    void recordRepeatedOnAnotherPage_doesNotExplainTheGap() {
        List<OaiRecord> records = SampleRecords.many(120);
        provider.put(records).when(ReceivedRequest.page(12),
                Behaviour.records(old -> {
                    List<OaiRecord> slipped = new ArrayList<>(old);
                    slipped.set(0, records.get(109));
                    return slipped;
                }));
        withoutIdentifiers();
        HarvestOutcome outcome = full();
        assertThat(outcome.verdict()).isEqualTo(Verdict.PARTIAL);
        assertThat(outcome.reason()).contains("announced 120 records and listed 119");
    }

    @Test
    void pageWithEveryRecordTwice_provesHalfOfTheAnnouncedSize() {
        provider.pageSize(20).put(SampleRecords.many(40))
                .when(ReceivedRequest.of(Verb.LIST_RECORDS), Behaviour.records(records -> {
                    List<OaiRecord> twice = new ArrayList<>(records);
                    twice.addAll(records);
                    return twice;
                })).when(ReceivedRequest.any(), Behaviour.token(_ -> new ResumptionToken("", null, 40L, null)));
        provider.when(request -> request.argument("from") != null, Behaviour.status(404));
        withoutIdentifiers();
        HarvestOutcome outcome = full();
        assertThat(outcome.verdict()).isEqualTo(Verdict.PARTIAL);
        assertThat(outcome.reason()).contains("announced 40 records and listed 20");
        assertThat(sink.records.values().stream().mapToInt(Map::size).sum()).isEqualTo(20);
    }
}
