package dev.sheaf.validator;

import java.util.ArrayList;
import java.util.List;

import javax.xml.XMLConstants;
import javax.xml.stream.XMLStreamReader;
import javax.xml.validation.ValidatorHandler;

import org.jspecify.annotations.Nullable;
import org.xml.sax.SAXException;
import org.xml.sax.helpers.AttributesImpl;

/**
 * The start of an element, stored until its receiver is known.
 *
 * @param namespaces prefix and name of each namespace that it declares
 */
record TaggedElement(List<String[]> namespaces, String namespace, String name, String qualified, AttributesImpl attributes) {

    /** Returns the element at whose start a reader is, with the schema's namespaces. */
    static TaggedElement of(XMLStreamReader reader, Wording wording) {
        List<String[]> namespaces = new ArrayList<>(reader.getNamespaceCount());
        for (int i = 0; i < reader.getNamespaceCount(); i++) {
            namespaces.add(new String[]{text(reader.getNamespacePrefix(i)), wording.of(text(reader.getNamespaceURI(i)))});
        }
        AttributesImpl attributes = new AttributesImpl();
        for (int i = 0; i < reader.getAttributeCount(); i++) {
            attributes.addAttribute(wording.of(text(reader.getAttributeNamespace(i))), reader.getAttributeLocalName(i),
                    qualified(reader.getAttributePrefix(i), reader.getAttributeLocalName(i)), "CDATA",
                    reader.getAttributeValue(i));
        }
        return new TaggedElement(namespaces, wording.of(text(reader.getNamespaceURI())), reader.getLocalName(),
                qualified(reader.getPrefix(), reader.getLocalName()), attributes);
    }

    void tell(ValidatorHandler schema) throws SAXException {
        for (String[] mapping : namespaces) {
            schema.startPrefixMapping(mapping[0], mapping[1]);
        }
        schema.startElement(namespace, name, qualified, attributes);
    }

    /** Sends the end of the element at whose end a reader is to a schema. */
    static void tellEnd(XMLStreamReader reader, Wording wording, ValidatorHandler schema) throws SAXException {
        schema.endElement(wording.of(text(reader.getNamespaceURI())), reader.getLocalName(),
                qualified(reader.getPrefix(), reader.getLocalName()));
        for (int i = 0; i < reader.getNamespaceCount(); i++) {
            schema.endPrefixMapping(text(reader.getNamespacePrefix(i)));
        }
    }

    static String text(@Nullable String text) {
        return text == null ? XMLConstants.NULL_NS_URI : text;
    }

    private static String qualified(@Nullable String prefix, String name) {
        return prefix == null || prefix.isEmpty() ? name : prefix + ":" + name;
    }
}
