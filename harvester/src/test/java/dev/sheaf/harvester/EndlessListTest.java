package dev.sheaf.harvester;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import dev.sheaf.core.Datestamp;
import dev.sheaf.core.Header;
import dev.sheaf.core.OaiRecord;
import dev.sheaf.core.OaiResponse;
import dev.sheaf.core.OaiSet;
import dev.sheaf.core.ResumptionToken;
import dev.sheaf.core.SetSpec;
import dev.sheaf.core.Verb;
import dev.sheaf.core.store.HarvestOutcome;
import dev.sheaf.core.store.HarvestOutcome.Verdict;
import dev.sheaf.core.store.ServerTrait;
import dev.sheaf.harvester.client.ClientOptions;
import dev.sheaf.harvester.client.OaiClient;
import dev.sheaf.harvester.http.BaseUrl;
import dev.sheaf.simulator.Behaviour;
import dev.sheaf.simulator.ReceivedRequest;
import dev.sheaf.simulator.Reply;
import dev.sheaf.testkit.SampleRecords;

import static org.assertj.core.api.Assertions.assertThat;

/** Lists that do not end: every walk does. */
class EndlessListTest extends HarvesterSetup {

    private int asked;

    private static Reply reply(OaiResponse.Answer answer) {
        return Reply
                .of(new OaiResponse(Datestamp.parse("2024-05-10T09:00:00Z"), new OaiResponse.RequestEcho("", Map.of()), answer));
    }

    private static int number(ReceivedRequest request) {
        String token = request.argument("resumptionToken");
        return token == null ? 0 : Integer.parseInt(token.replaceFirst("/.*", ""));
    }

