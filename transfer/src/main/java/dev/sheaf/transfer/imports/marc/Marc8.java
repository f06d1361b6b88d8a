package dev.sheaf.transfer.imports.marc;

import java.text.Normalizer;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.marc4j.converter.impl.CodeTableGenerated;

/**
 * Decoder of MARC-8: the Latin, Greek, Cyrillic, Hebrew, Arabic and East Asian sets, which escape sequences choose, marks before their
 * letters, and characters by their number (ampersand, {@code #x4E2D} and semicolon). The tables are those of marc4j. Its own decoder reads
 * East Asian characters only in the lower half of the codes and refuses a record with an unknown escape sequence; this one shows unreadable
 * characters by their number, such as {@code <U+00C9>}, and says so. For one record.
 */
final class Marc8 implements MarcCoding.Decoder {

    private static final int ESCAPE = 0x1b;
    private static final char LATIN = 'B';
    private static final char ANSEL = 'E';
    private static final char EAST_ASIAN = '1';
    /** Sets of one byte a character, by the end of their escape sequences. */
    private static final String SETS = "BE234NQS";
    /** Greek symbols, subscripts and superscripts, which have short escape sequences. */
    private static final String SIGNS = "bgp";
    /** Second halves of ANSEL's two marks that span two letters. The first half stands for both. */
    private static final String SECOND_HALVES = "\u00ec\u00fb";
    private static final Pattern NUMBER = Pattern.compile("&#x([0-9A-Fa-f]{4,6});?");

    private final CodeTableGenerated tables = new CodeTableGenerated();
    private boolean damaged;
    private String bytes = "";
    private int at;
    private char lower = LATIN;
    private char upper = ANSEL;

    @Override
    public boolean damaged() {
        return damaged;
    }

    @Override
    public String text(String given) {
        bytes = given;
        at = 0;
        lower = LATIN;
        upper = ANSEL;
        StringBuilder text = new StringBuilder();
        StringBuilder marks = new StringBuilder();
        while (at < bytes.length()) {
            char c = bytes.charAt(at);
            char set = c < 0x80 ? lower : upper;
            if (c == ESCAPE && designates()) {
                continue;
            }
            if (set == ANSEL && SECOND_HALVES.indexOf(c) >= 0) {
                at++;
                continue;
            }
            if (c > ' ' && set != EAST_ASIAN && character(c, set) != 0 && isMark(c, set)) {
                marks.append(character(c, set));
                at++;
                continue;
            }
            text.append(next(c, set)).append(marks);
            marks.setLength(0);
        }
        if (!marks.isEmpty()) {
            damaged = true;
            text.append(marks);
        }
        return Normalizer.normalize(text, Normalizer.Form.NFC);
    }

    /** Reads an escape sequence; returns false if it is unknown. */
    private boolean designates() {
        char kind = from(1);
        if (kind == 's' || SIGNS.indexOf(kind) >= 0) {
            lower = kind == 's' ? LATIN : kind;
            at += 2;
            return true;
        }
        boolean wide = kind == '$';
        int length = wide ? 2 : 1;
        char half = from(length);
        if (wide && half == EAST_ASIAN) {
            lower = EAST_ASIAN;
            at += length + 1;
            return true;
        }
        length += from(length + 1) == '!' ? 2 : 1;
        char set = from(length);
        boolean known = wide ? set == EAST_ASIAN : set != 0 && SETS.indexOf(set) >= 0;
        if (!known || half != '(' && half != ',' && half != ')' && half != '-') {
            return false;
        }
        if (half == '(' || half == ',') {
            lower = set;
        } else {
            upper = set;
        }
        at += length + 1;
        return true;
    }

    private char from(int distance) {
        return at + distance < bytes.length() ? bytes.charAt(at + distance) : 0;
    }

    /** Reads a character. */
    private String next(char c, char set) {
        if (c == '&') {
            Matcher number = NUMBER.matcher(bytes).region(at, bytes.length());
            if (number.lookingAt() && Character.isDefined(Integer.parseInt(number.group(1), 16))) {
                at = number.end();
                return Character.toString(Integer.parseInt(number.group(1), 16));
            }
        }
        if (c == ' ' || c == '\t' || c == '\n' || c == '\r') {
            at++;
            return String.valueOf(c);
        }
        if (set == EAST_ASIAN) {
            return eastAsian(c);
        }
        at++;
        char found = c < ' ' ? 0 : character(c, set);
        return found == 0 ? unreadable(c) : String.valueOf(found);
    }

    private String eastAsian(char c) {
        char found = 0;
        if (from(2) != 0) {
            int code = (c & 0x7f) << 16 | (from(1) & 0x7f) << 8 | from(2) & 0x7f;
            found = tables.getChar(code, EAST_ASIAN);
        }
        at += found == 0 ? 1 : 3;
        return found == 0 ? unreadable(c) : String.valueOf(found);
    }

    private String unreadable(char c) {
        damaged = true;
        return String.format(Locale.ROOT, "<U+%04X>", (int) c);
    }

    private boolean isMark(char c, char set) {
        return tables.isCombining(c, set, set);
    }

    private char character(char c, char set) {
        return tables.getChar(c, set);
    }
}
