package dev.sheaf.transfer.imports.mapping;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.function.UnaryOperator;

import dev.sheaf.core.Sha256;
import dev.sheaf.transfer.imports.rows.Row;

/** Rule for the identifier of the item in a row. */
sealed interface ItemName {

    /** Returns the columns that the rule uses. */
    List<ColumnName> columns();

    /**
     * Returns the identifier.
     *
     * @param localIdentifier makes a local identifier of a name that is no URI
     * @throws UnmappableRowException if the row has none
     */
    String of(Row row, UnaryOperator<String> localIdentifier) throws UnmappableRowException;

    /**
     * Name in the row: a URI is the identifier itself, any other name becomes part of a local identifier.
     *
     * @param template column, or text with columns in it
     */
    record Stated(Template template) implements ItemName {

        @Override
        public List<ColumnName> columns() {
            return template.columns();
        }

        @Override
        public String of(Row row, UnaryOperator<String> localIdentifier) throws UnmappableRowException {
            List<String> found = template.of(row, Stated::escape);
            if (found.isEmpty()) {
                throw new UnmappableRowException(
                        "it has no value at '" + template + "', from which the mapping takes the identifier");
            }
            String own = found.getFirst();
            return ItemUri.is(own) ? own : localIdentifier.apply(own);
        }

        /** Escapes characters that are illegal in a URI or would end its path. */
        private static String escape(String value) {
            StringBuilder escaped = new StringBuilder();
            for (byte b : value.getBytes(StandardCharsets.UTF_8)) {
                char c = (char) (b & 0xff);
                if (c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || "-_.!~*'()/:".indexOf(c) >= 0) {
                    escaped.append(c);
                } else {
                    escaped.append('%').append(HexFormat.of().withUpperCase().toHexDigits((byte) c));
                }
            }
            return escaped.toString();
        }
    }

    /**
     * Name made of a digest of the values of some columns or of the whole row, which changes if these values change.
     *
     * @param of columns; empty for all
     */
    record Content(List<ColumnName> of) implements ItemName {

        private static final int DIGITS = 24;

        public Content {
            of = List.copyOf(of);
        }

        @Override
        public List<ColumnName> columns() {
            return of;
        }

        @Override
        public String of(Row row, UnaryOperator<String> localIdentifier) throws UnmappableRowException {
            String content = row.content();
            if (!of.isEmpty()) {
                List<String> values = new ArrayList<>();
                of.forEach(column -> values.add(String.join("\u0001", row.values(column.name()))));
                if (values.stream().allMatch(String::isEmpty)) {
                    throw new UnmappableRowException(
                            "it has no value in the columns from which the mapping takes the identifier");
                }
                content = String.join("\u0002", values);
            }
            byte[] digest = Sha256.of(content.getBytes(StandardCharsets.UTF_8));
            return localIdentifier.apply(HexFormat.of().formatHex(digest).substring(0, DIGITS));
        }
    }

    /**
     * Name made of the key of an entry, or of its content if it has no key. Keys such as {@code smith:2001} look like URIs but are none.
     *
     * @param column column with the key
     */
    record Key(ColumnName column) implements ItemName {

        private static final List<String> SCHEMES = List.of("http:", "https:", "urn:", "oai:", "doi:", "info:");

        @Override
        public List<ColumnName> columns() {
            return List.of(column);
        }

        @Override
        public String of(Row row, UnaryOperator<String> localIdentifier) throws UnmappableRowException {
            List<String> found = row.values(column.name());
            if (found.isEmpty()) {
                return new Content(List.of()).of(row, localIdentifier);
            }
            String key = found.getFirst();
            return SCHEMES.stream().anyMatch(key::startsWith) && ItemUri.is(key) ? key : localIdentifier.apply(key);
        }
    }
}
