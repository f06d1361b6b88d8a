package dev.sheaf.core.xml;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

import org.jspecify.annotations.Nullable;

/**
 * Finds the namespace of a fragment's root from the bytes alone, if all namespace names in the fragment are legal, as they almost always
 * are. Parsing every record again would take a third of the time of a harvest. Thread-safe.
 */
final class RootNamespace {

    private static final String XMLNS = "xmlns";
    /** Largest number of bytes of a root's tag that is cached. */
    private static final int LONGEST_TAG = 4_096;
    private static final LegalNames NAMES = new LegalNames();

    /**
     * The tag of the last root; the records of a list mostly begin with the same tag. A thread that reads an outdated value only loses
     * time.
     */
    private static volatile @Nullable Tag last;

    private RootNamespace() {}

    /**
     * A root's tag in which all names are legal.
     *
     * @param utf8 its bytes, from {@code <} to {@code >}
     * @param namespace of the root; null if it declares none
     */
    @SuppressWarnings("ArrayRecordComponent") // Never compared but by its bytes.
    private record Tag(byte[] utf8, @Nullable String namespace) {

        boolean begins(byte[] fragment) {
            return fragment.length >= utf8.length && Arrays.equals(utf8, 0, utf8.length, fragment, 0, utf8.length);
        }
    }

    /** Returns the namespace of the root if it is outside the envelope; null if a parser must decide. */
    static @Nullable String legal(byte[] utf8) {
        Tag known = last;
        Tag tag = known != null && known.begins(utf8) ? known : tag(utf8);
        if (tag == null || tag.namespace == null) {
            return null;
        }
        return hasLegalNames(utf8, tag.utf8.length) ? tag.namespace : null;
    }

    /** Returns the tag with which a fragment begins; null if it contains an illegal name or is no tag. */
    private static @Nullable Tag tag(byte[] utf8) {
        if (utf8.length < 3 || utf8[0] != '<' || utf8[1] == '?' || utf8[1] == '!') {
            return null;
        }
        int end = tagEnd(utf8);
        Scan scan = new Scan(utf8, 0, end);
        int prefixEnd = prefixEnd(utf8, end);
        String namespace = null;
        while (scan.next()) {
            LegalNames.Name name = NAMES.of(utf8, scan.valueStart, scan.valueEnd);
            if (name == null) {
                return null;
            }
            if (namespace == null && Arrays.equals(utf8, scan.prefixStart, scan.prefixEnd, utf8, 1, prefixEnd)
                    && !name.isEnvelope() && !isInValue(utf8, scan.start)) {
                namespace = name.text();
            }
        }
        Tag tag = new Tag(Arrays.copyOf(utf8, end), namespace);
        if (end <= LONGEST_TAG) {
            last = tag;
        }
        return tag;
    }

    private static boolean hasLegalNames(byte[] utf8, int from) {
        Scan scan = new Scan(utf8, from, utf8.length);
        while (scan.next()) {
            if (NAMES.of(utf8, scan.valueStart, scan.valueEnd) == null) {
                return false;
            }
        }
        return true;
    }

    /** Returns the index after the root's tag; the length if the tag does not end. */
    private static int tagEnd(byte[] utf8) {
        int quote = 0;
        for (int i = 1; i < utf8.length; i++) {
            byte b = utf8[i];
            if (quote == 0) {
                if (b == '>') {
                    return i + 1;
                }
                quote = b == '"' || b == '\'' ? b : 0;
            } else if (b == quote) {
                quote = 0;
            }
        }
        return utf8.length;
    }

    /** Returns the index after the prefix of the root's name, which begins at 1; 1 if there is no prefix. */
    private static int prefixEnd(byte[] utf8, int end) {
        for (int i = 1; i < end && isInWord(utf8[i]) && utf8[i] != '>' && utf8[i] != '/'; i++) {
            if (utf8[i] == ':') {
                return i;
            }
        }
        return 1;
    }

    /** Returns whether an index in the root's tag is inside an attribute's value, where a declaration is only text. */
    private static boolean isInValue(byte[] utf8, int place) {
        int quote = 0;
        for (int i = 1; i < place; i++) {
            if (quote == 0 ? utf8[i] == '"' || utf8[i] == '\'' : utf8[i] == quote) {
                quote = quote == 0 ? utf8[i] : 0;
            }
        }
        return quote != 0;
    }

    /** Returns true for all bytes except white space. Bytes of letters beyond ASCII are negative. */
    private static boolean isInWord(byte b) {
        return (b & 0xff) > ' ';
    }

    /** Steps through everything that looks like a namespace declaration, also in text and comments. Not thread-safe. */
    private static final class Scan {

        private final byte[] utf8;
        private final int from;
        private final int to;
        /** The same bytes, one character each, because the search in a {@code String} is the fastest in Java. */
        private final String latin;
        private int at;
        private int start;
        private int prefixStart;
        private int prefixEnd;
        private int valueStart;
        private int valueEnd;

        Scan(byte[] utf8, int from, int to) {
            this.utf8 = utf8;
            this.from = from;
            this.to = to;
            this.latin = new String(utf8, from, to - from, StandardCharsets.ISO_8859_1);
        }

        /** Moves to the next declaration; returns false if there is none. */
        boolean next() {
            for (int found = latin.indexOf(XMLNS, at); found >= 0; found = latin.indexOf(XMLNS, at)) {
                at = found + 1;
                start = from + found;
                if ((start == 0 || !isInWord(utf8[start - 1])) && isDeclaration()) {
                    at = valueEnd - from;
                    return true;
                }
            }
            return false;
        }

        private boolean isDeclaration() {
            int place = start + XMLNS.length();
            prefixStart = place < to && utf8[place] == ':' ? place + 1 : place;
            while (place < to && utf8[place] != '=' && utf8[place] != '>' && utf8[place] != '<' && isInWord(utf8[place])) {
                place++;
            }
            prefixEnd = place;
            prefixStart = Math.min(prefixStart, prefixEnd);
            place = skipSpace(place);
            if (place >= to || utf8[place] != '=') {
                return false;
            }
            place = skipSpace(place + 1);
            if (place >= to || utf8[place] != '"' && utf8[place] != '\'') {
                return false;
            }
            valueStart = place + 1;
            valueEnd = valueStart;
            while (valueEnd < to && utf8[valueEnd] != utf8[place]) {
                valueEnd++;
            }
            return true;
        }

        private int skipSpace(int place) {
            int next = place;
            while (next < to && !isInWord(utf8[next])) {
                next++;
            }
            return next;
        }
    }
}
