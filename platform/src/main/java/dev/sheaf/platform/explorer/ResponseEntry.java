package dev.sheaf.platform.explorer;

import java.util.List;

/**
 * An entry of an answer: a record, a header, a set, a format, an error, or Identify as a whole.
 *
 * @param title what it is called; empty if the rows say everything
 * @param isDeleted true for a deleted record
 * @param note sentence for people; empty for none
 * @param rows its elements
 * @param parts containers in it: metadata, descriptions
 * @param actions requests about it
 */
public record ResponseEntry(List<LinkedText> title, boolean isDeleted, String note, List<ElementRow> rows, List<Part> parts,
        List<Action> actions) {

    /**
     * A container of an entry.
     *
     * @param element of the protocol, such as {@code metadata}
     * @param name of the element in it
     * @param namespace of that element; empty for none
     * @param rows its values
     * @param cut true if it has more
     */
    public record Part(String element, String name, String namespace, List<ElementRow> rows, boolean cut) {

        static Part of(String element, ElementRows rows) {
            return new Part(element, rows.name(), rows.namespace(), rows.rows(), rows.cut());
        }
    }

    /**
     * A request about an entry.
     *
     * @param label the verb
     * @param subject of the request, for readers who do not see the entry
     * @param href the answer
     */
    public record Action(String label, String subject, String href) {}

    /** Copies the lists. */
    public ResponseEntry {
        title = List.copyOf(title);
        rows = List.copyOf(rows);
        parts = List.copyOf(parts);
        actions = List.copyOf(actions);
    }
}
