package dev.sheaf.platform.sync.erring;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import dev.sheaf.core.OaiRecord;
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

/** Repositories whose second list errs lose no live record here, and no run with records missing is complete. */
class SecondListErrsTest extends JobsSetup {

    private static final int RECORDS = 240;
    /** Requests for single records that a run may send. */
    private static final int SINGLE = 100;

    private final ErringRepository repository = new ErringRepository(RECORDS);

    @AfterEach
    void closeRepository() {
        repository.close();
    }

    private interface Slip {
        void change(Request request, Page page);
    }

    private static Fault inLists(Slip slip) {
        return new Fault() {
            @Override
            public void list(Request request, Page page) {
                slip.change(request, page);
            }
        };
    }

    private static void jump(Request request, Page page) {
        if (request.offset() == 40) {
            page.next = 80;
        }
    }

    private static void shortPage(Request request, Page page) {
        if (request.offset() == 60) {
            page.records = page.records.subList(0, 10);
        }
    }

    private static void swallow(Request request, Page page) {
        if (request.offset() == 60) {
            // The title of the fourth record opens a CDATA section, which that of the eighth closes.
            page.titles.put(id(63), "<![CDATA[");
            page.titles.put(id(68), "]]>");
        }
    }

    private static void nest(Request request, Page page) {
        if (request.offset() == 60) {
            page.nested.add(id(65));
        }
    }

    private static void foreign(Request request, Page page) {
        if (request.offset() == 60) {
            page.base = "http://other.example.org/oai";
            page.records = page.records.stream()
                    .map(record -> new Rec(record.id().replace("d01", "x99"), record.stamp(), false, record.sets(),
                            record.title()))
                    .toList();
        }
    }

    private static void oneTwice(Request request, Page page) {
        page.size = RECORDS;
        if (request.offset() == 60) {
            page.records.set(5, page.records.get(6));
        }
    }

    private static void sizes(Request request, Page page) {
        page.size = request.isRecords() ? RECORDS - 20 : RECORDS;
        if (request.isRecords()) {
            jump(request, page);
        }
    }

    private static Fault withoutGetRecord(String list, boolean denies) {
        return new Fault() {
            @Override
            public void list(Request request, Page page) {
                if (request.verb().equals(list)) {
                    jump(request, page);
                }
            }

            @Override
            public String answer(ErringRepository repository, Request request) {
                return !request.verb().equals("GetRecord") ? "" : denies ? repository.error(request, "idDoesNotExist") : "500";
            }
        };
    }

    static Map<String, Fault> faults() {
        Map<String, Fault> faults = new LinkedHashMap<>();
        Map<String, Slip> slips = new LinkedHashMap<>();
        slips.put("a token jumps over a page", SecondListErrsTest::jump);
        slips.put("a short page in the middle", SecondListErrsTest::shortPage);
        slips.put("CDATA swallows records", SecondListErrsTest::swallow);
        slips.put("a nested record", SecondListErrsTest::nest);
        slips.put("a page of another repository", SecondListErrsTest::foreign);
        slips.put("one record twice in place of another", SecondListErrsTest::oneTwice);
        slips.forEach((name, slip) -> {
            faults.put(name + ", in records", inLists((request, page) -> {
                if (request.isRecords()) {
                    slip.change(request, page);
                }
            }));
            faults.put(name + ", in identifiers", inLists((request, page) -> {
                if (request.isNames()) {
                    slip.change(request, page);
                }
            }));
            faults.put(name + ", in both lists", inLists(slip));
        });
        faults.put("two sizes", inLists(SecondListErrsTest::sizes));
        faults.put("a record is deleted while page 2 is read", new Fault() {
            @Override
            public String answer(ErringRepository repository, Request request) {
                if (request.isList() && request.offset() == 40) {
                    repository.remove(5);
                }
                return "";
            }
        });
        faults.put("an unanswered token", new Fault() {
            @Override
            public String answer(ErringRepository repository, Request request) {
                return request.isList() && request.offset() == 120 ? repository.error(request, "badResumptionToken") : "";
            }
        });
        for (String list : List.of("ListRecords", "ListIdentifiers")) {
            faults.put("GetRecord denies everything, and a token of " + list + " jumps", withoutGetRecord(list, true));
            faults.put("GetRecord fails, and a token of " + list + " jumps", withoutGetRecord(list, false));
        }
        return faults;
    }

