package dev.sheaf.core.xml;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

import dev.sheaf.core.Limit;

/**
 * Check of the markup of a document against {@link Limit} before a parser sees it: attributes of an element, namespace declarations,
 * distinct names, length of names, depth. The parser's time grows with the square of each of these. The check takes one pass. It does not
 * test whether the document is well-formed, and ends no later than the parser would.
 *
 * <p>One object checks one document.
 */
final class MarkupBounds {

    private static final VarHandle EIGHT = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final long TAG_OPENS = ByteSearch.eightOf('<');
    private static final long QUOTES = ByteSearch.eightOf('"');
    private static final long APOSTROPHES = ByteSearch.eightOf('\'');
    private static final long PRIME = 0x9E37_79B9_7F4A_7C15L;
    /** Random seed, so that an attacker cannot construct names with equal hashes. */
    private static final long SEED = new java.security.SecureRandom().nextLong();
    private static final boolean[] AFTER_NAMES = new boolean[256];
    private static final int FIRST_SLOTS = 128;
    // Fields are read once, because this is the inner loop of every harvest.
    private static final int MOST_ATTRIBUTES = Limit.ATTRIBUTES.count();
    private static final int MOST_NAME_BYTES = Limit.NAME_BYTES.count();
    private static final int MOST_NAMES = Limit.NAMES.count();
    private static final int DEEPEST = Limit.DEPTH.count();
    private static final byte[] XMLNS = {'x', 'm', 'l', 'n', 's'};
    private static final byte[] COMMENT_END = {'-', '-', '>'};
    private static final byte[] SECTION_END = {']', ']', '>'};
    private static final byte[] INSTRUCTION_END = {'?', '>'};

    static {
        Arrays.fill(AFTER_NAMES, 0, ' ' + 1, true);
        for (char c : "/=><\"'".toCharArray()) {
            AFTER_NAMES[c] = true;
        }
    }

    private final byte[] xml;
    private int at;
    /** Hashes of the distinct names found so far, in slots; 0 marks a free slot. */
    private long[] names = new long[FIRST_SLOTS];
    private int nameCount;
    private int prefixCount;
    private boolean isNewName;
    private int depth;
    /** Number of namespace declarations of the open elements, by depth; allocated at the first declaration. */
    private int[] declaredAt = {};
    private int inForce;

    private MarkupBounds(byte[] utf8) {
        this.xml = utf8;
    }

    /**
     * Checks a document.
     *
     * @param utf8 the document, in an encoding that contains ASCII
     * @return hashes of its distinct names; zeros are free slots
     * @throws OaiFormatException if it exceeds a limit; the message names the limit
     */
    static long[] check(byte[] utf8) throws OaiFormatException {
        MarkupBounds bounds = new MarkupBounds(utf8);
        bounds.checkEncoding();
        bounds.document();
        return bounds.names;
    }

    /** Checks that the encoding uses one byte for ASCII characters. In UTF-16 or UTF-32 this check would not see any names. */
    private void checkEncoding() throws OaiFormatException {
        for (int i = 0; i < 4 && i < xml.length; i++) {
            if (xml[i] == 0 || xml[i] == (byte) 0xFE || xml[i] == (byte) 0xFF) {
                throw new OaiFormatException("not well-formed XML at byte " + i + ": the document is not in UTF-8", i);
            }
        }
    }

    private void document() throws OaiFormatException {
        while (toTag()) {
            if (at + 1 >= xml.length) {
                return;
            }
            switch (xml[at + 1]) {
                case '/' -> {
                    endTag();
                    at += 2;
                }
                case '?' -> at = behind(INSTRUCTION_END, at + 2);
                case '!' -> {
                    if (at + 2 < xml.length && xml[at + 2] == '-') {
                        at = behind(COMMENT_END, at + 4);
                    } else if (at + 2 < xml.length && xml[at + 2] == '[') {
                        at = behind(SECTION_END, at + 9);
                    } else {
                        // A DOCTYPE: the reader refuses the document.
                        return;
                    }
                }
                default -> startTag();
            }
        }
    }

    /** Moves to the next {@code <}; returns false at the end. */
    private boolean toTag() {
        at = ByteSearch.next(xml, at, xml.length, TAG_OPENS);
        return at < xml.length;
    }

    private int behind(byte[] end, int from) {
        for (int i = from; i + end.length <= xml.length; i++) {
            if (xml[i] == end[0] && xml[i + 1] == end[1] && (end.length == 2 || xml[i + 2] == end[2])) {
                return i + end.length;
            }
        }
        return xml.length;
    }

