package dev.sheaf.platform.watch;

import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;

import dev.sheaf.core.store.Access;
import dev.sheaf.harvester.http.FetchRules;
import dev.sheaf.harvester.http.Fetched;
import dev.sheaf.harvester.http.HarvestException;
import dev.sheaf.harvester.http.HttpFetcher;
import dev.sheaf.harvester.http.Pause;
import dev.sheaf.harvester.http.Reach;
import dev.sheaf.store.conformance.CheckedLink.Outcome;

/**
 * Check of one link: one GET request of which little is read, without credentials, to public networks only, and only if the host's robots.txt
 * allows it. Thread-safe.
 */
final class LinkCheck {

    private static final Duration IDLE = Duration.ofSeconds(30);
    /** A robots.txt can ask for any interval between two requests; a check must not take the place of others for so long. */
    private static final Duration LONGEST_WAIT = Duration.ofMinutes(1);
    private static final Duration TOTAL = Duration.ofSeconds(60);
    /** More is not needed to see that the resource is there. */
    private static final long MOST_BYTES = 64 << 10;

    private final HttpFetcher fetcher;
    private final FetchRules rules;
    private final Pause pause;

    LinkCheck(HttpFetcher fetcher, FetchRules usual, Pause pause) {
        this.fetcher = fetcher;
        Access obedient = new Access(null, List.of(), null, null, Access.Trust.DEFAULT, 1, null, true);
        this.rules = usual.withAccess(obedient, null).withAttempts(1).withTimes(IDLE, TOTAL).withSizes(MOST_BYTES, MOST_BYTES)
                .withReach(Reach.PUBLIC);
        this.pause = pause;
    }

    /**
     * The result of a check.
     *
     * @param status HTTP status; 0 when no response came
     * @param detail what came instead of the resource; empty if it came
     */
    record Result(Outcome outcome, int status, String detail) {}

    /** Checks a link; empty if it cannot be checked now, because its host is paused or the program is ending. */
    Optional<Result> check(URI link) {
        AtomicBoolean isTooLong = new AtomicBoolean();
        Pause bounded = (time, reason) -> {
            if (time.compareTo(LONGEST_WAIT) > 0) {
                isTooLong.set(true);
                throw new InterruptedException(reason);
            }
            pause.pause(time, reason);
        };
        try {
            Fetched fetched = fetcher.fetch(link, rules, bounded);
            try {
                return Optional.of(ofStatus(fetched.status()));
            } finally {
                fetched.release();
            }
        } catch (HarvestException failure) {
            if (isTooLong.get()) {
                // The interruption has ended this request, and nothing else.
                Thread.interrupted();
                return Optional.of(new Result(Outcome.NOT_CHECKED, 0, "the host asks for longer intervals between requests"));
            }
            return ofFailure(failure.kind());
        }
    }

    private static Result ofStatus(int status) {
        if (status / 100 == 2) {
            return new Result(Outcome.WORKS, status, "");
        }
        // Other statuses say that this client may not see the resource, or not now; they do not say that it is gone.
        return new Result(status == 404 || status == 410 ? Outcome.BROKEN : Outcome.UNREACHABLE, status, "HTTP " + status);
    }

    private static Optional<Result> ofFailure(HarvestException.Kind kind) {
        return switch (kind) {
            // The resource is longer than what is read of it.
            case TOO_LARGE, LIST_TOO_LARGE -> Optional.of(new Result(Outcome.WORKS, 200, ""));
            // It came, and its coding does not matter here.
            case CONTENT_CODING -> Optional.of(new Result(Outcome.WORKS, 200, ""));
            case UNKNOWN_HOST -> unreachable("the host name is not known");
            case CONNECT, CONNECTION -> unreachable("no connection");
            case TIMEOUT -> unreachable("no answer in time");
            case TLS -> unreachable("the certificate is not valid");
            case REDIRECT -> unreachable("the redirects lead nowhere");
            case BOT_PROTECTION -> unreachable("the host refuses programs");
            case LOGIN -> unreachable("a login is required");
            case HTTP_STATUS, NOT_OAI, MALFORMED, PROTOCOL, INCOMPLETE -> unreachable("no usable answer");
            case ROBOTS -> Optional.of(new Result(Outcome.NOT_CHECKED, 0, "robots.txt forbids it, or cannot be read"));
            case ADDRESS, ACCESS -> Optional.of(new Result(Outcome.NOT_CHECKED, 0, "the address is not public"));
            case PAUSED, CANCELLED -> Optional.empty();
        };
    }

    private static Optional<Result> unreachable(String detail) {
        return Optional.of(new Result(Outcome.UNREACHABLE, 0, detail));
    }
}
