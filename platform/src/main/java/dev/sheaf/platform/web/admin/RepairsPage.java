package dev.sheaf.platform.web.admin;

import java.util.List;

/**
 * Page that lists the repairs of one source: repairs in the current versions of its stored records, and records that the live proxy
 * repaired or left out.
 *
 * @param frame layout around the page
 * @param summary sentences with the numbers of repairs
 * @param reportHref address of the report for the source's administrator; the format is appended
 * @param rows repairs made by harvests, latest run first; limited
 * @param proxied faults found by the proxy: omissions first, then the latest; limited
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
