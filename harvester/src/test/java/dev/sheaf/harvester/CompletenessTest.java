package dev.sheaf.harvester;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;

import org.junit.jupiter.api.Test;

import dev.sheaf.core.Datestamp;
import dev.sheaf.core.Header;
import dev.sheaf.core.OaiError;
import dev.sheaf.core.OaiRecord;
import dev.sheaf.core.OaiResponse;
import dev.sheaf.core.OaiSet;
import dev.sheaf.core.ResumptionToken;
import dev.sheaf.core.SetSpec;
import dev.sheaf.core.Verb;
import dev.sheaf.core.store.HarvestOutcome;
import dev.sheaf.core.store.HarvestOutcome.Verdict;
import dev.sheaf.core.store.Source;
import dev.sheaf.simulator.Behaviour;
import dev.sheaf.simulator.ReceivedRequest;
import dev.sheaf.simulator.Reply;
import dev.sheaf.testkit.SampleRecords;

import static dev.sheaf.harvester.StatedSizes.sizes;
import static org.assertj.core.api.Assertions.assertThat;

/** When a list is held to be whole, and when not. */
class CompletenessTest extends HarvesterSetup {

    private static final Behaviour NOTHING = Behaviour.errors(new OaiError(OaiError.Code.NO_RECORDS_MATCH, "none"));

    @Test
    void listShorterThanListIdentifiers_isCompletedByGetRecord() {
        provider.put(SampleRecords.many(50)).when(ReceivedRequest.of(Verb.LIST_RECORDS),
                Behaviour.records(records -> records.stream().filter(record -> !record.identifier().endsWith("7")).toList()));
        assertThat(harvest()).hasToString("complete");
        assertThat(sink.identifiers()).containsExactlyInAnyOrderElementsOf(identifiers(50));
        assertThat(provider.requests(ReceivedRequest.of(Verb.GET_RECORD))).hasSize(5);
    }

    @Test
    void sizeOfTheWholeRepositoryStatedForASet_isIgnored() {
        List<OaiRecord> records = new ArrayList<>(SampleRecords.many(40));
        for (int i = 40; i < 65; i++) {
            records.add(SampleRecords.live(i, "s"));
        }
        provider.put(records).set(new OaiSet(new SetSpec("s"), "S")).when(ReceivedRequest.any(), sizes(65L));
        Source set = new Source("scripted", Source.Kind.HARVESTED, provider.baseUrl(), null, List.of(), List.of(new SetSpec("s")),
                Source.Settings.DEFAULT);
        HarvestOutcome outcome = harvester.harvest(set, HarvestOptions.DEFAULT, sink, events::add);
        assertThat(outcome).hasToString("complete");
        assertThat(outcome.counts().created()).isEqualTo(25);
        assertThat(notes()).anySatisfy(note -> assertThat(note).contains("the size of the whole repository, 65, for every list"));
        // The names of the set come first: such a size hides what is missing as well.
        assertThat(provider.requests(ReceivedRequest.of(Verb.LIST_IDENTIFIERS))).hasSize(5);
    }

    @Test
    void emptyTokenAfterEachFirstPage_losesNoRecords() {
        provider.put(SampleRecords.many(50)).when(ReceivedRequest.any(), (request, reply) -> {
            OaiResponse response = reply.response();
            if (response == null) {
                return reply;
            }
            ResumptionToken none = new ResumptionToken("", null, null, null);
            return switch (response.answer()) {
                case OaiResponse.ListRecords list -> reply.withAnswer(new OaiResponse.ListRecords(list.records(), none));
                case OaiResponse.ListIdentifiers list -> reply.withAnswer(new OaiResponse.ListIdentifiers(list.headers(), none));
                default -> reply;
            };
        });
        assertThat(harvest()).hasToString("complete-unproven(not proven: ListIdentifiers names only 10 of 50 records)");
        assertThat(sink.identifiers()).isEqualTo(identifiers(50));
        assertThat(provider.pagesAsked()).hasSizeLessThan(10);
    }

    @Test
    void emptyPage_isRequestedAgainBeforeAFallback() {
        provider.put(SampleRecords.many(50)).withoutSizes().times(2, ReceivedRequest.page(3), Behaviour.emptyPage());
        assertThat(harvest()).hasToString("complete");
        // The last page is full, and no size is stated: what follows its last datestamp is asked for once.
        assertThat(provider.pagesAsked()).containsExactly(1, 2, 3, 3, 3, 4, 5, 1);
    }

