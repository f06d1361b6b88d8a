package dev.sheaf.platform.hub;

import java.time.InstantSource;
import java.util.List;

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

/** Notifications that a hub receives and sends: the endpoint and the background work. Thread-safe. */
public final class HubSync implements HubPart {

    private static final int AT_ONCE = 200;
    /**
     * Limit of requests for one client address: enough for a push of many pages, too little for a flood. Several repositories may share an
     * address, and each of them notices the limit only by its own refused requests.
     */
    private static final RequestLimit LIMIT = new RequestLimit(1_200, AT_ONCE, AT_ONCE, RequestLimit.BLOCKED_FOR);

    private final SourcePushes pushes;
    private final SubscriptionHandler subscriptions;
    private final ChangeNotifier teller;
    private final HubSubscriber subscriber;
    private final List<Endpoint> endpoints;

    /** Creates the handlers and notifiers. Nothing is sent before {@link #start}. */
    public HubSync(HubContext hub) {
        HubStore store = hub.store();
        ServedRepositories repositories = hub.repositories();
        HubOptions options = hub.options();
        HttpFetcher fetcher = hub.fetcher();
        InstantSource clock = hub.clock();
        this.pushes = new SourcePushes(store, new Harvester(fetcher, options.rules(), clock, Pause.REAL), clock, Pause.REAL,
                hub.saved());
        this.subscriptions = new SubscriptionHandler(store, fetcher, options.rules(), clock, Pause.REAL, repositories.hubUrl(),
                options.announcing().privateReceivers(), hub.access());
        this.teller = new ChangeNotifier(store, repositories, fetcher, options.rules(), clock, Pause.REAL,
                options.announcing().window(), options.announcing().privateReceivers(), hub.access());
        FlowGates flow = new FlowGates(FlowRules.NONE.withLimit(LIMIT), _ -> FlowRules.NONE, options.clients(), clock);
        this.subscriber = new HubSubscriber(store, fetcher, options.rules(), clock, Pause.REAL, repositories.hubUrl());
        this.endpoints = List.of(
                new SyncEndpoint(store, clock, repositories.hubUrl(), options.clients(), flow, hub.notified(), pushes,
                        subscriptions),
                new CallbackEndpoint(store, clock, flow, hub.notified()));
    }

    @Override
    public List<Endpoint> endpoints() {
        return endpoints;
    }

    @Override
    public void start() {
        teller.start();
        subscriber.start();
        subscriptions.start();
    }

    /** Wakes the notifiers, which notify subscribers soon. */
    @Override
    public void saved() {
        teller.wake();
    }

    @Override
    public void close() {
        subscriber.close();
        teller.close();
        subscriptions.close();
        pushes.close();
    }
}
