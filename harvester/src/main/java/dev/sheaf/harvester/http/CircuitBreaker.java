package dev.sheaf.harvester.http;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import org.jspecify.annotations.Nullable;

import dev.sheaf.core.store.Access;
import dev.sheaf.harvester.http.HarvestException.Kind;

/**
 * Pauses requests to a host that fails repeatedly: for a minute, then for two, up to an hour. After each pause one request goes through as
 * a trial. Guarded by the lock of its {@link HostPace}.
 */
final class CircuitBreaker {

    /** Weight of a failure as evidence against the host as a whole. */
    enum Weight {
        /** No evidence: the next request may succeed. */
        NONE(0),
        /** Perhaps: an error of the server, or a page that takes too long. The lists of one source may do that again and again. */
        SOME(1),
        /** The host cannot be reached, or says to everybody that it is asked too much. */
        MUCH(4),
        /** Bot protection: further requests of the same identity would be refused as well. */
        WALL(0);

        private final int points;

        Weight(int points) {
            this.points = points;
        }
    }

    private static final int POINTS_TO_OPEN = 12;
    private static final Duration FIRST = Duration.ofMinutes(1);
    private static final Duration LONGEST = Duration.ofHours(1);
    private static final int FINGERPRINT_BYTES = 8;
    private static final Duration WALL = Duration.ofMinutes(15);
    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm 'UTC'").withZone(ZoneOffset.UTC);

    /** The identity that a host refuses: it may accept another User-Agent or another login. */
    private record Identity(String userAgent, @Nullable String from, Access access) {
        static Identity of(FetchRules rules) {
            return new Identity(rules.userAgent(), rules.from(), rules.access());
        }

        /** The same in every process; of secrets it knows that there are some. */
        String fingerprint() {
            try {
                byte[] hash = MessageDigest.getInstance("SHA-256")
                        .digest((userAgent + '\n' + from + '\n' + access).getBytes(StandardCharsets.UTF_8));
                return HexFormat.of().formatHex(hash, 0, FINGERPRINT_BYTES);
            } catch (NoSuchAlgorithmException e) {
                throw new IllegalStateException("every Java runtime has SHA-256", e);
            }
        }
    }

    /** Kept: others know of it too, and may see sooner that the host is well. */
    private record Opened(Instant since, Duration time, String reason, boolean kept) {

        /** Restores a stored back-off. */
        Opened {
            since = since.truncatedTo(ChronoUnit.MILLIS);
            time = time.truncatedTo(ChronoUnit.MILLIS);
        }

        static Opened of(StoredBackOff rest) {
            return new Opened(rest.since(), Duration.between(rest.since(), rest.until()), rest.reason(), true);
        }

        StoredBackOff rest(StoredBackOff.Kind kind, String who) {
            return new StoredBackOff(kind, who, since, until(), reason);
        }

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
    /** Refusals that other processes met, by fingerprint. */
    private final Map<String, Opened> keptWalls = new HashMap<>();
    private @Nullable Opened opened;
    private int points;
    private Duration next = FIRST;

    CircuitBreaker(String host) {
        this.host = host;
    }

    /**
     * Looks whether a request may be made.
     *
     * @throws HarvestException of kind {@link Kind#PAUSED} when not
     */
    void check(FetchRules rules, Instant now) throws HarvestException {
        Opened refused = refused(rules, now);
        if (refused != null) {
            throw new HarvestException(Kind.PAUSED, message(refused));
        }
    }

    /** Returns why and until when a request may not be made; empty when it may. */
    Optional<HostPace.Refusal> refusal(FetchRules rules, Instant now) {
        return Optional.ofNullable(refused(rules, now)).map(one -> new HostPace.Refusal(host, one.until(), one.reason()));
    }

    private @Nullable Opened refused(FetchRules rules, Instant now) {
        Opened wall = walls.get(Identity.of(rules));
        if ((wall == null || wall.isOver(now)) && !keptWalls.isEmpty()) {
            wall = keptWalls.get(fingerprint(rules));
        }
        if (wall != null && !wall.isOver(now)) {
            return wall;
        }
        return opened != null && !opened.isOver(now) ? opened : null;
    }

