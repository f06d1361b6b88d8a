package dev.sheaf.platform.web;

import java.util.List;

import org.jspecify.annotations.Nullable;

/** Other catalogues that a search of the portal asks while the reader waits. Thread-safe. */
@FunctionalInterface
public interface LiveSources {

    /**
     * Returns what the catalogues answer to a query. Waits for their answers no longer than a fixed limit, and never fails.
     *
     * @param text as a person typed it, not blank
     * @param client network of the client, by which limits count it
     */
    Answer search(String text, String client);

    /**
     * Answers of all catalogues.
     *
     * @param hits of the catalogues in their order
     * @param troubles catalogues without an answer
     */
    record Answer(List<Hit> hits, List<Trouble> troubles) {

        /** No catalogue was asked. */
        public static final Answer NONE = new Answer(List.of(), List.of());

        /** Copies the lists. */
        public Answer {
            hits = List.copyOf(hits);
            troubles = List.copyOf(troubles);
        }
    }

    /**
     * A hit.
     *
     * @param origin name of the catalogue
     * @param title not blank
     * @param creators creators; empty if there are none
     * @param date date as given; null if there is none
     * @param identifier identifier in the catalogue; empty if there is none
     * @param href http or https address of the work; null if there is none
     */
    record Hit(String origin, String title, List<String> creators, @Nullable String date, String identifier,
            @Nullable String href) {

        /** Copies the creators. */
        public Hit {
            creators = List.copyOf(creators);
        }
    }

    /**
     * A catalogue without an answer.
     *
     * @param origin name of the catalogue
     * @param reason for people, the rest of a sentence that begins with the name
     */
    record Trouble(String origin, String reason) {}
}
