package dev.sheaf.harvester.http;

import java.net.URI;
import java.nio.charset.StandardCharsets;
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

import dev.sheaf.core.Sha256;
import dev.sheaf.core.store.Access;
import dev.sheaf.harvester.http.HarvestException.Kind;

/**
 * Pause of requests to a host that fails repeatedly: for a minute, then for two, up to an hour. After each pause one request is sent as a
 * trial. A response that asks for a longer pause pauses its base URL, and the host only if another base URL asks too. Guarded by the lock
 * of its {@link HostPace}.
 */
final class CircuitBreaker {

    /** Weight of a failure as evidence against the host as a whole. */
    enum Weight {
        /** No evidence: the next request may succeed. */
        NONE(0),
        /** Weak evidence: an error of the server, or a page that takes too long. The lists of one source may cause this repeatedly. */
        SOME(1),
        /** Strong evidence: the host cannot be reached, or reports too many requests to everybody. */
        MUCH(4),
        /** Bot protection: further requests with the same identity would be refused as well. */
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

    /** The identity that a host refuses. It may accept another User-Agent or another login. */
    private record Identity(String userAgent, @Nullable String from, Access access) {
        static Identity of(FetchRules rules) {
            return new Identity(rules.userAgent(), rules.from(), rules.access());
        }

        /** Returns a text that is the same in every process. It reveals only that there are secrets, not their values. */
        String fingerprint() {
            byte[] hash = Sha256.of((userAgent + '\n' + from + '\n' + access).getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(hash, 0, FINGERPRINT_BYTES);
        }
    }

    /**
     * A pause of requests.
     *
     * @param kept true if it is stored, so that other processes know it and may find out sooner that the host works again
     */
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
            // A clock that was set back by more than the whole pause is no reason to wait; a trial shows the state.
            return !now.isBefore(until()) || now.isBefore(since.minus(time));
        }
    }

    private final String host;
    private final Map<Identity, Opened> walls = new HashMap<>();
    /** Refusals that other processes received, by fingerprint. */
    private final Map<String, Opened> keptWalls = new HashMap<>();
    /** Base URLs whose repository asked for a long pause. */
    private final Map<String, Opened> bases = new HashMap<>();
    private @Nullable Opened opened;
    private int points;
    private Duration next = FIRST;

    CircuitBreaker(String host) {
        this.host = host;
    }

    /**
     * Checks whether a request may be sent.
     *
     * @throws HarvestException of kind {@link Kind#PAUSED} if not
     */
    void check(FetchRules rules, Instant now) throws HarvestException {
        Refused refused = refused(rules, now);
        if (refused != null) {
            throw new HarvestException(Kind.PAUSED, message(refused.subject(), refused.pause()));
        }
    }

    /** Returns why and until when a request may not be made; empty when it may. */
    Optional<HostPace.Refusal> refusal(FetchRules rules, Instant now) {
        return Optional.ofNullable(refused(rules, now)).map(one -> new HostPace.Refusal(one.subject(), one.pause().until(),
                one.pause().reason(), !one.subject().equals(host) || one.pause().time().compareTo(LONGEST) > 0));
    }

    /**
     * A pause that refuses a request.
     *
     * @param subject the host or the base URL
     */
    private record Refused(String subject, Opened pause) {}

    private @Nullable Refused refused(FetchRules rules, Instant now) {
        Opened ofHost = ofHost(rules, now);
        if (ofHost != null) {
            return new Refused(host, ofHost);
        }
        String base = base(rules);
        Opened ofBase = base == null ? null : bases.get(base);
        return base == null || ofBase == null || ofBase.isOver(now) ? null : new Refused(base, ofBase);
    }

    /** Returns the base URL of the source for which requests are sent; null for requests of no source. */
    private static @Nullable String base(FetchRules rules) {
        URI home = rules.home();
        return home == null ? null : home.getScheme() + "://" + home.getRawAuthority() + home.getRawPath();
    }

    private @Nullable Opened ofHost(FetchRules rules, Instant now) {
        Opened wall = walls.get(Identity.of(rules));
        if ((wall == null || wall.isOver(now)) && !keptWalls.isEmpty()) {
            wall = keptWalls.get(fingerprint(rules));
        }
        if (wall != null && !wall.isOver(now)) {
            return wall;
        }
        return opened != null && !opened.isOver(now) ? opened : null;
    }

    /** Returns true if requests to the host are not paused for any identity. */
    boolean isIdle(Instant now) {
        return opened == null && bases.values().stream().allMatch(base -> base.isOver(now))
                && walls.values().stream().allMatch(wall -> wall.isOver(now));
    }

    /** Returns true if the pause is over and it is unknown whether the host works again. */
    boolean isOnTrial() {
        return opened != null;
    }

