package dev.sheaf.harvester;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import dev.sheaf.core.Datestamp;
import dev.sheaf.core.OaiError;
import dev.sheaf.core.OaiRecord;
import dev.sheaf.core.OaiResponse;
import dev.sheaf.core.ResumptionToken;
import dev.sheaf.core.Verb;
import dev.sheaf.core.store.Counts;
import dev.sheaf.core.store.HarvestOutcome;
import dev.sheaf.core.store.HarvestOutcome.Verdict;
import dev.sheaf.simulator.Behaviour;
import dev.sheaf.simulator.ReceivedRequest;
import dev.sheaf.simulator.Reply;
import dev.sheaf.testkit.SampleRecords;

import static org.assertj.core.api.Assertions.assertThat;

/** Lists that do not end as they should. The list has five pages of ten. */
class FaultyListTest extends HarvesterSetup {

    @BeforeEach
    void fiftyRecords() {
        provider.put(SampleRecords.many(50));
    }

    /** All fifty records have come, and the run says so. */
    private void assertWhole(HarvestOutcome outcome) {
        assertThat(outcome).hasToString("complete");
        assertThat(sink.identifiers()).containsExactlyInAnyOrderElementsOf(identifiers(50));
        assertThat(checkpoint().completeSince()).isEqualTo(Datestamp.parse("2024-05-10T09:00:00Z"));
        assertThat(checkpoint().underWay()).isFalse();
    }

    /** The repository neither keeps to dates nor names its records: there is no other way to ask. */
    private void leaveNoOtherWay() {
        provider.when(request -> request.argument("from") != null || request.argument("until") != null,
                Behaviour.errors(new OaiError(OaiError.Code.BAD_ARGUMENT, "no dates here")))
                .when(ReceivedRequest.of(Verb.LIST_IDENTIFIERS), Behaviour.status(501));
    }

    private void assertPartial(HarvestOutcome outcome, String... words) {
        assertThat(outcome.verdict()).isEqualTo(Verdict.PARTIAL);
        assertThat(outcome.reason()).contains(words);
        assertThat(checkpoint().completeSince()).as("an incomplete list is no ground for an increment").isNull();
    }

    @Test
    void repeatedPageWithTheSameToken_isNoticed() {
        provider.when(ReceivedRequest.page(3), Behaviour.sameToken());
        assertWhole(harvest());
        assertThat(provider.pagesAsked()).startsWith(1, 2, 3, 3, 1);
        assertThat(notes()).anySatisfy(note -> assertThat(note).contains("same resumptionToken", "re-entered by date windows"));
    }