    /** Pages of one record each in a circle; dates are ignored. Each token is another one when {@code fresh}. */
    private void circle(int pages, boolean fresh) {
        provider.when(ReceivedRequest.of(Verb.LIST_RECORDS).or(ReceivedRequest.of(Verb.LIST_IDENTIFIERS)), (request, _) -> {
            asked++;
            int page = number(request);
            OaiRecord record = SampleRecords.live(page);
            ResumptionToken token = new ResumptionToken((page + 1) % pages + (fresh ? "/" + asked : ""), null, null, null);
            return reply(request.verb().equals("ListRecords")
                    ? new OaiResponse.ListRecords(List.of(record), token)
                    : new OaiResponse.ListIdentifiers(List.of(record.header()), token));
        });
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void listInACircleOfThousandsOfPages_endsTheHarvest(boolean fresh) {
        int pages = fresh ? 4_200 : 300;
        circle(pages, fresh);
        HarvestOutcome outcome = harvest();
        assertThat(outcome.verdict()).isEqualTo(Verdict.PARTIAL);
        assertThat(outcome.reason()).contains("does not end");
        assertThat(sink.identifiers()).hasSize(pages);
        assertThat(asked).as("the list, and its identifiers").isLessThan(2 * pages + 100);
    }

    @Test
    void streamOfAListInACircle_returnsEachRecordOnce() {
        circle(300, true);
        List<String> seen = new ArrayList<>();
        try (RecordStream records = new RecordStream(new OaiClient(fetcher, BaseUrl.parse(provider.baseUrl()),
                ClientOptions.DEFAULT.withPause(pause)), OAI_DC)) {
            assertThat(org.assertj.core.api.Assertions.catchThrowable(() -> records.forEach(one -> seen.add(one.identifier()))))
                    .hasMessageContaining("does not end");
        }
        assertThat(seen).hasSize(300).doesNotHaveDuplicates();
    }

    @Test
    void recordListedTwice_isWrittenToAFileOnce() {
        provider.put(SampleRecords.many(50)).when(ReceivedRequest.of(Verb.LIST_RECORDS), Behaviour.records(records -> {
            List<OaiRecord> more = new ArrayList<>(records);
            more.add(records.getFirst());
            more.add(SampleRecords.live(0));
            return more;
        }));
        HarvestOutcome outcome = harvest(HarvestOptions.DEFAULT.withEachOnce());
        assertThat(outcome).hasToString("complete");
        List<String> handed = sink.batches.stream().flatMap(batch -> batch.parts().stream())
                .flatMap(part -> part.records().stream()).map(OaiRecord::identifier).toList();
        assertThat(handed).containsExactlyElementsOf(identifiers(50));
    }

    @Test
    void endlessEmptyPagesWithNewTokens_endTheHarvest() {
        provider.when(ReceivedRequest.of(Verb.LIST_RECORDS).or(ReceivedRequest.of(Verb.LIST_IDENTIFIERS)), (request, _) -> {
            ResumptionToken token = new ResumptionToken(++asked + "/", null, null, null);
            return reply(request.verb().equals("ListRecords")
                    ? new OaiResponse.ListRecords(List.of(), token)
                    : new OaiResponse.ListIdentifiers(List.of(), token));
        });
        assertThat(harvest().isComplete()).isFalse();
        assertThat(asked).isLessThan(200);
    }

    @Test
    void endlessRecordsWithoutIdentifier_endTheHarvest() {
        provider.when(ReceivedRequest.of(Verb.LIST_RECORDS).or(ReceivedRequest.of(Verb.LIST_IDENTIFIERS)), (request, _) -> {
            ResumptionToken token = new ResumptionToken(++asked + "/", null, null, null);
            Header header = new Header(" ", Datestamp.parse("2024-01-01T00:00:00Z"), List.of(), false);
            OaiRecord record = new OaiRecord(header, SampleRecords.live(1).metadata());
            return reply(request.verb().equals("ListRecords")
                    ? new OaiResponse.ListRecords(List.of(record), token)
                    : new OaiResponse.ListIdentifiers(List.of(header), token));
        });
        assertThat(harvest().isComplete()).isFalse();
        assertThat(asked).isLessThan(200);
    }

    /** Twenty records a page, each page with a new token; all of them are new after the given number, which the token may announce. */
    private void invents(@Nullable Long announced) {
        provider.when(ReceivedRequest.of(Verb.LIST_RECORDS).or(ReceivedRequest.of(Verb.LIST_IDENTIFIERS)), (request, _) -> {
            asked++;
            int page = number(request);
            List<OaiRecord> records = IntStream.range(page * 20, page * 20 + 20).mapToObj(SampleRecords::live).toList();
            return reply(request.verb().equals("ListRecords")
                    ? new OaiResponse.ListRecords(records, new ResumptionToken(page + 1 + "/", null, announced, null))
                    : new OaiResponse.ListIdentifiers(records.stream().map(OaiRecord::header).toList(),
                            new ResumptionToken(page + 1 + "/", null, announced, null)));
        });
    }

    @Test
    void recordsInventedPastTenTimesTheAnnouncedSize_endTheHarvest() {
        invents(120L);
        HarvestOutcome outcome = harvest();
        assertThat(outcome.verdict()).isEqualTo(Verdict.PARTIAL);
        assertThat(outcome.reason()).contains("does not end", "announced 120");
        assertThat(sink.identifiers()).hasSizeBetween(1_200, 1_240);
        assertThat(asked).as("requests").isLessThan(70);
    }

    @Test
    void recordsInventedPastTenTimesTheLastCompleteList_endTheHarvest() {
        provider.put(SampleRecords.many(1_500));
        assertThat(harvest().isComplete()).isTrue();
        invents(null);
        HarvestOutcome outcome = harvest(HarvestOptions.DEFAULT.withFull(true));
        assertThat(outcome.verdict()).isEqualTo(Verdict.PARTIAL);
        assertThat(outcome.reason()).contains("does not end", "the last complete list had 1500", "sizes=no");
        assertThat(asked).isLessThan(800);
    }

    @Test
    void namesInventedAfterAListThatEnds_endTheHarvest() {
        provider.put(SampleRecords.many(60)).withoutSizes().when(ReceivedRequest.of(Verb.LIST_IDENTIFIERS), (_, _) -> {
            int page = asked++;
            return reply(new OaiResponse.ListIdentifiers(
                    IntStream.range(page * 20, page * 20 + 20).mapToObj(SampleRecords::live).map(OaiRecord::header).toList(),
                    new ResumptionToken(page + 1 + "/", null, null, null)));
        });
        HarvestOutcome outcome = harvest();
        assertThat(outcome.verdict()).isEqualTo(Verdict.PARTIAL);
        assertThat(outcome.reason()).contains("ListIdentifiers does not end", "the list has 60");
        assertThat(asked).as("requests").isLessThan(1_200);
    }

    @Test
    void recordsInventedByAServerWhoseSizesAreWrong_endTheHarvestToo() {
        provider.put(SampleRecords.many(1_500)).when(ReceivedRequest.of(Verb.LIST_RECORDS), Behaviour.completeListSize(500L));
        assertThat(harvest().isComplete()).isTrue();
        assertThat(sink.profile("scripted").isNot(ServerTrait.SIZES)).isTrue();
        invents(null);
        HarvestOutcome outcome = harvest(HarvestOptions.DEFAULT.withFull(true));
        assertThat(outcome.verdict()).isEqualTo(Verdict.PARTIAL);
        assertThat(outcome.reason()).contains("does not end", "the last complete list had 1500");
        assertThat(asked).isLessThan(800);
    }

    @Test
    void pageThatRepeatsWithAFewInventedRecordsAndFreshTokens_endsTheHarvest() {
        provider.when(ReceivedRequest.of(Verb.LIST_RECORDS).or(ReceivedRequest.of(Verb.LIST_IDENTIFIERS)), (request, _) -> {
            asked++;
            int page = number(request);
            List<OaiRecord> records = new ArrayList<>(
                    IntStream.range(Math.min(page, 6) * 20, Math.min(page, 6) * 20 + 18).mapToObj(SampleRecords::live).toList());
            records.add(SampleRecords.live(1_000 + 2 * asked));
            records.add(SampleRecords.live(1_001 + 2 * asked));
            ResumptionToken token = new ResumptionToken(page + 1 + "/" + asked, null, null, null);
            return reply(request.verb().equals("ListRecords")
                    ? new OaiResponse.ListRecords(records, token)
                    : new OaiResponse.ListIdentifiers(records.stream().map(OaiRecord::header).toList(), token));
        });
        HarvestOutcome outcome = harvest();
        assertThat(outcome.verdict()).isEqualTo(Verdict.PARTIAL);
        assertThat(outcome.reason()).contains("does not end", "a few new ones");
        assertThat(asked).as("requests").isLessThan(40);
        assertThat(harvester.identifiers(source, OAI_DC, HarvestOptions.DEFAULT, _ -> {}, events::add).isComplete())
                .as("identifiers alone").isFalse();
    }

    @Test
    void listThatNamesEachRecordFiveTimes_isNoCircle() {
        List<OaiRecord> all = SampleRecords.many(2_000);
        provider.when(ReceivedRequest.of(Verb.LIST_RECORDS), (request, _) -> {
            int page = number(request);
            List<OaiRecord> records = IntStream.range(page * 50, page * 50 + 50).mapToObj(i -> all.get(i / 5)).toList();
            boolean last = page == 199;
            return reply(
                    new OaiResponse.ListRecords(records, last ? null : new ResumptionToken(page + 1 + "/", null, null, null)));
        });
        harvest();
        assertThat(sink.identifiers()).hasSize(2_000);
    }

    @Test
    void headersInACircle_endTheHarvest() {
        circle(300, true);
        HarvestOutcome outcome = harvester.identifiers(source, OAI_DC, HarvestOptions.DEFAULT, _ -> {}, events::add);
        assertThat(outcome.isComplete()).isFalse();
        assertThat(asked).isLessThan(2_000);
    }

    @Test
    void endlessListSetsWithRepeatedSets_ends() {
        int[] sets = {0};
        provider.put(SampleRecords.many(5)).when(ReceivedRequest.of(Verb.LIST_SETS),
                (_, _) -> reply(new OaiResponse.ListSets(List.of(new OaiSet(new SetSpec("s" + sets[0] % 3), "S")),
                        new ResumptionToken("t" + ++sets[0], null, null, null))));
        assertThat(harvest()).hasToString("complete");
        assertThat(sets[0]).isLessThan(30);
        assertThat(notes()).anySatisfy(note -> assertThat(note).contains("ListSets does not end"));
    }
}
