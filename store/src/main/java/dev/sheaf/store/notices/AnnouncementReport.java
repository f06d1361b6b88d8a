package dev.sheaf.store.notices;

import java.time.Instant;

import org.jspecify.annotations.Nullable;

/**
 * Announcements that a source has made by itself: notifications and pushed documents.
 *
 * @param signed true when a secret is known with which it signs
 * @param notifications accepted so far
 * @param pushes documents of records accepted so far
 * @param last when a notification was accepted last; null before the first
 * @param pending when a notification came that no harvest has followed yet; null when none has
 * @param announced harvests that found changes of which a notification had told
 * @param missed harvests since the first notification that found changes of which none had told
 */
public record AnnouncementReport(boolean signed, long notifications, long pushes, @Nullable Instant last,
        @Nullable Instant pending,
        long announced, long missed) {

    /** Of a source that has never announced anything. */
    public static final AnnouncementReport NONE = new AnnouncementReport(false, 0, 0, null, null, 0, 0);

    /** True when there is something to tell of. */
    public boolean isWorthTelling() {
        return signed || notifications > 0 || pushes > 0;
    }
}
