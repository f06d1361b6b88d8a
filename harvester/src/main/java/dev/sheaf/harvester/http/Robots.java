package dev.sheaf.harvester.http;

import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

import org.jspecify.annotations.Nullable;

import dev.sheaf.harvester.http.HarvestException.Kind;

/** The robots.txt files of hosts, each requested at most once a day (RFC 9309, section 2.4). Safe for many threads. */
final class Robots {

    private static final Duration KEPT = Duration.ofDays(1);
    /** Time after which an unreadable file is requested again; until then everything is forbidden. */
    private static final Duration KEPT_UNREAD = Duration.ofMinutes(10);

    /** Request that ignores robots.txt. */
    interface Fetching {
        Fetched fetch(URI uri) throws HarvestException;
    }

    /** @param fault why the file could not be read; null if it could */
    private record Kept(RobotsFile file, Instant until, @Nullable HarvestException fault) {}

    private final Map<String, Kept> files = new ConcurrentHashMap<>();
    private final InstantSource clock;

    Robots(InstantSource clock) {
        this.clock = clock;
    }

    /**
     * Returns the robots.txt of the host of an address.
     *
     * @throws HarvestException of kind {@link Kind#ROBOTS} if the address is forbidden, or the file cannot be read, which is the cause then; of
     * another kind if the host cannot be reached, or the harvest is cancelled meanwhile
     */
    RobotsFile ask(URI uri, Fetching fetching) throws HarvestException {
        URI place = uri.resolve("/robots.txt");
        Kept kept = files.get(place.toString());
        if (kept == null || !kept.until().isAfter(clock.instant())) {
            kept = read(place, fetching);
            files.put(place.toString(), kept);
        }
        String path = (uri.getRawPath().isEmpty() ? "/" : uri.getRawPath())
                + (uri.getRawQuery() == null ? "" : "?" + uri.getRawQuery());
        if (!kept.file().allows(path)) {
            HarvestException fault = kept.fault();
            throw fault == null
                    ? new HarvestException(Kind.ROBOTS,
                            place + " forbids " + path + ", and this source is to obey it. Its operator may have meant "
                                    + "search engines only: ask, or harvest without (--access obey-robots=no)")
                    : new HarvestException(Kind.ROBOTS, place + " could not be read: " + fault.getMessage()
                            + ". Until it can be read, nothing else of the host is requested", fault);
        }
        return kept.file();
    }

    private Kept kept(RobotsFile file, @Nullable HarvestException fault) {
        return new Kept(file, clock.instant().plus(file.unread() ? KEPT_UNREAD : KEPT), fault);
    }

    private Kept read(URI place, Fetching fetching) throws HarvestException {
        try {
            Fetched fetched = fetching.fetch(place);
            if (fetched.isSuccess()) {
                return kept(RobotsFile.parse(fetched.body()), null);
            }
            // Without a file there are no rules; a failing host has not given permission (section 2.3.1).
            return fetched.status() >= 500 || fetched.status() == 429
                    ? kept(RobotsFile.ALL_FORBIDDEN,
                            new HarvestException(Kind.HTTP_STATUS, "the server answers HTTP " + fetched.status()))
                    : kept(RobotsFile.ALL_ALLOWED, null);
        } catch (HarvestException failure) {
            if (failure.kind().endsAsking()) {
                // The host as a whole does not answer, which says nothing of its rules.
                throw failure;
            }
            // Too many redirects count as no file, and so does a login page.
            return failure.kind() == Kind.REDIRECT || failure.kind() == Kind.LOGIN
                    ? kept(RobotsFile.ALL_ALLOWED, null)
                    : kept(RobotsFile.ALL_FORBIDDEN, failure);
        }
    }
}
