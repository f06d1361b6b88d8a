package dev.sheaf.platform.explorer;

import java.util.List;

/**
 * An element of a response with its values.
 *
 * @param label name of the element, as the protocol or the metadata format has it
 * @param values in the order received, each in pieces
 */
public record Row(String label, List<List<Piece>> values) {

    /** Copies the list. */
    public Row {
        values = List.copyOf(values);
    }

    /** Returns a row with one value. */
    static Row of(String label, List<Piece> value) {
        return new Row(label, List.of(value));
    }
}
