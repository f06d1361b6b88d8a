package dev.sheaf.platform.sync.erring;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.function.UnaryOperator;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import dev.sheaf.core.store.HarvestOutcome;
import dev.sheaf.core.store.HarvestOutcome.Verdict;
import dev.sheaf.core.store.Source;
import dev.sheaf.platform.sync.JobsSetup;
import dev.sheaf.platform.sync.erring.ErringRepository.Fault;
import dev.sheaf.platform.sync.erring.ErringRepository.Page;
import dev.sheaf.platform.sync.erring.ErringRepository.Rec;
import dev.sheaf.platform.sync.erring.ErringRepository.Request;

import static dev.sheaf.platform.sync.erring.ErringRepository.id;
import static org.assertj.core.api.Assertions.assertThat;

/** Lists that report live records as deleted: GetRecord is asked before anything is deleted on their word. */
class FalseDeletionsTest extends JobsSetup {

    private final ErringRepository repository = new ErringRepository(400);

    @AfterEach
    void closeRepository() {
        repository.close();
    }

    private void first(String deletions) {
        repository.deletions = deletions;
        repository.pageSize = 200;
        store().put(Source.harvested(ID, repository.baseUrl()));
        assertThat(harvest(false).isComplete()).isTrue();
        clock.advance(Duration.ofHours(2));
        repository.now = repository.now.plus(Duration.ofHours(2));
        repository.requests.clear();
    }

    /** The second page of the list of records says that all of its records are deleted. */
    private Fault deletedPage(UnaryOperator<Instant> stamp, String getRecord) {
        return new Fault() {
            @Override
            public void list(Request request, Page page) {
                if (request.isRecords() && request.offset() > 0) {
                    page.records.replaceAll(one -> new Rec(one.id(), stamp.apply(one.stamp()), true, List.of(), ""));
                }
            }

            @Override
            public String answer(ErringRepository erring, Request request) {
                return request.verb().equals("GetRecord") ? getRecord : "";
            }
        };
    }

    @ParameterizedTest
    @CsvSource({"persistent,0", "persistent,1", "no,0", "no,1", "transient,30"})
    void pageThatReportsLiveRecords_deletesNone_andLeavesNothingToApprove(String deletions, int days) {
        first(deletions);
        repository.put(new Rec(id(900), repository.now.minusSeconds(60), false, List.of(), "New"));
        repository.fault = deletedPage(stamp -> stamp.plus(Duration.ofDays(days)), "");

        HarvestOutcome outcome = harvest(true);

        assertThat(servedDeleted()).as(outcome.toString()).isEmpty();
        assertThat(outcome.verdict()).as(outcome.toString()).isEqualTo(Verdict.PARTIAL);
        assertThat(store().heldDeletions().count(ID)).isZero();
        assertThat(repository.count("GetRecord")).isLessThanOrEqualTo(100);
    }

    @Test
    void pageThatReportsLiveRecords_isHeld_whenGetRecordDoesNotTell() {
        first("persistent");
        repository.fault = deletedPage(stamp -> stamp, "404");

        HarvestOutcome outcome = harvest(true);

        assertThat(servedDeleted()).as(outcome.toString()).isEmpty();
        assertThat(outcome.verdict()).isEqualTo(Verdict.PARTIAL);
        assertThat(store().heldDeletions().count(ID)).isEqualTo(200);
    }

    @Test
    void reportedDeletions_areCarriedOut_afterFewQuestions() {
        first("persistent");
        for (int i = 0; i < 100; i++) {
            repository.put(new Rec(id(i), repository.now.minusSeconds(60), true, List.of(), ""));
        }

        HarvestOutcome outcome = harvest(false);

        assertThat(outcome.isComplete()).as(outcome.toString()).isTrue();
        assertThat(servedDeleted()).hasSize(100);
        assertThat(repository.count("GetRecord")).isLessThan(10);
    }

    @ParameterizedTest
    @CsvSource({"persistent,100", "transient,100", "no,0"})
    void reportedDeletions_areCarriedOut_whereGetRecordDoesNotWork_ifTheRepositorySaysThatItReportsThem(String deletions,
            int deleted) {
        first(deletions);
        for (int i = 0; i < 100; i++) {
            repository.put(new Rec(id(i), repository.now.minusSeconds(60), true, List.of(), ""));
        }
        repository.fault = deletedPage(stamp -> stamp, "404");

        HarvestOutcome outcome = harvest(false);

        assertThat(servedDeleted()).hasSize(deleted);
        assertThat(outcome.isComplete()).as(outcome.toString()).isEqualTo(deleted > 0);
        assertThat(store().heldDeletions().count(ID)).isEqualTo(100 - deleted);
    }

    @ParameterizedTest
    @CsvSource({"7,true,0", "7,false,0", "7,true,1", "7,false,1", "901,true,0", "901,false,0", "901,true,1", "901,false,1"})
    void recordThatAPageNamesAsLiveAndAsDeleted_isWhatGetRecordSays(int number, boolean lives, int later) {
        first("persistent");
        Instant stamp = repository.now.minusSeconds(60);
        repository.put(new Rec(id(number), stamp, !lives, List.of(), lives ? "New" : ""));
        repository.fault = new Fault() {
            @Override
            public void list(Request request, Page page) {
                if (page.records.removeIf(one -> one.id().equals(id(number)))) {
                    page.records.add(new Rec(id(number), stamp, false, List.of(), "New"));
                    page.records.add(new Rec(id(number), stamp.plusSeconds(later), true, List.of(), ""));
                }
            }
        };

        HarvestOutcome outcome = harvest(false);

        assertThat(servedDeleted()).as(outcome.toString()).hasSize(lives ? 0 : 1);
        assertThat(outcome.isComplete()).as(outcome.toString()).isTrue();
    }
}
