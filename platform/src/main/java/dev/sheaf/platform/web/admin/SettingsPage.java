package dev.sheaf.platform.web.admin;

import java.util.List;

import org.jspecify.annotations.Nullable;

/**
 * The form for a source, new or known.
 *
 * @param frame around the page
 * @param action where it goes
 * @param button its label
 * @param faults how many values cannot be; 0 before it was sent
 * @param groups its fields
 */
public record SettingsPage(AdminFrame frame, String action, String button, int faults, List<Group> groups) {

    /** Fields that belong together. */
    public record Group(String name, List<Field> fields) {}

    /**
     * A field.
     *
     * @param name under which its value is sent
     * @param type of input: text, url, password, lines, checkbox or select
     * @param value in it; of a box, {@code true} when it is ticked
     * @param options of a select: value and label by turns
     * @param hint what can stand in it; empty when that is clear
     * @param error why its value cannot be; null when it can
     */
    public record Field(String name, String label, String type, String value, List<String> options, String hint,
            @Nullable String error, boolean required) {}
}
