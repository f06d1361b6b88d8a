package dev.sheaf.core.xml;

import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;

import org.codehaus.stax2.XMLStreamReader2;
import org.jspecify.annotations.Nullable;

import dev.sheaf.core.Limit;
import dev.sheaf.core.XmlFragment;

/**
 * Extracts elements from a document by byte offset, and adds the namespace declarations of their ancestors that they use. Belongs to one
 * reader.
 */
final class FragmentSlicer {

    private static final long COLONS = ByteSearch.eightOf(':');

    private record Declaration(String prefix, String uri) {}

    private final byte[] document;
    private final XMLStreamReader2 reader;
    private final Deque<List<Declaration>> scopes = new ArrayDeque<>();
    /** Declarations in force inside the open scopes, one for each prefix; null after a change of scope. */
    private @Nullable Collection<Declaration> inForce;

    FragmentSlicer(byte[] document, XMLStreamReader2 reader) {
        this.document = document;
        this.reader = reader;
    }

    /** Notes a start tag. Callers call it for every element that they do not slice. */
    void enter() {
        int count = reader.getNamespaceCount();
        if (count == 0) {
            scopes.push(List.of());
            return;
        }
        List<Declaration> declarations = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            declarations.add(new Declaration(orEmpty(reader.getNamespacePrefix(i)), orEmpty(reader.getNamespaceURI(i))));
        }
        scopes.push(declarations);
        inForce = null;
    }

    /** Notes an end tag. Callers call it for every element that they entered. */
    void leave() {
        if (!scopes.pop().isEmpty()) {
            inForce = null;
        }
    }

    /** Returns the depth of the reader, in open elements. */
    int depth() {
        return scopes.size();
    }

    /**
     * Returns the element at whose start tag the reader is, and moves the reader to the first event after the element.
     *
     * @throws XMLStreamException if the element is not well-formed
     */
    XmlFragment slice() throws XMLStreamException {
        int start = (int) reader.getLocationInfo().getStartingByteOffset();
        while (document[start] != '<') {
            // The parser skips white space around the root without an event and includes it in the tag's offset.
            start++;
        }
        int nameEnd = start + 1 + utf8Length(reader.getPrefix()) + utf8Length(reader.getLocalName())
                + (orEmpty(reader.getPrefix()).isEmpty() ? 0 : 1);
        boolean rootDeclaresDefault = declares("");
        List<Declaration> candidates = candidates();

        boolean leansOnDefault = false;
        int depth = 0;
        // Depth of the outermost open element inside the fragment that declares a default namespace; 0 when there is none.
        int ownDefault = 0;
        int event = XMLStreamConstants.START_ELEMENT;
        while (true) {
            switch (event) {
                case XMLStreamConstants.START_ELEMENT -> {
                    depth++;
                    if (depth + scopes.size() > Limit.DEPTH.number()) {
                        throw new XMLStreamException(Limit.DEPTH.exceeded(), reader.getLocation());
                    }
                    if (ownDefault == 0 && declares("")) {
                        ownDefault = depth;
                    }
                    if (ownDefault == 0 && orEmpty(reader.getPrefix()).isEmpty()) {
                        leansOnDefault = true;
                    }
                }
                case XMLStreamConstants.END_ELEMENT -> {
                    if (depth == ownDefault) {
                        ownDefault = 0;
                    }
                    depth--;
                }
                case XMLStreamConstants.ENTITY_REFERENCE -> throw new XMLStreamException(
                        "the entity &" + reader.getLocalName() + "; is not defined",
                        reader.getLocation());
                default -> {
                    // Text only needs to be checked.
                }
            }
            event = reader.next();
            if (depth == 0) {
                break;
            }
        }
        int end = (int) reader.getLocationInfo().getStartingByteOffset();
        while (document[end - 1] != '>') {
            end--;
        }
        return XmlFragment.of(complete(start, nameEnd, end, candidates, leansOnDefault && !rootDeclaresDefault));
    }

    /** Returns the declarations in force at the fragment's root that the root does not make itself, including the default namespace. */
    private List<Declaration> candidates() {
        List<Declaration> candidates = List.of();
        for (Declaration declaration : inForce()) {
            if (!declares(declaration.prefix)) {
                candidates = candidates.isEmpty() ? new ArrayList<>() : candidates;
                candidates.add(declaration);
            }
        }
        return candidates;
    }

    /** Returns the declarations in force. They are cached for the next fragment, because most records of a page have the same ancestors. */
    private Collection<Declaration> inForce() {
        Collection<Declaration> known = inForce;
        if (known == null) {
            Map<String, Declaration> innermost = new LinkedHashMap<>();
            scopes.forEach(scope -> scope.forEach(declaration -> innermost.putIfAbsent(declaration.prefix, declaration)));
            known = innermost.values();
            inForce = known;
        }
        return known;
    }

    private boolean declares(String prefix) {
        for (int i = 0; i < reader.getNamespaceCount(); i++) {
            if (prefix.equals(orEmpty(reader.getNamespacePrefix(i)))) {
                return true;
            }
        }
        return false;
    }

    private byte[] complete(int start, int nameEnd, int end, List<Declaration> candidates, boolean needsDefault) {
        Utf8Buffer missing = null;
        String defaultNamespace = "";
        for (Declaration candidate : candidates) {
            if (candidate.prefix.isEmpty()) {
                defaultNamespace = candidate.uri;
            } else if (mentions(candidate.prefix, start, end)) {
                missing = missing == null ? new Utf8Buffer(256) : missing;
                missing.put(" xmlns:").put(candidate.prefix).put("=\"").escape(candidate.uri).put('"');
            }
        }
        if (needsDefault) {
            // Without a default namespace the fragment gets xmlns="", so that it does not inherit that of the document into which it is
            // put.
            missing = missing == null ? new Utf8Buffer(256) : missing;
            missing.put(" xmlns=\"").escape(defaultNamespace).put('"');
        }
        if (missing == null) {
            return Arrays.copyOfRange(document, start, end);
        }
        byte[] whole = new byte[end - start + missing.length()];
        int before = nameEnd - start;
        System.arraycopy(document, start, whole, 0, before);
        System.arraycopy(missing.array(), 0, whole, before, missing.length());
        System.arraycopy(document, nameEnd, whole, before + missing.length(), end - nameEnd);
        return whole;
    }

    /** Returns whether a prefix occurs in the bytes. Names alone are not enough, because values such as that of xsi:type contain prefixes. */
    private boolean mentions(String prefix, int start, int end) {
        byte[] wanted = prefix.getBytes(StandardCharsets.UTF_8);
        int colon = ByteSearch.next(document, start + wanted.length, end, COLONS);
        while (colon < end) {
            if (Arrays.equals(document, colon - wanted.length, colon, wanted, 0, wanted.length)) {
                return true;
            }
            colon = ByteSearch.next(document, colon + 1, end, COLONS);
        }
        return false;
    }

    private static int utf8Length(@Nullable String text) {
        int length = 0;
        for (int i = 0; text != null && i < text.length(); i++) {
            char c = text.charAt(i);
            length += c < 0x80 ? 1 : c < 0x800 ? 2 : Character.isSurrogate(c) ? 2 : 3;
        }
        return length;
    }

    private static String orEmpty(@Nullable String text) {
        return text == null ? "" : text;
    }
}
