package dev.sheaf.platform.web.deposit;

import java.util.List;

import org.jspecify.annotations.Nullable;

import dev.sheaf.platform.web.admin.AdminFrame;

/**
 * The deposit page of a collection.
 *
 * @param frame around the page
 * @param intro sentence about what is published
 * @param isBeingRead true while a crawl of the collection is under way
 * @param page address of the page
 * @param uploadHref where the form with files goes; null when the collection takes none
 * @param uploadHint sentence about sizes and the folder
 * @param views links to the documents of one state
 * @param rows documents
 * @param later further documents; null on the last page
 * @param refused files that could not be read
 */
public record DepositsPage(AdminFrame frame, String intro, boolean isBeingRead, String page, @Nullable String uploadHref,
        String uploadHint, List<View> views,
        List<Row> rows, @Nullable String later, List<Refused> refused) {

    /** A link to some of the documents. */
    public record View(String label, String href, boolean current) {}

    /**
     * A document.
     *
     * @param href its page
     * @param title as it would be published, or its name
     * @param name of the document, a path without extension
     * @param state for people
     * @param waits true if it waits for approval
     * @param changed when somebody last decided about it
     */
    public record Row(String href, String title, String name, String state, boolean waits, String changed) {}

    /**
     * A file that could not be read.
     *
     * @param path of the file
     * @param reason for people
     * @param removeHref page that asks whether it is to be removed
     */
    public record Refused(String path, String reason, String removeHref) {}

    /** Copies the lists. */
    public DepositsPage {
        views = List.copyOf(views);
        rows = List.copyOf(rows);
        refused = List.copyOf(refused);
    }
}
