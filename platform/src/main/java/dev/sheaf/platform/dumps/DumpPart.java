package dev.sheaf.platform.dumps;

import java.util.List;
import java.util.Optional;

import org.jspecify.annotations.Nullable;

import dev.sheaf.platform.hub.HubPart;
import dev.sheaf.platform.server.Endpoint;

/** The dumps of a running hub. Thread-safe. */
final class DumpPart implements HubPart {

    private final DumpWork work;
    private final DumpEndpoint endpoint;
    private final @Nullable String notice;

    /** @param notice for the operator; null for none */
    DumpPart(DumpWork work, DumpEndpoint endpoint, @Nullable String notice) {
        this.work = work;
        this.endpoint = endpoint;
        this.notice = notice;
    }

    @Override
    public Optional<String> notice() {
        return Optional.ofNullable(notice);
    }

    @Override
    public List<Endpoint> endpoints() {
        return List.of(endpoint);
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
