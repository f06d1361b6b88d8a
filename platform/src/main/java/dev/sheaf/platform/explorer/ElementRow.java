package dev.sheaf.platform.explorer;

import java.util.List;

/**
 * An element of a response with its values.
 *
 * @param label name of the element, as the protocol or the metadata format has it
 * @param values in the order received, each in pieces
 */
public record ElementRow(String label, List<List<LinkedText>> values) {

    /** Copies the list. */
    public ElementRow {
        values = List.copyOf(values);
    }

    /** Returns a row with one value. */
    static ElementRow of(String label, List<LinkedText> value) {
        return new ElementRow(label, List.of(value));
    }
}
