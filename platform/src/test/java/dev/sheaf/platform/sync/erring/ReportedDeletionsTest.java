package dev.sheaf.platform.sync.erring;

import java.time.Instant;
import java.util.List;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import dev.sheaf.core.SetSpec;
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

/** A deletion in the list of a set is a deletion from the set, until GetRecord says more. */
class ReportedDeletionsTest extends JobsSetup {

    private final ErringRepository repository = new ErringRepository(10);

    @AfterEach
    void closeRepository() {
        repository.close();
    }

    /** The record has left the set {@code b}, whose list says that it is deleted. */
    private static class Left implements Fault {
        @Override
        public void list(Request request, Page page) {
            if ("b".equals(request.arguments().get("set"))) {
                page.records.removeIf(record -> record.id().equals(id(3)));
                page.records.add(new Rec(id(3), Instant.parse("2025-02-01T00:00:00Z"), true, List.of("b"), ""));
            }
        }
    }

    private HarvestOutcome harvested(String... sets) {
        repository.deletions = "persistent";
        for (int i = 0; i < 10; i++) {
            Rec record = repository.record(i);
            repository.put(new Rec(record.id(), record.stamp(), false, List.of(i == 3 ? "a" : i % 2 == 0 ? "a" : "b"), "T"));
        }
        store().put(new Source(ID, Source.Kind.HARVESTED, repository.baseUrl(), null, List.of(),
                List.of(sets).stream().map(SetSpec::new).toList(), Source.Settings.DEFAULT));
        return harvest(false);
    }

    @ParameterizedTest
    @ValueSource(strings = {"a,b", "b,a"})
    void recordThatLeftOneSet_lives(String order) {
        repository.fault = new Left();
        HarvestOutcome outcome = harvested(order.split(","));
        assertThat(outcome.isComplete()).as(outcome.toString()).isTrue();
        assertThat(servedDeleted()).isEmpty();
    }

    @Test
    void withoutAnAnswer_theRecordLives_andTheRunIsPartial() {
        repository.fault = new Left() {
            @Override
            public String answer(ErringRepository erring, Request request) {
                return request.verb().equals("GetRecord") ? "500" : "";
            }
        };
        HarvestOutcome outcome = harvested("a", "b");
        assertThat(outcome.verdict()).isEqualTo(Verdict.PARTIAL);
        assertThat(servedDeleted()).isEmpty();
    }
}
