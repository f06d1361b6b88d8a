package dev.sheaf.platform.monitor;

import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Informs operators of changes: at most one message per interval on each channel, with all changes since the previous message. A message
 * that could not be sent is tried again after growing pauses. Not thread-safe.
 */
final class Alerts {

    private static final Logger LOG = LoggerFactory.getLogger(Alerts.class);
    /** Pauses between attempts to send a message. After the last one the message is dropped. */
    private static final List<Duration> RETRIES = List.of(Duration.ofMinutes(1), Duration.ofMinutes(5), Duration.ofMinutes(15),
            Duration.ofHours(1), Duration.ofHours(4));
    /** Largest number of changes in one message; of more, only the newest are reported. */
    private static final int MOST_CHANGES = 200;

    private final List<Outbox> outboxes;

    /**
     * Creates the alerts. Nothing is sent before the first round.
     *
     * @param interval shortest time between two messages on a channel
     */
    Alerts(List<AlertChannel> channels, Duration interval) {
        this.outboxes = channels.stream().map(channel -> new Outbox(channel, interval)).toList();
    }

    /** Adds changes and sends the due messages. */
    void round(List<StateChange> changes, Instant now) {
        outboxes.forEach(outbox -> outbox.round(changes, now));
    }

    /** Returns the number of changes that have not been reported yet. */
    int pending() {
        return outboxes.stream().mapToInt(outbox -> outbox.pending.size()).sum();
    }

    /** Unsent changes of one channel. */
    private static final class Outbox {

        private final AlertChannel channel;
        private final Duration interval;
        private final Deque<StateChange> pending = new ArrayDeque<>();
        private @Nullable Instant next;
        private int failures;

        Outbox(AlertChannel channel, Duration interval) {
            this.channel = channel;
            this.interval = interval;
        }

        void round(List<StateChange> changes, Instant now) {
            for (StateChange change : changes) {
                pending.addLast(change);
                if (pending.size() > MOST_CHANGES) {
                    pending.removeFirst();
                }
            }
            if (pending.isEmpty() || next != null && now.isBefore(next)) {
                return;
            }
            List<StateChange> told = latest();
            try {
                channel.send(told);
                LOG.info("operators notified: channel={} changes={}", channel.name(), told.size());
                sent(now.plus(interval));
            } catch (IOException failure) {
                failed(failure, now);
            }
        }

        /** Returns the newest state of each source that changed several times since the last message. */
        private List<StateChange> latest() {
            Map<String, StateChange> bySource = new LinkedHashMap<>();
            pending.forEach(change -> {
                bySource.remove(change.source());
                bySource.put(change.source(), change);
            });
            return new ArrayList<>(bySource.values());
        }

        private void sent(Instant nextMessage) {
            pending.clear();
            failures = 0;
            next = nextMessage;
        }

        private void failed(IOException failure, Instant now) {
            if (failures == RETRIES.size()) {
                LOG.error("operators not notified, message dropped: channel={} changes={} reason=\"{}\"", channel.name(),
                        pending.size(),
                        failure.getMessage());
                sent(now.plus(interval));
                return;
            }
            Duration pause = RETRIES.get(failures++);
            next = now.plus(pause);
            LOG.warn("operators not notified, trying again in {} minutes: channel={} reason=\"{}\"", pause.toMinutes(),
                    channel.name(),
                    failure.getMessage());
        }
    }
}
