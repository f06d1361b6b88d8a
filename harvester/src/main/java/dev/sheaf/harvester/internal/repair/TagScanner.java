package dev.sheaf.harvester.internal.repair;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

import org.jspecify.annotations.Nullable;

import dev.sheaf.harvester.internal.repair.Tag.Attribute;

/**
 * Parser of start tags, including malformed ones. It finds out whether a less-than sign begins a tag. Belongs to one page.
 *
 * <p>An attempt ends at the next less-than sign at the latest, except for a short text inside quotes, so the time for all less-than signs
 * of a page is linear in its size.
 */
final class TagScanner {

    /** Largest length of a tag in which an attribute may contain a less-than sign. */
    private static final int LONGEST_WITH_LESS_THAN = 1024;

    private final byte[] in;
    private long steps;
    private boolean ranOut;

    // State of the attempt under way.
    private int start;
    private int at;
    private boolean isSound;
    private boolean holdsLessThan;
    private boolean skippedQuote;
    private String name = "";

    TagScanner(byte[] in) {
        this.in = in;
    }

    /** Returns whether the last attempt failed because the page ended. */
    boolean ranOut() {
        return ranOut;
    }

    /** Returns the bytes looked at in all attempts. */
    long steps() {
        return steps;
    }

    /** Returns the start tag at a less-than sign; null if there is none. */
    @Nullable
    Tag tag(int lessThan) {
        start = lessThan;
        at = lessThan + 1;
        isSound = true;
        holdsLessThan = false;
        skippedQuote = false;
        ranOut = false;
        Tag tag = attempt();
        steps += at - start;
        return tag;
    }

    private @Nullable Tag attempt() {
        if (at >= in.length) {
            ranOut = true;
            return null;
        }
        if (!isNameStart(in[at])) {
            return null;
        }
        name = name();
        if (!isLegal(name) || name.startsWith("xmlns:")) {
            return null;
        }
        int nameEnd = at;
        List<Attribute> attributes = List.of();
        while (true) {
            boolean isSeparate = skipBlanks();
            if (holdsLessThan && at - start > LONGEST_WITH_LESS_THAN) {
                return null;
            }
            if (at >= in.length) {
                ranOut = true;
                return null;
            }
            byte b = in[at];
            if (b == '>') {
                at++;
                return new Tag(start, nameEnd, at, name, attributes, false, isSound);
            }
            if (b == '/' && at + 1 < in.length && in[at + 1] == '>') {
                at += 2;
                return new Tag(start, nameEnd, at, name, attributes, true, isSound);
            }
            if (isNameStart(b)) {
                isSound &= isSeparate;
                Attribute attribute = attribute();
                if (attribute == null || !isLegal(attribute.name())) {
                    return null;
                }
                attributes = attributes.isEmpty() ? new ArrayList<>(4) : attributes;
                attributes.add(attribute);
            } else if (mayBeSkipped(b, attributes)) {
                isSound = false;
                at++;
            } else {
                return null;
            }
        }
    }

    /** Returns true for a superfluous slash or a single superfluous quote in a text that is certainly a tag. */
    private boolean mayBeSkipped(byte b, List<Attribute> attributes) {
        if (b == '/') {
            return !attributes.isEmpty() || HtmlElements.contains(name);
        }
        if ((b == '"' || b == '\'') && !skippedQuote && !attributes.isEmpty()) {
            skippedQuote = true;
            return true;
        }
        return false;
    }

    private @Nullable Attribute attribute() {
        int from = at;
        String attributeName = name();
        int nameEnd = at;
        skipBlanks();
        if (at >= in.length) {
            ranOut = true;
            return null;
        }
        if (in[at] != '=') {
            at = nameEnd;
            isSound = false;
            // Several words are text, unless the first one is an element with such attributes.
            return HtmlElements.contains(name) ? new Attribute(attributeName, from, from, nameEnd, '\0', false) : null;
        }
        at++;
        skipBlanks();
        if (at >= in.length) {
            ranOut = true;
            return null;
        }
        byte quote = in[at];
        return quote == '"' || quote == '\'' ? quoted(attributeName, from, quote) : unquoted(attributeName, from);
    }

    private @Nullable Attribute quoted(String attributeName, int from, byte quote) {
        int value = ++at;
        while (at < in.length && in[at] != quote) {
            if (in[at] == '<') {
                holdsLessThan = true;
            }
            if (holdsLessThan && at - start > LONGEST_WITH_LESS_THAN) {
                return null;
            }
            at++;
        }
        if (at >= in.length) {
            ranOut = !holdsLessThan;
            return null;
        }
        int to = at++;
        if (holdsLessThan && at < in.length && " \t\r\n/>".indexOf(in[at]) < 0) {
            // The quote that ends this value begins another one, so the quote before was never closed.
            return null;
        }
        isSound &= !holdsLessThan;
        return new Attribute(attributeName, from, value, to, (char) quote, true);
    }

    private @Nullable Attribute unquoted(String attributeName, int from) {
        int value = at;
        while (at < in.length && in[at] != '>' && in[at] != '<' && (in[at] > ' ' || in[at] < 0)) {
            at++;
        }
        if (at >= in.length) {
            ranOut = true;
            return null;
        }
        if (in[at] == '<') {
            return null;
        }
        isSound = false;
        int to = in[at] == '>' && at > value && in[at - 1] == '/' ? --at : at;
        return new Attribute(attributeName, from, value, to, '\0', true);
    }

    /** Returns true for a name with at most one colon, not at its ends, and with letters where XML requires them. */
    static boolean isLegal(String name) {
        boolean isStart = true;
        int colons = 0;
        for (int i = 0; i < name.length(); i++) {
            char c = name.charAt(i);
            if (c == ':') {
                colons++;
                if (isStart) {
                    return false;
                }
                isStart = true;
            } else if (isStart ? !Character.isLetter(c) && c != '_' : c >= 0x80 && !Character.isLetterOrDigit(c)) {
                return false;
            } else {
                isStart = false;
            }
        }
        return !isStart && colons <= 1;
    }

    private String name() {
        int from = at;
        while (at < in.length && isNameByte(in[at])) {
            at++;
        }
        return new String(in, from, at - from, StandardCharsets.UTF_8);
    }

    private boolean skipBlanks() {
        int from = at;
        while (at < in.length && isBlank(in[at])) {
            at++;
        }
        return at > from;
    }

    static boolean isBlank(byte b) {
        return b == ' ' || b == '\n' || b == '\r' || b == '\t';
    }

    static boolean isNameStart(byte b) {
        return b >= 'a' && b <= 'z' || b >= 'A' && b <= 'Z' || b == '_' || b == ':' || b < 0;
    }

    static boolean isNameByte(byte b) {
        return isNameStart(b) || b >= '0' && b <= '9' || b == '-' || b == '.';
    }
}
