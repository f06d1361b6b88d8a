package dev.sheaf.core.xml;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;

import javax.xml.stream.XMLStreamReader;

import dev.sheaf.core.Namespaces;

/**
 * A digest over what an element says, not over how it is written: expanded names, attributes in a fixed order, text. Prefixes,
 * declarations, quotes, CDATA sections and comments do not count. Not thread-safe; reusable.
 *
 * <p>The canonical form needs no escapes because it separates its parts by control characters that no XML document can hold.
 */
final class CanonicalDigest {

    private static final int START = 1;
    private static final int ATTRIBUTE = 2;
    private static final int VALUE = 3;
    private static final int END = 4;
    private static final int INSTRUCTION = 5;
    private static final int SAME_NAMESPACE = 6;

    private final Utf8Buffer canonical = new Utf8Buffer(4096);
    private final MessageDigest digest = sha256();
    private String lastNamespace = "";

    static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException("every JDK has SHA-256", impossible);
        }
    }

    void begin() {
        canonical.clear();
        lastNamespace = "";
    }

    void startElement(XMLStreamReader reader) {
        canonical.put(START);
        name(reader.getNamespaceURI(), reader.getLocalName());
        int attributes = reader.getAttributeCount();
        if (attributes == 1) {
            attribute(reader, 0);
        } else if (attributes > 1) {
            Integer[] order = new Integer[attributes];
            Arrays.setAll(order, i -> i);
            Arrays.sort(order, (a, b) -> {
                int byName = reader.getAttributeLocalName(a).compareTo(reader.getAttributeLocalName(b));
                return byName != 0
                        ? byName
                        : orEmpty(reader.getAttributeNamespace(a)).compareTo(orEmpty(reader.getAttributeNamespace(b)));
            });
            for (int i : order) {
                attribute(reader, i);
            }
        }
    }

    void text(char[] text, int offset, int count) {
        canonical.put(text, offset, count);
    }

    void instruction(String target, @org.jspecify.annotations.Nullable String data) {
        canonical.put(INSTRUCTION).put(target).put(VALUE).put(data == null ? "" : data).put(END);
    }

    void endElement() {
        canonical.put(END);
    }

    /** The digest of what came since {@link #begin}: {@value RecordHash#LENGTH} bytes. */
    byte[] end() {
        digest.update(canonical.array(), 0, canonical.length());
        return Arrays.copyOf(digest.digest(), RecordHash.LENGTH);
    }

    private void attribute(XMLStreamReader reader, int i) {
        String namespace = orEmpty(reader.getAttributeNamespace(i));
        String local = reader.getAttributeLocalName(i);
        canonical.put(ATTRIBUTE);
        name(namespace, local);
        canonical.put(VALUE);
        String value = reader.getAttributeValue(i);
        if (namespace.equals(Namespaces.XSI) && local.equals("type")) {
            // A qualified name as value: what its prefix stands for counts, not the prefix.
            int colon = value.indexOf(':');
            String uri = reader.getNamespaceURI(colon < 0 ? "" : value.substring(0, colon).strip());
            canonical.put(orEmpty(uri)).put(VALUE).put(value.substring(colon + 1).strip());
        } else {
            canonical.put(value);
        }
    }

    private void name(@org.jspecify.annotations.Nullable String uri, String local) {
        String namespace = orEmpty(uri);
        if (namespace.equals(lastNamespace)) {
            canonical.put(SAME_NAMESPACE);
        } else {
            canonical.put(namespace).put(VALUE);
            lastNamespace = namespace;
        }
        canonical.put(local).put(VALUE);
    }

    private static String orEmpty(@org.jspecify.annotations.Nullable String text) {
        return text == null ? "" : text;
    }
}
