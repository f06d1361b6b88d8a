package dev.sheaf.platform.hub;

import java.time.InstantSource;
import java.util.List;
import java.util.function.Consumer;

import dev.sheaf.harvester.Harvester;
import dev.sheaf.harvester.http.HttpFetcher;
import dev.sheaf.harvester.http.Pause;
import dev.sheaf.platform.notify.CallbackEndpoint;
import dev.sheaf.platform.notify.ChangeNotifier;
import dev.sheaf.platform.notify.HubSubscriber;
import dev.sheaf.platform.notify.SubscriptionHandler;
import dev.sheaf.platform.notify.SyncEndpoint;
import dev.sheaf.platform.server.Endpoint;
import dev.sheaf.platform.server.FlowGates;
import dev.sheaf.platform.server.ServedRepositories;
import dev.sheaf.platform.sync.SourcePushes;
import dev.sheaf.provider.flow.FlowRules;
import dev.sheaf.provider.flow.RequestLimit;
import dev.sheaf.store.HubStore;

/** Notifications that a hub receives and sends: the endpoint and the work behind it. Thread-safe. */
final class HubSync implements AutoCloseable {

    private static final int AT_ONCE = 200;
    /**
     * Of one address: enough for a push of many pages, too little for a flood. Many repositories may stand behind it, and each learns by itself
     * that it has to wait.
     */
    private static final RequestLimit LIMIT = new RequestLimit(1_200, AT_ONCE, AT_ONCE, RequestLimit.BLOCKED_FOR);

    private final SourcePushes pushes;
    private final SubscriptionHandler subscriptions;
    private final ChangeNotifier teller;
    private final HubSubscriber subscriber;
    private final List<Endpoint> endpoints;

    /**
     * Creates the parts; nothing is sent before {@link #start}.
     *
     * @param scheduler told the id of a source that has something new; returns at once
     * @param saved called when something was saved
     */
    HubSync(HubStore store, ServedRepositories repositories, HubOptions options, HttpFetcher fetcher,
            InstantSource clock,
            Consumer<String> scheduler, Runnable saved) {
        this.pushes = new SourcePushes(store, new Harvester(fetcher, options.rules(), clock, Pause.REAL), clock, Pause.REAL,
                saved);
        this.subscriptions = new SubscriptionHandler(store, fetcher, options.rules(), clock, Pause.REAL, repositories.hubUrl(),
                options.announcing().privateReceivers(), options.access());
        this.teller = new ChangeNotifier(store, repositories, fetcher, options.rules(), clock, Pause.REAL,
                options.announcing().window(), options.announcing().privateReceivers(), options.access());
        FlowGates flow = new FlowGates(FlowRules.NONE.withLimit(LIMIT), _ -> FlowRules.NONE, options.clients(), clock);
        this.subscriber = new HubSubscriber(store, fetcher, options.rules(), clock, Pause.REAL, repositories.hubUrl());
        this.endpoints = List.of(
                new SyncEndpoint(store, clock, repositories.hubUrl(), options.clients(), flow, scheduler, pushes, subscriptions),
                new CallbackEndpoint(store, clock, flow, scheduler));
    }

    List<Endpoint> endpoints() {
        return endpoints;
    }

    void start() {
        teller.start();
        subscriber.start();
        subscriptions.start();
    }

    /** Reports that something was saved: subscribers are notified soon. */
    void wake() {
        teller.wake();
    }

    /** To be closed after the server whose endpoints it has. */
    @Override
    public void close() {
        subscriber.close();
        teller.close();
        subscriptions.close();
        pushes.close();
    }
}
