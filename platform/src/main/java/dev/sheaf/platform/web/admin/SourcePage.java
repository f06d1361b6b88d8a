package dev.sheaf.platform.web.admin;

import java.util.List;

import org.jspecify.annotations.Nullable;

import dev.sheaf.platform.web.admin.AdminFrame.Fact;

/**
 * The page of a source.
 *
 * @param frame around the page
 * @param id of the source
 * @param can what can be done to it now
 * @param pin the time between its harvests; null when it is not harvested
 * @param progress how the run under way is doing; null when there is none
 * @param facts what is known of it
 * @param held deletions that wait for approval, some of them; empty when none do
 * @param heldCount how many do
 * @param runs the latest
 */
public record SourcePage(AdminFrame frame, String id, Can can, @Nullable Pin pin, @Nullable Progress progress, List<Fact> facts,
        List<String> held,
        String heldCount, List<RunRow> runs) {

    /** Actions that are possible now. */
    public record Can(boolean harvest, boolean pause, boolean resume, boolean hold, boolean release, boolean cancel,
            boolean decide,
            boolean undo) {}

    /**
     * Fixed time between two harvests.
     *
     * @param interval such as {@code 6h}; empty when a policy chooses
     */
    public record Pin(String interval) {}

    /**
     * Progress of a run.
     *
     * @param text for people
     * @param address asked last; null before the first
     * @param received records of the list under way
     * @param size of that list; 0 when it is not known
     */
    public record Progress(String text, @Nullable String address, long received, long size) {}

    /** A run. */
    public record RunRow(String number, String href, String kind, String started, String took, String verdict, boolean trouble,
            String counts) {}
}