    /** Returns the reason for which no client may send requests to the host. */
    Optional<String> leftAlone(Instant now) {
        return Optional.ofNullable(opened).filter(one -> !one.isOver(now)).map(one -> message(host, one));
    }

    /** Returns the time until which no client may send requests to the host. */
    Optional<Instant> pausedUntil(Instant now) {
        return Optional.ofNullable(opened).filter(one -> !one.isOver(now)).map(Opened::until);
    }

    /** Returns the end of the pause of a base URL; empty if it has none. */
    Optional<Instant> pausedUntil(FetchRules rules, Instant now) {
        return Optional.ofNullable(base(rules)).map(bases::get).filter(one -> !one.isOver(now)).map(Opened::until);
    }

    private static String message(String subject, Opened one) {
        return "requests to " + subject + " are paused until " + TIME.format(one.until()) + ": " + one.reason();
    }

    /** @return true if requests to the host had been paused, or if the host had refused this identity */
    boolean succeeded(FetchRules rules) {
        boolean wasIll = opened != null;
        String base = base(rules);
        wasIll |= base != null && bases.remove(base) != null;
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

    /** Returns the text for the base URL of a source in stored back-offs; empty for requests of no source. */
    static String baseText(FetchRules rules) {
        String base = base(rules);
        return base == null ? "" : base;
    }

    /** Returns the text for an identity in stored back-offs. */
    static String fingerprint(FetchRules rules) {
        return Identity.of(rules).fingerprint();
    }

    /** @return the back-off to store; empty if requests to the host continue */
    Optional<StoredBackOff> failed(FetchRules rules, Weight weight, String reason, Instant now) {
        if (weight == Weight.WALL) {
            Opened wall = new Opened(now, WALL, reason, false);
            walls.put(Identity.of(rules), wall);
            return Optional.of(wall.rest(StoredBackOff.Kind.WALL, fingerprint(rules)));
        }
        if (opened != null && !opened.isOver(now)) {
            // The failed request began before the present pause, and must not shorten it, because the host itself may have asked for it.
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

    /**
     * Pauses requests because a response asked for a long pause. The response speaks for its base URL: hosts of many journals or
     * communities answer for each of them by itself. When a second base URL of the host asks too, the host is paused as long as both do.
     *
     * @return the back-offs to store
     */
    List<StoredBackOff> asked(FetchRules rules, Duration time, String reason, Instant now) {
        String base = base(rules);
        if (base == null) {
            // Nobody knows what the request stands for, so one hour is enough until the next trial.
            return List.of(open(time.compareTo(LONGEST) > 0 ? LONGEST : time, reason, now));
        }
        bases.values().removeIf(one -> one.isOver(now));
        Optional<Instant> others = bases.entrySet().stream().filter(one -> !one.getKey().equals(base))
                .map(one -> one.getValue().until()).max(Instant::compareTo);
        Opened pause = new Opened(now, time, reason, false);
        bases.put(base, pause);
        StoredBackOff own = pause.rest(StoredBackOff.Kind.BASE, base);
        if (others.isEmpty()) {
            return List.of(own);
        }
        Duration both = Duration.between(now, others.get());
        return List.of(own, open(both.compareTo(time) < 0 ? both : time, reason, now));
    }

    /** @return the back-off to store */
    StoredBackOff open(Duration time, String reason, Instant now) {
        Opened opening = new Opened(now, time, reason, false);
        opened = opening;
        points = 0;
        return opening.rest(StoredBackOff.Kind.ALONE, "");
    }

    /** Notes that a back-off was stored, and takes over its times in stored precision. */
    void kept(StoredBackOff rest) {
        if (rest.kind() == StoredBackOff.Kind.BASE) {
            bases.computeIfPresent(rest.who(), (_, _) -> Opened.of(rest));
        } else if (opened != null && opened.rest(StoredBackOff.Kind.ALONE, "").equals(rest)) {
            opened = Opened.of(rest);
        }
    }

    /** Takes over the stored back-offs. If one is no longer stored, another process has found out that it is over. */
    void learn(List<StoredBackOff> kept) {
        keptWalls.clear();
        bases.values().removeIf(Opened::kept);
        Opened alone = null;
        for (StoredBackOff rest : kept) {
            switch (rest.kind()) {
                case ALONE -> alone = Opened.of(rest);
                case WALL -> keptWalls.put(rest.who(), Opened.of(rest));
                case BASE -> bases.put(rest.who(), Opened.of(rest));
                case WAIT -> {
                    // Short waits are handled elsewhere.
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
            // A back-off that the host itself asked for says nothing about the number of its failures.
            next = alone.time().compareTo(LONGEST) > 0 ? FIRST : afterThat(alone.time());
        }
    }
}
