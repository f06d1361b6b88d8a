package dev.sheaf.transfer.imports.mapping;

import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;

import dev.sheaf.transfer.imports.rows.Row;

/**
 * Text composed from a row: {@code https://example.org/{id}}, a column alone, or the same text for every row.
 *
 * @param pieces parts in their order
 */
record Template(List<Piece> pieces) {

    /**
     * Largest number of texts. Several columns with several values each make one text for each combination, and a hostile file must not
     * make millions.
     */
    private static final int MOST = 1_000;

    /** Copies the pieces. */
    Template {
        pieces = List.copyOf(pieces);
    }

    /** A part of the text. */
    sealed interface Piece {}

    /** Constant text. */
    record Text(String text) implements Piece {}

    /** The values of a column. */
    record Column(ColumnName name) implements Piece {}

    static Template constant(String text) {
        return new Template(List.of(new Text(text)));
    }

    static Template column(ColumnName name) {
        return new Template(List.of(new Column(name)));
    }

    /**
     * Reads a template in the form of a mapping: names of columns in braces. Without braces, the text is the name of a column.
     *
     * @param line line of the mapping
     * @throws IllegalArgumentException if a brace has no partner or no content
     */
    static Template parse(String text, int line) {
        if (text.indexOf('{') < 0 && text.indexOf('}') < 0) {
            return column(ColumnName.of(text, line));
        }
        List<Piece> pieces = new ArrayList<>();
        int at = 0;
        while (at < text.length()) {
            int open = text.indexOf('{', at);
            int close = text.indexOf('}', at);
            if (open < 0 && close < 0) {
                pieces.add(new Text(text.substring(at)));
                break;
            }
            if (open < 0 || close < open) {
                throw new IllegalArgumentException(
                        "the braces in '" + text + "' do not match; a template looks like https://example.org/{id}");
            }
            if (open > at) {
                pieces.add(new Text(text.substring(at, open)));
            }
            pieces.add(new Column(ColumnName.of(text.substring(open + 1, close), line)));
            at = close + 1;
        }
        return new Template(pieces);
    }

    /** Returns whether the template is a single column. */
    boolean isColumn() {
        return pieces.size() == 1 && pieces.getFirst() instanceof Column;
    }

    /** Returns the columns that the template uses. */
    List<ColumnName> columns() {
        List<ColumnName> columns = new ArrayList<>();
        for (Piece piece : pieces) {
            if (piece instanceof Column column) {
                columns.add(column.name());
            }
        }
        return columns;
    }

    /** Returns the texts for a row: one for each value of its columns, none if one of them is empty. */
    List<String> of(Row row) {
        return of(row, UnaryOperator.identity());
    }

    /**
     * Returns the texts for a row.
     *
     * @param escape escapes values of columns inside a longer text
     */
    List<String> of(Row row, UnaryOperator<String> escape) {
        if (pieces.size() == 1) {
            return values(pieces.getFirst(), row);
        }
        List<String> texts = List.of("");
        for (Piece piece : pieces) {
            List<String> longer = new ArrayList<>();
            for (String value : values(piece, row)) {
                String added = piece instanceof Column ? escape.apply(value) : value;
                for (String text : texts) {
                    if (longer.size() < MOST) {
                        longer.add(text + added);
                    }
                }
            }
            texts = longer;
        }
        return texts;
    }

    private static List<String> values(Piece piece, Row row) {
        return switch (piece) {
            case Text text -> List.of(text.text());
            case Column column -> row.values(column.name().name());
        };
    }

    /** Returns the template as written in a mapping. */
    @Override
    public String toString() {
        StringBuilder text = new StringBuilder();
        for (Piece piece : pieces) {
            switch (piece) {
                case Text constant -> text.append(constant.text());
                case Column column -> text.append(isColumn() ? "" : "{").append(column.name().name())
                        .append(isColumn() ? "" : "}");
            }
        }
        return text.toString();
    }
}
