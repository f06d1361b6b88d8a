package dev.sheaf.platform.watch;

import java.util.List;
import java.util.Optional;

import dev.sheaf.harvester.http.SharedHosts;
import dev.sheaf.harvester.http.StoredBackOff;

/**
 * The hosts of the hub for requests that must not delay a harvest. They take the same permits and obey the back-offs that harvests caused. A
 * failure of theirs pauses no host: validations make requests that are wrong on purpose, and some servers fail then. Thread-safe.
 */
final class GuestHosts implements SharedHosts {

    private final SharedHosts hosts;

    GuestHosts(SharedHosts hosts) {
        this.hosts = hosts;
    }

    @Override
    public Claim claim(String host) {
        return hosts.claim(host);
    }

    @Override
    public void pause() throws InterruptedException {
        hosts.pause();
    }

    @Override
    public List<StoredBackOff> rests(String host) {
        return hosts.rests(host);
    }

    @Override
    public boolean keep(String host, StoredBackOff rest) {
        return false;
    }

    @Override
    public Optional<Boolean> isPrivate(String host) {
        return hosts.isPrivate(host);
    }

    @Override
    public void isWell(String host, String who) {
        // A harvest finds out by itself.
    }
}
