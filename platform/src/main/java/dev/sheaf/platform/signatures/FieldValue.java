package dev.sheaf.platform.signatures;

import java.util.List;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.stream.Collectors;

/** Values of structured fields (RFC 9651), as far as signatures use them. Each can be written in its one serialized form (4.1). */
sealed interface FieldValue {

    /** Returns the serialized form. */
    String serialized();

    /** A value without parameters. */
    sealed interface Bare {

        /** Returns the serialized form. */
        String serialized();

        /** A string. */
        record Text(String value) implements Bare {
            @Override
            public String serialized() {
                return '"' + value.replace("\\", "\\\\").replace("\"", "\\\"") + '"';
            }
        }

        /** A token. */
        record Token(String value) implements Bare {
            @Override
            public String serialized() {
                return value;
            }
        }

        /** An integer. */
        record Whole(long value) implements Bare {
            @Override
            public String serialized() {
                return Long.toString(value);
            }
        }

        /** A Boolean. */
        record Truth(boolean value) implements Bare {
            @Override
            public String serialized() {
                return value ? "?1" : "?0";
            }
        }

        /** A byte sequence, in base64 as it came. */
        record Bytes(String base64) implements Bare {
            @Override
            public String serialized() {
                return ':' + base64 + ':';
            }
        }
    }

    /** An item with its parameters. */
    record Item(Bare value, SequencedMap<String, Bare> parameters) implements FieldValue {
        @Override
        public String serialized() {
            return value.serialized() + written(parameters);
        }

        /** Returns the text of a string item; empty for other items. */
        Optional<String> text() {
            return value instanceof Bare.Text(String text) ? Optional.of(text) : Optional.empty();
        }
    }

    /** A list of items with its parameters. */
    record InnerList(List<Item> items, SequencedMap<String, Bare> parameters) implements FieldValue {
        @Override
        public String serialized() {
            return items.stream().map(Item::serialized).collect(Collectors.joining(" ", "(", ")")) + written(parameters);
        }
    }

    private static String written(SequencedMap<String, Bare> parameters) {
        StringBuilder text = new StringBuilder();
        parameters.forEach((name, value) -> {
            text.append(';').append(name);
            if (!(value instanceof Bare.Truth(boolean isTrue) && isTrue)) {
                text.append('=').append(value.serialized());
            }
        });
        return text.toString();
    }
}
