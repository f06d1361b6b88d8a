package dev.sheaf.platform.web.archives;

import java.util.Map;

import org.jspecify.annotations.Nullable;

/**
 * The form of registration.
 *
 * @param action where it goes
 * @param values as they were entered, by field
 * @param faults what is wrong, by field
 */
public record RegisterPage(String action, Map<String, String> values, Map<String, String> faults) {

    /** Copies the maps. */
    public RegisterPage {
        values = Map.copyOf(values);
        faults = Map.copyOf(faults);
    }

    /** Returns the value of a field; empty when there is none. */
    public String value(String field) {
        return values.getOrDefault(field, "");
    }

    /** Returns what is wrong with a field; null when nothing is. */
    public @Nullable String fault(String field) {
        return faults.get(field);
    }
}
