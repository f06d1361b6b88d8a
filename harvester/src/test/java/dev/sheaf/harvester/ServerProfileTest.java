package dev.sheaf.harvester;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.Predicate;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import dev.sheaf.core.Datestamp;
import dev.sheaf.core.Granularity;
import dev.sheaf.core.Header;
import dev.sheaf.core.OaiError;
import dev.sheaf.core.OaiRecord;
import dev.sheaf.core.OaiResponse;
import dev.sheaf.core.ResumptionToken;
import dev.sheaf.core.Verb;
import dev.sheaf.core.store.ServerTrait;
import dev.sheaf.simulator.Behaviour;
import dev.sheaf.simulator.ReceivedRequest;
import dev.sheaf.simulator.Reply;
import dev.sheaf.testkit.SampleRecords;

import static org.assertj.core.api.Assertions.assertThat;

/** Servers that want to be asked in ways of their own: found out once, kept in the profile. */
class ServerProfileTest extends HarvesterSetup {

    private static final Predicate<ReceivedRequest> DATED = request -> request.argument("from") != null
            || request.argument("until") != null;

    private void changeLater(int number) {
        providerClock.advance(Duration.ofDays(1));
        provider.put(List.of(SampleRecords.live(number, "Later", Datestamp.ofSecond(providerClock.instant()))));
        provider.clearLog();
    }

    @Test
    void refusedSeconds_areReplacedByDays() {
        provider.put(SampleRecords.many(5));
        provider.when(DATED.and(request -> (request.argument("from") + request.argument("until")).contains("T")),
                Behaviour.errors(new OaiError(OaiError.Code.BAD_ARGUMENT, "granularity")));
        harvest();
        changeLater(9);
        assertThat(harvest()).hasToString("complete");
        assertThat(sink.identifiers()).contains(SampleRecords.identifier(9));
        assertThat(lists()).extracting(request -> request.argument("from")).containsExactly("2024-05-10T08:00:00Z", "2024-05-10");
        assertThat(sink.profile.get(ServerTrait.GRANULARITY)).contains("day");
        changeLater(10);
        assertThat(harvest()).hasToString("complete");
        assertThat(lists()).extracting(request -> request.argument("from")).as("learnt").containsExactly("2024-05-10");
    }

    @Test
    void refusedDays_areReplacedBySeconds() {
        provider.put(SampleRecords.many(5));
        provider.when(ReceivedRequest.of(Verb.IDENTIFY),
                Behaviour.text(body -> body.replace("YYYY-MM-DDThh:mm:ssZ", "YYYY-MM-DD")));
        provider.when(DATED.and(request -> !Objects.requireNonNull(request.argument("from")).contains("T")),
                Behaviour.errors(new OaiError(OaiError.Code.BAD_ARGUMENT, "granularity")));
        harvest();
        changeLater(9);
        assertThat(harvest()).hasToString("complete");
        assertThat(sink.identifiers()).contains(SampleRecords.identifier(9));
        assertThat(sink.profile.get(ServerTrait.GRANULARITY)).contains("second");
    }

    @Test
    void pinnedGranularity_isUsedWithoutTrials() {
        sink.profile = sink.profile.pin(ServerTrait.GRANULARITY, "day");
        provider.put(SampleRecords.many(5));
        harvest();
        changeLater(9);
        assertThat(harvest()).hasToString("complete");
        assertThat(lists()).extracting(request -> request.argument("from")).containsExactly("2024-05-09");
    }

    @Test
    void changedGranularityInIdentify_isTestedAgain() {
        provider.put(SampleRecords.many(5));
        sink.profile = sink.profile.with(ServerTrait.GRANULARITY, "day").with(ServerTrait.STATED_GRANULARITY, "YYYY-MM-DD");
        harvest();
        changeLater(9);
        harvest();
        assertThat(lists()).extracting(request -> request.argument("from")).containsExactly("2024-05-10T08:00:00Z");
        assertThat(sink.profile.get(ServerTrait.GRANULARITY)).contains("second");
    }

    @Test
    void emptyWindowOfOneDay_isRequestedAgainWithTheNextDay() {
        provider.granularity(Granularity.DAY).put(SampleRecords.many(5));
        provider.when(DATED.and(request -> request.argument("from") != null
                && request.argument("from").equals(request.argument("until"))),
                Behaviour.errors(new OaiError(OaiError.Code.NO_RECORDS_MATCH, "")));
        Datestamp day = Datestamp.parse("2024-01-01");
        assertThat(harvest(HarvestOptions.DEFAULT.withWindow(day, day)).counts().created()).isEqualTo(5);
    }

