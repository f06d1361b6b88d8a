package dev.sheaf.platform.web.archives;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

import org.jspecify.annotations.Nullable;

import dev.sheaf.core.store.SourceStatus;
import dev.sheaf.platform.web.Times;
import dev.sheaf.store.archives.Archive;

/**
 * Whether an archive is on line: whether its last sign of life is less than a quarter of an hour ago. Signs of life are its signed requests, of
 * which it sends one every five minutes, and complete harvests.
 *
 * @param isOnline true if it is
 * @param text for people
 */
record OnlineStatus(boolean isOnline, String text) {

    private static final Duration RECENT = Duration.ofMinutes(15);

    static OnlineStatus of(Archive archive, Optional<SourceStatus> status, Instant now) {
        Instant harvested = status.filter(one -> one.source().kind().isHarvested()).map(SourceStatus::asOf).orElse(null);
        Instant seen = later(archive.seen(), harvested);
        if (seen == null) {
            return new OnlineStatus(false, "not seen yet");
        }
        boolean isOnline = seen.plus(RECENT).isAfter(now);
        return new OnlineStatus(isOnline, isOnline ? "on line" : "off line, last seen " + Times.format(seen));
    }

    private static @Nullable Instant later(@Nullable Instant one, @Nullable Instant other) {
        return one == null ? other : other == null || one.isAfter(other) ? one : other;
    }
}
