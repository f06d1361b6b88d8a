package dev.sheaf.platform.sync.erring;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import dev.sheaf.core.OaiRecord;
import dev.sheaf.core.SetSpec;
import dev.sheaf.core.store.HarvestOutcome;
import dev.sheaf.core.store.HarvestOutcome.Verdict;
import dev.sheaf.core.store.Source;
import dev.sheaf.harvester.HarvestOptions;
import dev.sheaf.platform.sync.HarvestCare;
import dev.sheaf.platform.sync.JobsSetup;
import dev.sheaf.platform.sync.erring.ErringRepository.Fault;
import dev.sheaf.platform.sync.erring.ErringRepository.Page;
import dev.sheaf.platform.sync.erring.ErringRepository.Rec;
import dev.sheaf.platform.sync.erring.ErringRepository.Request;

import static dev.sheaf.platform.sync.erring.ErringRepository.id;
import static org.assertj.core.api.Assertions.assertThat;

/** Repositories whose answers contradict each other: nothing is deleted on the word of one of them. */
class ContradictionsTest extends JobsSetup {

    private static final HarvestCare CENSUS = new HarvestCare(true, false);

    private final ErringRepository repository = new ErringRepository(60);

    @AfterEach
    void closeRepository() {
        repository.close();
    }

    private HarvestOutcome first(String... sets) {
        store().put(new Source(ID, Source.Kind.HARVESTED, repository.baseUrl(), null, List.of(),
                List.of(sets).stream().map(SetSpec::new).toList(), Source.Settings.DEFAULT));
        HarvestOutcome outcome = harvest(false);
        repository.requests.clear();
        clock.advance(Duration.ofHours(2));
        repository.now = repository.now.plus(Duration.ofHours(2));
        return outcome;
    }

    private List<String> live() {
        return served().stream().filter(record -> !record.deleted()).map(OaiRecord::identifier).toList();
    }