    @Test
    void ignoredFrom_isLearntInARunWithoutChanges() {
        provider.put(SampleRecords.many(50));
        harvest();
        provider.when(DATED, (request, reply) -> {
            OaiResponse.ListRecords all = new OaiResponse.ListRecords(SampleRecords.many(50), null);
            return request.verb().equals("ListRecords")
                    ? reply.withAnswer(all)
                    : reply.withAnswer(new OaiResponse.ListIdentifiers(
                            all.records().stream().map(OaiRecord::header).toList(), null));
        });
        assertThat(harvest()).satisfies(outcome -> {
            assertThat(outcome.isComplete()).isTrue();
            assertThat(outcome.counts().same()).isEqualTo(50);
        });
        assertThat(sink.profile.get(ServerTrait.RANGES)).contains("no");
        assertThat(notes()).anySatisfy(note -> assertThat(note).contains("ignores from"));
    }

    @Test
    void selectionByAnotherDateThanTheHeaders_isNotTakenForAnIgnoredFrom() {
        provider.put(SampleRecords.many(50));
        harvest();
        provider.when(ReceivedRequest.of(Verb.LIST_RECORDS).and(DATED), (request, reply) -> reply.withAnswer(
                new OaiResponse.ListRecords(List.of(SampleRecords.live(70)), null)));
        assertThat(harvest()).hasToString("complete");
        assertThat(sink.identifiers()).contains(SampleRecords.identifier(70));
        assertThat(sink.profile.get(ServerTrait.HEADER_DATES)).contains("no");
        assertThat(sink.profile.get(ServerTrait.RANGES)).contains("yes");
    }

    @Test
    void tokenRefusedWhenSentAgain_isLearntAsValidOnce() {
        provider.put(SampleRecords.many(50));
        provider.times(2, ReceivedRequest.page(3), Behaviour.inTurn(Behaviour.cutAfter(300),
                Behaviour.errors(new OaiError(OaiError.Code.BAD_RESUMPTION_TOKEN, "used"))));
        assertThat(harvest()).hasToString("complete");
        assertThat(sink.identifiers()).containsExactlyInAnyOrderElementsOf(identifiers(50));
        assertThat(sink.profile.get(ServerTrait.TOKENS_ONCE)).contains("yes");
        assertThat(sink.profile.get(ServerTrait.TOKEN_LIFE)).isEmpty();
        assertThat(notes()).anySatisfy(note -> assertThat(note).contains("accepts each resumptionToken only once"));
    }

    @Test
    void tokenRefusedAtOnce_isNotLearntAsValidOnce() {
        provider.put(SampleRecords.many(50));
        provider.once(ReceivedRequest.page(3), Behaviour.errors(new OaiError(OaiError.Code.BAD_RESUMPTION_TOKEN, "expired")));
        assertThat(harvest()).hasToString("complete");
        assertThat(sink.profile.get(ServerTrait.TOKENS_ONCE)).isEmpty();
    }

    @Test
    void tokenRefusedWithoutMetadataPrefix_isSentWithIt() {
        provider.put(SampleRecords.many(50));
        provider.when(ReceivedRequest.of(Verb.LIST_RECORDS).and(request -> request.argument("resumptionToken") != null),
                (request, reply) -> {
                    if (request.argument("metadataPrefix") == null) {
                        return Behaviour.errors(new OaiError(OaiError.Code.BAD_ARGUMENT, "metadataPrefix missing"))
                                .change(request, reply);
                    }
                    int end = request.page() * 10;
                    String next = end == 50
                            ? ""
                            : String.valueOf(request.argument("resumptionToken")).replace(";" + (end - 10) + " ",
                                    ";" + end + " ");
                    return reply.withAnswer(new OaiResponse.ListRecords(SampleRecords.many(50).subList(end - 10, end),
                            new ResumptionToken(next, null, null, null)));
                });
        assertThat(harvest())
                .hasToString("complete-unproven(not proven: ListIdentifiers: ListIdentifiers was refused, after page 1: "
                        + "badArgument (a resumptionToken is the only argument beside the verb))");
        assertThat(sink.identifiers()).isEqualTo(identifiers(50));
        assertThat(sink.profile.get(ServerTrait.TOKENS)).contains("with-prefix");
        provider.clearLog();
        harvest(HarvestOptions.DEFAULT.withFull(true));
        assertThat(lists()).as("learnt").hasSize(5);
    }

