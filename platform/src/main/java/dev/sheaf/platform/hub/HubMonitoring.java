package dev.sheaf.platform.hub;

import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;

import org.jspecify.annotations.Nullable;

import dev.sheaf.platform.monitor.AccessLog;
import dev.sheaf.platform.monitor.AlertChannel;
import dev.sheaf.platform.monitor.Figure;
import dev.sheaf.platform.monitor.HubMetrics;
import dev.sheaf.platform.monitor.MailChannel;
import dev.sheaf.platform.monitor.Monitor;
import dev.sheaf.platform.monitor.MonitorOptions;
import dev.sheaf.platform.monitor.WebhookChannel;
import dev.sheaf.platform.server.Endpoint;
import dev.sheaf.store.HubStore;

/** Monitoring of a hub: alerts, metrics and the access log. */
public final class HubMonitoring implements HubPart {

    private final Monitor monitor;
    private final HubMetrics metrics;
    private final @Nullable AccessLog accessLog;
    private final List<Endpoint> endpoints = new ArrayList<>();

    /** Creates the monitor and its channels. Monitoring begins with {@link #start}. */
    public HubMonitoring(HubContext hub) {
        HubOptions options = hub.options();
        HubStore store = hub.store();
        InstantSource clock = hub.clock();
        MonitorOptions wanted = options.monitoring();
        this.metrics = new HubMetrics(wanted.metrics(), options.clients(), hub.controls().guard(), hub.access(), store,
                hub.index(), hub.folder(Hub.INDEX), hub.segments(), clock);
        List<AlertChannel> channels = new ArrayList<>();
        MonitorOptions.Mail mail = wanted.mail();
        if (mail != null) {
            channels.add(new MailChannel(mail.server(), mail.from(), mail.to(), store.name(), hub.baseUrl()));
        }
        MonitorOptions.Webhook webhook = wanted.webhook();
        if (webhook != null) {
            channels.add(
                    new WebhookChannel(webhook.address(), webhook.secret(), hub.fetcher(), options.rules(), store.name(),
                            hub.baseUrl()));
        }
        this.monitor = new Monitor(store, metrics, channels, wanted.interval(), clock);
        this.accessLog = wanted.accessLog() == null ? null : new AccessLog(wanted.accessLog(), options.clients(), clock);
        endpoints.add(metrics);
        if (accessLog != null) {
            endpoints.add(accessLog);
        }
    }

    /** Returns endpoints that must be registered before all others, because they measure each request from its beginning. */
    @Override
    public List<Endpoint> endpoints() {
        return endpoints;
    }

    /** Adds figures of other parts to the metrics. */
    void add(List<Figure> figures) {
        figures.forEach(metrics::add);
    }

    @Override
    public void start() {
        monitor.start();
    }

    @Override
    public void close() {
        monitor.close();
        if (accessLog != null) {
            accessLog.close();
        }
    }
}
