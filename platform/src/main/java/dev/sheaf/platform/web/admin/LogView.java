package dev.sheaf.platform.web.admin;

import java.time.temporal.ChronoUnit;
import java.util.Arrays;
import java.util.List;

import dev.sheaf.platform.log.RecentLog;
import dev.sheaf.platform.log.RecentLog.Level;
import dev.sheaf.platform.log.RecentLog.Line;
import dev.sheaf.platform.server.Routes;
import dev.sheaf.platform.web.Numbers;
import dev.sheaf.platform.web.admin.LogPage.Choice;
import dev.sheaf.platform.web.admin.LogPage.Row;

/** Makes the page of the log. */
final class LogView {

    /** Lines that are shown unless others are asked for. */
    static final int USUAL = 200;

    private final RecentLog log;
    private final AdminLinks links;

    LogView(RecentLog log, AdminLinks links) {
        this.log = log;
        this.links = links;
    }

    /** @param lines wanted at most; what cannot be is brought within bounds */
    LogPage page(AdminFrame frame, Level least, int lines) {
        int wanted = Math.min(Math.max(1, lines), RecentLog.LINES);
        List<Row> rows = log.newest(least, wanted).stream().map(LogView::row).toList();
        return new LogPage(frame, rows.isEmpty()
                ? "Nothing of this level has been logged since the hub was started."
                : Numbers.count(rows.size(), "line") + ", newest first. Kept are the last "
                        + Numbers.count(RecentLog.LINES, "line")
                        + " since the hub was started; all of them went to its standard error.",
                links.link(Routes.ADMIN_LOG),
                Arrays.stream(Level.values()).map(level -> new Choice(level.text(), label(level), level == least)).toList(),
                wanted,
                rows);
    }

    private static String label(Level level) {
        return switch (level) {
            case DEBUG -> "everything";
            case INFO -> "what the hub does";
            case WARN -> "what to look at";
            case ERROR -> "what went wrong";
        };
    }

    private static Row row(Line line) {
        return new Row(line.at().truncatedTo(ChronoUnit.SECONDS).toString(), line.level().text(),
                line.level().compareTo(Level.WARN) >= 0, line.where(), line.message());
    }
}