    @Test
    void tokenThatWorksOnce_losesNoRecords() {
        provider.put(SampleRecords.many(50));
        Set<String> used = new HashSet<>();
        provider.when(ReceivedRequest.of(Verb.LIST_RECORDS).and(request -> request.argument("resumptionToken") != null),
                (request, reply) -> used.add(String.valueOf(request.argument("resumptionToken")))
                        ? reply
                        : Behaviour.errors(new OaiError(OaiError.Code.BAD_RESUMPTION_TOKEN, "used")).change(request, reply));
        provider.once(ReceivedRequest.page(3), Behaviour.cutAfter(200));
        assertThat(harvest()).hasToString("complete");
        assertThat(sink.identifiers()).containsExactlyInAnyOrderElementsOf(identifiers(50));
    }

    @Test
    void lifetimeOfTokens_isMeasured() {
        provider.put(SampleRecords.many(50));
        provider.once(ReceivedRequest.page(4), (request, reply) -> {
            providerClock.advance(Duration.ofMinutes(3));
            provider.expireTokens();
            return Behaviour.responseDate("2024-05-10T09:03:00Z").change(request,
                    Behaviour.errors(new OaiError(OaiError.Code.BAD_RESUMPTION_TOKEN, "expired")).change(request, reply));
        });
        assertThat(harvest()).hasToString("complete");
        assertThat(sink.profile.get(ServerTrait.TOKEN_LIFE)).contains("PT3M");
    }

    @Test
    void traitsSeenDuringAHarvest_areRemembered() {
        List<OaiRecord> records = new ArrayList<>(SampleRecords.many(30));
        records.add(SampleRecords.deleted(31, Datestamp.parse("2024-02-01T00:00:00Z")));
        provider.put(records).when(ReceivedRequest.any(), Behaviour.gzip(true));
        harvest();
        assertThat(sink.profile.get(ServerTrait.PROTOCOL)).contains("2.0");
        assertThat(sink.profile.get(ServerTrait.STATED_GRANULARITY)).contains("YYYY-MM-DDThh:mm:ssZ");
        assertThat(sink.profile.get(ServerTrait.PAGE_SIZE)).contains("10");
        assertThat(sink.profile.get(ServerTrait.ORDERED)).contains("yes");
        assertThat(sink.profile.get(ServerTrait.DELETIONS)).contains("yes");
        assertThat(sink.profile.get(ServerTrait.COMPRESSION)).contains("yes");
        assertThat(sink.profile.get(ServerTrait.PAGE_TIME)).isPresent();
    }

    private long asked(String coding) {
        return provider.requests().stream().filter(request -> coding.equals(request.header("Accept-Encoding"))).count();
    }

    private static final String GZIP = "gzip;q=1.0, identity;q=0.5";

    @Test
    void brokenCompression_isLearntOnce_andTestedAgainWithTheNextFullList() {
        provider.put(SampleRecords.many(50)).when(ReceivedRequest.any(), Behaviour.brokenGzip());
        assertThat(harvest()).hasToString("complete");
        assertThat(sink.identifiers()).isEqualTo(identifiers(50));
        assertThat(asked(GZIP)).as("in the whole run").isOne();
        assertThat(sink.profile.get(ServerTrait.COMPRESSION)).contains("no");
        assertThat(notes()).contains("compressed responses of the repository cannot be read: uncompressed ones are requested");

        changeLater(60);
        assertThat(harvest()).hasToString("complete");
        assertThat(asked(GZIP)).as("learnt").isZero();

        provider.behave();
        provider.when(ReceivedRequest.any(), Behaviour.gzip(true));
        provider.clearLog();
        assertThat(harvest(HarvestOptions.DEFAULT.withFull(true))).hasToString("complete");
        assertThat(asked(GZIP)).as("records and identifiers").isEqualTo(2L * lists().size());
        assertThat(sink.profile.get(ServerTrait.COMPRESSION)).contains("yes");
    }

    @Test
    void compressionThatWorkedBefore_isTestedAgainInTheNextRun() {
        provider.put(SampleRecords.many(50)).once(ReceivedRequest.page(2), Behaviour.brokenGzip());
        sink.profile = sink.profile.with(ServerTrait.COMPRESSION, true);
        assertThat(harvest()).hasToString("complete");
        assertThat(sink.identifiers()).isEqualTo(identifiers(50));
        assertThat(sink.profile.get(ServerTrait.COMPRESSION)).isEmpty();
        changeLater(60);
        harvest();
        assertThat(asked("identity")).isZero();
    }

