package dev.sheaf.platform.web.admin;

import java.util.List;

import org.jspecify.annotations.Nullable;

import dev.sheaf.platform.server.access.Session.Notice;

/**
 * Frame around every page of the administration.
 *
 * @param heading of the page
 * @param formToken stands in each of its forms
 * @param tabs pages of the same source; empty where there is no source
 * @param notice of the last action; null when there is none
 * @param watching true when the page renews itself every few seconds, because somebody wants that
 */
public record AdminFrame(String heading, String formToken, List<Tab> tabs, @Nullable Notice notice, boolean watching) {

    /** A page of a source. */
    public record Tab(String label, String href, boolean current) {}

    /** A label and what there is to say; the link is null where there is none. */
    public record Fact(String label, String value, @Nullable String href) {

        /** Creates a fact without a link. */
        public static Fact of(String label, String value) {
            return new Fact(label, value, null);
        }
    }

    public AdminFrame {
        tabs = List.copyOf(tabs);
    }
}
