package dev.sheaf.store;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class FollowerTest {

    @Test
    void failedRound_isFollowedByFurtherRounds() throws Exception {
        CountDownLatch looks = new CountDownLatch(2);
        try (Follower follower = new Follower()) {
            follower.start("looking", () -> {
                looks.countDown();
                follower.wake();
                throw new IllegalStateException("nobody has thought of this");
            });

            assertThat(looks.await(30, TimeUnit.SECONDS)).isTrue();
        }
    }
}
