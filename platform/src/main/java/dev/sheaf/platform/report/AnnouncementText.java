package dev.sheaf.platform.report;

import java.util.ArrayList;
import java.util.List;

import dev.sheaf.store.notices.AnnouncementReport;

/** Describes the notifications and pushes of a source in one line for people. */
public final class AnnouncementText {

    private AnnouncementText() {}

    /**
     * Returns a line such as {@code 12 notifications, the last 2026-01-01T00:00:00Z; they announced 10 changes that harvests found, and
     * missed 2}.
     */
    public static String line(AnnouncementReport report) {
        List<String> parts = new ArrayList<>();
        parts.add(report.signed()
                ? "its secret is known"
                : "no secret is known, so no notification or push of its own is believed");
        if (report.notifications() > 0) {
            parts.add(Phrases.number(report.notifications()) + " notifications, the last " + report.last());
            parts.add("harvests found changes " + Phrases.number(report.announced() + report.missed()) + " times, "
                    + Phrases.number(report.missed()) + " of them without a notification");
        }
        if (report.pushes() > 0) {
            parts.add(Phrases.number(report.pushes()) + " documents of records pushed");
        }
        return String.join("; ", parts);
    }
}
