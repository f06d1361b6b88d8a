package dev.sheaf.platform.web.archives;

import java.util.List;

import org.jspecify.annotations.Nullable;

/**
 * The archives of the hub.
 *
 * @param entries approved ones by name
 * @param joinHref the form of registration; null when the hub takes none
 */
public record ArchivesPage(List<Entry> entries, @Nullable String joinHref) {

    /**
     * An archive.
     *
     * @param name for people
     * @param browseHref its records
     * @param records their number, for people
     * @param online true if it is on line
     * @param status for people
     */
    public record Entry(String name, String browseHref, String records, boolean online, String status) {}

    /** Copies the list. */
    public ArchivesPage {
        entries = List.copyOf(entries);
    }
}
