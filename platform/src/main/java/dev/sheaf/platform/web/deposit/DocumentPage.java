package dev.sheaf.platform.web.deposit;

import java.util.List;

import org.jspecify.annotations.Nullable;

import dev.sheaf.platform.web.admin.AdminFrame;

/**
 * The page of a deposited document, with its description to correct.
 *
 * @param frame around the page
 * @param action where the form goes
 * @param name of the document, a path without extension
 * @param state sentence about its state
 * @param waits true if it waits for approval
 * @param recordHref page of its published record; null when it has none
 * @param files its files
 * @param fields of the description that most documents have
 * @param further other fields
 * @param fault why the form was not taken; null when it was, or is new
 * @param removeHref page that asks whether it is to be removed
 * @param backHref the deposit page
 */
public record DocumentPage(AdminFrame frame, String action, String name, String state, boolean waits,
        @Nullable String recordHref, List<File> files, List<Field> fields, List<Field> further, @Nullable String fault,
        String removeHref, String backHref) {

    /**
     * A file of the document.
     *
     * @param href its content; null when it has gone
     * @param name path of the file
     * @param details type and size, or why it could not be read
     */
    public record File(@Nullable String href, String name, String details) {}

    /**
     * An element of the description.
     *
     * @param element local name in Dublin Core
     * @param label for people
     * @param value values, one on each line
     * @param rows height of the field
     * @param hint for people; empty for none
     * @param extracted what the document itself states, when that differs; null otherwise
     */
    public record Field(String element, String label, String value, int rows, String hint, @Nullable String extracted) {}

    /** Copies the lists. */
    public DocumentPage {
        files = List.copyOf(files);
        fields = List.copyOf(fields);
        further = List.copyOf(further);
    }
}
