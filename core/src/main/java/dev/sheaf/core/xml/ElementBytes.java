package dev.sheaf.core.xml;

import java.util.Arrays;

/**
 * Finds the end of an element in well-formed XML by its tags alone, in one pass over the bytes. It checks nothing but the balance of tags. For
 * one element and one thread.
 */
final class ElementBytes {

    private final byte[] utf8;
    private final int limit;
    private int at;
    private int depth;
    private int firstTagEnd = -1;
    private boolean unprefixed;

    /**
     * Begins at a start tag.
     *
     * @param start place of its {@code <}
     * @param limit end of the bytes that may belong to the element
     */
    ElementBytes(byte[] utf8, int start, int limit) {
        this.utf8 = utf8;
        this.at = start;
        this.limit = Math.min(limit, utf8.length);
    }

    /** Returns the place after the tag at the beginning of well-formed bytes; their length when it does not end. */
    static int firstTagEnd(byte[] utf8) {
        int at = 0;
        byte quote = 0;
        while (at < utf8.length && (quote != 0 || utf8[at] != '>')) {
            if (quote == 0 && (utf8[at] == '"' || utf8[at] == '\'')) {
                quote = utf8[at];
            } else if (utf8[at] == quote) {
                quote = 0;
            }
            at++;
        }
        return Math.min(utf8.length, at + 1);
    }

    /** Returns whether some bytes stand between two places. */
    static boolean contains(byte[] utf8, int from, int to, byte[] wanted) {
        for (int i = from; i <= to - wanted.length; i++) {
            if (utf8[i] == wanted[0] && stands(wanted, utf8, i)) {
                return true;
            }
        }
        return false;
    }

    /** Returns whether some bytes stand at a place; false for a place before or after the bytes. */
    static boolean stands(byte[] wanted, byte[] utf8, int at) {
        return at >= 0 && at + wanted.length <= utf8.length
                && Arrays.equals(wanted, 0, wanted.length, utf8, at, at + wanted.length);
    }

    /** Goes to the end of the element; false when no element begins at the place, or it does not end before the limit. */
    boolean toEnd() {
        if (at + 1 >= limit || utf8[at] != '<' || utf8[at + 1] == '!' || utf8[at + 1] == '?' || utf8[at + 1] == '/') {
            return false;
        }
        do {
            if (!passTag()) {
                return false;
            }
            if (depth > 0) {
                toTag();
            }
        } while (depth > 0);
        return true;
    }

    /** Returns the place after the element, when {@link #toEnd} has found it. */
    int end() {
        return at;
    }

    /** Returns the place after the tag with which the element begins. */
    int firstTagEnd() {
        return firstTagEnd;
    }

    /** Returns whether an element in it, or itself, has a name without a prefix. */
    boolean hasUnprefixed() {
        return unprefixed;
    }

    private void toTag() {
        while (at < limit && utf8[at] != '<') {
            at++;
        }
    }

    /** Passes what begins with {@code <}; false when it does not end. */
    private boolean passTag() {
        if (at + 1 >= limit) {
            return false;
        }
        return switch (utf8[at + 1]) {
            case '/' -> {
                depth--;
                yield passTo('>');
            }
            case '?' -> passTo("?>", 2);
            case '!' -> at + 2 < limit && utf8[at + 2] == '-' ? passTo("-->", 4) : passTo("]]>", 9);
            default -> passStartTag();
        };
    }

    private boolean passStartTag() {
        boolean hasPrefix = false;
        at++;
        while (at < limit && utf8[at] > ' ' && utf8[at] != '>' && utf8[at] != '/' || at < limit && utf8[at] < 0) {
            hasPrefix |= utf8[at] == ':';
            at++;
        }
        unprefixed |= !hasPrefix;
        while (at < limit && utf8[at] != '>') {
            if (utf8[at] == '"' || utf8[at] == '\'') {
                byte quote = utf8[at];
                at++;
                while (at < limit && utf8[at] != quote) {
                    at++;
                }
            }
            at++;
        }
        if (at >= limit) {
            return false;
        }
        if (utf8[at - 1] != '/') {
            depth++;
        }
        at++;
        if (firstTagEnd < 0) {
            firstTagEnd = at;
        }
        return true;
    }

    private boolean passTo(char end) {
        while (at < limit && utf8[at] != end) {
            at++;
        }
        at++;
        return at <= limit;
    }

    private boolean passTo(String end, int from) {
        int last = limit - end.length();
        for (int i = at + from; i <= last; i++) {
            if (utf8[i] == end.charAt(0) && utf8[i + 1] == end.charAt(1) && (end.length() == 2 || utf8[i + 2] == end.charAt(2))) {
                at = i + end.length();
                return true;
            }
        }
        return false;
    }
}