    @Test
    void pageThatStaysEmpty_makesTheHarvestPartial() {
        provider.put(SampleRecords.many(50)).withoutSizes().when(ReceivedRequest.page(3), Behaviour.emptyPage())
                .when(ReceivedRequest.of(Verb.LIST_IDENTIFIERS), Behaviour.status(501))
                .when(request -> request.argument("from") != null || request.argument("until") != null,
                        Behaviour.errors(new OaiError(OaiError.Code.BAD_ARGUMENT, "no dates here")));
        HarvestOutcome outcome = harvest();
        assertThat(outcome.verdict()).isEqualTo(Verdict.PARTIAL);
        assertThat(outcome.reason()).contains("page 3 came without records");
    }

    @Test
    void recordsOfAnEmptyPage_areFetchedByTheDatesOfItsNeighbours() {
        provider.put(SampleRecords.many(50)).withoutSizes().when(ReceivedRequest.page(3), Behaviour.emptyPage())
                .when(ReceivedRequest.of(Verb.LIST_IDENTIFIERS), Behaviour.status(501));
        assertThat(harvest()).asString().startsWith("complete-unproven(not proven: ListIdentifiers: HTTP 501");
        assertThat(sink.identifiers()).containsExactlyInAnyOrderElementsOf(identifiers(50));
    }

    @Test
    void emptyLastPage_endsTheList() {
        provider.put(SampleRecords.many(50))
                .when(ReceivedRequest.page(5), Behaviour.token(old -> new ResumptionToken("beyond", null, 50L, 40L)))
                .when(request -> "beyond".equals(request.argument("resumptionToken")),
                        (request, reply) -> reply.withAnswer(
                                new OaiResponse.ListRecords(List.of(), new ResumptionToken("", null, 50L, 50L))));
        assertThat(harvest()).hasToString("complete");
        assertThat(sink.identifiers()).isEqualTo(identifiers(50));
    }

    @Test
    void repeatedTokenOnTheLastPage_endsTheList() {
        provider.put(SampleRecords.many(50)).when(ReceivedRequest.page(5), Behaviour.sameToken());
        assertThat(harvest()).hasToString("complete");
        assertThat(sink.identifiers()).isEqualTo(identifiers(50));
    }

    @Test
    void repeatedTokenOnTheLastPageWithoutSizes_endsTheList() {
        provider.put(SampleRecords.many(45)).withoutSizes().when(ReceivedRequest.page(5), Behaviour.sameToken());
        assertThat(harvest()).hasToString("complete");
        assertThat(sink.identifiers()).isEqualTo(identifiers(45));
        assertThat(provider.requests()).hasSizeLessThan(40);
    }

    @Test
    void cursorsThatBeginAtOne_areAccepted() {
        provider.put(SampleRecords.many(50)).when(ReceivedRequest.any(),
                Behaviour.token(old -> old == null || old.cursor() == null
                        ? old
                        : new ResumptionToken(old.value(), null, old.completeListSize(), old.cursor() + 1)));
        assertThat(harvest()).hasToString("complete");
        assertThat(provider.requests()).as("the list and its names").hasSize(13);
    }

    @Test
    void muchShorterListThanBefore_isNotCompleteWithoutConfirmation() {
        provider.put(SampleRecords.many(200));
        harvest();
        assertThat(checkpoint().completeSize()).isEqualTo(200);
        provider.when(ReceivedRequest.of(Verb.LIST_RECORDS),
                Behaviour.token(old -> new ResumptionToken("", null, null, null)))
                .when(ReceivedRequest.of(Verb.LIST_IDENTIFIERS), Behaviour.status(501))
                .when(request -> request.argument("from") != null, Behaviour.status(404));
        HarvestOutcome outcome = harvest(HarvestOptions.DEFAULT.withFull(true));
        assertThat(outcome.verdict()).isEqualTo(Verdict.PARTIAL);
        assertThat(outcome.reason()).contains("190 of the 200 records that were there before are no longer in the list");
        assertThat(checkpoint().completeSize()).isEqualTo(200);
    }

