package dev.sheaf.core.xml;

import java.nio.charset.StandardCharsets;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;

import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;

import org.jspecify.annotations.Nullable;

import dev.sheaf.core.Namespaces;

/** The canonical form that {@link CanonicalDigest} makes from bytes, made from a parser's events instead: slow, and hard to get wrong. */
final class CanonicalByEvents {

    private final StringBuilder canonical = new StringBuilder();
    private String lastNamespace = "";

    static byte[] of(byte[] xml) throws OaiFormatException, XMLStreamException {
        XMLStreamReader reader = XmlInput.pull(xml);
        CanonicalByEvents form = new CanonicalByEvents();
        int depth = 0;
        while (reader.hasNext()) {
            int event = reader.next();
            if (event == XMLStreamConstants.START_ELEMENT) {
                depth++;
                form.start(reader);
            } else if (event == XMLStreamConstants.END_ELEMENT) {
                depth--;
                form.canonical.append('\4');
            } else if (depth > 0) {
                form.inside(reader, event);
            }
        }
        return form.canonical.toString().getBytes(StandardCharsets.UTF_8);
    }

    private void inside(XMLStreamReader reader, int event) {
        switch (event) {
            case XMLStreamConstants.CHARACTERS, XMLStreamConstants.CDATA,
                    XMLStreamConstants.SPACE -> canonical.append(reader.getText());
            case XMLStreamConstants.PROCESSING_INSTRUCTION -> canonical.append('\5').append(reader.getPITarget()).append('\3')
                    .append(orEmpty(reader.getPIData())).append('\4');
            default -> {
                // Comments say nothing.
            }
        }
    }

    private void start(XMLStreamReader reader) {
        canonical.append('\1');
        name(reader.getNamespaceURI(), reader.getLocalName());
        List<Integer> order = IntStream.range(0, reader.getAttributeCount()).boxed()
                .sorted(Comparator.<Integer, String>comparing(reader::getAttributeLocalName)
                        .thenComparing(i -> orEmpty(reader.getAttributeNamespace(i))))
                .toList();
        for (int i : order) {
            canonical.append('\2');
            name(reader.getAttributeNamespace(i), reader.getAttributeLocalName(i));
            canonical.append('\3');
            String value = reader.getAttributeValue(i);
            if (Objects.equals(reader.getAttributeNamespace(i), Namespaces.XSI)
                    && reader.getAttributeLocalName(i).equals("type")) {
                int colon = value.indexOf(':');
                canonical.append(orEmpty(reader.getNamespaceURI(colon < 0 ? "" : value.substring(0, colon).strip()))).append('\3')
                        .append(value.substring(colon + 1).strip());
            } else {
                canonical.append(value);
            }
        }
    }

    private void name(@Nullable String uri, String local) {
        String namespace = orEmpty(uri);
        if (namespace.equals(lastNamespace)) {
            canonical.append('\6');
        } else {
            canonical.append(namespace).append('\3');
            lastNamespace = namespace;
        }
        canonical.append(local).append('\3');
    }

    private static String orEmpty(@Nullable String text) {
        return text == null ? "" : text;
    }
}
