package dev.sheaf.platform.server.load;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

@Timeout(60)
class WorkPoolTest {

    private static WorkLimits limits(Duration longest) {
        return new WorkLimits(1, 10, 5, longest);
    }

    @Test
    void clients_areServedInTurns() throws Exception {
        List<String> done = Collections.synchronizedList(new ArrayList<>());
        CountDownLatch release = new CountDownLatch(1);
        CountDownLatch begun = new CountDownLatch(1);
        try (WorkPool pool = new WorkPool(limits(Duration.ofMinutes(1)));
                ExecutorService callers = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<?>> calls = new ArrayList<>();
            calls.add(callers.submit(() -> pool.run("many", () -> {
                begun.countDown();
                release.await();
                return 0;
            })));
            begun.await();
            for (int i = 1; i <= 4; i++) {
                calls.add(call(callers, pool, "many", done));
            }
            calls.add(call(callers, pool, "few", done));
            release.countDown();
            for (Future<?> call : calls) {
                call.get();
            }
        }
        assertThat(done).containsExactly("many", "few", "many", "many", "many");
    }

    /** Returns when the work waits. */
    private static Future<?> call(ExecutorService callers, WorkPool pool, String client, List<String> done) {
        Thread[] caller = new Thread[1];
        CountDownLatch started = new CountDownLatch(1);
        Future<?> call = callers.submit(() -> {
            caller[0] = Thread.currentThread();
            started.countDown();
            return pool.run(client, () -> done.add(client));
        });
        try {
            started.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
        while (caller[0].getState() != Thread.State.TIMED_WAITING) {
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(1));
        }
        return call;
    }

    @Test
    void oneClientDoesNotFillTheQueue() throws Exception {
        List<String> done = Collections.synchronizedList(new ArrayList<>());
        CountDownLatch release = new CountDownLatch(1);
        CountDownLatch begun = new CountDownLatch(1);
        try (WorkPool pool = new WorkPool(limits(Duration.ofMinutes(1)));
                ExecutorService callers = Executors.newVirtualThreadPerTaskExecutor()) {
            Future<Integer> held = callers.submit(() -> pool.run("many", () -> {
                begun.countDown();
                release.await();
                return 0;
            }));
            begun.await();
            List<Future<?>> waiting = new ArrayList<>();
            for (int i = 0; i < 5; i++) {
                waiting.add(call(callers, pool, "many", done));
            }
            assertThatThrownBy(() -> pool.run("many", () -> done.add("sixth"))).isInstanceOf(OverloadedException.class);
            Future<?> other = call(callers, pool, "few", done);
            release.countDown();
            other.get();
            held.get();
            for (Future<?> one : waiting) {
                one.get();
            }
        }
        assertThat(done).contains("few").doesNotContain("sixth");
    }

    @Test
    void workThatTakesTooLong_endsItself() {
        try (WorkPool pool = new WorkPool(limits(Duration.ofMillis(50)))) {
            assertThatThrownBy(() -> pool.run("one", () -> {
                while (true) {
                    WorkDeadline.check();
                }
            })).isInstanceOf(OverloadedException.class).hasMessageContaining("too long");
        }
    }

    @Test
    void failuresReachTheCaller() {
        try (WorkPool pool = new WorkPool(limits(Duration.ofMinutes(1)))) {
            assertThatThrownBy(() -> pool.run("one", () -> {
                throw new IllegalStateException("broken");
            })).isInstanceOf(IllegalStateException.class).hasMessage("broken");
        }
    }
}
