package dev.sheaf.validator.report;

import org.jspecify.annotations.Nullable;

/**
 * A place where a rule is broken. Immutable.
 *
 * @param message what is wrong there, for people
 * @param method of the request
 * @param address of the request; for a POST without its form
 * @param form arguments of a POST; empty for a GET
 * @param status HTTP status of the response; 0 when none came
 * @param identifier of the record; null when it is about something else
 * @param excerpt the bytes seen, as text; may be empty
 */
public record Violation(String message, String method, String address, String form, int status, @Nullable String identifier,
        String excerpt) {

    /** Returns the request in one line, for people. */
    public String request() {
        return method + " " + address + (form.isEmpty() ? "" : " (form: " + form + ")");
    }
}
