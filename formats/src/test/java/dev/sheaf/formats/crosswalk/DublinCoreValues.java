package dev.sheaf.formats.crosswalk;

import java.util.ArrayList;
import java.util.List;

import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;

import dev.sheaf.core.Namespaces;
import dev.sheaf.core.XmlFragment;
import dev.sheaf.core.xml.OaiFormatException;
import dev.sheaf.core.xml.XmlFragments;
import dev.sheaf.core.xml.XmlInput;

import static org.assertj.core.api.Assertions.assertThat;

/** Reads oai_dc in tests. */
final class DublinCoreValues {

    private DublinCoreValues() {}

    /** The elements as {@code name=value}, or {@code name@lang=value}; checks that only legal ones are there. */
    static List<String> of(XmlFragment dublinCore) throws OaiFormatException, XMLStreamException {
        assertThat(XmlFragments.rootNamespace(dublinCore)).isEqualTo(Namespaces.OAI_DC);
        assertThat(XmlFragments.rootName(dublinCore)).isEqualTo("dc");
        List<String> values = new ArrayList<>();
        XMLStreamReader reader = XmlInput.pull(dublinCore.utf8());
        reader.nextTag();
        assertThat(reader.getAttributeValue(Namespaces.XSI, "schemaLocation"))
                .isEqualTo(Namespaces.OAI_DC + " " + Namespaces.OAI_DC_SCHEMA);
        while (reader.nextTag() == XMLStreamConstants.START_ELEMENT) {
            assertThat(reader.getNamespaceURI()).isEqualTo(Namespaces.DC);
            String language = reader.getAttributeValue(Namespaces.XML, "lang");
            values.add(reader.getLocalName() + (language == null ? "" : "@" + language) + "=" + reader.getElementText());
        }
        return values;
    }
}
