package dev.sheaf.harvester;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import dev.sheaf.core.Datestamp;
import dev.sheaf.core.Granularity;
import dev.sheaf.core.OaiError;
import dev.sheaf.core.OaiRecord;
import dev.sheaf.core.OaiResponse;
import dev.sheaf.core.OaiSet;
import dev.sheaf.core.ResumptionToken;
import dev.sheaf.core.SetSpec;
import dev.sheaf.core.Verb;
import dev.sheaf.core.store.HarvestOutcome;
import dev.sheaf.core.store.HarvestOutcome.Verdict;
import dev.sheaf.core.store.Quarantined;
import dev.sheaf.core.store.ServerTrait;
import dev.sheaf.harvester.client.ClientOptions;
import dev.sheaf.harvester.client.OaiClient;
import dev.sheaf.harvester.http.BaseUrl;
import dev.sheaf.harvester.http.FetchRules;
import dev.sheaf.simulator.Behaviour;
import dev.sheaf.simulator.ReceivedRequest;
import dev.sheaf.simulator.Reply;
import dev.sheaf.testkit.SampleRecords;

import static org.assertj.core.api.Assertions.assertThat;

/** Lists that cannot be walked to their end by token, and how their records come nevertheless. */
class FallbackStrategyTest extends HarvesterSetup {

    /** The ways in which one record can spoil every page that it is on. */
    enum Poison {
        STATUS,
        BAD_GATEWAY,
        CUT,
        HTML;

        Behaviour behaviour() {
            return switch (this) {
                case STATUS -> Behaviour.status(500);
                case BAD_GATEWAY -> Behaviour.status(502);
                case CUT -> Behaviour.cutAfter(300);
                case HTML -> Behaviour.html("Error");
            };
        }
    }

    private static List<OaiRecord> records(Reply reply) {
        OaiResponse response = reply.response();
        if (response == null) {
            return List.of();
        }
        return switch (response.answer()) {
            case OaiResponse.ListRecords(List<OaiRecord> records, ResumptionToken _) -> records;
            case OaiResponse.GetRecord(OaiRecord record) -> List.of(record);
            default -> List.of();
        };
    }

    private void poison(Set<String> identifiers, Behaviour behaviour) {
        provider.when(ReceivedRequest.any(),
                (request, reply) -> records(reply).stream().anyMatch(record -> identifiers.contains(record.identifier()))
                        ? behaviour.change(request, reply)
                        : reply);
    }

    private List<String> allBut(int count, Integer... missing) {
        List<String> identifiers = new ArrayList<>(identifiers(count));
        for (int number : missing) {
            identifiers.remove(SampleRecords.identifier(number));
        }
        return identifiers;
    }

    /** A record that is named and did not come keeps the harvest from being complete, and the reason names it. */
    private static void assertLacking(HarvestOutcome outcome, Integer... numbers) {
        assertThat(outcome.verdict()).as(outcome.toString()).isEqualTo(Verdict.PARTIAL);
        for (Integer number : numbers) {
            assertThat(outcome.reason()).contains("could not be fetched", SampleRecords.identifier(number));
        }
    }

    @ParameterizedTest
    @EnumSource(Poison.class)
    void recordThatBreaksItsPage_isReported_andTheOthersAreHarvested(Poison poison) {
        provider.put(SampleRecords.many(50));
        poison(Set.of(SampleRecords.identifier(23)), poison.behaviour());
        HarvestOutcome outcome = harvest();
        assertLacking(outcome, 23);
        assertThat(sink.identifiers()).containsExactlyInAnyOrderElementsOf(allBut(50, 23));
        assertThat(sink.quarantined).singleElement().satisfies(lost -> {
            assertThat(lost.identifier()).isEqualTo(SampleRecords.identifier(23));
            assertThat(lost.reason()).contains("is unavailable");
        });
        assertThat(notes()).anySatisfy(note -> assertThat(note).contains("re-entered one record at a time",
                "1 record could not be fetched and is in quarantine"));
        assertThat(provider.requests()).as("requests").hasSizeLessThan(250);
    }

