package dev.sheaf.platform.explorer;

import java.time.InstantSource;
import java.util.Optional;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import dev.sheaf.core.store.StoreException;
import dev.sheaf.harvester.http.SharedHosts;
import dev.sheaf.store.sources.HostBackOffs;

/**
 * The networks of hosts as harvests have found them, for a client that shares nothing else with harvests. The owner of a name that was public
 * could lead it into the hub's network later, and every reader of the explorer would see what answers there. Thread-safe.
 */
final class KnownNetworks implements SharedHosts {

    private static final Logger LOG = LoggerFactory.getLogger(KnownNetworks.class);

    private final HostBackOffs hosts;
    private final InstantSource clock;

    KnownNetworks(HostBackOffs hosts, InstantSource clock) {
        this.hosts = hosts;
        this.clock = clock;
    }

    @Override
    public Optional<Boolean> isPrivate(String host) {
        try {
            return hosts.isPrivate(host);
        } catch (StoreException _) {
            // Of what is not known, only the public network is safe.
            return Optional.of(false);
        }
    }

    @Override
    public void learnNetwork(String host, boolean isPrivate) {
        try {
            hosts.learnNetwork(host, isPrivate, clock.instant());
        } catch (StoreException failure) {
            // The fetcher remembers it for the life of the process.
            LOG.debug("the network of a host was not stored: host={} reason=\"{}\"", host, failure.getMessage());
        }
    }
}
