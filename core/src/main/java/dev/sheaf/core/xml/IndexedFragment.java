package dev.sheaf.core.xml;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;

import org.codehaus.stax2.XMLStreamReader2;
import org.jspecify.annotations.Nullable;

import dev.sheaf.core.Namespaces;
import dev.sheaf.core.XmlFragment;
import dev.sheaf.core.index.CombinedFormat;

/**
 * Joins metadata and the index of a full text into the record of a combined format, and takes such a record apart, by copying bytes.
 * Stateless; safe for many threads.
 */
public final class IndexedFragment {

    private static final byte[] ROOT = utf8("<indexed xmlns=\"" + Namespaces.INDEXED + "\" xmlns:xsi=\"" + Namespaces.XSI
            + "\" xsi:schemaLocation=\"" + Namespaces.INDEXED + " ");
    private static final byte[] ROOT_END = utf8("\"><metadata>");
    private static final byte[] BEGIN = new Utf8Buffer(200).put(ROOT).put(Namespaces.INDEXED_SCHEMA).put(ROOT_END).toByteArray();
    private static final byte[] BETWEEN = utf8("</metadata><index format=\"");
    private static final byte[] BEGIN_END = utf8("\">");
    private static final byte[] END = utf8("</index></indexed>");
    private static final byte[] DEFAULT = utf8(" xmlns=\"");
    private static final byte[] XSI_DECLARATION = utf8(" xmlns:xsi=\"");
    private static final byte[] XSI = utf8("xsi:");
    private static final byte[] NAMESPACE = utf8(Namespaces.INDEXED);
    /** In the first tag of a part these leave it to the parser to say in which namespace the part is. */
    private static final List<byte[]> UNUSUAL = List.of(utf8("'"), utf8("=\"\""), NAMESPACE);

    private IndexedFragment() {}

    /**
     * The parts of a combined record.
     *
     * @param metadata one self-contained element
     * @param index one self-contained element
     * @param format the stated index format, such as {@code tf_basic}; may be one that Sheaf does not know
     */
    public record Parts(XmlFragment metadata, XmlFragment index, String format) {}

    /**
     * Returns a combined record. {@link #split} gives back the same bytes.
     *
     * @param metadata one self-contained element in a namespace
     * @param index one self-contained element in a namespace
     * @param format the index format: letters, digits and the other characters of a prefix
     */
    public static XmlFragment join(XmlFragment metadata, XmlFragment index, String format) {
        byte[] name = utf8(format);
        return XmlFragment.of(new Utf8Buffer(
                BEGIN.length + metadata.length() + BETWEEN.length + name.length + BEGIN_END.length + index.length() + END.length)
                .put(BEGIN).put(metadata.utf8()).put(BETWEEN).put(name).put(BEGIN_END).put(index.utf8()).put(END).toByteArray());
    }

    /** Returns whether an element is the root of a combined record, whatever is in it. */
    public static boolean isCombined(XmlFragment fragment) {
        byte[] utf8 = fragment.utf8();
        if (ElementBytes.stands(ROOT, utf8, 0)) {
            return true;
        }
        int tagEnd = 0;
        while (tagEnd < utf8.length && utf8[tagEnd] != '>') {
            tagEnd++;
        }
        // The namespace of a root stands in its tag, unless it is written with references.
        return ElementBytes.contains(utf8, 0, tagEnd, NAMESPACE)
                && XmlFragments.rootNamespace(fragment).equals(Namespaces.INDEXED)
                && XmlFragments.rootName(fragment).equals("indexed");
    }

    /**
     * Takes a combined record apart. The parts are the bytes as they stand, completed by the namespace declarations around them that they use.
     * A record as {@link #join} writes it costs one pass over its bytes, any other a parser.
     *
     * @param combined one well-formed element
     * @throws OaiFormatException when it is not an element {@code indexed} with {@code metadata} and {@code index}, each with one element of
     *     another namespace in it, the index in that of its format
     */
    public static Parts split(XmlFragment combined) throws OaiFormatException {
        Parts parts = written(combined.utf8());
        return parts == null ? parsed(combined.utf8()) : parts;
    }

    /** Returns the parts of a record in the form that {@link #join} writes, whose parts lean on nothing around them; null for any other. */
    private static @Nullable Parts written(byte[] utf8) {
        int indexEnd = utf8.length - END.length;
        if (!ElementBytes.stands(ROOT, utf8, 0) || !ElementBytes.stands(END, utf8, indexEnd)) {
            return null;
        }
        // The address of the schema is that of the hub that serves the record.
        int rootEnd = ROOT.length;
        while (rootEnd < indexEnd && utf8[rootEnd] != '"') {
            rootEnd++;
        }
        int metadataStart = rootEnd + ROOT_END.length;
        if (metadataStart > indexEnd || !ElementBytes.stands(ROOT_END, utf8, rootEnd)) {
            return null;
        }
        int metadataEnd = independentEnd(utf8, metadataStart, indexEnd);
        if (metadataEnd < 0 || !ElementBytes.stands(BETWEEN, utf8, metadataEnd)) {
            return null;
        }
        int nameStart = metadataEnd + BETWEEN.length;
        int nameEnd = nameStart;
        while (nameEnd < indexEnd && utf8[nameEnd] != '"') {
            if (utf8[nameEnd] == '&' || utf8[nameEnd] == '<') {
                return null;
            }
            nameEnd++;
        }
        int indexStart = nameEnd + BEGIN_END.length;
        if (nameEnd == nameStart || !ElementBytes.stands(BEGIN_END, utf8, nameEnd)
                || independentEnd(utf8, indexStart, indexEnd) != indexEnd) {
            return null;
        }
        String format = new String(utf8, nameStart, nameEnd - nameStart, StandardCharsets.UTF_8);
        Optional<CombinedFormat.Index> known = CombinedFormat.Index.of(format);
        if (known.isPresent()
                && !ElementBytes.stands(utf8("<terms xmlns=\"" + known.get().namespace() + "\""), utf8, indexStart)) {
            return null;
        }
        return new Parts(slice(utf8, metadataStart, metadataEnd), slice(utf8, indexStart, indexEnd), format);
    }

