package dev.sheaf.harvester.http;

import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class PageBudgetTest {

    @Test
    void whatIsGivenBackCanBeTakenAgain() throws InterruptedException {
        PageBudget budget = new PageBudget(100);
        PageBudget.Lease one = budget.lease();
        one.grow(60);
        one.grow(40);
        assertThat(budget.used()).as("a lease only grows").isEqualTo(60);
        one.grow(90);
        one.read();
        assertThat(budget.used()).isEqualTo(90);
        one.close();
        one.close();
        assertThat(budget.used()).isZero();
        assertThat(budget.mostUsed()).isEqualTo(90);
    }

    @Test
    void whoComesLaterWaitsUntilThereIsRoom() throws Exception {
        PageBudget budget = new PageBudget(100);
        PageBudget.Lease saved = budget.lease();
        saved.grow(80);
        PageBudget.Lease first = budget.lease();
        FutureTask<?> growing = new FutureTask<>(() -> {
            first.grow(50);
            return null;
        });
        Thread thread = Thread.ofVirtual().start(growing);
        while (thread.getState() != Thread.State.WAITING && thread.isAlive()) {
            Thread.onSpinWait();
        }
        assertThat(growing.isDone()).isFalse();
        saved.close();
        growing.get(10, TimeUnit.SECONDS);
        assertThat(budget.used()).isEqualTo(50);
    }

    @Test
    void onePageLargerThanEverythingIsReadAllTheSame() throws InterruptedException {
        PageBudget budget = new PageBudget(100);
        PageBudget.Lease large = budget.lease();
        large.grow(64);
        large.grow(1_000);
        assertThat(budget.used()).isEqualTo(1_000);
    }

    @Test
    void manyReadersAtOnceComeToAnEnd() throws Exception {
        PageBudget budget = new PageBudget(1_000);
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Callable<Long>> readers = Collections.nCopies(200, () -> {
                try (PageBudget.Lease lease = budget.lease()) {
                    for (int size = 50; size <= 800; size *= 2) {
                        lease.grow(size);
                    }
                    lease.read();
                    return budget.used();
                }
            });
            for (Future<Long> reader : threads.invokeAll(readers)) {
                assertThat(reader.get()).isBetween(800L, 1_800L);
            }
        }
        assertThat(budget.used()).isZero();
        assertThat(budget.mostUsed()).isLessThanOrEqualTo(1_800);
    }
}
