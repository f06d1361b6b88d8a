package dev.sheaf.platform.web.admin;

import java.util.List;

import org.jspecify.annotations.Nullable;

import dev.sheaf.platform.server.access.Session.Notice;

/**
 * Layout around every page of the administration.
 *
 * @param heading heading of the page
 * @param formToken token in each of its forms
 * @param tabs pages of the same source; empty if there is no source
 * @param notice message about the last action; null if there is none
 * @param watching true if the page reloads itself every few seconds, while it shows work under way
 */
public record AdminFrame(String heading, String formToken, List<Tab> tabs, @Nullable Notice notice, boolean watching) {

    /** Link to a page of a source. */
    public record Tab(String label, String href, boolean current) {}

    /** Label and value; the link is null if there is none. */
    public record Fact(String label, String value, @Nullable String href) {

        /** Creates a fact without a link. */
        public static Fact of(String label, String value) {
            return new Fact(label, value, null);
        }
    }

    public AdminFrame {
        tabs = List.copyOf(tabs);
    }

    /** Returns a copy that reloads itself or does not. */
    public AdminFrame watching(boolean isWatching) {
        return new AdminFrame(heading, formToken, tabs, notice, isWatching);
    }
}
