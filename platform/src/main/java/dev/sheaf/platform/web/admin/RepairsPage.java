package dev.sheaf.platform.web.admin;

import java.util.List;

/**
 * Page of the repairs in present versions of a source's records, and of the live proxy's repairs and omissions.
 *
 * @param frame around the page
 * @param summary how many
 * @param reportHref where the report for the source's administrator is; its format goes behind
 * @param rows some repairs of harvests, those of the latest run first
 * @param proxied some faults that the proxy met: what it left out first, then what it met last
 */
public record RepairsPage(AdminFrame frame, String summary, String reportHref, List<Row> rows, List<Row> proxied) {

    /**
     * A repair.
     *
     * @param since when the fault was met first; empty when that is not known
     * @param times how often the proxy met it
     */
    public record Row(String name, String format, String kind, String what, String since, String times) {}
}
