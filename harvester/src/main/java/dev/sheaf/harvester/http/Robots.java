package dev.sheaf.harvester.http;

import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

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

    private record Kept(RobotsFile file, Instant until) {}

    private final Map<String, Kept> files = new ConcurrentHashMap<>();
    private final InstantSource clock;

    Robots(InstantSource clock) {
        this.clock = clock;
    }

    /**
     * Returns the robots.txt of the host of an address.
     *
     * @throws HarvestException of kind {@link Kind#ROBOTS} if the address is forbidden; of another kind if the harvest is cancelled
     * meanwhile
     */
    RobotsFile ask(URI uri, Fetching fetching) throws HarvestException {
        URI place = uri.resolve("/robots.txt");
        Kept kept = files.get(place.toString());
        if (kept == null || !kept.until().isAfter(clock.instant())) {
            RobotsFile file = read(place, fetching);
            Duration time = file.unread() ? KEPT_UNREAD : KEPT;
            kept = new Kept(file, clock.instant().plus(time));
            files.put(place.toString(), kept);
        }
        String path = (uri.getRawPath().isEmpty() ? "/" : uri.getRawPath())
                + (uri.getRawQuery() == null ? "" : "?" + uri.getRawQuery());
        if (!kept.file().allows(path)) {
            String why = kept.file().unread() ? "could not be read, which counts as a refusal" : "forbids " + path;
            throw new HarvestException(Kind.ROBOTS,
                    place + " " + why + ", and this source is to obey it. Its operator may have meant "
                            + "search engines only: ask, or harvest without (--access obey-robots=no)");
        }
        return kept.file();
    }

    private static RobotsFile read(URI place, Fetching fetching) throws HarvestException {
        try {
            Fetched fetched = fetching.fetch(place);
            if (fetched.isSuccess()) {
                return RobotsFile.parse(fetched.body());
            }
            // Without a file there are no rules; a failing host has not given permission (section 2.3.1).
            return fetched.status() >= 500 || fetched.status() == 429 ? RobotsFile.ALL_FORBIDDEN : RobotsFile.ALL_ALLOWED;
        } catch (HarvestException failure) {
            if (failure.kind() == Kind.CANCELLED || failure.kind() == Kind.PAUSED) {
                throw failure;
            }
            // Too many redirects count as no file, and so does a login page.
            return failure.kind() == Kind.REDIRECT || failure.kind() == Kind.LOGIN
                    ? RobotsFile.ALL_ALLOWED
                    : RobotsFile.ALL_FORBIDDEN;
        }
    }
}