    @Test
    void muchShorterListThanBefore_isConfirmedByListIdentifiers() {
        provider.put(SampleRecords.many(200));
        harvest();
        Behaviour less = (request, reply) -> {
            OaiResponse response = reply.response();
            List<OaiRecord> few = SampleRecords.many(7);
            return response == null
                    ? reply
                    : switch (response.answer()) {
                        case OaiResponse.ListRecords _ -> reply.withAnswer(new OaiResponse.ListRecords(few, null));
                        case OaiResponse.ListIdentifiers _ -> reply.withAnswer(
                                new OaiResponse.ListIdentifiers(few.stream().map(OaiRecord::header).toList(), null));
                        default -> reply;
                    };
        };
        provider.when(ReceivedRequest.any(), less);
        assertThat(harvest(HarvestOptions.DEFAULT.withFull(true))).hasToString("complete");
        assertThat(checkpoint().completeSize()).isEqualTo(7);
    }

    @Test
    void repositoryThatIsSuddenlyEmpty_isNotComplete() {
        provider.put(SampleRecords.many(200));
        harvest();
        provider.when(request -> request.verb().startsWith("List") && request.arguments().containsKey("metadataPrefix"),
                Behaviour.errors(new OaiError(OaiError.Code.NO_RECORDS_MATCH, "")));
        HarvestOutcome outcome = harvest(HarvestOptions.DEFAULT.withFull(true));
        assertThat(outcome.isComplete()).isFalse();
        assertThat(outcome.reason()).contains("200 of the 200 records that were there before");
    }

    @Test
    void duplicates_doNotReplaceMissingRecords() {
        List<OaiRecord> records = SampleRecords.many(50);
        provider.put(records).when(ReceivedRequest.page(4), Behaviour.records(old -> records.subList(25, 35)));
        assertThat(harvest()).hasToString("complete");
        assertThat(sink.identifiers()).containsExactlyInAnyOrderElementsOf(identifiers(50));
    }

    @Test
    void endlessServerWithoutTimeAndSize_isAbandoned() {
        int[] asked = {0};
        provider.when(ReceivedRequest.of(Verb.LIST_RECORDS), (request, reply) -> {
            asked[0]++;
            return Reply.of(new OaiResponse(Datestamp.parse("2024-05-10T09:00:00Z"),
                    new OaiResponse.RequestEcho("", Map.of()), new OaiResponse.ListRecords(SampleRecords.many(36),
                            new ResumptionToken("t" + asked[0], null, null, null))));
        });
        provider.put(SampleRecords.many(36));
        assertThat(harvest()).hasToString("complete");
        assertThat(asked[0]).isLessThan(60);
        assertThat(sink.identifiers()).isEqualTo(identifiers(36));
    }

    @Test
    void sizeThatDecreasesDuringAList_causesACheckOfAllIdentifiers() {
        provider.put(SampleRecords.many(50))
                .when(ReceivedRequest.page(5), Behaviour.records(records -> records.subList(1, records.size())))
                .when(ReceivedRequest.page(5), sizes(49L));
        assertThat(harvest()).hasToString("complete");
        assertThat(sink.identifiers()).containsExactlyInAnyOrderElementsOf(identifiers(50));
        assertThat(provider.requests(ReceivedRequest.of(Verb.GET_RECORD))).hasSize(1);
    }

    @Test
    void fallingSize_isReportedWhenIdentifiersCannotBeListed() {
        provider.put(SampleRecords.many(50))
                .when(ReceivedRequest.page(5), Behaviour.records(records -> records.subList(1, records.size())))
                .when(ReceivedRequest.page(5), sizes(49L))
                .when(ReceivedRequest.of(Verb.LIST_IDENTIFIERS), Behaviour.status(501));
        HarvestOutcome outcome = harvest();
        assertThat(outcome.verdict()).isEqualTo(Verdict.PARTIAL);
        assertThat(outcome.reason()).contains("stated 50 records, then 49");
    }

    @Test
    void singleNoRecordsMatch_isCheckedByASecondRequest() {
        provider.put(SampleRecords.many(50)).once(ReceivedRequest.page(1), NOTHING);
        assertThat(harvest()).hasToString("complete");
        assertThat(sink.identifiers()).isEqualTo(identifiers(50));
    }

    @Test
    void recordsNamedOnlyByListIdentifiers_areFetchedOneByOne() {
        provider.put(SampleRecords.many(5)).when(ReceivedRequest.of(Verb.LIST_RECORDS), NOTHING);
        assertThat(harvest()).hasToString("complete");
        assertThat(sink.identifiers()).isEqualTo(identifiers(5));
    }