    @Test
    void pinnedCompression_isObeyed() {
        provider.put(SampleRecords.many(50)).when(ReceivedRequest.any(), Behaviour.gzip(true));
        sink.profile = sink.profile.pin(ServerTrait.COMPRESSION, "no");
        assertThat(harvest()).hasToString("complete");
        assertThat(asked(GZIP)).isZero();

        provider.behave();
        provider.clearLog();
        provider.times(2, ReceivedRequest.of(Verb.LIST_RECORDS), Behaviour.brokenGzip());
        sink.profile = sink.profile.pin(ServerTrait.COMPRESSION, "yes");
        assertThat(harvest(HarvestOptions.DEFAULT.withFull(true))).hasToString("complete");
        assertThat(asked("identity")).as("the one that broke").isOne();
        assertThat(asked(GZIP)).isEqualTo(13);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "now", "1970-01-01T00:00:00Z", "2030-01-01", "2024-01-01T00:00:49.123Z"})
    void wrongEarliestDatestamp_losesNoRecords(String stated) {
        provider.put(SampleRecords.many(50));
        provider.when(ReceivedRequest.of(Verb.IDENTIFY), Behaviour.text(
                body -> body.replaceAll("<earliestDatestamp>[^<]*<", "<earliestDatestamp>" + stated + "<")));
        provider.when(ReceivedRequest.page(1).and(DATED.negate()), Behaviour.status(413));
        assertThat(harvest()).hasToString("complete");
        assertThat(sink.identifiers()).containsExactlyInAnyOrderElementsOf(identifiers(50));
    }

    @Test
    void datestampsWithFractionsOrWithoutContent_areKeptAsReceived() {
        List<OaiRecord> records = new ArrayList<>();
        for (int i = 0; i < 30; i++) {
            records.add(
                    SampleRecords.live(i, "T", Datestamp.received(i % 3 == 0 ? "" : "2024-01-01T00:00:0" + i % 10 + ".123Z")));
        }
        provider.put(records);
        assertThat(harvest()).hasToString("complete");
        assertThat(sink.identifiers()).isEqualTo(identifiers(30));
    }

    /** Leaves out the entries dated on the day of until or later. */
    private static Reply beforeUntil(ReceivedRequest request, Reply reply) {
        String until = request.argument("until");
        OaiResponse response = reply.response();
        if (until == null || response == null) {
            return reply;
        }
        Predicate<Header> isBefore = header -> header.datestamp().text().compareTo(until) < 0;
        OaiResponse.Answer answer = switch (response.answer()) {
            case OaiResponse.ListRecords list -> new OaiResponse.ListRecords(
                    list.records().stream().filter(record -> isBefore.test(record.header())).toList(), list.resumptionToken());
            case OaiResponse.ListIdentifiers list -> new OaiResponse.ListIdentifiers(
                    list.headers().stream().filter(isBefore).toList(), list.resumptionToken());
            default -> response.answer();
        };
        return reply.withAnswer(answer);
    }

    @Test
    void windowsOfDays_loseNoDay_ifUntilExcludesItsDay() {
        List<OaiRecord> records = new ArrayList<>();
        for (int i = 0; i < 40; i++) {
            records.add(SampleRecords.live(i, "T",
                    Datestamp.of(Instant.parse("1999-11-01T00:00:00Z").plus(Duration.ofDays(i)), Granularity.DAY)));
        }
        provider.granularity(Granularity.DAY).pageSize(100).put(records).when(ReceivedRequest.any(), (request, reply) -> {
            Reply cut = beforeUntil(request, reply);
            boolean isLong = cut.response() != null
                    && cut.response().answer() instanceof OaiResponse.ListRecords list && list.records().size() > 15;
            return isLong ? cut.withStatus(413).withBody(new byte[0]) : cut;
        });
        assertThat(harvest()).hasToString("complete");
        assertThat(sink.identifiers()).containsExactlyInAnyOrderElementsOf(identifiers(40));
        assertThat(sink.profile.get(ServerTrait.UNTIL)).contains("no");
        assertThat(notes()).anySatisfy(note -> assertThat(note).contains("excludes the day of until"));
        provider.clearLog();
        assertThat(harvest(HarvestOptions.DEFAULT.withFull(true))).hasToString("complete");
        assertThat(provider.requests(ReceivedRequest.of(Verb.GET_RECORD))).as("known traits need no repair").isEmpty();
    }
}