    private void startTag() throws OaiFormatException {
        int tag = at;
        at++;
        name();
        int attributes = 0;
        int declarations = 0;
        while (true) {
            while (at < xml.length && xml[at] <= ' ' && xml[at] >= 0) {
                at++;
            }
            if (at >= xml.length) {
                return;
            }
            byte next = xml[at];
            if (next == '>') {
                at++;
                opened(declarations);
                return;
            }
            if (next == '/') {
                at++;
                checkInForce(inForce + declarations, tag);
                return;
            }
            if (next == '<') {
                // Not well-formed: the parser ends here. If the document is repaired, the repaired form is checked again.
                return;
            }
            if (next == '"' || next == '\'') {
                at = ByteSearch.next(xml, at + 1, xml.length, next == '"' ? QUOTES : APOSTROPHES) + 1;
                continue;
            }
            if (next == '=') {
                at++;
                continue;
            }
            if (isDeclaration()) {
                declarations++;
                name();
                if (isNewName && ++prefixCount > Limit.PREFIXES.number()) {
                    throw beyond(Limit.PREFIXES, tag);
                }
            } else {
                name();
            }
            if (++attributes > MOST_ATTRIBUTES) {
                throw beyond(Limit.ATTRIBUTES, tag);
            }
        }
    }

    private boolean isDeclaration() {
        return xml[at] == 'x' && at + XMLNS.length < xml.length
                && Arrays.equals(xml, at, at + XMLNS.length, XMLNS, 0, XMLNS.length)
                && (xml[at + XMLNS.length] == ':' || AFTER_NAMES[xml[at + XMLNS.length] & 0xff]);
    }

    private void opened(int declarations) throws OaiFormatException {
        if (++depth > DEEPEST) {
            throw beyond(Limit.DEPTH, at - 1);
        }
        if (declarations > 0) {
            if (depth >= declaredAt.length) {
                declaredAt = Arrays.copyOf(declaredAt, depth + 16);
            }
            declaredAt[depth] = declarations;
            inForce += declarations;
            checkInForce(inForce, at - 1);
        }
    }

    private void checkInForce(int declarations, int where) throws OaiFormatException {
        if (declarations > Limit.NAMESPACES.number()) {
            throw beyond(Limit.NAMESPACES, where);
        }
    }

    private void endTag() {
        if (depth > 0) {
            if (depth < declaredAt.length) {
                inForce -= declaredAt[depth];
                declaredAt[depth] = 0;
            }
            depth--;
        }
    }

    /** Moves over a name and notes it. */
    private void name() throws OaiFormatException {
        byte[] in = xml;
        int from = at;
        int to = from;
        while (to < in.length && !AFTER_NAMES[in[to] & 0xff]) {
            to++;
        }
        if (to == from) {
            // There is no name: the parser ends here.
            at = Math.min(from + 1, in.length);
            return;
        }
        if (to - from > MOST_NAME_BYTES) {
            throw beyond(Limit.NAME_BYTES, from);
        }
        at = to;
        note(hash(in, from, to) | 1);
    }

    /** Returns a hash of a name, eight bytes at a time, because most names are no longer. */
    private static long hash(byte[] in, int from, int to) {
        long hash = SEED;
        int i = from;
        for (; i + 8 < to; i += 8) {
            hash = (hash ^ (long) EIGHT.get(in, i)) * PRIME;
            hash ^= hash >>> 29;
        }
        if (i + 8 <= in.length) {
            long last = (long) EIGHT.get(in, i) & -1L >>> 8 * (8 - (to - i));
            return (hash ^ last) * PRIME + to - from;
        }
        for (; i < to; i++) {
            hash = (hash ^ in[i]) * PRIME;
        }
        return hash;
    }

    private void note(long hash) throws OaiFormatException {
        int mask = names.length - 1;
        int slot = (int) (hash >>> 40) & mask;
        while (names[slot] != 0) {
            if (names[slot] == hash) {
                isNewName = false;
                return;
            }
            slot = slot + 1 & mask;
        }
        names[slot] = hash;
        isNewName = true;
        if (++nameCount > MOST_NAMES) {
            throw beyond(Limit.NAMES, at);
        }
        if (nameCount * 2 > names.length) {
            grow();
        }
    }

    private void grow() {
        long[] before = names;
        names = new long[before.length * 4];
        int mask = names.length - 1;
        for (long hash : before) {
            if (hash != 0) {
                int slot = (int) (hash >>> 40) & mask;
                while (names[slot] != 0) {
                    slot = slot + 1 & mask;
                }
                names[slot] = hash;
            }
        }
    }

    private static OaiFormatException beyond(Limit limit, int where) {
        return new OaiFormatException(limit.exceeded() + ", at byte " + where, where);
    }
}
