package dev.sheaf.platform.web.admin;

import java.util.List;

import org.jspecify.annotations.Nullable;

/**
 * The list of sources.
 *
 * @param frame around the page
 * @param summary how many there are, for people
 * @param rows a page of them
 * @param earlier link to the page before; null when there is none
 * @param later link to the page behind; null when there is none
 */
public record SourcesPage(AdminFrame frame, String summary, List<Row> rows, @Nullable String earlier, @Nullable String later) {

    /**
     * A source.
     *
     * @param state one word
     * @param trouble true when somebody should look
     * @param now how the run under way is doing; null when there is none
     * @param records live ones, and how many are deleted
     * @param last when it was harvested last, and how that ended
     * @param age how long ago that is
     * @param next when it is harvested next
     * @param remarks what there is to look at
     */
    public record Row(String id, String name, String href, String state, boolean trouble, @Nullable String now, String records,
            String last, String age, String next, List<Remark> remarks) {}

    /** Something to look at. */
    public record Remark(String text, String href) {}
}
