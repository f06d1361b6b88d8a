package dev.sheaf.core.xml;

import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;

import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;

import dev.sheaf.core.MetadataFormat;
import dev.sheaf.core.Namespaces;
import dev.sheaf.core.XmlFragment;

/**
 * The attribute {@code xsi:schemaLocation} of records that this program makes. The protocol wants the pair of namespace and schema on the root
 * of each record, the same that ListMetadataFormats states (S2.5). Stateless.
 */
public final class SchemaLocation {

    private static final String ATTRIBUTE = "schemaLocation";

    private SchemaLocation() {}

    /**
     * Returns a record whose root names the schema of its format. All other bytes stay as they are.
     *
     * @return the same object if the root names a schema already, is in another namespace, or the schema of the format is unknown
     */
    public static XmlFragment declared(XmlFragment metadata, MetadataFormat format) {
        return declared(metadata, format.namespace(), format.schema());
    }

    private static XmlFragment declared(XmlFragment metadata, String namespace, String schema) {
        byte[] utf8 = metadata.utf8();
        if (schema.isBlank() || namespace.isBlank() || utf8.length < 3 || utf8[0] != '<' || utf8[1] == '?' || utf8[1] == '!') {
            return metadata;
        }
        XMLStreamReader root = XmlFragments.root(metadata);
        if (root.getAttributeValue(Namespaces.XSI, ATTRIBUTE) != null || !namespace.equals(root.getNamespaceURI())) {
            return metadata;
        }
        int end = 1;
        while (utf8[end] != '>' && utf8[end] != '/' && (utf8[end] & 0xff) > ' ') {
            end++;
        }
        byte[] attribute = attribute(root, LegalFragment.uri(namespace) + " " + LegalFragment.uri(schema));
        byte[] declared = new byte[utf8.length + attribute.length];
        System.arraycopy(utf8, 0, declared, 0, end);
        System.arraycopy(attribute, 0, declared, end, attribute.length);
        System.arraycopy(utf8, end, declared, end + attribute.length, utf8.length - end);
        return XmlFragment.of(declared);
    }

    private static byte[] attribute(XMLStreamReader root, String value) {
        Set<String> taken = new HashSet<>();
        String known = null;
        for (int i = 0; i < root.getNamespaceCount(); i++) {
            String prefix = root.getNamespacePrefix(i);
            if (prefix != null && !prefix.isEmpty()) {
                taken.add(prefix);
                known = Namespaces.XSI.equals(root.getNamespaceURI(i)) ? prefix : known;
            }
        }
        String prefix = known == null ? "xsi" : known;
        for (int number = 2; known == null && taken.contains(prefix); number++) {
            prefix = "xsi" + number;
        }
        Utf8Buffer out = new Utf8Buffer(200);
        if (known == null) {
            out.put(" xmlns:" + prefix + "=\"").put(Namespaces.XSI).put("\"");
        }
        return out.put(" " + prefix + ":" + ATTRIBUTE + "=\"").escapeAttribute(value).put("\"").toByteArray();
    }

    /**
     * Returns a record that was cut from a document, with the schema that an element around it names for the record's namespace: the root of a
     * collection names it once for all records.
     *
     * @param before start tags of the elements around the record
     * @param after their end tags
     * @return the same object if the record names a schema itself, or nothing around it names one
     */
    public static XmlFragment copied(XmlFragment metadata, byte[] before, byte[] after) {
        if (before.length == 0 || new String(before, StandardCharsets.UTF_8).indexOf(ATTRIBUTE) < 0) {
            return metadata;
        }
        String namespace = XmlFragments.rootNamespace(metadata);
        byte[] around = new byte[before.length + after.length];
        System.arraycopy(before, 0, around, 0, before.length);
        System.arraycopy(after, 0, around, before.length, after.length);
        try {
            XMLStreamReader reader = XmlInput.pull(around);
            String found = "";
            while (reader.hasNext()) {
                if (reader.next() == XMLStreamReader.START_ELEMENT) {
                    Optional<String> schema = XmlFragments.schemaOf(namespace,
                            reader.getAttributeValue(Namespaces.XSI, ATTRIBUTE));
                    found = schema.orElse(found);
                }
            }
            return declared(metadata, namespace, found);
        } catch (OaiFormatException | XMLStreamException _) {
            // The tags around a damaged document do not fit together; the record is whole without them.
            return metadata;
        }
    }
}
