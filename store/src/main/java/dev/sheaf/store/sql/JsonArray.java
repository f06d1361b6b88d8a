package dev.sheaf.store.sql;

import java.util.Collection;

/** JSON arrays, which pass many values as one parameter of a statement; see {@link Dialect}. */
public final class JsonArray {

    private JsonArray() {}

    /** Returns an array of strings. */
    public static String ofTexts(Collection<String> texts) {
        StringBuilder json = new StringBuilder(texts.size() * 48).append('[');
        for (String text : texts) {
            if (json.length() > 1) {
                json.append(',');
            }
            json.append('"');
            for (int i = 0; i < text.length(); i++) {
                char c = text.charAt(i);
                if (c == '"' || c == '\\') {
                    json.append('\\').append(c);
                } else if (c < ' ') {
                    json.append(String.format("\\u%04x", (int) c));
                } else {
                    json.append(c);
                }
            }
            json.append('"');
        }
        return json.append(']').toString();
    }

    /** Builder of an array of numbers. */
    public static final class OfNumbers {
        private final StringBuilder json = new StringBuilder("[");

        public void add(long number) {
            if (json.length() > 1) {
                json.append(',');
            }
            json.append(number);
        }

        public boolean isEmpty() {
            return json.length() == 1;
        }

        @Override
        public String toString() {
            return json + "]";
        }
    }
}
