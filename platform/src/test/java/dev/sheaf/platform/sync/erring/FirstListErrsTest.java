package dev.sheaf.platform.sync.erring;

import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import dev.sheaf.core.OaiRecord;
import dev.sheaf.core.store.HarvestOutcome;
import dev.sheaf.core.store.HarvestOutcome.Verdict;
import dev.sheaf.core.store.Source;
import dev.sheaf.platform.sync.JobsSetup;
import dev.sheaf.platform.sync.erring.ErringRepository.Fault;
import dev.sheaf.platform.sync.erring.ErringRepository.Page;
import dev.sheaf.platform.sync.erring.ErringRepository.Rec;
import dev.sheaf.platform.sync.erring.ErringRepository.Request;

import static org.assertj.core.api.Assertions.assertThat;

/** A first harvest is complete only if every identifier that the repository names is here. */
class FirstListErrsTest extends JobsSetup {

    private static final int RECORDS = 240;

    private final ErringRepository repository = new ErringRepository(RECORDS);

    @AfterEach
    void closeRepository() {
        repository.close();
    }

    static Stream<String> names() {
        // If both lists err alike and no number tells, nothing shows it.
        return SecondListErrsTest.faults().keySet().stream().filter(name -> !name.endsWith("in both lists"));
    }

    @ParameterizedTest
    @MethodSource("names")
    void firstHarvest_isNotFalselyComplete(String name) {
        repository.fault = Objects.requireNonNull(SecondListErrsTest.faults().get(name));
        HarvestOutcome outcome = first();
        assertThat(repository.count("GetRecord")).as("requests for single records").isLessThanOrEqualTo(100);
        // A run with records in quarantine names them.
        if (outcome.verdict() == Verdict.COMPLETE || outcome.verdict() == Verdict.COMPLETE_UNPROVEN) {
            assertThat(live()).as("live: " + outcome).containsAll(repository.all().stream().map(Rec::id).toList());
        }
    }

    @Test
    void completeHarvest_isProvenByIdentifiers_andSaysSo() {
        HarvestOutcome outcome = first();
        assertThat(outcome).hasToString("complete");
        assertThat(repository.count("ListIdentifiers")).isBetween(12L, 13L);
        assertThat(store().runs().notes(1)).anySatisfy(note -> assertThat(note.message())
                .isEqualTo("oai_dc: complete: 240 records; all identifiers that the repository names are here"));
    }

    @Test
    void repositoryWithoutListIdentifiers_isNotProven() {
        repository.fault = answering("ListIdentifiers", "404");
        HarvestOutcome outcome = first();
        assertThat(outcome.verdict()).isEqualTo(Verdict.COMPLETE_UNPROVEN);
        assertThat(outcome.toString()).startsWith("complete-unproven(not proven: ListIdentifiers");
    }

    @Test
    void shorterListIdentifiers_isNoProof() {
        repository.fault = new Fault() {
            @Override
            public void list(Request request, Page page) {
                if (request.isNames() && request.offset() == 100) {
                    page.next = null;
                }
            }
        };
        assertThat(first().verdict()).isEqualTo(Verdict.COMPLETE_UNPROVEN);
    }

    @Test
    void moreNamedRecordsThanSingleRequests_comeInHalves_orTheRunIsPartial() {
        repository.fault = new Fault() {
            @Override
            public void list(Request request, Page page) {
                if (request.isRecords() && !request.arguments().containsKey("from")
                        && !request.arguments().containsKey("until") && request.offset() == 40) {
                    page.next = 160;
                }
            }
        };
        HarvestOutcome outcome = first();
        assertThat(outcome.isComplete()).as(outcome.toString()).isTrue();
        assertThat(live()).hasSize(RECORDS);
        assertThat(repository.count("GetRecord")).isLessThanOrEqualTo(100);
    }

    @Test
    void listOfWhichATenthIsRefused_isPartial() {
        repository.fault = new Fault() {
            @Override
            public void list(Request request, Page page) {
                if (request.isRecords() && request.offset() < 40) {
                    page.records.forEach(
                            record -> page.titles.put(record.id(), "<x xmlns:a='urn:x' xmlns:b='urn:x' a:k='' b:k=''/>"));
                }
            }
        };
        HarvestOutcome outcome = first();
        assertThat(outcome.verdict()).as(outcome.toString()).isEqualTo(Verdict.PARTIAL);
    }

    @Test
    void repeatWithTwoDatestamps_explainsTheAnnouncedNumber() {
        try (ErringRepository small = new ErringRepository(24)) {
            small.pageSize = 5;
            small.fault = new Fault() {
                @Override
                public void list(Request request, Page page) {
                    page.size = 25;
                    if (request.offset() == 20) {
                        Rec again = small.record(3);
                        page.records.add(new Rec(again.id(), small.now.minusSeconds(60), false, again.sets(), "Newer"));
                    }
                }
            };
            store().put(Source.harvested(ID, small.baseUrl()));
            assertThat(harvest(false)).hasToString("complete");
            assertThat(harvest(true)).hasToString("complete");
        }
    }

    @Test
    void incrementOfSeveralPages_isJudgedByItsIdentifiers() {
        first();
        clock.advance(Duration.ofHours(2));
        repository.now = repository.now.plus(Duration.ofHours(2));
        for (int i = 0; i < 50; i++) {
            Rec old = repository.record(i);
            repository.put(new Rec(old.id(), repository.now.minusSeconds(600 - i), false, List.of(), "Changed " + i));
        }
        repository.fault = new Fault() {
            @Override
            public void list(Request request, Page page) {
                if (request.isRecords() && request.offset() == 20) {
                    page.records = page.records.subList(0, 15);
                }
            }
        };
        HarvestOutcome outcome = harvest(false);
        assertThat(outcome).hasToString("complete");
        assertThat(outcome.counts().changed()).isEqualTo(50);
    }

    /** The lists go on after their last record with records that GetRecord does not know, and state no size. */
    @Test
    void listThatInventsRecords_isEnded() {
        repository.fault = new Fault() {
            @Override
            public void list(Request request, Page page) {
                if (page.next == null) {
                    IntStream.range(request.offset(), request.offset() + 1_000).forEach(number -> page.records
                            .add(new Rec("oai:invented:" + number, repository.now, false, List.of(), "Invented")));
                    page.next = request.offset() + 1_000;
                }
            }
        };

        HarvestOutcome outcome = first();

        assertThat(outcome.verdict()).isEqualTo(Verdict.PARTIAL);
        assertThat(outcome.reason()).contains("the list does not end",
                "GetRecord delivers the first one and none of the last ones");
        assertThat(repository.count("ListRecords")).isLessThan(60);
        assertThat(repository.count("GetRecord")).isLessThan(20);
        assertThat(live()).containsAll(repository.all().stream().map(Rec::id).toList());
    }

    private static Fault answering(String verb, String body) {
        return new Fault() {
            @Override
            public String answer(ErringRepository erring, Request request) {
                return request.verb().equals(verb) ? body : "";
            }
        };
    }

    private HarvestOutcome first() {
        store().put(Source.harvested(ID, repository.baseUrl()));
        return harvest(false);
    }

    private List<String> live() {
        return served().stream().filter(record -> !record.deleted()).map(OaiRecord::identifier).toList();
    }
}
