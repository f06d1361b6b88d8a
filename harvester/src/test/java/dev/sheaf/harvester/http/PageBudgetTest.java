package dev.sheaf.harvester.http;

import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class PageBudgetTest {

    @Test
    void releasedRoom_canBeTakenAgain() throws InterruptedException {
        PageBudget budget = new PageBudget(100);
        PageBudget.Lease one = budget.lease("a");
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
    void laterPage_waitsForRoom() throws Exception {
        PageBudget budget = new PageBudget(100, Long.MAX_VALUE / 4, Long.MAX_VALUE / 4);
        PageBudget.Lease saved = budget.lease("a");
        saved.grow(80);
        PageBudget.Lease first = budget.lease("b");
        FutureTask<?> growing = new FutureTask<>(() -> {
            first.grow(50);
            return null;
        });
        Thread thread = Thread.ofVirtual().start(growing);
        while (thread.getState() != Thread.State.TIMED_WAITING && thread.isAlive()) {
            Thread.onSpinWait();
        }
        assertThat(growing.isDone()).isFalse();
        saved.close();
        growing.get(10, TimeUnit.SECONDS);
        assertThat(budget.used()).isEqualTo(50);
    }

    @Test
    void pageLargerThanTheBudget_isReadAnyway() throws InterruptedException {
        PageBudget budget = new PageBudget(100);
        PageBudget.Lease large = budget.lease("a");
        large.grow(64);
        large.grow(1_000);
        assertThat(budget.used()).isEqualTo(1_000);
    }

    @Test
    void manyReadersAtOnce_allFinish() throws Exception {
        PageBudget budget = new PageBudget(1_000);
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            AtomicInteger holders = new AtomicInteger();
            List<Callable<Long>> readers = Collections.nCopies(200, () -> {
                try (PageBudget.Lease lease = budget.lease("holder " + holders.incrementAndGet())) {
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

    /** Each holder needs a second page before it can give its first one back, as a harvest that checks the end of a list does. */
    @Test
    void holdersThatNeedASecondPage_allFinish() throws Exception {
        PageBudget budget = new PageBudget(1_000, Long.MAX_VALUE / 4, Long.MAX_VALUE / 4);
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            AtomicInteger holders = new AtomicInteger();
            List<Callable<Void>> readers = Collections.nCopies(100, () -> {
                String holder = "holder " + holders.incrementAndGet();
                try (PageBudget.Lease page = budget.lease(holder); PageBudget.Lease question = budget.lease(holder)) {
                    page.grow(200);
                    page.grow(400);
                    page.read();
                    question.grow(400);
                    question.read();
                }
                return null;
            });
            for (Future<Void> reader : threads.invokeAll(readers, 60, TimeUnit.SECONDS)) {
                reader.get();
            }
        }
        assertThat(budget.used()).isZero();
        assertThat(budget.mostUsed()).as("the limit and one page").isLessThanOrEqualTo(1_800);
    }

    @Test
    void pagesThatAreNeverReleased_delayOthersForALimitedTime() throws Exception {
        PageBudget budget = new PageBudget(100, 1_000, Long.MAX_VALUE / 4);
        PageBudget.Lease kept = budget.lease("a");
        kept.grow(100);
        kept.read();
        PageBudget.Lease beyond = budget.lease("b");
        beyond.grow(80);
        beyond.read();
        assertThat(budget.used()).isEqualTo(180);
        FutureTask<?> third = new FutureTask<>(() -> {
            budget.lease("c").grow(10);
            return null;
        });
        Thread thread = Thread.ofVirtual().start(third);
        while (thread.getState() != Thread.State.TIMED_WAITING && thread.isAlive()) {
            Thread.onSpinWait();
        }
        assertThat(third.isDone()).as("half of the limit is used beyond it").isFalse();
        beyond.close();
        third.get(10, TimeUnit.SECONDS);
    }

    /** The oldest reader waits for its server, not for memory: it may go beyond the limit, and does not come to do so. */
    @Test
    void oldestReaderWithASlowServer_stopsTheOthersOnlyForAWhile() throws Exception {
        PageBudget budget = new PageBudget(100, 1_000, 1_000);
        PageBudget.Lease slow = budget.lease("a");
        slow.grow(10);
        PageBudget.Lease second = budget.lease("b");
        second.grow(45);
        PageBudget.Lease third = budget.lease("c");
        third.grow(45);
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Callable<Void>> readers = List.of(second, third).stream().<Callable<Void>>map(lease -> () -> {
                lease.grow(60);
                lease.grow(90);
                lease.read();
                lease.close();
                return null;
            }).toList();
            for (Future<Void> reader : threads.invokeAll(readers, 10, TimeUnit.SECONDS)) {
                assertThat(reader.isCancelled()).as("still waits").isFalse();
                reader.get();
            }
        }
        assertThat(budget.used()).isEqualTo(10);
    }
}
