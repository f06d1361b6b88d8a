package dev.sheaf.platform.web.admin;

import java.util.List;

import org.jspecify.annotations.Nullable;

/**
 * List of sources.
 *
 * @param frame layout around the page
 * @param summary number of sources, for people
 * @param paused hosts for which several sources wait
 * @param rows one page of them
 * @param earlier link to the previous page; null if there is none
 * @param later link to the next page; null if there is none
 */
public record SourcesPage(AdminFrame frame, String summary, List<Paused> paused, List<Row> rows, @Nullable String earlier,
        @Nullable String later) {

    /**
     * Host, or base URL, that is paused.
     *
     * @param sources number of sources that wait for it
     * @param until end of the pause
     * @param source link to one of the sources, at whose page the host can be asked anyway
     * @param harvest address of the action that asks it anyway
     */
    public record Paused(String host, String sources, String until, String reason, String source, String harvest) {}

    /**
     * Source.
     *
     * @param state state in one word
     * @param trouble true if somebody should check it
     * @param now progress of the run under way; null if there is none
     * @param records number of live and of deleted records
     * @param last time and outcome of the last harvest
     * @param age time since then
     * @param next time of the next harvest
     * @param remarks remarks for the operator
     */
    public record Row(String id, String name, String href, String state, boolean trouble, @Nullable String now, String records,
            String last, String age, String next, List<Remark> remarks) {}

    /** Remark for the operator. */
    public record Remark(String text, String href) {}
}
