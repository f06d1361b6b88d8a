package dev.sheaf.validator.schema;

import java.io.ByteArrayInputStream;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

import javax.xml.XMLConstants;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;

import org.jspecify.annotations.Nullable;

import dev.sheaf.core.xml.OaiFormatException;
import dev.sheaf.core.xml.XmlInput;

/**
 * The text of an XML Schema, with what stands at its outside. Immutable; the bytes are not copied, and callers must not change them.
 *
 * @param address from which it came; relative addresses in it are resolved against this one
 * @param bytes of the document
 * @param targetNamespace empty for none
 * @param isQualified whether {@code elementFormDefault} is {@code qualified}
 * @param elements names of the elements that it declares globally
 * @param references the documents that it includes or imports
 */
public record SchemaDocument(String address, byte[] bytes, String targetNamespace, boolean isQualified, Set<String> elements,
        List<Reference> references) {

    /** Largest size of a schema, in bytes. */
    public static final int LARGEST = 4 << 20;

    private static final String XSD = XMLConstants.W3C_XML_SCHEMA_NS_URI;
    private static final Set<String> REFERRING = Set.of("import", "include", "redefine");

    /**
     * A reference to another document.
     *
     * @param kind {@code import}, {@code include} or {@code redefine}
     * @param namespace that is imported; empty for none
     * @param location as written; empty for none
     */
    public record Reference(String kind, String namespace, String location) {}

    /** Copies the collections. */
    public SchemaDocument {
        elements = Collections.unmodifiableSet(new LinkedHashSet<>(elements));
        references = List.copyOf(references);
    }

    /**
     * Reads a schema.
     *
     * @throws SchemaFault when it is not well-formed, has a document type declaration, or its root is not that of a schema; the message
     *     names the address
     */
    public static SchemaDocument read(String address, byte[] bytes) throws SchemaFault {
        if (bytes.length > LARGEST) {
            throw new SchemaFault(address + " is larger than " + (LARGEST >> 20) + " MB, and no schema is");
        }
        try {
            return read(address, bytes, XmlInput.pull(new ByteArrayInputStream(bytes)));
        } catch (OaiFormatException failure) {
            throw new SchemaFault(address + " is not well-formed XML: " + failure.getMessage());
        } catch (XMLStreamException failure) {
            throw new SchemaFault(address + " is not well-formed XML: " + XmlInput.malformed(failure).getMessage());
        }
    }

    private static SchemaDocument read(String address, byte[] bytes, XMLStreamReader reader)
            throws SchemaFault, XMLStreamException {
        String namespace = "";
        boolean isQualified = false;
        Set<String> elements = new LinkedHashSet<>();
        List<Reference> references = new ArrayList<>();
        int depth = 0;
        while (reader.hasNext()) {
            switch (reader.next()) {
                case XMLStreamConstants.DTD -> throw new SchemaFault(address
                        + " has a document type declaration, which is not read. Leave it out, and write characters instead of entities");
                case XMLStreamConstants.START_ELEMENT -> {
                    depth++;
                    boolean isSchemas = XSD.equals(reader.getNamespaceURI());
                    if (depth == 1) {
                        if (!isSchemas || !reader.getLocalName().equals("schema")) {
                            throw new SchemaFault(address + " is no XML Schema: its root is '" + reader.getLocalName()
                                    + "' in the namespace '" + text(reader.getNamespaceURI()) + "'");
                        }
                        namespace = attribute(reader, "targetNamespace");
                        isQualified = attribute(reader, "elementFormDefault").equals("qualified");
                    } else if (depth == 2 && isSchemas && reader.getLocalName().equals("element")) {
                        elements.add(attribute(reader, "name"));
                    } else if (depth == 2 && isSchemas && REFERRING.contains(reader.getLocalName())) {
                        references.add(new Reference(reader.getLocalName(), attribute(reader, "namespace"),
                                attribute(reader, "schemaLocation")));
                    }
                }
                case XMLStreamConstants.END_ELEMENT -> depth--;
                default -> {
                    // The rest of the document is for the schema processor.
                }
            }
        }
        return new SchemaDocument(address, bytes, namespace, isQualified, elements, references);
    }

    private static String attribute(XMLStreamReader reader, String name) {
        return text(reader.getAttributeValue("", name)).strip();
    }

    private static String text(@Nullable String text) {
        return text == null ? "" : text;
    }
}