    /** Returns true when the host is not kept from anybody. */
    boolean isIdle(Instant now) {
        return opened == null && walls.values().stream().allMatch(wall -> wall.isOver(now));
    }

    /** True when the time has passed and nobody has seen yet whether the host is well again. */
    boolean isOnTrial() {
        return opened != null;
    }

    /** Returns the reason for which no client may send requests to the host. */
    Optional<String> leftAlone(Instant now) {
        return Optional.ofNullable(opened).filter(one -> !one.isOver(now)).map(this::message);
    }

    /** Returns the time until which no client may send requests to the host. */
    Optional<Instant> pausedUntil(Instant now) {
        return Optional.ofNullable(opened).filter(one -> !one.isOver(now)).map(Opened::until);
    }

    private String message(Opened one) {
        return "requests to " + host + " are paused until " + TIME.format(one.until()) + ": " + one.reason();
    }

    /** @return true when requests to the host had been paused, or the host had refused this identity */
    boolean succeeded(FetchRules rules) {
        boolean wasIll = opened != null;
        points = 0;
        opened = null;
        next = FIRST;
        if (!walls.isEmpty()) {
            wasIll |= walls.remove(Identity.of(rules)) != null;
        }
        if (!keptWalls.isEmpty()) {
            wasIll |= keptWalls.remove(fingerprint(rules)) != null;
        }
        return wasIll;
    }

    /** Returns the text that stands for an identity in stored back-offs. */
    static String fingerprint(FetchRules rules) {
        return Identity.of(rules).fingerprint();
    }

    /** @return what is to be kept of it; empty when the host goes on being asked */
    Optional<StoredBackOff> failed(FetchRules rules, Weight weight, String reason, Instant now) {
        if (weight == Weight.WALL) {
            Opened wall = new Opened(now, WALL, reason, false);
            walls.put(Identity.of(rules), wall);
            return Optional.of(wall.rest(StoredBackOff.Kind.WALL, fingerprint(rules)));
        }
        if (opened != null && !opened.isOver(now)) {
            // It was under way before, and must not end sooner what the host may have asked for itself.
            return Optional.empty();
        }
        points += weight.points;
        boolean trialFailed = opened != null && weight == Weight.MUCH;
        if (!trialFailed && points < POINTS_TO_OPEN) {
            return Optional.empty();
        }
        StoredBackOff rest = open(next, "it has failed again and again, at last: " + reason, now);
        next = afterThat(next);
        return Optional.of(rest);
    }

    private static Duration afterThat(Duration time) {
        return time.multipliedBy(2).compareTo(LONGEST) > 0 ? LONGEST : time.multipliedBy(2);
    }

    /** @return what is to be kept of it */
    StoredBackOff open(Duration time, String reason, Instant now) {
        Opened opening = new Opened(now, time, reason, false);
        opened = opening;
        points = 0;
        return opening.rest(StoredBackOff.Kind.ALONE, "");
    }

    /** Notes that a back-off has been stored, and with it the times as they are stored. */
    void kept(StoredBackOff rest) {
        if (opened != null && opened.rest(StoredBackOff.Kind.ALONE, "").equals(rest)) {
            opened = Opened.of(rest);
        }
    }

    /** Takes over what is kept; what is kept no longer, others have seen to be over. */
    void learn(List<StoredBackOff> kept) {
        keptWalls.clear();
        Opened alone = null;
        for (StoredBackOff rest : kept) {
            switch (rest.kind()) {
                case ALONE -> alone = Opened.of(rest);
                case WALL -> keptWalls.put(rest.who(), Opened.of(rest));
                case WAIT -> {
                    // Waited for, not refused.
                }
            }
        }
        if (alone == null && opened != null && opened.kept()) {
            opened = null;
            points = 0;
            next = FIRST;
        } else if (alone != null && !alone.equals(opened)) {
            opened = alone;
            points = 0;
            // A back-off that the host itself has asked for says nothing of how often it failed.
            next = alone.time().compareTo(LONGEST) > 0 ? FIRST : afterThat(alone.time());
        }
    }
}
