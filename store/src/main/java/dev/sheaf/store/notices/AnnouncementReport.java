package dev.sheaf.store.notices;

import java.time.Instant;

import org.jspecify.annotations.Nullable;

/**
 * Announcements that a source has sent: notifications and pushed documents.
 *
 * @param signed true if the hub has the secret with which the source signs
 * @param notifications accepted so far
 * @param pushes documents of records accepted so far
 * @param last time of the last accepted notification; null if there was none
 * @param pending time of a notification without a harvest after it; null if there is none
 * @param announced number of harvests that found announced changes
 * @param missed number of harvests since the first notification that found unannounced changes
 */
public record AnnouncementReport(boolean signed, long notifications, long pushes, @Nullable Instant last,
        @Nullable Instant pending,
        long announced, long missed) {

    /** Report of a source that has never announced anything. */
    public static final AnnouncementReport NONE = new AnnouncementReport(false, 0, 0, null, null, 0, 0);

    /** Returns true if there is anything to report. */
    public boolean isWorthTelling() {
        return signed || notifications > 0 || pushes > 0;
    }
}
