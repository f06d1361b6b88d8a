package dev.sheaf.platform.web.archives;

import java.util.List;

import org.jspecify.annotations.Nullable;

import dev.sheaf.platform.web.admin.AdminFrame;

/**
 * The archives in the administration.
 *
 * @param frame around the page
 * @param taken sentence about whether the hub takes registrations
 * @param waiting archives that wait for approval
 * @param approved archives that are sources of the hub
 */
public record ApprovalPage(AdminFrame frame, String taken, List<Row> waiting, List<Row> approved) {

    /**
     * An archive.
     *
     * @param action where its forms go, without the action
     * @param name for people
     * @param id of its source
     * @param href page of its source; null while it waits
     * @param email of its owner
     * @param way how its records arrive
     * @param files true if its owner allows copies of its files
     * @param copies true if the administrator has them served
     * @param client address from which it was registered
     * @param when when it was registered
     * @param status when it was last seen
     */
    public record Row(String action, String name, String id, @Nullable String href, String email, String way, boolean files,
            boolean copies, String client, String when, String status) {}

    /** Copies the lists. */
    public ApprovalPage {
        waiting = List.copyOf(waiting);
        approved = List.copyOf(approved);
    }
}