    @Test
    void secondPageThatRepeatsEndlessly_isContinuedAfterTheLastDatestamp() {
        provider.put(SampleRecords.many(50)).when(ReceivedRequest.page(2), Behaviour.sameToken());
        assertThat(harvest()).hasToString("complete");
        assertThat(sink.identifiers()).containsExactlyInAnyOrderElementsOf(identifiers(50));
        assertThat(provider.requests(ReceivedRequest.of(Verb.GET_RECORD))).as("records asked for one by one").isEmpty();
        assertThat(provider.requests()).hasSizeLessThan(20);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 20, 49})
    void moreRecordsOfOneDatestampThanCanBeFetched_makeTheHarvestPartial(int before) {
        List<OaiRecord> records = new ArrayList<>();
        for (int i = 0; i < 75; i++) {
            int day = i < before ? i : i < before + 25 ? before : i - 24;
            records.add(SampleRecords.live(i, "A title", Datestamp.parse(Instant.parse("2024-01-01T00:00:00Z")
                    .plus(Duration.ofDays(day)).toString())));
        }
        provider.put(records).when(ReceivedRequest.of(Verb.LIST_RECORDS), Behaviour.completeListSize(null))
                .when(ReceivedRequest.beyondTheFirstPage(), Behaviour.sameToken())
                .when(ReceivedRequest.of(Verb.LIST_IDENTIFIERS), Behaviour.status(501));
        HarvestOutcome outcome = harvest();
        assertPartial(outcome, "the list does not end");
        assertThat(sink.identifiers()).as("all but what no page of its datestamp shows").hasSize(70);
    }

    @Test
    void unchangedTokenWithChangingPages_isFollowed() {
        int[] page = {0};
        provider.when(ReceivedRequest.page(2), (request, reply) -> {
            page[0]++;
            Behaviour records = Behaviour.records(old -> SampleRecords.many(50).subList(page[0] * 10, page[0] * 10 + 10));
            Behaviour token = page[0] == 4
                    ? Behaviour.token(old -> new ResumptionToken("", null, null, null))
                    : Behaviour.sameToken();
            return token.change(request, records.change(request, reply));
        });
        provider.withoutSizes();
        assertThat(harvest()).hasToString("complete");
        assertThat(sink.identifiers()).isEqualTo(identifiers(50));
    }

    @Test
    void repeatedPageWithNewTokens_isNoticed() {
        int[] count = {0};
        provider.when(request -> request.arguments().containsKey("metadataPrefix") || request.page() == 0,
                (request, reply) -> {
                    if (!request.verb().equals("ListRecords")) {
                        return reply;
                    }
                    return pageAgain(count[0]++);
                });
        assertWhole(harvest());
        assertThat(provider.pagesAsked()).hasSizeLessThan(15);
    }

    private static Reply pageAgain(int number) {
        return Reply.of(new OaiResponse(Datestamp.parse("2024-05-10T09:00:00Z"),
                new OaiResponse.RequestEcho("", Map.of()), new OaiResponse.ListRecords(
                        SampleRecords.many(10), new ResumptionToken("token" + number, null, null, null))));
    }

    @Test
    void recordsMissingBecauseOfRepeatedPages_areFetched() {
        provider.when(ReceivedRequest.page(3), Behaviour.records(old -> SampleRecords.many(20).subList(10, 20)));
        provider.when(ReceivedRequest.page(4), Behaviour.records(old -> SampleRecords.many(20).subList(10, 20)));
        HarvestOutcome outcome = harvest();
        assertWhole(outcome);
        assertThat(outcome.counts()).isEqualTo(new Counts(50, 0, 20, 0, 0));
        assertThat(provider.requests(ReceivedRequest.of(Verb.GET_RECORD))).hasSize(20);
    }

    @Test
    void recordTwiceOnAPage_isAccepted() {
        provider.when(ReceivedRequest.page(2), Behaviour.records(old -> {
            List<OaiRecord> twice = new ArrayList<>(old);
            twice.add(old.getFirst());
            return twice;
        }));
        HarvestOutcome outcome = harvest();
        assertThat(outcome).hasToString("complete");
        assertThat(outcome.counts()).isEqualTo(new Counts(50, 0, 1, 0, 0));
    }

    @Test
    void emptyPage_isRequestedAgain() {
        provider.once(ReceivedRequest.page(3), Behaviour.emptyPage());
        assertThat(harvest()).hasToString("complete");
        assertThat(provider.pagesAsked()).containsExactly(1, 2, 3, 3, 4, 5);
        assertThat(notes()).isEmpty();
    }

    @Test
    void pageThatStaysEmpty_isSkipped_andItsRecordsAreFetchedOtherwise() {
        provider.when(ReceivedRequest.page(3), Behaviour.emptyPage());
        assertWhole(harvest());
        assertThat(provider.requests(ReceivedRequest.of(Verb.GET_RECORD))).hasSize(10);
    }

    @Test
    void endlessEmptyPages_endTheList() {
        int[] count = {0};
        provider.when(request -> request.verb().equals("ListRecords") && request.page() != 1, (request, reply) -> {
            count[0]++;
            return Reply.of(new OaiResponse(Datestamp.parse("2024-05-10T09:00:00Z"),
                    new OaiResponse.RequestEcho("", Map.of()),
                    new OaiResponse.ListRecords(List.of(), new ResumptionToken("t" + count[0], null, null, null))));
        });
        assertWhole(harvest());
        assertThat(count[0]).isLessThan(150);
    }

    @Test
    void listThatEndsWithoutAnEmptyToken_endsWithANote() {
        provider.withoutSizes().when(ReceivedRequest.page(5), Behaviour.noToken());
        assertThat(harvest()).hasToString("complete");
        assertThat(notes()).singleElement().asString().contains("without the empty resumptionToken");
    }

    @Test
    void listThatEndsBeforeItsStatedSize_isContinuedFromItsLastDatestamp() {
        provider.when(ReceivedRequest.page(3), Behaviour.token(old -> new ResumptionToken("", null, 50L, 20L)));
        assertWhole(harvest());
        assertThat(lists()).anySatisfy(request -> assertThat(request.argument("from")).isEqualTo("2024-01-01T00:00:29Z"));
    }

    @Test
    void sizeOfAnEarlierPage_countsIfTheLastPageHasNoToken() {
        leaveNoOtherWay();
        provider.when(ReceivedRequest.page(3), Behaviour.noToken());
        assertPartial(harvest(), "the repository announced 50 records and listed 30");
    }

    @Test
    void revisedSizeEstimate_isAccepted() {
        provider.when(ReceivedRequest.page(1), Behaviour.completeListSize(1000L)).when(ReceivedRequest.page(2),
                Behaviour.completeListSize(30L));
        assertThat(harvest()).hasToString("complete");
    }

    @Test
    void cursor_revealsMissingPages() {
        provider.when(ReceivedRequest.any(), Behaviour.token(old -> old == null || old.cursor() == null
                ? old
                : new ResumptionToken(old.value(), null, null, old.cursor())));
        provider.when(ReceivedRequest.page(3), Behaviour.records(old -> old.subList(0, 1)));
        provider.when(ReceivedRequest.page(4), Behaviour.records(old -> old.subList(0, 1)));
        provider.when(ReceivedRequest.page(5), Behaviour.records(old -> old.subList(0, 1)));
        assertWhole(harvest());
    }

    @Test
    void cursorThatCountsPages_isIgnored() {
        provider.when(ReceivedRequest.any(), Behaviour.token(old -> old == null || old.cursor() == null
                ? old
                : new ResumptionToken(old.value(), null, null, old.cursor() / 10)));
        assertThat(harvest()).hasToString("complete");
    }

    @Test
    void invalidTokenOnTheLastPageOfAFullList_isTheEnd() {
        provider.when(ReceivedRequest.page(5), Behaviour.token(old -> new ResumptionToken("beyond", null, 50L, 40L)));
        assertThat(harvest()).hasToString("complete");
        assertThat(notes()).singleElement().asString().contains("after the end");
        assertThat(provider.pagesAsked()).containsExactly(1, 2, 3, 4, 5, 0);
    }

    @Test
    void noRecordsMatchAfterTheLastPage_isTheEnd() {
        provider.withoutSizes()
                .when(ReceivedRequest.page(5), Behaviour.token(old -> new ResumptionToken("beyond", null, null, null)))
                .when(request -> "beyond".equals(request.argument("resumptionToken")),
                        Behaviour.errors(new OaiError(OaiError.Code.NO_RECORDS_MATCH, "")));
        assertThat(harvest()).hasToString("complete");
        assertThat(notes()).singleElement().asString().contains("noRecordsMatch");
    }

    @Test
    void noRecordsMatchInTheMiddle_isNotTheEnd() {
        provider.when(ReceivedRequest.page(3), Behaviour.errors(new OaiError(OaiError.Code.NO_RECORDS_MATCH, "")));
        assertWhole(harvest());
    }

    @Test
    void anErrorAmongTheRecordsOfAPage_endsTheListBeforeItsEnd() {
        leaveNoOtherWay();
        provider.withoutSizes().when(ReceivedRequest.page(3), failingInTheMiddle());
        assertPartial(harvest(), "page 3 ends with the error internalError (database gone)");
        assertThat(sink.identifiers()).as("records before the error").hasSize(25);
    }

    @Test
    void anErrorAmongTheRecordsOfAPage_once_isAskedForAgain() {
        provider.withoutSizes().once(ReceivedRequest.page(3), failingInTheMiddle());
        assertWhole(harvest());
    }

    /** Half of the records, and an error in place of the others. */
    private static Behaviour failingInTheMiddle() {
        return Behaviour.text(page -> {
            int middle = page.indexOf("<record>");
            for (int i = 0; i < 5; i++) {
                middle = page.indexOf("<record>", middle + 1);
            }
            return page.substring(0, middle) + "<error code=\"internalError\">database gone</error>"
                    + page.substring(page.indexOf("</ListRecords>"));
        });
    }

    /** A server whose database fails may write what frames a list, and nothing in it. */
    @Test
    void anEmptyPageWithAnErrorStatus_isNoEndOfAList() {
        leaveNoOtherWay();
        provider.withoutSizes().when(ReceivedRequest.page(3), emptyWithStatus(500));
        assertPartial(harvest(), "HTTP 500 from ");
        assertThat(sink.identifiers()).as("records before the failure").hasSize(20);
    }

    @Test
    void anEmptyPageWithAnErrorStatus_once_isAskedForAgain() {
        provider.withoutSizes().once(ReceivedRequest.page(3), emptyWithStatus(500));
        assertWhole(harvest());
    }

    private static Behaviour emptyWithStatus(int status) {
        Behaviour empty = Behaviour.text(page -> page.substring(0, page.indexOf("<record>"))
                + page.substring(page.indexOf("</ListRecords>")));
        return (request, reply) -> Behaviour.sameWithStatus(status).change(request, empty.change(request, reply));
    }

    @Test
    void refusedList_failsWithTheRepositorysMessage() {
        provider.when(ReceivedRequest.page(1),
                Behaviour.errors(new OaiError(OaiError.Code.CANNOT_DISSEMINATE_FORMAT, "not today"), new OaiError("busy", "")));
        assertThat(harvest()).hasToString("failed(ListRecords was refused: cannotDisseminateFormat (not today), busy)");
    }

    @Test
    void incompleteList_isHarvestedFromItsBeginningNextTime() {
        leaveNoOtherWay();
        provider.when(ReceivedRequest.page(3), Behaviour.noToken());
        assertPartial(harvest(), "the repository announced 50 records and listed 30");
        provider.behave();
        provider.clearLog();
        assertThat(harvest().counts()).isEqualTo(new Counts(20, 0, 30, 0, 0));
        assertThat(provider.pagesAsked()).containsExactly(1, 2, 3, 4, 5);
        assertThat(lists().getFirst().argument("from")).isNull();
    }

    @Test
    void incrementThatEndsEarly_doesNotMoveTheBeginningOfTheNext() {
        harvest();
        provider.pageSize(1).when(ReceivedRequest.of(Verb.LIST_IDENTIFIERS), Behaviour.status(501));
        provider.when(ReceivedRequest.page(1), Behaviour.noToken()).when(ReceivedRequest.page(1), Behaviour.completeListSize(2L));
        providerClock.advance(Duration.ofDays(1));
        provider.put(List.of(SampleRecords.live(1, "x", Datestamp.ofSecond(providerClock.instant()))));
        assertThat(harvest().verdict()).isEqualTo(Verdict.PARTIAL);
        assertThat(checkpoint().completeSince()).isEqualTo(Datestamp.parse("2024-05-10T09:00:00Z"));
    }

    @ParameterizedTest
    @ValueSource(ints = {500, 404, 403, 501, 200})
    void lists_areHarvestedIfIdentifyFails(int status) {
        provider.put(SampleRecords.many(50)).when(ReceivedRequest.of(Verb.IDENTIFY), status == 200
                ? Behaviour.errors(new OaiError(OaiError.Code.BAD_VERB, "no"))
                : Behaviour.status(status));
        assertThat(harvest()).hasToString("complete");
        assertThat(sink.identifiers()).isEqualTo(identifiers(50));
        assertThat(notes())
                .anySatisfy(note -> assertThat(note).contains("Identify failed", status == 200 ? "badVerb" : "HTTP " + status));
    }

    @Test
    void lists_areNotRequestedIfEveryRequestFails() {
        provider.put(SampleRecords.many(5)).when(ReceivedRequest.any(), Behaviour.status(500));
        assertThat(harvest().reason()).contains("HTTP 500", "verb=Identify");
        assertThat(lists()).isEmpty();
    }
}