    /**
     * Returns the end of the element that begins at a place; negative when the place or what is in the element does not let its end be known
     * by its tags alone, or when the element leans on declarations around it.
     */
    private static int independentEnd(byte[] utf8, int start, int limit) {
        ElementBytes element = new ElementBytes(utf8, start, limit);
        if (!element.toEnd()) {
            return -1;
        }
        int tagEnd = element.firstTagEnd();
        if (UNUSUAL.stream().anyMatch(text -> ElementBytes.contains(utf8, start, tagEnd, text))) {
            return -1;
        }
        boolean needsDefault = element.hasUnprefixed() && !ElementBytes.contains(utf8, start, tagEnd, DEFAULT);
        boolean needsXsi = !ElementBytes.contains(utf8, start, tagEnd, XSI_DECLARATION)
                && ElementBytes.contains(utf8, start, element.end(), XSI);
        return needsDefault || needsXsi ? -1 : element.end();
    }

    private static XmlFragment slice(byte[] utf8, int from, int to) {
        return XmlFragment.of(Arrays.copyOfRange(utf8, from, to));
    }

    private static Parts parsed(byte[] utf8) throws OaiFormatException {
        XMLStreamReader2 reader = XmlInput.reader(utf8);
        try {
            return new Splitting(reader, new FragmentSlicer(utf8, reader)).parts();
        } catch (XMLStreamException failure) {
            throw XmlInput.malformed(failure);
        } catch (RuntimeException failure) {
            throw XmlInput.unparsable(failure, reader);
        }
    }

    /** Takes one record apart with a parser. */
    private record Splitting(XMLStreamReader2 reader, FragmentSlicer slicer) {

        private Parts parts() throws XMLStreamException, OaiFormatException {
            XmlFragments.toRoot(reader);
            expect("indexed");
            slicer.enter();
            reader.next();
            toTag();
            expect("metadata");
            XmlFragment metadata = content("metadata", null);
            toTag();
            expect("index");
            String format = reader.getAttributeValue("", "format");
            if (format == null || format.isBlank()) {
                throw fault("the index does not state its format");
            }
            CombinedFormat.Index known = CombinedFormat.Index.of(format.strip()).orElse(null);
            XmlFragment index = content("index", known == null ? null : known.namespace());
            if (toTag() != XMLStreamConstants.END_ELEMENT) {
                throw fault("another element follows its index");
            }
            return new Parts(metadata, index, format.strip());
        }

        /** Goes to the next tag; text beside tags must be white space. */
        private int toTag() throws XMLStreamException, OaiFormatException {
            int event = reader.getEventType();
            while (event != XMLStreamConstants.START_ELEMENT && event != XMLStreamConstants.END_ELEMENT) {
                boolean isText = event == XMLStreamConstants.CHARACTERS || event == XMLStreamConstants.CDATA;
                if (isText && !XmlInput.text(reader).isBlank() || event == XMLStreamConstants.ENTITY_REFERENCE) {
                    throw fault("text stands beside its parts");
                }
                event = reader.next();
            }
            return event;
        }

        private void expect(String name) throws OaiFormatException {
            if (reader.getEventType() != XMLStreamConstants.START_ELEMENT || !reader.getLocalName().equals(name)
                    || !Namespaces.INDEXED.equals(reader.getNamespaceURI())) {
                throw fault("the element '" + name + "' is expected where '" + reader.getLocalName() + "' stands");
            }
        }

        /** Cuts out the one element inside a part; leaves the reader after the part. */
        private XmlFragment content(String part, @Nullable String namespace) throws XMLStreamException, OaiFormatException {
            slicer.enter();
            reader.next();
            if (toTag() != XMLStreamConstants.START_ELEMENT) {
                throw fault("its " + part + " is empty");
            }
            String found = reader.getNamespaceURI() == null ? "" : reader.getNamespaceURI();
            if (found.isEmpty() || found.equals(Namespaces.INDEXED)) {
                throw fault("its " + part + " has no namespace of its own");
            }
            if (namespace != null && !(found.equals(namespace) && reader.getLocalName().equals("terms"))) {
                throw fault("its index is '" + reader.getLocalName() + "' in the namespace '" + found + "' and not 'terms' in '"
                        + namespace + "'");
            }
            XmlFragment content = slicer.slice();
            if (toTag() != XMLStreamConstants.END_ELEMENT) {
                throw fault("its " + part + " holds more than one element");
            }
            slicer.leave();
            reader.next();
            return content;
        }

        private OaiFormatException fault(String what) {
            return new OaiFormatException("not a record of metadata and index: " + what,
                    reader.getLocation().getCharacterOffset());
        }
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
