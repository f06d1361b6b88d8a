package dev.sheaf.platform.web.admin;

import java.util.List;

import org.jspecify.annotations.Nullable;

/**
 * Form for a new or registered source.
 *
 * @param frame layout around the page
 * @param action target of the form
 * @param button label of the button
 * @param faults number of invalid values; 0 before it was sent
 * @param groups its fields
 * @param known source that has the records of the address already; null if there is none
 */
public record SettingsPage(AdminFrame frame, String action, String button, int faults, List<Group> groups,
        @Nullable Known known) {

    /** Name of the box that adds a source although another one has its records. */
    static final String ANYWAY = "anyway";

    /** Source that has the records of the address already: what it is, its id, and the address of its page. */
    public record Known(String warning, String id, String href) {}

    /** Group of related fields. */
    public record Group(String name, List<Field> fields) {}

    /**
     * Field.
     *
     * @param name name under which its value is sent
     * @param type type of the input: text, url, password, lines, checkbox or select
     * @param value value; of a box, {@code true} if it is ticked
     * @param options options of a select: value and label by turns
     * @param hint explanation of the value; empty if it is clear
     * @param error reason why its value is invalid; null if it is valid
     */
    public record Field(String name, String label, String type, String value, List<String> options, String hint,
            @Nullable String error, boolean required) {}
}
