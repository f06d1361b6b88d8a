package dev.sheaf.core.xml;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Arrays;

import dev.sheaf.core.Namespaces;

/**
 * A digest over the meaning of one element, not over its spelling. It covers expanded names, attributes in a fixed order, and text. It
 * ignores prefixes, declarations, quotes, CDATA sections and comments.
 *
 * <p>The canonical form needs no escapes because it separates its parts by control characters that no XML document can hold. One pass over
 * the bytes produces it, mostly by copying. A parser has read the bytes before, so this class does not check them again.
 */
final class CanonicalDigest {

    private static final int START = 1;
    private static final int ATTRIBUTE = 2;
    private static final int VALUE = 3;
    private static final int END = 4;
    private static final int INSTRUCTION = 5;
    private static final int SAME_NAMESPACE = 6;

    private static final byte[] NONE = {};
    private static final byte[] XML = Utf8Buffer.ascii("http://www.w3.org/XML/1998/namespace");
    private static final byte[] XSI = Utf8Buffer.ascii(Namespaces.XSI);
    private static final byte[] XML_PREFIX = Utf8Buffer.ascii("xml");
    private static final byte[] XMLNS = Utf8Buffer.ascii("xmlns");
    private static final byte[] TYPE = Utf8Buffer.ascii("type");
    private static final boolean[] SPECIAL_IN_TEXT = those("<&\r");
    private static final boolean[] SPECIAL_IN_VALUES = those("&\r\n\t");
    private static final boolean[] AFTER_NAMES = those(" \t\r\n=/>");

    private final byte[] xml;
    private final Utf8Buffer canonical;
    private int at;
    private byte[] lastNamespace = NONE;

    /** Namespace declarations in force, each with the position of its prefix, its namespace and its depth. */
    private final Declarations declarations = new Declarations();
    /** Positions in a tag for each attribute: name, colon (or the start of the name), value, begin and end. */
    private int[] attributes = new int[5 * 8];
    private int attributeCount;

    private CanonicalDigest(byte[] xml) {
        this.xml = xml;
        this.canonical = new Utf8Buffer(xml.length + 64);
    }

    /**
     * Returns the digest of an element: {@value RecordHash#LENGTH} bytes.
     *
     * @param xml well-formed and self-contained
     * @param sha256 to use; reset afterwards
     * @throws IllegalArgumentException if the method notices that the element is not well-formed
     */
    static byte[] of(byte[] xml, MessageDigest sha256) {
        Utf8Buffer canonical = canonical(xml);
        sha256.update(canonical.array(), 0, canonical.length());
        return Arrays.copyOf(sha256.digest(), RecordHash.LENGTH);
    }

    /** Returns the canonical form of a fragment, which is the input of the digest. */
    static Utf8Buffer canonical(byte[] xml) {
        CanonicalDigest digest = new CanonicalDigest(xml);
        try {
            digest.aside();
            digest.element();
            digest.aside();
        } catch (IndexOutOfBoundsException _) {
            throw digest.notWellFormed("the document ends early");
        }
        if (digest.at < xml.length) {
            throw digest.notWellFormed("there is content after the root element");
        }
        return digest.canonical;
    }

    private IllegalArgumentException notWellFormed(String why) {
        return new IllegalArgumentException("the fragment is not well-formed XML at byte " + at + ": " + why);
    }

    private static boolean[] those(String characters) {
        boolean[] table = new boolean[256];
        characters.chars().forEach(c -> table[c] = true);
        return table;
    }

    /** Skips content outside the root element. */
    private void aside() {
        while (at < xml.length) {
            if (isSpace(xml[at])) {
                at++;
            } else if (xml[at] == '<' && xml[at + 1] == '?') {
                at = behind("?>", at + 2);
            } else if (xml[at] == '<' && xml[at + 1] == '!' && xml[at + 2] == '-') {
                at = behind("-->", at + 4);
            } else {
                return;
            }
        }
    }

    private void element() {
        if (xml[at] != '<') {
            throw notWellFormed("there is text before the root element");
        }
        int depth = 0;
        do {
            if (xml[at] != '<') {
                text();
                continue;
            }
            switch (xml[at + 1]) {
                case '/' -> {
                    at = behind(">", at + 2);
                    canonical.put(END);
                    declarations.leave(depth--);
                }
                case '!' -> {
                    if (xml[at + 2] == '-') {
                        at = behind("-->", at + 4);
                    } else {
                        section();
                    }
                }
                case '?' -> instruction();
                default -> {
                    if (startTag(++depth)) {
                        canonical.put(END);
                        declarations.leave(depth--);
                    }
                }
            }
        } while (depth > 0);
    }

    private void text() {
        int from = at;
        while (true) {
            int to = from;
            while (!SPECIAL_IN_TEXT[xml[to] & 0xff]) {
                to++;
            }
            canonical.put(xml, from, to - from);
            switch (xml[to]) {
                case '<' -> {
                    at = to;
                    return;
                }
                case '\r' -> {
                    // XML 1.0, section 2.11: every line end is read as a line feed.
                    canonical.put('\n');
                    from = xml[to + 1] == '\n' ? to + 2 : to + 1;
                }
                default -> from = reference(to);
            }
        }
    }

