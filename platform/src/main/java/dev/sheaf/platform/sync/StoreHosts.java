package dev.sheaf.platform.sync;

import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import dev.sheaf.core.store.StoreException;
import dev.sheaf.harvester.http.Pause;
import dev.sheaf.harvester.http.SharedHosts;
import dev.sheaf.harvester.http.StoredBackOff;
import dev.sheaf.store.HubStore;
import dev.sheaf.store.sources.HostBackOffs;
import dev.sheaf.store.sources.HostPermits;

/** Back-off and request permits of hosts, shared by all processes on one store: commands and a hub. Thread-safe. */
public final class StoreHosts implements SharedHosts, AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(StoreHosts.class);

    private final HostBackOffs rests;
    private final HostPermits permits;
    private final InstantSource clock;
    private final Pause pause;

    /**
     * Creates the shared state for all processes that have the same store open.
     *
     * @param store belongs to the caller, who closes it after this object
     */
    public StoreHosts(HubStore store, InstantSource clock) {
        this(store, clock, Pause.REAL);
    }

    /**
     * @param pause pause between two attempts to get a permit
     */
    StoreHosts(HubStore store, InstantSource clock, Pause pause) {
        this.rests = store.hosts();
        this.permits = store.hostPermits();
        this.clock = clock;
        this.pause = pause;
    }

    @Override
    public Claim claim(String host) {
        HostPermits.Claim claim = permits.claim(host);
        return new Claim() {
            @Override
            public boolean take(int places) {
                return claim.take(places);
            }

            @Override
            public void close() {
                claim.close();
            }
        };
    }

    @Override
    public void pause() throws InterruptedException {
        pause.pause(Duration.ofMillis(MOMENT), "another process sends a request to the host");
    }

    @Override
    public List<StoredBackOff> rests(String host) {
        try {
            return rests.of(host, clock.instant()).stream().map(StoreHosts::kept).toList();
        } catch (StoreException failure) {
            LOG.warn("the back-off of a host, as other processes know it, cannot be read: host={} reason=\"{}\"", host,
                    failure.getMessage());
            return List.of();
        }
    }

    private static StoredBackOff kept(HostBackOffs.Rest rest) {
        return new StoredBackOff(StoredBackOff.Kind.valueOf(rest.kind().toUpperCase(Locale.ROOT)), rest.who(), rest.since(),
                rest.until(),
                rest.reason());
    }

    private static String word(StoredBackOff.Kind kind) {
        return kind.name().toLowerCase(Locale.ROOT);
    }

    @Override
    public boolean keep(String host, StoredBackOff rest) {
        try {
            rests.put(host, new HostBackOffs.Rest(word(rest.kind()), rest.who(), rest.since(), rest.until(), rest.reason()));
            return true;
        } catch (StoreException failure) {
            LOG.warn("the back-off of a host cannot be shared with other processes: host={} reason=\"{}\"", host,
                    failure.getMessage());
            return false;
        }
    }

    @Override
    public void isWell(String host, String who) {
        try {
            rests.remove(host, word(StoredBackOff.Kind.ALONE), "");
            rests.remove(host, word(StoredBackOff.Kind.WALL), who);
        } catch (StoreException failure) {
            LOG.warn("the end of a host's back-off cannot be shared with other processes: host={} reason=\"{}\"", host,
                    failure.getMessage());
        }
    }

    @Override
    public void baseIsWell(String host, String base) {
        try {
            rests.remove(host, word(StoredBackOff.Kind.BASE), base);
        } catch (StoreException failure) {
            LOG.warn("the end of a base URL's back-off cannot be shared with other processes: host={} reason=\"{}\"", host,
                    failure.getMessage());
        }
    }

    @Override
    public Optional<Boolean> isPrivate(String host) {
        try {
            return rests.isPrivate(host);
        } catch (StoreException failure) {
            LOG.warn("the last address of a host cannot be read: host={} reason=\"{}\"", host, failure.getMessage());
            return Optional.empty();
        }
    }

    @Override
    public void learnNetwork(String host, boolean isPrivate) {
        try {
            rests.learnNetwork(host, isPrivate, clock.instant());
        } catch (StoreException failure) {
            LOG.warn("the address of a host was not stored: host={} reason=\"{}\"", host, failure.getMessage());
        }
    }

    /** Ends the sharing. Callers stop all users of this object first. */
    @Override
    public void close() {
        permits.close();
    }
}
