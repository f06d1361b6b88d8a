package dev.sheaf.harvester.internal.repair;

import java.nio.charset.StandardCharsets;

import org.jspecify.annotations.Nullable;

import dev.sheaf.core.store.Repair.Kind;
import dev.sheaf.harvester.repair.HtmlEntities;

/** Writer of texts and attribute values. In its output nothing looks like markup, and no character or entity is unknown. */
final class Text {

    private static final int MAX_DIGITS = 10;

    private final byte[] in;
    private final ByteBuilder out;
    private final Faults faults;

    Text(byte[] in, ByteBuilder out, Faults faults) {
        this.in = in;
        this.out = out;
        this.faults = faults;
    }

    /** A reference to a character or entity. */
    private record Reference(int end, int point, @Nullable String name) {}

    /** Writes a text; less-than signs in it begin nothing. */
    void put(int from, int to) {
        put(from, to, '\0');
    }

    /**
     * Writes a text.
     *
     * @param quote the quote around it, which must not occur in it; 0 for none
     */
    void put(int from, int to, char quote) {
        int copied = from;
        int at = from;
        while (at < to) {
            byte b = in[at];
            if (b == '&') {
                Reference reference = reference(at, to);
                if (reference != null && isLegal(reference)) {
                    at = reference.end;
                    continue;
                }
                out.put(in, copied, at - copied);
                at = reference == null ? ampersand(at) : replaceReference(at, reference, to);
                copied = at;
            } else if (b == '<') {
                out.put(in, copied, at - copied).put("&lt;");
                faults.add(Kind.UNESCAPED, at, () -> "a less-than sign that begins nothing was escaped");
                copied = ++at;
            } else if (b == '>' && quote == 0 && at - from >= 2 && in[at - 1] == ']' && in[at - 2] == ']') {
                out.put(in, copied, at - copied).put("&gt;");
                faults.add(Kind.UNESCAPED, at, () -> "']]>' in a text was escaped");
                copied = ++at;
            } else if (quote != 0 && b == quote) {
                out.put(in, copied, at - copied).put(quote == '"' ? "&quot;" : "&apos;");
                copied = ++at;
            } else {
                at++;
            }
        }
        out.put(in, copied, to - copied);
    }

    /** Returns whether a text can stay unchanged. */
    boolean isClean(int from, int to) {
        for (int at = from; at < to; at++) {
            if (in[at] == '<') {
                return false;
            }
            if (in[at] == '&') {
                Reference reference = reference(at, to);
                if (reference == null || !isLegal(reference)) {
                    return false;
                }
            }
        }
        return true;
    }

    private int ampersand(int at) {
        out.put("&amp;");
        faults.add(Kind.UNESCAPED, at, () -> "an ampersand that begins nothing was escaped");
        return at + 1;
    }

    /** Writes the replacement of a reference that cannot stay; returns the position after it. */
    private int replaceReference(int at, Reference reference, int to) {
        String name = reference.name;
        if (name != null) {
            String characters = HtmlEntities.characters(name);
            if (characters == null) {
                out.put("&amp;");
                faults.add(Kind.UNESCAPED, at, () -> "the ampersand of the unknown entity '" + name + "' was escaped");
                return at + 1;
            }
            characters.codePoints().forEach(this::escaped);
            faults.add(Kind.ENTITY, at, () -> "the HTML entity '" + name + "' became the character that it stands for");
            return reference.end;
        }
        int point = reference.point;
        if (point >= 0xD800 && point < 0xDC00 && reference.end < to && in[reference.end] == '&') {
            Reference low = reference(reference.end, to);
            if (low != null && low.name == null && low.point >= 0xDC00 && low.point < 0xE000) {
                int whole = Character.toCodePoint((char) point, (char) low.point);
                out.codePoint(whole);
                faults.add(Kind.CHARACTERS, at, () -> String.format("two references to surrogates became the character U+%X that"
                        + " they make together", whole));
                return low.end;
            }
        }
        if (point >= ' ') {
            out.codePoint(0xFFFD);
        } else if (point == 0x0B || point == 0x0C || point >= 0x1C) {
            out.put(' ');
        }
        faults.add(Kind.CHARACTERS, at, () -> "a reference to a character that XML does not allow ("
                + new String(in, at, Math.min(reference.end - at, MAX_DIGITS + 4), StandardCharsets.UTF_8)
                + (point >= ' ' ? ") became U+FFFD" : ") was left out"));
        return reference.end;
    }

    private void escaped(int point) {
        switch (point) {
            case '<' -> out.put("&lt;");
            case '>' -> out.put("&gt;");
            case '&' -> out.put("&amp;");
            case '"' -> out.put("&quot;");
            default -> out.codePoint(point);
        }
    }

    private static boolean isLegal(Reference reference) {
        String name = reference.name;
        if (name != null) {
            return switch (name) {
                case "amp", "lt", "gt", "quot", "apos" -> true;
                default -> false;
            };
        }
        int point = reference.point;
        return point >= ' ' && point < 0xD800 || point == '\t' || point == '\n' || point == '\r'
                || point >= 0xE000 && point < 0xFFFE || point >= 0x10000 && point <= 0x10FFFF;
    }

    /** Returns the reference at an ampersand; null if there is none. */
    private @Nullable Reference reference(int at, int to) {
        int p = at + 1;
        if (p < to && in[p] == '#') {
            return number(p + 1, to);
        }
        int most = Math.min(to, p + HtmlEntities.LONGEST_NAME);
        while (p < most && isLetterOrDigit(in[p])) {
            p++;
        }
        if (p == at + 1 || p >= to || in[p] != ';') {
            return null;
        }
        return new Reference(p + 1, -1, new String(in, at + 1, p - at - 1, StandardCharsets.US_ASCII));
    }

    private @Nullable Reference number(int from, int to) {
        boolean isHex = from < to && in[from] == 'x';
        int p = isHex ? from + 1 : from;
        int first = p;
        int radix = isHex ? 16 : 10;
        long point = 0;
        while (p < to && p - first <= HtmlEntities.LONGEST_NAME) {
            int digit = Character.digit(in[p], radix);
            if (digit < 0) {
                break;
            }
            point = Math.min(point * radix + digit, 0x110000);
            p++;
        }
        return p == first || p >= to || in[p] != ';' ? null : new Reference(p + 1, (int) point, null);
    }

    private static boolean isLetterOrDigit(byte b) {
        return b >= 'a' && b <= 'z' || b >= 'A' && b <= 'Z' || b >= '0' && b <= '9';
    }
}