    private void section() {
        int from = behind("<![CDATA[", at);
        int end = behind("]]>", from) - 3;
        for (int i = from; i < end; i++) {
            if (xml[i] != '\r') {
                canonical.put(xml[i]);
            } else if (xml[i + 1] != '\n') {
                canonical.put('\n');
            }
        }
        at = end + 3;
    }

    private void instruction() {
        int from = at + 2;
        at = behind("?>", from);
        String[] parts = new String(xml, from, at - 2 - from, StandardCharsets.UTF_8).replace("\r\n", "\n").replace('\r', '\n')
                .split("[ \t\n]+", 2);
        canonical.put(INSTRUCTION).put(parts[0]).put(VALUE).put(parts.length == 1 ? "" : parts[1]).put(END);
    }

    /** Appends the character of an entity or character reference. Returns the position after it. */
    private int reference(int from) {
        int end = behind(";", from);
        String name = new String(xml, from + 1, end - from - 2, StandardCharsets.UTF_8);
        switch (name) {
            case "amp" -> canonical.put('&');
            case "lt" -> canonical.put('<');
            case "gt" -> canonical.put('>');
            case "quot" -> canonical.put('"');
            case "apos" -> canonical.put('\'');
            default -> canonical.put(Character.toString(codePoint(name)));
        }
        return end;
    }

    private int codePoint(String name) {
        try {
            if (name.startsWith("#x")) {
                return Integer.parseInt(name, 2, name.length(), 16);
            }
            if (name.startsWith("#")) {
                return Integer.parseInt(name, 1, name.length(), 10);
            }
        } catch (NumberFormatException _) {
            // The exception below explains it.
        }
        throw notWellFormed("the entity &" + name + "; is not defined");
    }

    /** Returns whether the element is empty. */
    private boolean startTag(int depth) {
        int nameFrom = at + 1;
        int nameTo = nameEnd(nameFrom);
        int colon = colon(nameFrom, nameTo);
        at = nameTo;
        attributeCount = 0;
        while (true) {
            skipSpace();
            if (xml[at] == '>' || xml[at] == '/') {
                break;
            }
            attributeOrDeclaration(depth);
        }
        boolean empty = xml[at] == '/';
        at += empty ? 2 : 1;
        canonical.put(START);
        name(namespace(nameFrom, colon), colon < 0 ? nameFrom : colon + 1, nameTo);
        if (attributeCount > 1) {
            sort();
        }
        for (int i = 0; i < attributeCount; i++) {
            attribute(i * 5);
        }
        return empty;
    }

    private int nameEnd(int from) {
        int to = from;
        while (!AFTER_NAMES[xml[to] & 0xff]) {
            to++;
        }
        if (to == from) {
            throw notWellFormed("a name is missing");
        }
        return to;
    }

    private int colon(int from, int to) {
        for (int i = from; i < to; i++) {
            if (xml[i] == ':') {
                return i;
            }
        }
        return -1;
    }

    private void skipSpace() {
        while (isSpace(xml[at])) {
            at++;
        }
    }

    private static boolean isSpace(byte b) {
        return b == ' ' || b == '\n' || b == '\r' || b == '\t';
    }

    private void attributeOrDeclaration(int depth) {
        int nameFrom = at;
        int nameTo = nameEnd(nameFrom);
        at = nameTo;
        skipSpace();
        at++;
        skipSpace();
        byte quote = xml[at];
        int valueFrom = at + 1;
        int valueTo = valueFrom;
        while (xml[valueTo] != quote) {
            valueTo++;
        }
        at = valueTo + 1;
        int colon = colon(nameFrom, nameTo);
        if (equal(XMLNS, nameFrom, colon < 0 ? nameTo : colon)) {
            int prefixFrom = colon < 0 ? nameTo : colon + 1;
            declarations.add(depth, prefixFrom, nameTo, value(valueFrom, valueTo));
            return;
        }
        int i = attributeCount++ * 5;
        if (i == attributes.length) {
            attributes = Arrays.copyOf(attributes, i * 2);
        }
        attributes[i] = nameFrom;
        attributes[i + 1] = colon;
        attributes[i + 2] = nameTo;
        attributes[i + 3] = valueFrom;
        attributes[i + 4] = valueTo;
    }

    /** Sorts by local name, then by namespace, in the order of UTF-16. */
    private void sort() {
        Integer[] order = new Integer[attributeCount];
        Arrays.setAll(order, i -> i * 5);
        Arrays.sort(order, (a, b) -> {
            int byName = local(a).compareTo(local(b));
            return byName != 0 ? byName : text(attributeNamespace(a)).compareTo(text(attributeNamespace(b)));
        });
        int[] sorted = new int[attributes.length];
        for (int i = 0; i < order.length; i++) {
            System.arraycopy(attributes, order[i], sorted, i * 5, 5);
        }
        attributes = sorted;
    }