    @Test
    void repositoryThatLostAllRecords_isNotComplete() {
        provider.put(SampleRecords.many(5));
        assertThat(harvest()).hasToString("complete");
        provider.when(ReceivedRequest.of(Verb.LIST_RECORDS).or(ReceivedRequest.of(Verb.LIST_IDENTIFIERS)), NOTHING);
        HarvestOutcome outcome = harvest(HarvestOptions.DEFAULT.withFull(true));
        assertThat(outcome.isComplete()).isFalse();
        assertThat(outcome.reason()).contains("5 of the 5 records that were there before");
    }

    @Test
    void emptyListAsIncrement_isComplete() {
        provider.put(SampleRecords.many(5));
        assertThat(harvest()).hasToString("complete");
        Behaviour empty = (_, reply) -> reply.withAnswer(new OaiResponse.ListRecords(List.of(), null));
        provider.when(ReceivedRequest.of(Verb.LIST_RECORDS), empty);
        assertThat(harvest()).hasToString("complete");
        assertThat(provider.requests(ReceivedRequest.of(Verb.LIST_IDENTIFIERS)))
                .as("the proof of the first harvest, and of the page of nothing")
                .hasSize(2);
        // Of a whole list it is not believed.
        assertThat(harvest(HarvestOptions.DEFAULT.withFull(true))).hasToString("complete");
        assertThat(provider.requests(ReceivedRequest.of(Verb.GET_RECORD))).hasSize(5);
    }

    /** Harvests everything, lets the first three records change, and harvests the changes from a list with a fault. */
    private HarvestOutcome incrementWith(Behaviour fault, Verb... verbs) {
        provider.put(SampleRecords.many(40));
        assertThat(harvest()).hasToString("complete");
        Datestamp later = Datestamp.ofSecond(providerClock.instant());
        for (int i = 0; i < 3; i++) {
            provider.put(List.of(SampleRecords.live(i, "Changed " + i, later)));
        }
        for (Verb verb : verbs) {
            provider.when(ReceivedRequest.of(verb), fault);
        }
        return harvest();
    }

    @Test
    void incrementOfAPageOfNothing_isComparedWithTheNames() {
        HarvestOutcome outcome = incrementWith(Behaviour.records(records -> List.of()), Verb.LIST_RECORDS);
        assertThat(outcome).hasToString("complete");
        assertThat(outcome.counts().changed()).isEqualTo(3);
    }

    @Test
    void incrementOfNothing_inBothLists_isNotProven() {
        Behaviour nothing = (request, reply) -> reply.withAnswer(request.verb().equals("ListRecords")
                ? new OaiResponse.ListRecords(List.of(), null)
                : new OaiResponse.ListIdentifiers(List.of(), null));
        HarvestOutcome outcome = incrementWith(nothing, Verb.LIST_RECORDS, Verb.LIST_IDENTIFIERS);
        assertThat(outcome.verdict()).isEqualTo(Verdict.COMPLETE_UNPROVEN);
    }

    @Test
    void incrementThatAnswersAnotherHost_isComparedWithTheNames() {
        HarvestOutcome outcome = incrementWith(
                Behaviour.text(text -> text.replaceFirst("(<request[^>]*>)[^<]*", "$1http://other.example.org/oai")
                        .replace("oai:example.org:", "oai:other:")),
                Verb.LIST_RECORDS);
        assertThat(outcome.verdict()).isNotEqualTo(Verdict.COMPLETE);
        assertThat(outcome.counts().changed()).as("the real changes, by GetRecord").isEqualTo(3);
    }

    @Test
    void incrementWhoseTwoListsRepeatARecordInThePlaceOfAnother_isNotProven() {
        Behaviour replaced = (request, reply) -> reply.withAnswer(switch (Objects.requireNonNull(reply.response()).answer()) {
            case OaiResponse.ListRecords(List<OaiRecord> records, ResumptionToken token) -> new OaiResponse.ListRecords(
                    List.of(records.get(0), records.get(1), records.get(1)), token);
            case OaiResponse.ListIdentifiers(List<Header> headers, ResumptionToken token) -> new OaiResponse.ListIdentifiers(
                    List.of(headers.get(0), headers.get(1), headers.get(1)), token);
            case OaiResponse.Answer other -> other;
        });
        provider.withoutSizes();
        HarvestOutcome outcome = incrementWith(replaced, Verb.LIST_RECORDS, Verb.LIST_IDENTIFIERS);
        assertThat(outcome.verdict()).isEqualTo(Verdict.COMPLETE_UNPROVEN);
        assertThat(outcome.reason()).contains("name records twice");
    }
}
