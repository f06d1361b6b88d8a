package dev.sheaf.cli.harvest;

import java.net.URI;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.Set;

import dev.sheaf.cli.program.Console;
import dev.sheaf.core.store.Source;
import dev.sheaf.harvester.http.HostPace;
import dev.sheaf.store.sources.HostBackOffs;

/** The hosts of a harvest that are in back-off, because a server asked another process to wait, or requests failed repeatedly. */
final class RestingHosts {

    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm 'UTC'").withZone(ZoneOffset.UTC);

    private final HostBackOffs rests;
    private final InstantSource clock;

    RestingHosts(HostBackOffs rests, InstantSource clock) {
        this.rests = rests;
        this.clock = clock;
    }

    /**
     * Reports each host in back-off and the command that ends the back-off.
     *
     * @param now true to end the back-offs and request the hosts anyway
     */
    void look(Collection<Source> sources, boolean now, Console console) {
        Set<String> hosts = new LinkedHashSet<>();
        for (Source source : sources) {
            String baseUrl = source.baseUrl();
            if (baseUrl != null) {
                hosts.add(HostPace.host(URI.create(baseUrl)));
            }
        }
        for (String host : hosts) {
            if (now) {
                if (rests.forget(host)) {
                    console.note("requests to " + host + " are sent anyway");
                }
            } else {
                look(host, console);
            }
        }
    }

    private void look(String host, Console console) {
        Instant now = clock.instant();
        for (HostBackOffs.Rest rest : rests.of(host, now)) {
            if (rest.until().isAfter(now)) {
                console.note("requests to " + (rest.kind().equals("base") ? rest.who() : host) + " are paused until "
                        + TIME.format(rest.until()) + ": " + rest.reason()
                        + ". To send them anyway: sheaf harvest --now");
            }
        }
    }
}
