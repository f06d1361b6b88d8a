package dev.sheaf.transfer.imports;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;

import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;

import dev.sheaf.core.Namespaces;
import dev.sheaf.core.OaiRecord;
import dev.sheaf.core.OaiResponse;
import dev.sheaf.core.XmlFragment;
import dev.sheaf.core.xml.OaiFormatException;
import dev.sheaf.core.xml.OaiReader;
import dev.sheaf.core.xml.XmlInput;

/**
 * A {@code record} of the protocol, with header and metadata, outside of a response: harvesters save records so, and a static repository
 * consists of them. Stateless.
 */
final class SavedRecord {

    private static final byte[] BEFORE = ("<OAI-PMH xmlns=\"" + Namespaces.OAI
            + "\"><responseDate>2000-01-01T00:00:00Z</responseDate><request>http://localhost/</request><ListRecords>")
            .getBytes(StandardCharsets.UTF_8);
    private static final byte[] AFTER = "</ListRecords></OAI-PMH>".getBytes(StandardCharsets.UTF_8);

    private SavedRecord() {}

    /** Returns whether an element is such a record: a {@code record} that begins with a {@code header}, both of the protocol or unnamed. */
    static boolean is(XmlFragment element) {
        try {
            XMLStreamReader reader = XmlInput.pull(element.utf8());
            return start(reader) && isNamed(reader, "record") && start(reader) && isNamed(reader, "header");
        } catch (OaiFormatException | XMLStreamException _) {
            return false;
        }
    }

    private static boolean start(XMLStreamReader reader) throws XMLStreamException {
        while (reader.hasNext()) {
            int event = reader.next();
            if (event == XMLStreamConstants.START_ELEMENT || event == XMLStreamConstants.END_ELEMENT) {
                return event == XMLStreamConstants.START_ELEMENT;
            }
        }
        return false;
    }

    private static boolean isNamed(XMLStreamReader reader, String name) {
        String namespace = reader.getNamespaceURI();
        return reader.getLocalName().equals(name)
                && (namespace == null || namespace.isEmpty() || namespace.equals(Namespaces.OAI));
    }

    /**
     * Reads such a record.
     *
     * @throws OaiFormatException if it has no identifier
     */
    static OaiRecord read(XmlFragment element) throws OaiFormatException {
        ByteArrayOutputStream response = new ByteArrayOutputStream(BEFORE.length + element.length() + AFTER.length);
        response.writeBytes(BEFORE);
        response.writeBytes(element.utf8());
        response.writeBytes(AFTER);
        if (OaiReader.read(response.toByteArray()).answer() instanceof OaiResponse.ListRecords list
                && !list.records().isEmpty()) {
            return list.records().getFirst();
        }
        throw new OaiFormatException("the record has no header that can be read", -1);
    }
}
