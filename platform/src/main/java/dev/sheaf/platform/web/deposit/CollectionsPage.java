package dev.sheaf.platform.web.deposit;

import java.util.List;

import dev.sheaf.platform.web.admin.AdminFrame;

/**
 * The collections with a deposit page.
 *
 * @param frame around the page
 * @param rows one for each collection
 */
public record CollectionsPage(AdminFrame frame, List<Row> rows) {

    /**
     * A collection.
     *
     * @param href its deposit page
     * @param name id of its source
     * @param submitted documents that wait for approval
     * @param approved documents that are published
     */
    public record Row(String href, String name, String submitted, String approved) {}

    /** Copies the rows. */
    public CollectionsPage {
        rows = List.copyOf(rows);
    }
}
