package dev.sheaf.cli.program;

import java.time.Duration;
import java.time.Instant;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class SteadyClockTest {

    private static final Instant START = Instant.parse("2026-03-01T12:00:00Z");

    private Instant wall = START;
    private long nanos;
    private final SteadyClock clock = new SteadyClock(() -> wall, () -> nanos);

    private void pass(Duration time) {
        nanos += time.toNanos();
        wall = wall.plus(time);
    }

    @Test
    void leapOfAClock_isNotFollowedUntilTheClockIsRightAgain() {
        pass(Duration.ofHours(30));
        assertThat(clock.instant()).isEqualTo(START.plus(Duration.ofHours(30)));
        Instant right = wall;
        wall = Instant.parse("2040-01-01T00:00:00Z");
        assertThat(clock.instant()).isEqualTo(right);
        pass(Duration.ofDays(3));
        assertThat(clock.instant()).isEqualTo(right.plus(Duration.ofDays(3)));
        wall = right.plus(Duration.ofDays(3)).plusSeconds(2);
        assertThat(clock.instant()).isEqualTo(wall);
    }

    @Test
    void machineThatSleptForDays_isFollowedAfterAnHour() {
        wall = START.plus(Duration.ofDays(5));
        assertThat(clock.instant()).isEqualTo(START);
        pass(Duration.ofMinutes(59));
        assertThat(clock.instant()).isEqualTo(START.plus(Duration.ofMinutes(59)));
        pass(Duration.ofMinutes(1));
        assertThat(clock.instant()).isEqualTo(START.plus(Duration.ofDays(5)).plus(Duration.ofHours(1)));
    }

    @Test
    void clockThatIsSetBackOrForwardByHours_isFollowed() {
        wall = START.minus(Duration.ofDays(400));
        assertThat(clock.instant()).isEqualTo(wall);
        wall = wall.plus(Duration.ofHours(23));
        assertThat(clock.instant()).isEqualTo(wall);
    }
}
