package dev.sheaf.platform.web.admin;

import java.util.List;

/**
 * Page of the newest lines of the hub's log.
 *
 * @param frame layout around the page
 * @param summary description of the lines
 * @param action target of the form for other lines
 * @param levels levels to choose from
 * @param lines wanted number of lines
 * @param rows lines, newest first
 */
public record LogPage(AdminFrame frame, String summary, String action, List<Choice> levels, int lines, List<Row> rows) {

    public LogPage {
        levels = List.copyOf(levels);
        rows = List.copyOf(rows);
    }

    /** Level to choose. */
    public record Choice(String value, String label, boolean chosen) {}

    /**
     * Line.
     *
     * @param at time, to the second
     * @param trouble true if an operator should read it
     */
    public record Row(String at, String level, boolean trouble, String where, String message) {}
}
