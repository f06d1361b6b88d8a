package dev.sheaf.core.description;

import java.util.List;

import org.jspecify.annotations.Nullable;

import dev.sheaf.core.xml.DublinCoreWriter;

/**
 * A repository or set described in Dublin Core, the usual container for plain text (guidelines for repositories).
 *
 * @param statements in order
 */
public record DublinCoreDescription(List<Statement> statements) implements Description {

    /** Copies the statements. */
    public DublinCoreDescription {
        statements = List.copyOf(statements);
    }

    /** Creates a description of plain text. */
    public static DublinCoreDescription ofText(String text) {
        return new DublinCoreDescription(List.of(new Statement("description", text, null)));
    }

    /**
     * One element.
     *
     * @param element one of the fifteen
     * @param text not blank
     * @param language {@code xml:lang}; null if not stated
     */
    public record Statement(String element, String text, @Nullable String language) {

        /** Checks element and text. */
        public Statement {
            if (!DublinCoreWriter.ELEMENTS.contains(element)) {
                throw new IllegalArgumentException("'" + element + "' is not one of the fifteen elements of Dublin Core");
            }
            text = Check.text(element, text);
            language = Check.optional(language);
        }
    }
}
