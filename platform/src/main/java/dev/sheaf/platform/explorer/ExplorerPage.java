package dev.sheaf.platform.explorer;

import java.util.List;

import org.jspecify.annotations.Nullable;

/**
 * A page of the explorer.
 *
 * @param texts in the language of the reader
 * @param languages all languages
 * @param links to other pages
 * @param question of the reader
 * @param name of the explored repository; empty on the start page
 * @param isTyped true if addresses may be typed
 * @param sources of the hub that can be explored; empty on the pages of a repository
 * @param form of the verb; null on the start page
 * @param notice why there is no answer; null if there is one, or if none was asked for
 * @param answer of the repository; null if there is none
 */
public record ExplorerPage(ExplorerTexts texts, List<ExplorerTexts> languages, ExplorerLinks links, ExplorerQuestion question,
        String name,
        boolean isTyped, List<SourceLink> sources, @Nullable VerbForm form, @Nullable Notice notice,
        @Nullable AnswerView answer) {

    /**
     * A source of the hub.
     *
     * @param name for people
     * @param href its pages
     */
    public record SourceLink(String name, String href) {}

    /**
     * Reason for which there is no answer.
     *
     * @param heading what happened
     * @param text why, and what the reader can do
     * @param detail in English; empty for none
     */
    public record Notice(String heading, String text, String detail) {}

    /** Copies the lists. */
    public ExplorerPage {
        languages = List.copyOf(languages);
        sources = List.copyOf(sources);
    }

    /** Returns the title for the browser. */
    public String title() {
        String verb = question.verb();
        return (name.isEmpty() ? "" : (verb.isEmpty() ? "" : verb + " \u2013 ") + name + " \u2013 ") + texts.of("title");
    }
}
