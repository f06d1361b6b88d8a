package dev.sheaf.platform.config;

import java.time.Instant;
import java.util.List;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.AppenderBase;
import org.slf4j.event.KeyValuePair;

import dev.sheaf.platform.log.RecentLog;

/** Copies log events to {@link RecentLog}. */
final class RecentLogAppender extends AppenderBase<ILoggingEvent> {

    private final RecentLog log;

    RecentLogAppender(RecentLog log) {
        this.log = log;
    }

    @Override
    protected void append(ILoggingEvent event) {
        StringBuilder message = new StringBuilder(event.getFormattedMessage());
        List<KeyValuePair> pairs = event.getKeyValuePairs();
        if (pairs != null) {
            pairs.forEach(pair -> message.append(' ').append(pair.key).append("=\"").append(pair.value).append('"'));
        }
        String logger = event.getLoggerName();
        Instant at = event.getInstant();
        log.add(at == null ? Instant.ofEpochMilli(event.getTimeStamp()) : at, level(event.getLevel()),
                logger.substring(logger.lastIndexOf('.') + 1), message.toString());
    }

    private static RecentLog.Level level(Level level) {
        return level.isGreaterOrEqual(Level.ERROR)
                ? RecentLog.Level.ERROR
                : level.isGreaterOrEqual(Level.WARN)
                        ? RecentLog.Level.WARN
                        : level.isGreaterOrEqual(Level.INFO) ? RecentLog.Level.INFO : RecentLog.Level.DEBUG;
    }
}
