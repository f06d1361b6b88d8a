package dev.sheaf.store;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** Background work goes on after an error, and says that it fails. */
class BackgroundWorkTest {

    @Test
    void workThatEndsWithAnError_countsAsFailing_untilARoundSucceeds() {
        BackgroundWork work = new BackgroundWork();
        assertThat(work.attempt("reader", () -> {
            throw new StackOverflowError();
        })).isFalse();
        assertThat(work.attempt("writer", () -> {})).isTrue();
        assertThat(work.failure()).get().asString().contains("reader").doesNotContain("writer");
        assertThat(work.attempt("reader", () -> {})).isTrue();
        assertThat(work.failure()).isEmpty();
    }

    @Test
    void followerGoesOnAfterAnError() throws InterruptedException {
        AtomicInteger rounds = new AtomicInteger();
        CountDownLatch third = new CountDownLatch(1);
        try (Follower follower = new Follower()) {
            follower.start("follower-of-a-test", () -> {
                switch (rounds.incrementAndGet()) {
                    case 1 -> throw new OutOfMemoryError("for a test");
                    case 2 -> assertThat(BackgroundWork.PROCESS.failure()).get().asString().contains("follower-of-a-test");
                    default -> third.countDown();
                }
            });
            assertThat(third.await(20, TimeUnit.SECONDS)).as("the third round").isTrue();
        }
        assertThat(BackgroundWork.PROCESS.failure().orElse("")).doesNotContain("follower-of-a-test");
    }
}
