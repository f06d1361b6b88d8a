package dev.sheaf.platform.hub;

import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;

import org.jspecify.annotations.Nullable;

import dev.sheaf.harvester.http.HttpFetcher;
import dev.sheaf.platform.monitor.AccessLog;
import dev.sheaf.platform.monitor.AlertChannel;
import dev.sheaf.platform.monitor.HubMetrics;
import dev.sheaf.platform.monitor.MailChannel;
import dev.sheaf.platform.monitor.Monitor;
import dev.sheaf.platform.monitor.MonitorOptions;
import dev.sheaf.platform.monitor.WebhookChannel;
import dev.sheaf.platform.search.SearchIndex;
import dev.sheaf.platform.server.Endpoint;
import dev.sheaf.platform.server.SegmentCache;
import dev.sheaf.platform.server.access.AdminGuard;
import dev.sheaf.store.HubStore;

/** Monitoring of a hub: alerts, metrics and the access log. */
final class HubMonitoring implements AutoCloseable {

    private final Monitor monitor;
    private final @Nullable AccessLog accessLog;
    private final List<Endpoint> endpoints = new ArrayList<>();

    HubMonitoring(HubStore store, SearchIndex index, Path indexDirectory, String baseUrl, HubOptions options,
            AdminGuard guard, HttpFetcher fetcher, SegmentCache segments, InstantSource clock) {
        MonitorOptions wanted = options.monitoring();
        HubMetrics metrics = new HubMetrics(wanted.metrics(), options.clients(), guard, options.access(), store, index,
                indexDirectory, segments, clock);
        List<AlertChannel> channels = new ArrayList<>();
        MonitorOptions.Mail mail = wanted.mail();
        if (mail != null) {
            channels.add(new MailChannel(mail.server(), mail.from(), mail.to(), store.name(), baseUrl));
        }
        MonitorOptions.Webhook webhook = wanted.webhook();
        if (webhook != null) {
            channels.add(
                    new WebhookChannel(webhook.address(), webhook.secret(), fetcher, options.rules(), store.name(), baseUrl));
        }
        this.monitor = new Monitor(store, metrics, channels, wanted.interval(), clock);
        this.accessLog = wanted.accessLog() == null ? null : new AccessLog(wanted.accessLog(), options.clients(), clock);
        endpoints.add(metrics);
        if (accessLog != null) {
            endpoints.add(accessLog);
        }
    }

    /** To be registered before all others: what they count begins before the answer. */
    List<Endpoint> endpoints() {
        return endpoints;
    }

    void start() {
        monitor.start();
    }

    /** To be closed after the server whose endpoints it has. */
    @Override
    public void close() {
        monitor.close();
        if (accessLog != null) {
            accessLog.close();
        }
    }
}
