package dev.sheaf.platform.web.admin;

import java.util.List;

import org.jspecify.annotations.Nullable;

/**
 * Page of a source's quarantine: the parts of its responses that could not be accepted.
 *
 * @param frame layout around the page
 * @param summary number of entries
 * @param replayHref target of the form that reads all entries again
 * @param rows part of the entries, latest run first
 * @param later link to the next part; null if there is none
 */
public record QuarantinePage(AdminFrame frame, String summary, String replayHref, List<Row> rows, @Nullable String later) {

    /** Entry of the quarantine. */
    public record Row(String name, String href, String format, String reason, String size, String run, String runHref) {}
}
