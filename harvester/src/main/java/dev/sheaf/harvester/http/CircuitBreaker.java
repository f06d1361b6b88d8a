package dev.sheaf.harvester.http;

import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

import org.jspecify.annotations.Nullable;

import dev.sheaf.core.store.Access;
import dev.sheaf.harvester.http.HarvestException.Kind;

/**
 * Leaves a host alone that fails again and again: for a minute, then for two, up to an hour; behind each such time one request is let
 * through to see. Guarded by the lock of its {@link HostPace}.
 */
final class CircuitBreaker {

    /** How much a failure says of the host as a whole. */
    enum Weight {
        /** Nothing: the next request may well succeed. */
        NONE(0),
        /** Perhaps: an error of the server, or a page that takes too long. The lists of one source may do that again and again. */
        SOME(1),
        /** The host cannot be reached, or says to everybody that it is asked too much. */
        MUCH(4),
        /** Whoever asks in the same way again is turned away again. */
        WALL(0);

        private final int points;

        Weight(int points) {
            this.points = points;
        }
    }

    private static final int POINTS_TO_OPEN = 12;
    private static final Duration FIRST = Duration.ofMinutes(1);
    private static final Duration LONGEST = Duration.ofHours(1);
    private static final Duration WALL = Duration.ofMinutes(15);
    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm 'UTC'").withZone(ZoneOffset.UTC);

    /** Who is turned away: another User-Agent or another login may be let in. */
    private record Identity(String userAgent, @Nullable String from, Access access) {
        static Identity of(FetchRules rules) {
            return new Identity(rules.userAgent(), rules.from(), rules.access());
        }
    }

    private record Opened(Instant since, Duration time, String reason) {
        Instant until() {
            return since.plus(time);
        }

        boolean isOver(Instant now) {
            // A clock that was set back by more than the whole time tells nothing: a trial does.
            return !now.isBefore(until()) || now.isBefore(since.minus(time));
        }
    }

    private final String host;
    private final Map<Identity, Opened> walls = new HashMap<>();
    private @Nullable Opened opened;
    private int points;
    private Duration next = FIRST;

    CircuitBreaker(String host) {
        this.host = host;
    }

    /**
     * Looks whether a request may be made.
     *
     * @throws HarvestException of kind {@link Kind#LEFT_ALONE} when not
     */
    void check(FetchRules rules, Instant now) throws HarvestException {
        Opened wall = walls.get(Identity.of(rules));
        if (wall != null && !wall.isOver(now)) {
            throw new HarvestException(Kind.LEFT_ALONE, message(wall));
        }
        if (opened != null && !opened.isOver(now)) {
            throw new HarvestException(Kind.LEFT_ALONE, message(opened));
        }
    }

    /** True when the time has passed and nobody has seen yet whether the host is well again. */
    boolean isOnTrial() {
        return opened != null;
    }

    /** Why nothing is asked of the host, whoever asks. */
    Optional<String> leftAlone(Instant now) {
        return Optional.ofNullable(opened).filter(one -> !one.isOver(now)).map(this::message);
    }

    /** Until when nothing is asked of the host, whoever asks. */
    Optional<Instant> leftAloneUntil(Instant now) {
        return Optional.ofNullable(opened).filter(one -> !one.isOver(now)).map(Opened::until);
    }

    private String message(Opened one) {
        return host + " is left alone until " + TIME.format(one.until()) + ": " + one.reason();
    }

    void succeeded(FetchRules rules) {
        points = 0;
        opened = null;
        next = FIRST;
        if (!walls.isEmpty()) {
            walls.remove(Identity.of(rules));
        }
    }

    void failed(FetchRules rules, Weight weight, String reason, Instant now) {
        if (weight == Weight.WALL) {
            walls.put(Identity.of(rules), new Opened(now, WALL, reason));
            return;
        }
        points += weight.points;
        boolean trialFailed = opened != null && weight == Weight.MUCH;
        if (trialFailed || points >= POINTS_TO_OPEN) {
            open(next, "it has failed again and again, at last: " + reason, now);
            next = next.multipliedBy(2).compareTo(LONGEST) > 0 ? LONGEST : next.multipliedBy(2);
        }
    }

    void open(Duration time, String reason, Instant now) {
        opened = new Opened(now, time, reason);
        points = 0;
    }
}
