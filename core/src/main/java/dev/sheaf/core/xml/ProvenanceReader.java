package dev.sheaf.core.xml;

import java.util.Optional;

import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;

import org.jspecify.annotations.Nullable;

import dev.sheaf.core.Datestamp;
import dev.sheaf.core.Namespaces;
import dev.sheaf.core.Provenance;
import dev.sheaf.core.XmlFragment;

/** Reader of provenance containers (guidelines for provenance). Thread-safe. */
public final class ProvenanceReader {

    private ProvenanceReader() {}

    /**
     * Returns the provenance that an about container states; empty if the container is not readable provenance, or if it has more than
     * {@link Provenance#MAX_HOPS} hops.
     */
    public static Optional<Provenance> read(XmlFragment about) {
        if (!mentionsProvenance(about.utf8())) {
            return Optional.empty();
        }
        try {
            XMLStreamReader reader = XmlInput.pull(about.utf8());
            while (reader.next() != XMLStreamConstants.START_ELEMENT) {
                // Move to the root.
            }
            if (!reader.getLocalName().equals("provenance") || !Namespaces.PROVENANCE.equals(reader.getNamespaceURI())) {
                return Optional.empty();
            }
            while (reader.hasNext()) {
                if (reader.next() == XMLStreamConstants.START_ELEMENT && isOrigin(reader)) {
                    return Optional.of(origin(reader, 1));
                }
            }
            return Optional.empty();
        } catch (OaiFormatException | XMLStreamException _) {
            return Optional.empty();
        }
    }

    /** Returns whether the bytes contain the last word of the namespace. Most containers do not, and then need no parser. */
    private static boolean mentionsProvenance(byte[] utf8) {
        byte[] word = Utf8Buffer.ascii("provenance");
        outer : for (int i = 0; i <= utf8.length - word.length; i++) {
            for (int j = 0; j < word.length; j++) {
                if (utf8[i + j] != word[j]) {
                    continue outer;
                }
            }
            return true;
        }
        return false;
    }

    private static boolean isOrigin(XMLStreamReader reader) {
        return reader.getLocalName().equals("originDescription");
    }

    private static Provenance origin(XMLStreamReader reader, int depth) throws XMLStreamException {
        if (depth > Provenance.MAX_HOPS) {
            throw new XMLStreamException("a provenance chain of more than " + Provenance.MAX_HOPS + " hops");
        }
        String harvestDate = orEmpty(reader.getAttributeValue(null, "harvestDate"));
        String altered = orEmpty(reader.getAttributeValue(null, "altered"));
        String baseUrl = "";
        String identifier = "";
        String datestamp = "";
        String namespace = "";
        Provenance inner = null;
        while (reader.next() != XMLStreamConstants.END_ELEMENT) {
            if (reader.getEventType() == XMLStreamConstants.START_ELEMENT) {
                switch (reader.getLocalName()) {
                    case "baseURL" -> baseUrl = reader.getElementText().strip();
                    case "identifier" -> identifier = reader.getElementText().strip();
                    case "datestamp" -> datestamp = reader.getElementText().strip();
                    case "metadataNamespace" -> namespace = reader.getElementText().strip();
                    case "originDescription" -> inner = origin(reader, depth + 1);
                    default -> reader.getElementText();
                }
            }
        }
        return new Provenance(baseUrl, identifier, Datestamp.received(datestamp), namespace, Datestamp.received(harvestDate),
                altered.equals("true") || altered.equals("1"), inner);
    }

    private static String orEmpty(@Nullable String text) {
        return text == null ? "" : text;
    }
}