    @Test
    void recordsThatBreakTheirPages_areReported_withDayGranularity() {
        List<OaiRecord> records = new ArrayList<>();
        for (int i = 0; i < 60; i++) {
            records.add(
                    SampleRecords.live(i, "T", Datestamp.of(SampleRecords.FIRST.plus(Duration.ofDays(i / 3)), Granularity.DAY)));
        }
        provider.granularity(Granularity.DAY).put(records);
        poison(Set.of(SampleRecords.identifier(0), SampleRecords.identifier(30), SampleRecords.identifier(59)),
                Behaviour.status(500));
        assertLacking(harvest(), 0, 30, 59);
        assertThat(sink.identifiers()).containsExactlyInAnyOrderElementsOf(allBut(60, 0, 30, 59));
        assertThat(sink.quarantined).extracting(Quarantined::identifier).containsExactlyInAnyOrder(SampleRecords.identifier(0),
                SampleRecords.identifier(30), SampleRecords.identifier(59));
    }

    @Test
    void responseInPlaceOfARecord_isKeptWithTheIdentifier() {
        provider.put(SampleRecords.many(30));
        poison(Set.of(SampleRecords.identifier(12)), Behaviour.html("Out of cheese"));
        assertLacking(harvest(), 12);
        assertThat(sink.quarantined).singleElement().satisfies(one -> {
            assertThat(one.identifier()).isEqualTo(SampleRecords.identifier(12));
            assertThat(new String(one.raw(), StandardCharsets.UTF_8)).contains("<title>Out of cheese</title>");
        });
    }

    @Test
    void singleRecordRefusedByGetRecord_isQuarantinedWithItsIdentifier() {
        provider.put(SampleRecords.many(30));
        Behaviour unknown = Behaviour.errors(new OaiError(OaiError.Code.ID_DOES_NOT_EXIST, "never heard of it"));
        poison(Set.of(SampleRecords.identifier(12)), (request, reply) -> request.verb().equals("GetRecord")
                ? unknown.change(request, reply)
                : Behaviour.status(500).change(request, reply));
        assertThat(harvest()).hasToString("complete-with-quarantine");
        assertThat(sink.quarantined).singleElement().satisfies(one -> assertThat(new String(one.raw(), StandardCharsets.UTF_8))
                .contains("idDoesNotExist", "never heard of it"));
    }

    private HarvestOutcome harvestInPagesOfAtMost(long bytes) {
        return new Harvester(fetcher, FetchRules.DEFAULT.withSizes(bytes, bytes), providerClock, pause).harvest(source,
                HarvestOptions.DEFAULT, sink, events::add);
    }

    @Test
    void pagesAboveTheSizeLimit_areRequestedInSmallerRanges() {
        List<OaiRecord> records = IntStream.range(0, 40)
                .mapToObj(i -> i < 20
                        ? SampleRecords.live(i)
                        : SampleRecords.live(i, "Title ".repeat(3_000), Datestamp.ofSecond(SampleRecords.FIRST.plusSeconds(i))))
                .toList();
        provider.put(records);
        assertThat(harvestInPagesOfAtMost(100_000)).hasToString("complete");
        assertThat(sink.identifiers()).containsExactlyInAnyOrderElementsOf(identifiers(40));
        assertThat(notes()).anySatisfy(note -> assertThat(note).contains("larger than the 100000 bytes"));
    }

    @Test
    void recordAboveTheSizeLimit_isReported_andNoOtherIsLost() {
        List<OaiRecord> records = IntStream.range(0, 40)
                .mapToObj(i -> i == 25
                        ? SampleRecords.live(i, "Title ".repeat(30_000),
                                Datestamp.ofSecond(SampleRecords.FIRST.plusSeconds(i)))
                        : SampleRecords.live(i))
                .toList();
        provider.put(records);
        assertLacking(harvestInPagesOfAtMost(100_000), 25);
        assertThat(sink.identifiers()).containsExactlyInAnyOrderElementsOf(allBut(40, 25));
        assertThat(sink.quarantined).singleElement().satisfies(one -> {
            assertThat(one.identifier()).isEqualTo(SampleRecords.identifier(25));
            assertThat(one.reason()).contains("larger than the 100000 bytes");
        });
    }

