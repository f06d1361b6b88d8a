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

/** Content of the page of the log. */
final class LogView {

    /** Default number of lines. */
    static final int USUAL = 200;

    private final RecentLog log;
    private final AdminLinks links;

    LogView(RecentLog log, AdminLinks links) {
        this.log = log;
        this.links = links;
    }

    /**
     * Returns the page.
     *
     * @param lines wanted number of lines; brought within the limits
     */
    LogPage page(AdminFrame frame, Level least, int lines) {
        int wanted = Math.min(Math.max(1, lines), RecentLog.LINES);
        List<Row> rows = log.newest(least, wanted).stream().map(LogView::row).toList();
        return new LogPage(frame, rows.isEmpty()
                ? "No lines of this level have been logged since the start of the hub."
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
            case INFO -> "steps of the hub";
            case WARN -> "warnings";
            case ERROR -> "errors";
        };
    }

    private static Row row(Line line) {
        return new Row(line.at().truncatedTo(ChronoUnit.SECONDS).toString(), line.level().text(),
                line.level().compareTo(Level.WARN) >= 0, line.where(), line.message());
    }
}
