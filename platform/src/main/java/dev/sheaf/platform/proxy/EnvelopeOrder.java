package dev.sheaf.platform.proxy;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;

import org.jspecify.annotations.Nullable;

import dev.sheaf.core.Namespaces;
import dev.sheaf.core.xml.OaiFormatException;
import dev.sheaf.core.xml.XmlInput;
import dev.sheaf.store.sources.ProxiedFault;

/**
 * Finder of faults in a well-formed response that a lenient reader ignores and that disappear when the response is written again: elements
 * of records in the wrong order, elements unknown to the protocol, a wrong namespace (S3.2).
 */
final class EnvelopeOrder {

    private static final String EARLY = "http://www.openarchives.org/OAI/1.";
    private static final List<String> RECORD = List.of("header", "metadata", "about");
    private static final List<String> HEADER = List.of("identifier", "datestamp", "setSpec");

    /** Kinds of faults. Stores contain their texts, so kinds may be added but not changed. */
    private enum Kind {
        ORDER("order"),
        UNKNOWN("unknown-element"),
        NAMESPACE("namespace"),
        PROTOCOL(PortionReading.EARLY);

        private final String text;

        Kind(String text) {
            this.text = text;
        }
    }

    private final XMLStreamReader reader;
    private final String prefix;
    private final List<ProxiedFault> faults = new ArrayList<>();
    private final Map<Kind, String> ofRecord = new EnumMap<>(Kind.class);
    private @Nullable String identifier;
    private int depth;
    private int recordDepth;
    private int headerDepth;
    private int lastOfRecord;
    private int lastOfHeader;

    private EnvelopeOrder(XMLStreamReader reader, String prefix) {
        this.reader = reader;
        this.prefix = prefix;
    }

    /**
     * Finds the faults of a response.
     *
     * @param utf8 response; nothing is found unless it is well-formed
     * @param prefix requested format; empty if none was requested
     */
    static List<ProxiedFault> faults(byte[] utf8, String prefix) {
        try {
            EnvelopeOrder order = new EnvelopeOrder(XmlInput.pull(utf8), prefix);
            order.read();
            return order.faults;
        } catch (OaiFormatException | XMLStreamException _) {
            // The response was read before. A fault of this second reader is no fault of the repository.
            return List.of();
        }
    }

    private void read() throws XMLStreamException {
        while (reader.hasNext()) {
            switch (reader.next()) {
                case XMLStreamConstants.START_ELEMENT -> {
                    depth++;
                    begin(reader.getLocalName());
                }
                case XMLStreamConstants.END_ELEMENT -> {
                    if (depth == recordDepth) {
                        endRecord();
                    } else if (depth == headerDepth) {
                        headerDepth = 0;
                    }
                    depth--;
                }
                default -> {
                    // Texts are not checked.
                }
            }
        }
    }

    private void begin(String local) throws XMLStreamException {
        if (depth == 1) {
            root(local);
        } else if (recordDepth == 0 && local.equals("record")) {
            recordDepth = depth;
            lastOfRecord = 0;
        } else if (recordDepth > 0 && depth == recordDepth + 1) {
            lastOfRecord = place(RECORD, local, lastOfRecord, "record");
            if (local.equals("header")) {
                headerDepth = depth;
                lastOfHeader = 0;
            }
        } else if (headerDepth > 0 && depth == headerDepth + 1) {
            lastOfHeader = place(HEADER, local, lastOfHeader, "header");
            if (local.equals("identifier") && identifier == null) {
                identifier = reader.getElementText().strip();
                depth--;
            }
        }
    }

    private void root(String local) {
        String namespace = reader.getNamespaceURI() == null ? "" : reader.getNamespaceURI();
        if (local.equals("OAI-PMH")) {
            if (!namespace.equals(Namespaces.OAI)) {
                note(null, Kind.NAMESPACE, "the response is in the namespace '" + namespace + "' instead of " + Namespaces.OAI);
            }
        } else if (namespace.startsWith(EARLY)) {
            note(null, Kind.PROTOCOL, "the response is in protocol 1.x and was converted to protocol 2.0");
        } else {
            note(null, Kind.NAMESPACE, "the response is a '" + local + "' in the namespace '" + namespace
                    + "', which the protocol does not know");
        }
    }

    private int place(List<String> order, String local, int last, String parent) {
        int place = order.indexOf(local);
        if (place < 0) {
            ofRecord.putIfAbsent(Kind.UNKNOWN,
                    "<" + local + "> in <" + parent + ">, which the protocol does not know, was left out");
            return last;
        }
        if (place < last) {
            ofRecord.putIfAbsent(Kind.ORDER, "<" + local + "> came after <" + order.get(last) + ">");
            return last;
        }
        return place;
    }

    private void endRecord() {
        String of = identifier;
        ofRecord.forEach((kind, what) -> note(of, kind, what));
        ofRecord.clear();
        identifier = null;
        recordDepth = 0;
        headerDepth = 0;
    }

    private void note(@Nullable String of, Kind kind, String what) {
        faults.add(new ProxiedFault(of, kind.text, prefix, -1, what, "", ""));
    }
}
