package dev.sheaf.store;

import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

import org.junit.jupiter.api.Test;

import dev.sheaf.testkit.SettableClock;

import static org.assertj.core.api.Assertions.assertThat;

class RoundsTest {

    private static final Duration HOUR = Duration.ofHours(1);

    private final SettableClock clock = new SettableClock(Instant.parse("2025-01-01T00:00:00Z"));
    private final Semaphore rounds = new Semaphore(0);

    private boolean comes() throws InterruptedException {
        return rounds.tryAcquire(30, TimeUnit.SECONDS);
    }

    @Test
    void roundsComeAtTheInterval_byTheClockThatIsGiven() throws InterruptedException {
        try (Rounds work = new Rounds("looking", HOUR, clock)) {
            work.start(rounds::release);
            assertThat(comes()).isTrue();
            clock.advance(HOUR);
            assertThat(comes()).isTrue();
        }
        assertThat(rounds.availablePermits()).isZero();
    }

    @Test
    void roundComesAtOnce_whenTheWorkIsWoken() throws InterruptedException {
        try (Rounds work = new Rounds("looking", HOUR, clock)) {
            work.start(rounds::release);
            assertThat(comes()).isTrue();
            work.wake();
            assertThat(comes()).isTrue();
        }
    }

    @Test
    void workThatStartsLater_doesItsFirstRoundAfterAnInterval() throws InterruptedException {
        CountDownLatch first = new CountDownLatch(1);
        try (Rounds work = new Rounds("looking", HOUR, clock)) {
            work.startLater(() -> {
                assertThat(clock.instant()).isEqualTo(Instant.parse("2025-01-01T01:00:00Z"));
                first.countDown();
            });
            clock.advance(HOUR);
            assertThat(first.await(30, TimeUnit.SECONDS)).isTrue();
        }
    }

    @Test
    void failedRound_isTriedAgainBeforeTheInterval_andTheWorkCountsAsFailingUntilItSucceeds() throws InterruptedException {
        AtomicInteger tried = new AtomicInteger();
        try (Rounds work = new Rounds("work-of-a-test", HOUR, clock)) {
            work.start(() -> {
                switch (tried.incrementAndGet()) {
                    case 1 -> throw new OutOfMemoryError("for a test");
                    case 2 -> {
                        assertThat(BackgroundWork.PROCESS.failure()).get().asString().contains("work-of-a-test");
                        throw new IllegalStateException("nobody has thought of this");
                    }
                    default -> rounds.release();
                }
            });
            assertThat(comes()).isTrue();
        }
        assertThat(BackgroundWork.PROCESS.failure().orElse("")).doesNotContain("work-of-a-test");
    }

    @Test
    void closedWork_endsAfterTheRoundUnderWay() throws InterruptedException {
        Rounds work = new Rounds("looking", HOUR, clock);
        Semaphore mayEnd = new Semaphore(0);
        work.start(() -> {
            rounds.release();
            mayEnd.acquireUninterruptibly();
        });
        assertThat(comes()).isTrue();
        work.close(Duration.ofMillis(1));
        assertThat(work.isClosed()).isTrue();
        mayEnd.release();
        work.close();
        assertThat(rounds.availablePermits()).isZero();
    }
}