    static Stream<String> names() {
        return faults().keySet().stream();
    }

    @ParameterizedTest
    @MethodSource("names")
    void fullHarvest_deletesNoLiveRecord_andIsNotFalselyComplete(String name) {
        first();
        repository.fault = Objects.requireNonNull(faults().get(name));
        checked(harvest(true));
        afterwards();
    }

    @ParameterizedTest
    @MethodSource("names")
    void census_deletesNoLiveRecord_andIsNotFalselyComplete(String name) {
        first();
        repository.fault = Objects.requireNonNull(faults().get(name));
        checked(harvest(HarvestOptions.DEFAULT, new HarvestCare(true, false)));
        afterwards();
    }

    @Test
    void recordThatACensusNamesAndTheHubLacks_comesInTheSameRun() {
        // It is not in the first list, and no increment reaches its datestamp.
        Rec hidden = repository.record(100);
        repository.remove(100);
        first();
        repository.put(hidden);
        HarvestOutcome outcome = harvest(HarvestOptions.DEFAULT, new HarvestCare(true, false));
        assertThat(outcome.isComplete()).as(outcome.toString()).isTrue();
        assertThat(outcome.counts().created()).isOne();
        assertThat(outcome.reason()).doesNotContain("publishes them later");
        assertThat(live()).contains(id(100));
    }

    @Test
    void changedRecordThatNoIncrementBrought_comesWithTheCensus() {
        first();
        Rec old = repository.record(100);
        // Its datestamp is new, but before the last increment: the index of the repository was late.
        repository.put(new Rec(old.id(), repository.now.minus(Duration.ofDays(4)), false, List.of(), "Changed"));
        HarvestOutcome outcome = harvest(HarvestOptions.DEFAULT, new HarvestCare(true, false));
        assertThat(outcome.isComplete()).as(outcome.toString()).isTrue();
        assertThat(outcome.counts().changed()).isOne();
    }

    @Test
    void recordThatNeitherTheListNorGetRecordKnows_isDeleted() {
        first();
        repository.remove(17);
        repository.remove(118);
        HarvestOutcome outcome = harvest(true);
        assertThat(outcome.isComplete()).as(outcome.toString()).isTrue();
        assertThat(servedDeleted()).containsExactly(id(17), id(118));
    }

    @Test
    void deletionsThatNoSecondWitnessConfirms_areHeld() {
        first();
        repository.remove(17);
        repository.fault = new Fault() {
            @Override
            public String answer(ErringRepository erring, Request request) {
                return request.verb().equals("GetRecord") ? erring.error(request, "idDoesNotExist") : "";
            }
        };
        HarvestOutcome outcome = harvest(true);
        assertThat(outcome.reason()).contains("1 deletions in oai_dc are held");
        assertThat(notes()).anyMatch(note -> note.contains("GetRecord also denies records that the list names"));
        assertThat(servedDeleted()).isEmpty();
    }

    private void first() {
        store().put(Source.harvested(ID, repository.baseUrl()));
        HarvestOutcome outcome = harvest(false);
        assertThat(outcome.isComplete()).as(outcome.toString()).isTrue();
        repository.requests.clear();
        clock.advance(Duration.ofHours(2));
        repository.now = repository.now.plus(Duration.ofHours(2));
    }

    private List<String> live() {
        return served().stream().filter(record -> !record.deleted()).map(OaiRecord::identifier).toList();
    }

    /** Checks a run: no live record is deleted, and a complete one has everything. */
    private void checked(HarvestOutcome outcome) {
        assertThat(servedDeleted()).as("deleted: " + outcome).allMatch(identifier -> repository.get(identifier) == null);
        assertThat(repository.count("GetRecord")).as("requests for single records").isLessThanOrEqualTo(SINGLE);
        if (outcome.verdict() == Verdict.COMPLETE) {
            assertThat(live()).as("live: " + outcome).containsAll(repository.all().stream().map(Rec::id).toList());
        }
    }

    /** When the repository has recovered, the next whole harvest brings everything back to what it has. */
    private void afterwards() {
        repository.fault = ErringRepository.NONE;
        repository.requests.clear();
        HarvestOutcome outcome = harvest(true);
        assertThat(outcome.isComplete()).as(outcome.toString()).isTrue();
        assertThat(live()).containsExactlyInAnyOrderElementsOf(repository.all().stream().map(Rec::id).toList());
    }
}
