package dev.sheaf.platform.web.admin;

import java.util.List;

/**
 * The newest lines of the hub's log.
 *
 * @param frame around the page
 * @param summary which lines these are
 * @param action where the form is sent that asks for others
 * @param levels to choose from
 * @param lines how many are wanted
 * @param rows the lines, newest first
 */
public record LogPage(AdminFrame frame, String summary, String action, List<Choice> levels, int lines, List<Row> rows) {

    public LogPage {
        levels = List.copyOf(levels);
        rows = List.copyOf(rows);
    }

    /** A level to choose. */
    public record Choice(String value, String label, boolean chosen) {}

    /**
     * A line.
     *
     * @param at when, to the second
     * @param trouble true when somebody should look at it
     */
    public record Row(String at, String level, boolean trouble, String where, String message) {}
}