    private static Fault lacking(Predicate<Request> list, String... identifiers) {
        return new Fault() {
            @Override
            public void list(Request request, Page page) {
                if (list.test(request)) {
                    page.records.removeIf(record -> Set.of(identifiers).contains(record.id()));
                }
            }
        };
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void recordsOfASetThatNoHeaderNames_areNotDeletedBecauseTheirHeadersNameOthers(boolean full) {
        repository.hidesSets = true;
        repository.all().forEach(record -> repository.put(new Rec(record.id(), record.stamp(), false, List.of("v"), "T")));
        assertThat(first("v").isComplete()).isTrue();
        repository.fault = lacking(request -> full ? request.isList() : request.isNames(), id(7), id(8));

        HarvestOutcome outcome = full ? harvest(true) : harvest(HarvestOptions.DEFAULT, CENSUS);

        assertThat(servedDeleted()).as(outcome.toString()).isEmpty();
        assertThat(outcome.reason()).contains("2 deletions in oai_dc are held");
    }

    @Test
    void recordThatLeftTheSetByItsHeader_isDeleted_whereHeadersNameTheSet() {
        repository.all().forEach(record -> repository.put(new Rec(record.id(), record.stamp(), false, List.of("v"), "T")));
        first("v");
        Rec left = repository.record(7);
        repository.put(new Rec(left.id(), left.stamp(), false, List.of("w"), "T"));

        HarvestOutcome outcome = harvest(HarvestOptions.DEFAULT, CENSUS);

        assertThat(servedDeleted()).as(outcome.toString()).containsExactly(id(7));
    }

    @ParameterizedTest
    @ValueSource(strings = {"census", "full", "increment"})
    void identifiersWithoutEnd_areStopped(String how) {
        repository.states = true;
        first();
        for (int i = 0; how.equals("increment") && i < 30; i++) {
            Rec old = repository.record(i);
            repository.put(new Rec(old.id(), repository.now, false, List.of(), "Changed"));
        }
        repository.fault = new Fault() {
            @Override
            public void list(Request request, Page page) {
                if (request.isNames()) {
                    List<Rec> invented = new ArrayList<>();
                    for (int i = 0; i < 100; i++) {
                        invented.add(new Rec("oai:invented:" + request.offset() + ":" + i, Instant.parse("2024-01-01T00:00:00Z"),
                                false,
                                List.of(), "T"));
                    }
                    page.records = invented;
                    page.next = request.offset() + 1;
                }
            }
        };

        HarvestOutcome outcome = how.equals("census") ? harvest(HarvestOptions.DEFAULT, CENSUS) : harvest(how.equals("full"));

        assertThat(outcome.verdict()).as(outcome.toString()).isNotEqualTo(Verdict.COMPLETE);
        assertThat(repository.count("ListIdentifiers")).as(outcome.toString()).isLessThan(500);
        assertThat(servedDeleted()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"nothing", "lists of nothing", "text"})
    void blankPagesOfIdentifiers_endTheCensusAfterFewRequests(String kind) {
        first();
        repository.fault = new Fault() {
            @Override
            public String answer(ErringRepository erring, Request request) {
                if (!request.isNames()) {
                    return "";
                }
                return switch (kind) {
                    case "nothing" -> " ";
                    case "text" -> "<html><body><p>Please wait</p></body></html>";
                    default -> erring.envelope(request, erring.baseUrl(), "<ListIdentifiers><resumptionToken>o="
                            + (request.offset() + 1) + ";</resumptionToken></ListIdentifiers>");
                };
            }
        };

        HarvestOutcome outcome = harvest(HarvestOptions.DEFAULT, CENSUS);

        assertThat(outcome.verdict()).as(outcome.toString()).isEqualTo(Verdict.PARTIAL);
        assertThat(repository.count("ListIdentifiers")).as(outcome.toString()).isLessThan(60);
        assertThat(servedDeleted()).isEmpty();
    }

    @Test
    void recordThatListIdentifiersNamesAndGetRecordDenies_isNotDeleted() {
        first();
        repository.fault = new Fault() {
            @Override
            public void list(Request request, Page page) {
                if (request.isRecords()) {
                    page.records.removeIf(record -> record.id().equals(id(7)));
                }
            }

            @Override
            public String answer(ErringRepository erring, Request request) {
                return id(7).equals(request.arguments().get("identifier")) ? erring.error(request, "idDoesNotExist") : "";
            }
        };

        HarvestOutcome outcome = harvest(true);

        assertThat(servedDeleted()).as(outcome.toString()).isEmpty();
        assertThat(live()).contains(id(7));
    }

    @ParameterizedTest
    @ValueSource(strings = {"2020-01-01T00:00:00Z", "same"})
    void deletionInAListOfAStaleCopy_doesNotDeleteTheNewerRecord(String stamp) {
        repository.deletions = "persistent";
        first();
        Rec record = repository.record(7);
        Instant deleted = stamp.equals("same") ? record.stamp() : Instant.parse(stamp);
        repository.fault = new Fault() {
            @Override
            public void list(Request request, Page page) {
                if (request.isRecords()) {
                    page.records.replaceAll(one -> one.id().equals(id(7)) ? new Rec(id(7), deleted, true, List.of(), "") : one);
                }
            }
        };

        HarvestOutcome outcome = harvest(true);

        assertThat(servedDeleted()).as(outcome.toString()).isEmpty();
        assertThat(notes()).anyMatch(note -> note.contains("GetRecord still delivers them"));
    }

    @Test
    void deletionWithTheDatestampOfTheRecord_isCarriedOut_whenGetRecordConfirmsIt() {
        repository.deletions = "persistent";
        first();
        Rec record = repository.record(7);
        repository.put(new Rec(record.id(), record.stamp(), true, List.of(), ""));

        harvest(true);

        assertThat(servedDeleted()).containsExactly(id(7));
    }

    @ParameterizedTest
    @ValueSource(ints = {60, 3})
    void ofTwoHeadersOfARecord_theNewerCounts(int pageSize) {
        repository.deletions = "persistent";
        repository.pageSize = pageSize;
        Rec record = repository.record(7);
        repository.fault = new Fault() {
            @Override
            public void list(Request request, Page page) {
                // Newest first, and at the end what the record was before.
                Collections.reverse(page.records);
                if (request.isRecords() && page.next == null) {
                    page.records.add(new Rec(record.id(), record.stamp().minus(Duration.ofDays(400)), true, List.of(), ""));
                }
            }
        };

        HarvestOutcome outcome = first();

        assertThat(live()).as(outcome.toString()).contains(id(7));
    }

    @Test
    void oneRecordThatTheListForgets_protectsNoOther_thatIsReallyGone() {
        first();
        repository.fault = lacking(Request::isList, id(7));
        repository.remove(8);

        HarvestOutcome outcome = harvest(HarvestOptions.DEFAULT, CENSUS);

        assertThat(outcome.verdict()).isEqualTo(Verdict.PARTIAL);
        assertThat(outcome.reason()).contains("GetRecord still delivers 1 of 2", "held for sheaf source approve " + ID);
        assertThat(servedDeleted()).isEmpty();
        assertThat(store().heldDeletions().count(ID)).isOne();
    }

    @Test
    void censusOfASet_whoseListStatesTheSizeOfTheWholeRepository_findsWhatIsGone() {
        repository.all().forEach(record -> repository.put(new Rec(record.id(), record.stamp(), false,
                List.of(Integer.parseInt(record.id().substring(8)) % 2 == 0 ? "v" : "w"), "T")));
        repository.fault = new Fault() {
            @Override
            public void list(Request request, Page page) {
                page.size = repository.all().size();
            }
        };
        repository.pageSize = 10;
        assertThat(first("v").isComplete()).isTrue();
        repository.remove(8);

        HarvestOutcome outcome = harvest(HarvestOptions.DEFAULT, CENSUS);

        assertThat(outcome.isComplete()).as(outcome.toString()).isTrue();
        assertThat(servedDeleted()).containsExactly(id(8));
    }

    @Test
    void deletionOfAnOlderDate_isHeld_whenGetRecordDoesNotTell() {
        repository.deletions = "persistent";
        first();
        repository.put(new Rec(id(7), Instant.parse("2020-01-01T00:00:00Z"), true, List.of(), ""));
        repository.fault = new Fault() {
            @Override
            public String answer(ErringRepository erring, Request request) {
                return request.verb().equals("GetRecord") ? "500" : "";
            }
        };

        HarvestOutcome outcome = harvest(true);

        assertThat(outcome.verdict()).as(outcome.toString()).isEqualTo(Verdict.PARTIAL);
        assertThat(servedDeleted()).isEmpty();
        assertThat(store().heldDeletions().count(ID)).isOne();
    }

    @Test
    void oneSetOfASourceThatIsHarvestedWhole_deletesNoRecordThatHasMoved() {
        repository.deletions = "persistent";
        repository.all().forEach(record -> repository.put(new Rec(record.id(), record.stamp(), false, List.of("v"), "T")));
        first();
        Rec moved = repository.record(7);
        repository.put(new Rec(moved.id(), repository.now, false, List.of("w"), "T"));
        repository.fault = new Fault() {
            @Override
            public void list(Request request, Page page) {
                if ("v".equals(request.arguments().get("set"))) {
                    page.records.add(new Rec(moved.id(), repository.now, true, List.of("v"), ""));
                }
            }
        };

        HarvestOutcome outcome = harvest(HarvestOptions.DEFAULT.withLists(List.of(), List.of(new SetSpec("v"))),
                HarvestCare.USUAL);

        assertThat(servedDeleted()).as(outcome.toString()).isEmpty();
    }
}
