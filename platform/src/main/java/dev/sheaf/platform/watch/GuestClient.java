package dev.sheaf.platform.watch;

import java.time.InstantSource;

import dev.sheaf.harvester.http.HttpFetcher;
import dev.sheaf.harvester.http.PageBudget;
import dev.sheaf.harvester.http.Pause;
import dev.sheaf.platform.sync.StoreHosts;
import dev.sheaf.store.HubStore;

/**
 * The client for requests of the watch. It shares the permits of hosts and the memory with harvests, and pauses no host for them, see {@link
 * GuestHosts}. Thread-safe.
 */
public final class GuestClient implements AutoCloseable {

    private final StoreHosts hosts;
    private final HttpFetcher fetcher;
    private final ClosablePause pause = new ClosablePause();

    /**
     * Creates a client.
     *
     * @param store belongs to the caller, who closes it after this object
     * @param budget memory that responses of harvests use as well
     */
    public GuestClient(HubStore store, PageBudget budget) {
        this.hosts = new StoreHosts(store, InstantSource.system());
        this.fetcher = new HttpFetcher(InstantSource.system(), new GuestHosts(hosts), budget);
    }

    /** Returns the HTTP client. */
    public HttpFetcher fetcher() {
        return fetcher;
    }

    /** Returns the waits of its requests. */
    public Pause pause() {
        return pause;
    }

    /** Ends requests and waits under way; later ones fail. */
    public void end() {
        pause.close();
        fetcher.close();
    }

    /** Ends the sharing of hosts. The caller has ended all users of this object. */
    @Override
    public void close() {
        end();
        hosts.close();
    }
}