    @Test
    void unorderedRecords_areFoundByHalvingDateRanges() {
        List<OaiRecord> mixed = new ArrayList<>();
        for (int i = 0; i < 50; i++) {
            mixed.add(SampleRecords.live(i * 37 % 50));
        }
        provider.put(mixed);
        poison(Set.of(SampleRecords.identifier(37)), Behaviour.status(500));
        assertLacking(harvest(), 37);
        assertThat(sink.identifiers()).containsExactlyInAnyOrderElementsOf(allBut(50, 37));
        assertThat(sink.profile("scripted").get(ServerTrait.ORDERED)).contains("no");
    }

    @Test
    void listRefusedAsTooLarge_isSplit_andFromTheStartTheNextTime() {
        provider.put(SampleRecords.many(100));
        provider.when(ReceivedRequest.of(Verb.LIST_RECORDS).and(request -> request.argument("resumptionToken") == null),
                (request, reply) -> {
                    OaiResponse response = reply.response();
                    boolean large = response != null && response.answer() instanceof OaiResponse.ListRecords(var _, var token)
                            && token != null && Objects.requireNonNullElse(token.completeListSize(), 0L) > 30;
                    return large ? Behaviour.html("Your request matches too many records (>30)").change(request, reply) : reply;
                });
        assertThat(harvest()).hasToString("complete");
        assertThat(sink.identifiers()).containsExactlyInAnyOrderElementsOf(identifiers(100));
        assertThat(sink.profile("scripted").get(ServerTrait.LIST_LIMIT)).isPresent();
        provider.clearLog();
        assertThat(harvest(HarvestOptions.DEFAULT.withFull(true))).hasToString("complete");
        assertThat(lists().getFirst().argument("until")).as("split from the start").isNotNull();
    }

    @Test
    void status413_splitsTheList() {
        provider.put(SampleRecords.many(40)).once(ReceivedRequest.page(1), Behaviour.status(413));
        assertThat(harvest()).hasToString("complete");
        assertThat(sink.identifiers()).containsExactlyInAnyOrderElementsOf(identifiers(40));
    }

    @Test
    void tooManyRecordsOfOneSecond_areRequestedBySets_andTheRestSingly() {
        List<OaiRecord> records = new ArrayList<>();
        for (int i = 0; i < 60; i++) {
            String[] sets = i < 5 ? new String[0] : new String[]{i % 2 == 0 ? "even" : "odd:" + i % 3};
            records.add(SampleRecords.live(i, "T", Datestamp.parse("2024-01-01T00:00:00Z"), sets));
        }
        provider.put(records).set(new OaiSet(new SetSpec("even"), "E")).set(new OaiSet(new SetSpec("odd"), "O"));
        provider.when(ReceivedRequest.of(Verb.LIST_RECORDS)
                .and(request -> request.argument("set") == null && request.argument("resumptionToken") == null),
                (request, reply) -> records(reply).isEmpty() ? reply : Behaviour.status(413).change(request, reply));
        assertThat(harvest()).hasToString("complete");
        assertThat(sink.identifiers()).containsExactlyInAnyOrderElementsOf(identifiers(60));
        assertThat(provider.requests(ReceivedRequest.of(Verb.GET_RECORD))).hasSize(5);
        assertThat(notes()).anySatisfy(note -> assertThat(note).contains("re-entered by sets"));
    }

    @Test
    void errorsDeepInAList_areAvoidedByContinuingFromTheLastDatestamp() {
        provider.put(SampleRecords.many(200)).when(ReceivedRequest.of(Verb.LIST_RECORDS).and(request -> request.page() > 4),
                Behaviour.status(504));
        assertThat(harvest()).hasToString("complete");
        assertThat(sink.identifiers()).isEqualTo(identifiers(200));
        assertThat(lists().stream().map(request -> request.argument("from")).filter(Objects::nonNull).distinct()).hasSize(5);
    }

