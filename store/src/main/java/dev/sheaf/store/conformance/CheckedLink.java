package dev.sheaf.store.conformance;

import java.time.Instant;
import java.util.Locale;

import org.jspecify.annotations.Nullable;

/**
 * A link of a record in the sample of its source, with the result of the last check. Immutable.
 *
 * @param url http or https
 * @param prefix format of the record that has the link
 * @param identifier of the record
 * @param checked time of the last check; null before the first
 * @param outcome result of the last check; null before the first
 * @param status HTTP status of the response; 0 when none came
 * @param detail what came instead of the resource, for people; empty if it came
 * @param failures number of successive checks that found the link broken
 * @param brokenSince time of the first of them; null for none
 */
public record CheckedLink(String url, String prefix, String identifier, @Nullable Instant checked, @Nullable Outcome outcome,
        int status, String detail, int failures, @Nullable Instant brokenSince) {

    /** Result of a check. "Broken" and "could not be checked" are kept apart. */
    public enum Outcome {
        /** The resource is there. */
        WORKS("works"),
        /** The server says that the resource is not there. */
        BROKEN("broken"),
        /** No answer about the resource: the server is not reachable, or failed, or refuses programs. */
        UNREACHABLE("unreachable"),
        /** The link was not requested, for example because robots.txt forbids it. */
        NOT_CHECKED("not checked");

        private final String text;

        Outcome(String text) {
            this.text = text;
        }

        /** Returns the word for the result, for people and in the database. */
        public String text() {
            return text;
        }

        /** Returns the result that a word names. */
        public static Outcome of(String text) {
            return valueOf(text.toUpperCase(Locale.ROOT).replace(' ', '_'));
        }
    }

    /** Returns a link that was not checked yet. */
    public static CheckedLink unchecked(String url, String prefix, String identifier) {
        return new CheckedLink(url, prefix, identifier, null, null, 0, "", 0, null);
    }
}
