package dev.sheaf.platform.web.admin;

import java.util.List;

import org.jspecify.annotations.Nullable;

/**
 * Page of a source's quarantine: the parts of its responses that could not be accepted.
 *
 * @param frame around the page
 * @param summary how many there are
 * @param replayHref where the form goes that reads all of it again
 * @param rows a part of it, latest run first
 * @param later link to the next part; null when there is none
 */
public record QuarantinePage(AdminFrame frame, String summary, String replayHref, List<Row> rows, @Nullable String later) {

    /** Something in quarantine. */
    public record Row(String name, String href, String format, String reason, String size, String run, String runHref) {}
}