    private String local(int i) {
        int from = attributes[i + 1] < 0 ? attributes[i] : attributes[i + 1] + 1;
        return new String(xml, from, attributes[i + 2] - from, StandardCharsets.UTF_8);
    }

    private static String text(byte[] utf8) {
        return new String(utf8, StandardCharsets.UTF_8);
    }

    private byte[] attributeNamespace(int i) {
        return attributes[i + 1] < 0 ? NONE : namespace(attributes[i], attributes[i + 1]);
    }

    private void attribute(int i) {
        byte[] namespace = attributeNamespace(i);
        int localFrom = attributes[i + 1] < 0 ? attributes[i] : attributes[i + 1] + 1;
        canonical.put(ATTRIBUTE);
        name(namespace, localFrom, attributes[i + 2]);
        canonical.put(VALUE);
        if (equal(TYPE, localFrom, attributes[i + 2]) && Arrays.equals(namespace, XSI)) {
            // A qualified name as a value: the namespace of its prefix counts, not the prefix.
            String value = text(value(attributes[i + 3], attributes[i + 4]));
            int colon = value.indexOf(':');
            byte[] prefix = (colon < 0 ? "" : value.substring(0, colon).strip()).getBytes(StandardCharsets.UTF_8);
            byte[] uri = declarations.find(prefix, 0, prefix.length);
            canonical.put(uri == null ? NONE : uri).put(VALUE).put(value.substring(colon + 1).strip());
        } else {
            putValue(attributes[i + 3], attributes[i + 4]);
        }
    }

    private byte[] value(int from, int to) {
        int before = canonical.length();
        putValue(from, to);
        return canonical.cut(before);
    }

    private void putValue(int from, int to) {
        int next = from;
        while (true) {
            int plain = next;
            while (plain < to && !SPECIAL_IN_VALUES[xml[plain] & 0xff]) {
                plain++;
            }
            canonical.put(xml, next, plain - next);
            if (plain == to) {
                return;
            }
            if (xml[plain] == '&') {
                next = reference(plain);
            } else {
                canonical.put(' ');
                next = xml[plain] == '\r' && xml[plain + 1] == '\n' ? plain + 2 : plain + 1;
            }
        }
    }

    private byte[] namespace(int nameFrom, int colon) {
        byte[] found = declarations.find(xml, nameFrom, colon < 0 ? nameFrom : colon);
        if (found != null) {
            return found;
        }
        if (colon >= 0) {
            throw notWellFormed("the prefix '" + new String(xml, nameFrom, colon - nameFrom, StandardCharsets.UTF_8)
                    + "' is not declared");
        }
        return NONE;
    }

    private void name(byte[] namespace, int localFrom, int localTo) {
        if (Arrays.equals(namespace, lastNamespace)) {
            canonical.put(SAME_NAMESPACE);
        } else {
            canonical.put(namespace).put(VALUE);
            lastNamespace = namespace;
        }
        canonical.put(xml, localFrom, localTo - localFrom).put(VALUE);
    }

    private boolean equal(byte[] wanted, int from, int to) {
        return Arrays.equals(wanted, 0, wanted.length, xml, from, to);
    }

    /** Returns the position after the first occurrence of an ASCII text. */
    private int behind(String text, int from) {
        int last = text.length() - 1;
        for (int end = from + last;; end++) {
            int i = last;
            while (i >= 0 && xml[end - last + i] == text.charAt(i)) {
                i--;
            }
            if (i < 0) {
                return end + 1;
            }
        }
    }

    /** Namespace declarations in force, the innermost last. */
    private final class Declarations {
        private int[] places = new int[3 * 8];
        private byte[][] uris = new byte[8][];
        private int count;

        void add(int depth, int prefixFrom, int prefixTo, byte[] uri) {
            if (count == uris.length) {
                uris = Arrays.copyOf(uris, count * 2);
                places = Arrays.copyOf(places, count * 6);
            }
            places[count * 3] = depth;
            places[count * 3 + 1] = prefixFrom;
            places[count * 3 + 2] = prefixTo;
            uris[count++] = uri;
        }

        void leave(int depth) {
            while (count > 0 && places[(count - 1) * 3] >= depth) {
                count--;
            }
        }

        /** Returns the namespace of a prefix, in UTF-8; null when the prefix is not declared. */
        byte @org.jspecify.annotations.Nullable [] find(byte[] in, int from, int to) {
            for (int i = count - 1; i >= 0; i--) {
                if (Arrays.equals(in, from, to, xml, places[i * 3 + 1], places[i * 3 + 2])) {
                    return uris[i];
                }
            }
            return Arrays.equals(in, from, to, XML_PREFIX, 0, XML_PREFIX.length) ? XML : null;
        }
    }
}
