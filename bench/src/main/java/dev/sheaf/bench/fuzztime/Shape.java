package dev.sheaf.bench.fuzztime;

import java.io.ByteArrayOutputStream;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

/**
 * Pattern for inputs of any size: a beginning, a repeated part, a middle, a second part that is repeated equally often, and an end. Each
 * character stands for one byte. The character {@value #NUMBER} is replaced by the number of the repetition; the second part counts down.
 */
record Shape(String before, String repeated, String between, String closing, String after) {

    static final char NUMBER = '\u0001';

    /** Returns an input without a second repeated part. */
    static Shape of(String before, String repeated, String after) {
        return new Shape(before, repeated, "", "", after);
    }

    /** Returns the input, repeated until it has at least the wanted number of bytes. */
    byte[] grown(int bytes) {
        ByteArrayOutputStream grown = new ByteArrayOutputStream(bytes + 1_000);
        grown.writeBytes(before.getBytes(ISO_8859_1));
        int rest = bytes - before.length() - between.length() - after.length();
        int times = 0;
        for (int length = 0; length < rest; times++) {
            String next = numbered(repeated, times);
            grown.writeBytes(next.getBytes(ISO_8859_1));
            length += Math.max(1, next.length() + numbered(closing, times).length());
        }
        grown.writeBytes(between.getBytes(ISO_8859_1));
        for (int i = times - 1; i >= 0 && !closing.isEmpty(); i--) {
            grown.writeBytes(numbered(closing, i).getBytes(ISO_8859_1));
        }
        grown.writeBytes(after.getBytes(ISO_8859_1));
        return grown.toByteArray();
    }

    private static String numbered(String part, int number) {
        return part.indexOf(NUMBER) < 0 ? part : part.replace(String.valueOf(NUMBER), Integer.toString(number));
    }

    /** Returns the parts, one on each line, for people; unprintable characters as in Java. */
    String text() {
        return shown("before", before) + shown("repeated", repeated) + shown("between", between) + shown("closing", closing)
                + shown("after", after);
    }

    private static String shown(String name, String part) {
        if (part.isEmpty()) {
            return "";
        }
        StringBuilder text = new StringBuilder("  ").append(name).append(": ");
        for (int i = 0; i < part.length(); i++) {
            char c = part.charAt(i);
            text.append(c >= ' ' && c < 0x7f ? String.valueOf(c) : String.format("\\u%04x", (int) c));
        }
        return text.append('\n').toString();
    }
}