    @Test
    void otherTokenEncodings_areTriedWithoutLongWaits() {
        provider.put(SampleRecords.many(50)).when(ReceivedRequest.page(2), Behaviour.status(500));
        assertThat(harvest()).hasToString("complete");
        assertThat(sink.identifiers()).containsExactlyInAnyOrderElementsOf(identifiers(50));
        Duration waited = pause.times.stream().reduce(Duration.ZERO, Duration::plus);
        assertThat(waited).as("the page is waited for twice, when it fails and when the list is begun again")
                .isLessThan(Duration.ofSeconds(200));
    }

    @Test
    void serverThatIgnoresDates_getsNoRequestsByDate() {
        provider.put(SampleRecords.many(50));
        provider.when(ReceivedRequest.page(3), Behaviour.status(500));
        ignoreDates();
        assertThat(harvest()).hasToString("complete");
        assertThat(sink.identifiers()).containsExactlyInAnyOrderElementsOf(identifiers(50));
        assertThat(sink.profile("scripted").get(ServerTrait.RANGES)).contains("no");
        assertThat(lists()).noneMatch(request -> request.arguments().containsKey("from"));
    }

    /** Every dated first page is that of the whole list. */
    private void ignoreDates() {
        provider.when(ReceivedRequest.of(Verb.LIST_IDENTIFIERS).and(request -> request.argument("from") != null),
                (request, reply) -> reply.withAnswer(new OaiResponse.ListIdentifiers(
                        SampleRecords.many(10).stream().map(OaiRecord::header).toList(), null)));
    }

    @Test
    void finishedRangesOfASplitList_areNotHarvestedAgainAfterAKill() {
        provider.put(SampleRecords.many(100));
        poison(Set.of(SampleRecords.identifier(25)), Behaviour.status(500));
        sink.failOnSave = 7;
        assertThat(harvest().verdict()).isEqualTo(Verdict.PARTIAL);
        assertThat(checkpoint().plan()).isNotNull();
        long before = sink.identifiers().size();
        sink.failOnSave = -1;
        provider.clearLog();
        HarvestOutcome resumed = harvest();
        assertLacking(resumed, 25);
        assertThat(sink.identifiers()).containsExactlyInAnyOrderElementsOf(allBut(100, 25));
        assertThat(resumed.counts().same()).as("records that came again").isLessThan(10);
        assertThat(before + resumed.counts().created()).isEqualTo(99);
        assertThat(checkpoint().underWay()).isFalse();
    }

    @Test
    void serverThatBreaksDown_getsNoFurtherSmallerRequests() {
        provider.put(SampleRecords.many(50));
        provider.when(ReceivedRequest.page(3), (request, reply) -> {
            provider.when(ReceivedRequest.any(), Behaviour.status(500));
            return Behaviour.status(500).change(request, reply);
        });
        HarvestOutcome outcome = harvest();
        assertThat(outcome.verdict()).isEqualTo(Verdict.PARTIAL);
        assertThat(outcome.reason()).contains("HTTP 500", "after page 2", "continues from there");
        assertThat(provider.requests()).hasSizeLessThan(25);
        assertThat(checkpoint().underWay()).isTrue();
    }

    @Test
    void unavailableList_isAbandonedAfterFewRequests() {
        provider.put(SampleRecords.many(50)).when(ReceivedRequest.of(Verb.LIST_RECORDS), Behaviour.status(500))
                .when(ReceivedRequest.of(Verb.GET_RECORD), Behaviour.status(500))
                .when(ReceivedRequest.of(Verb.LIST_IDENTIFIERS), Behaviour.status(500));
        HarvestOutcome outcome = harvest();
        assertThat(outcome.verdict()).isEqualTo(Verdict.FAILED);
        assertThat(outcome.reason()).contains("HTTP 500", "given up after 12 fruitless smaller requests");
        assertThat(provider.requests()).hasSizeLessThan(80);
    }

