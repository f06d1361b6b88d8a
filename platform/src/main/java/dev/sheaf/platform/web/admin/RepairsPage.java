package dev.sheaf.platform.web.admin;

import java.util.List;

/**
 * How present versions of a source's records were repaired.
 *
 * @param frame what stands around it
 * @param summary how many
 * @param reportHref where the report for the source's administrator is; its format goes behind
 * @param rows some of them, those of the latest run first
 */
public record RepairsPage(AdminFrame frame, String summary, String reportHref, List<Row> rows) {

    /** A repair. */
    public record Row(String name, String format, String kind, String what) {}
}
