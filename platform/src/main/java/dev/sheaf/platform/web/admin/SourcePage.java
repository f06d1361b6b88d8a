package dev.sheaf.platform.web.admin;

import java.util.List;

import org.jspecify.annotations.Nullable;

import dev.sheaf.platform.web.admin.AdminFrame.Fact;

/**
 * Page of a source.
 *
 * @param frame layout around the page
 * @param id id of the source
 * @param can possible actions
 * @param pin time between its harvests; null if it is not harvested
 * @param progress progress of the run under way; null if there is none
 * @param facts facts about it
 * @param held some of the deletions that wait for approval; empty if there are none
 * @param heldCount number of all of them
 * @param runs latest runs
 */
public record SourcePage(AdminFrame frame, String id, Can can, @Nullable Pin pin, @Nullable Progress progress, List<Fact> facts,
        List<String> held,
        String heldCount, List<RunRow> runs) {

    /** Actions that are possible now. */
    public record Can(boolean harvest, boolean pause, boolean resume, boolean hold, boolean release, boolean cancel,
            boolean decide,
            boolean undo, boolean undoInferred, boolean askAnyway) {}

    /**
     * Fixed time between two harvests.
     *
     * @param interval such as {@code 6h}; empty if a policy chooses
     */
    public record Pin(String interval) {}

    /**
     * Progress of a run.
     *
     * @param text description for people
     * @param address address of the last request; null before the first
     * @param received number of received records of the present list
     * @param size size of that list; 0 if it is unknown
     */
    public record Progress(String text, @Nullable String address, long received, long size) {}

    /** A run. */
    public record RunRow(String number, String href, String kind, String started, String took, String verdict, boolean trouble,
            String counts) {}
}