    @Test
    void listRecordsThatAlwaysFails_isReplacedByGetRecordAtOnce() {
        provider.put(SampleRecords.many(50)).when(ReceivedRequest.of(Verb.LIST_RECORDS), Behaviour.status(500));
        assertThat(harvest()).hasToString("complete");
        assertThat(sink.identifiers()).isEqualTo(identifiers(50));
        assertThat(lists()).as("two attempts for the list, and two for each of two datestamps").hasSize(6);
        assertThat(pause.times.stream().reduce(Duration.ZERO, Duration::plus)).as("back-off").isLessThan(Duration.ofSeconds(15));
    }

    @Test
    void listWithoutAnyAvailableRecord_fails() {
        provider.put(SampleRecords.many(50)).when(ReceivedRequest.of(Verb.LIST_RECORDS), Behaviour.status(500))
                .when(ReceivedRequest.of(Verb.GET_RECORD), Behaviour.status(404));
        HarvestOutcome outcome = harvest();
        assertThat(outcome.isComplete()).isFalse();
        assertThat(outcome.reason()).contains("none of the first 10 records is available by GetRecord");
    }

    @Test
    void recordWithAnotherIdentifierThanRequested_goesToQuarantine() {
        provider.put(SampleRecords.many(5)).when(ReceivedRequest.of(Verb.LIST_RECORDS), Behaviour.status(500))
                .when(ReceivedRequest.of(Verb.GET_RECORD).and(request -> SampleRecords.identifier(3).equals(
                        request.argument("identifier"))),
                        (_, reply) -> reply.withAnswer(new OaiResponse.GetRecord(SampleRecords.live(77))));
        assertLacking(harvest(), 3);
        assertThat(sink.identifiers()).containsExactlyElementsOf(allBut(5, 3));
        assertThat(sink.quarantined).singleElement().satisfies(
                lost -> assertThat(lost.reason()).contains("answers with the record " + SampleRecords.identifier(77)));
    }

    @Test
    void recordStream_usesTheSameFallbackStrategies() {
        provider.put(SampleRecords.many(50)).when(ReceivedRequest.page(3),
                Behaviour.errors(new OaiError(OaiError.Code.BAD_RESUMPTION_TOKEN, "expired")));
        List<String> seen = new ArrayList<>();
        try (RecordStream records = new RecordStream(new OaiClient(fetcher, BaseUrl.parse(provider.baseUrl()),
                ClientOptions.DEFAULT.withPause(pause)), OAI_DC)) {
            records.forEach(record -> seen.add(record.identifier()));
        }
        assertThat(seen).containsAll(identifiers(50));
    }

    @Test
    void headersOfAList_useTheSameFallbackStrategies() {
        provider.put(SampleRecords.many(50)).when(ReceivedRequest.of(Verb.LIST_IDENTIFIERS).and(request -> request.page() == 3),
                Behaviour.status(500));
        List<String> seen = new ArrayList<>();
        HarvestOutcome outcome = harvester.identifiers(source, OAI_DC, HarvestOptions.DEFAULT,
                headers -> headers.forEach(header -> seen.add(header.identifier())), events::add);
        assertThat(outcome).hasToString("complete");
        assertThat(seen).containsAll(identifiers(50));
        assertThat(lists()).isEmpty();
    }

    @Test
    void repeatedIdentifiers_doNotReplaceMissingOnes() {
        provider.put(SampleRecords.many(50)).when(ReceivedRequest.of(Verb.LIST_IDENTIFIERS),
                Behaviour.text(body -> body.replaceAll("oai:example.org:3(\\d)<", "oai:example.org:2$1<")));
        HarvestOutcome outcome = harvester.identifiers(source, OAI_DC, HarvestOptions.DEFAULT, headers -> {}, events::add);
        assertThat(outcome.verdict()).isEqualTo(Verdict.PARTIAL);
        assertThat(outcome.reason()).contains("announced 50 records and listed 40");
    }
}
