package dev.sheaf.platform.hub;

import java.time.InstantSource;
import java.util.List;

import org.jspecify.annotations.Nullable;

import dev.sheaf.platform.config.Setting;
import dev.sheaf.platform.server.Endpoint;
import dev.sheaf.platform.watch.ConformanceWatch;
import dev.sheaf.platform.watch.GuestClient;
import dev.sheaf.platform.watch.LinkWatch;
import dev.sheaf.platform.watch.ListComparison;
import dev.sheaf.platform.watch.RegistryWatch;
import dev.sheaf.platform.watch.RepositoryValidation;
import dev.sheaf.platform.watch.WatchSettings;
import dev.sheaf.platform.watch.WatchTerms;
import dev.sheaf.platform.web.watch.ConformancePages;
import dev.sheaf.platform.web.watch.RegistryPages;
import dev.sheaf.schedule.QuietHours;
import dev.sheaf.store.HubStore;

/** The watch over the repositories of a hub: background work and pages. Thread-safe. */
public final class HubWatch implements HubPart {

    private final GuestClient client;
    private final ConformanceWatch conformance;
    private final RegistryWatch registry;
    private final LinkWatch links;
    private final List<Endpoint> endpoints;

    /** Creates the watch. Nothing is requested before {@link #start}. */
    public HubWatch(HubContext hub) {
        HubStore store = hub.store();
        InstantSource clock = hub.clock();
        WatchTerms terms = WatchSettings.terms(setting -> hub.setting(setting).orElse(""));
        @Nullable
        QuietHours quiet = hub.setting(Setting.QUIET_HOURS).map(Setting::quietHours).orElse(null);
        this.client = new GuestClient(store, hub.fetcher().budget());
        this.conformance = new ConformanceWatch(store, new RepositoryValidation(store.validations(), client.fetcher(),
                hub.options().rules(), clock, client.pause()), terms, quiet, clock);
        this.registry = new RegistryWatch(store,
                new ListComparison(store, client.fetcher(), hub.options().rules(), clock, client.pause()), terms, clock);
        this.links = new LinkWatch(store, hub.baseUrl(), client.fetcher(), hub.options().rules(), client.pause(), terms, quiet,
                clock);
        this.endpoints = List.of(new ConformancePages(store, hub.baseUrl(), terms, clock, hub.access()),
                new RegistryPages(store, hub.baseUrl(), terms, clock, hub.access()));
    }

    @Override
    public List<Endpoint> endpoints() {
        return endpoints;
    }

    @Override
    public void start() {
        conformance.start();
        registry.start();
        links.start();
    }

    /** Cuts off what is under way; it is repeated after the next start. */
    @Override
    public void close() {
        // First, so that a request that fails because of the end is not taken for a failure of its server.
        conformance.end();
        registry.end();
        links.end();
        client.end();
        conformance.close();
        registry.close();
        links.close();
        client.close();
    }
}
