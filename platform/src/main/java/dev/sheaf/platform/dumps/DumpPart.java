package dev.sheaf.platform.dumps;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

import org.jspecify.annotations.Nullable;

import dev.sheaf.core.description.Description;
import dev.sheaf.core.description.DumpOffer;
import dev.sheaf.platform.hub.HubPart;
import dev.sheaf.platform.server.Endpoint;

/** The dumps of a running hub. Thread-safe. */
final class DumpPart implements HubPart {

    private final DumpWork work;
    private final String resourceSync;
    private final List<Endpoint> endpoints;
    private final @Nullable String notice;
    /** Descriptions by ids of repositories: they are asked for with each request. */
    private final Map<String, List<Description>> offers = new ConcurrentHashMap<>();

    /**
     * Creates the part.
     *
     * @param resourceSync public address of the source description
     * @param notice for the operator; null for none
     */
    DumpPart(DumpWork work, String resourceSync, List<Endpoint> endpoints, @Nullable String notice) {
        this.work = work;
        this.resourceSync = resourceSync;
        this.endpoints = List.copyOf(endpoints);
        this.notice = notice;
    }

    @Override
    public Optional<String> notice() {
        return Optional.ofNullable(notice);
    }

    @Override
    public List<Endpoint> endpoints() {
        return endpoints;
    }

    @Override
    public List<Description> descriptions(String id) {
        return work.isReady(id)
                ? offers.computeIfAbsent(id, _ -> List.of(new DumpOffer(work.manifestUrl(id), resourceSync).description()))
                : List.of();
    }

    @Override
    public void start() {
        work.start();
    }

    /** Makes the dumps that are due, in the calling thread. */
    void round() {
        work.round();
    }

    @Override
    public void close() {
        work.close();
    }
}
