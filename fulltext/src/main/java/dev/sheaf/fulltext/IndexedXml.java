package dev.sheaf.fulltext;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;

import dev.sheaf.core.Namespaces;
import dev.sheaf.core.xml.OaiFormatException;
import dev.sheaf.core.xml.XmlFragments;
import dev.sheaf.core.xml.XmlFragments.Wrapped;

/**
 * Combined records: the metadata of an item and the index of its text in one element {@code indexed}, so that any OAI-PMH software carries both
 * under one metadataPrefix, and a change of either is one change of the record. Stateless; safe for many threads.
 */
public final class IndexedXml {

    private static final byte[] BEGIN = utf8("<indexed xmlns=\"" + Namespaces.INDEXED + "\" xmlns:xsi=\"" + Namespaces.XSI
            + "\" xsi:schemaLocation=\"" + Namespaces.INDEXED + " " + Namespaces.INDEXED_SCHEMA + "\"><metadata>");
    private static final byte[] END = utf8("</index></indexed>");

    private IndexedXml() {}

    /**
     * Parts of a combined record.
     *
     * @param metadata one self-contained element in UTF-8
     * @param index one self-contained element in UTF-8
     * @param format the stated index format, such as {@code tf_basic}; may be one that Sheaf does not know
     */
    @SuppressWarnings("ArrayRecordComponent") // Never compared.
    public record Parts(byte[] metadata, byte[] index, String format) {}

    /**
     * Returns a combined record. {@link #split} gives back the same bytes.
     *
     * @param metadata one well-formed element in UTF-8 that declares every namespace it uses, without an XML declaration
     * @param index the same of the index, see {@link TermsXml#write}
     */
    public static byte[] join(byte[] metadata, byte[] index, IndexFormat format) {
        byte[] between = utf8("</metadata><index format=\"" + format.prefix() + "\">");
        ByteArrayOutputStream joined = new ByteArrayOutputStream(
                BEGIN.length + metadata.length + between.length + index.length + END.length);
        joined.writeBytes(BEGIN);
        joined.writeBytes(metadata);
        joined.writeBytes(between);
        joined.writeBytes(index);
        joined.writeBytes(END);
        return joined.toByteArray();
    }

    /**
     * Takes a combined record apart. The parts are the bytes as they stand, completed by the namespace declarations around them that they use.
     *
     * @param indexed a whole document or element in UTF-8
     * @throws MalformedIndexException when it is not well-formed or no combined record
     */
    public static Parts split(byte[] indexed) throws MalformedIndexException {
        List<Wrapped> parts;
        try {
            parts = XmlFragments.wrapped(indexed, Namespaces.INDEXED, "indexed");
        } catch (OaiFormatException failure) {
            throw new MalformedIndexException("indexed: " + failure.getMessage(), failure);
        }
        if (parts.size() != 2 || !parts.getFirst().name().equals("metadata") || !parts.getLast().name().equals("index")) {
            throw new MalformedIndexException("indexed: a metadata and an index element are expected, in this order; there are "
                    + parts.stream().map(part -> TermVector.shown(part.name())).limit(5).toList());
        }
        String format = parts.getLast().attributes().get("format");
        if (format == null || format.isBlank()) {
            throw new MalformedIndexException("indexed: the index element does not state its format");
        }
        return new Parts(parts.getFirst().content().utf8(), parts.getLast().content().utf8(), format.strip());
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
