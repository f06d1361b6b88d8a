package dev.sheaf.platform.monitor;

import java.net.URI;
import java.time.Duration;
import java.util.List;

import org.jspecify.annotations.Nullable;

import dev.sheaf.core.store.Secret;

/**
 * Options for monitoring a hub.
 *
 * @param metrics clients that may read {@code /metrics}
 * @param accessLog access log; null for none
 * @param mail mail to operators; null for none
 * @param webhook webhook for alerts; null for none
 * @param interval shortest time between two messages on a channel
 */
public record MonitorOptions(HubMetrics.Readers metrics, AccessLog.@Nullable Options accessLog, @Nullable Mail mail,
        @Nullable Webhook webhook, Duration interval) {

    /** Metrics for this machine; no messages, no access log. */
    public static final MonitorOptions DEFAULT = new MonitorOptions(HubMetrics.Readers.LOCAL, null, null, null,
            Duration.ofMinutes(15));

    /**
     * Mail to operators.
     *
     * @param from sender
     * @param to receivers
     */
    public record Mail(MailChannel.Server server, String from, List<String> to) {

        public Mail {
            to = List.copyOf(to);
        }
    }

    /**
     * Webhook.
     *
     * @param secret secret that signs messages; null for none
     */
    public record Webhook(URI address, @Nullable Secret secret) {}
}
