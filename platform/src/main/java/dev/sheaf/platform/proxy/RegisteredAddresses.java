package dev.sheaf.platform.proxy;

import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;

import org.jspecify.annotations.Nullable;

import dev.sheaf.core.store.Source;
import dev.sheaf.core.store.SourceStatus;
import dev.sheaf.harvester.http.BaseUrl;
import dev.sheaf.harvester.http.HostPace;
import dev.sheaf.store.HubStore;

/**
 * Finder of the source that is registered with an address. The scheme does not matter, because a plain HTTP proxy never sees a request for
 * https; nor does a slash at the end. Thread-safe.
 */
final class RegisteredAddresses {

    /** Shortest time between two reads of all sources, so that requests for unregistered addresses do not cause one each. */
    private static final Duration SHORTEST = Duration.ofSeconds(5);

    private final HubStore store;
    private final InstantSource clock;
    private final ReentrantLock lock = new ReentrantLock();
    private Map<String, String> ids = Map.of();
    private @Nullable Instant read;

    RegisteredAddresses(HubStore store, InstantSource clock) {
        this.store = store;
        this.clock = clock;
    }

    /** Returns the source at the address of a request, with or without the request's arguments. */
    Optional<Source> at(URI request) {
        String key = key(BaseUrl.of(request).uri());
        return find(key).flatMap(store::source)
                .filter(source -> source.baseUrl() != null && key(BaseUrl.parse(source.baseUrl()).uri()).equals(key));
    }

    private Optional<String> find(String key) {
        lock.lock();
        try {
            Instant now = clock.instant();
            if (!ids.containsKey(key) && (read == null || Duration.between(read, now).abs().compareTo(SHORTEST) >= 0)) {
                Map<String, String> found = new HashMap<>();
                for (SourceStatus status : store.sources()) {
                    String baseUrl = status.source().baseUrl();
                    // The owner of a pushing source chose its address, so the proxy must not send requests there.
                    if (baseUrl != null && status.source().kind().isHarvested()) {
                        found.putIfAbsent(key(BaseUrl.parse(baseUrl).uri()), status.source().id());
                    }
                }
                ids = found;
                read = now;
            }
            return Optional.ofNullable(ids.get(key));
        } finally {
            lock.unlock();
        }
    }

    private static String key(URI address) {
        String path = address.getRawPath() == null ? "" : address.getRawPath();
        String query = address.getRawQuery();
        return HostPace.host(address) + (path.endsWith("/") ? path.substring(0, path.length() - 1) : path)
                + (query == null ? "" : "?" + query);
    }
}
