package dev.sheaf.harvester.discovery;

import java.io.IOException;
import java.io.InputStream;
import java.util.Locale;

import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;

import org.jspecify.annotations.Nullable;

import dev.sheaf.core.xml.OaiFormatException;
import dev.sheaf.core.xml.XmlInput;

/** Reader of lists of base URLs in XML. The kind of list does not matter, because elements with addresses have distinctive names. */
final class XmlAddressList {

    private static final int LONGEST_TEXT = 4_000;

    private XmlAddressList() {}

    static void read(InputStream document, AddressReceiver receiver) throws IOException, OaiFormatException {
        try {
            walk(XmlInput.pull(document), receiver);
        } catch (XMLStreamException failure) {
            if (failure.getNestedException() instanceof IOException broken) {
                throw broken;
            }
            throw XmlInput.malformed(failure);
        }
    }

    private static void walk(XMLStreamReader reader, AddressReceiver receiver) throws XMLStreamException {
        while (reader.hasNext()) {
            switch (reader.next()) {
                case XMLStreamConstants.START_ELEMENT -> element(reader, receiver);
                case XMLStreamConstants.DTD -> throw new XMLStreamException("a DOCTYPE is not allowed here",
                        reader.getLocation());
                default -> {
                    // Only elements contain addresses.
                }
            }
        }
    }

    private static void element(XMLStreamReader reader, AddressReceiver receiver) throws XMLStreamException {
        long line = reader.getLocation().getLineNumber();
        switch (reader.getLocalName().toLowerCase(Locale.ROOT)) {
            // ListFriends, friends, Identify; OpenDOAR's first interface.
            case "baseurl", "roaibaseurl" -> AddressList.give(text(reader), "", line, receiver);
            case "api" -> {
                // re3data: one of several interfaces of a repository.
                if ("OAI-PMH".equalsIgnoreCase(reader.getAttributeValue(null, "apiType"))) {
                    AddressList.give(text(reader), "", line, receiver);
                }
            }
            case "outline" -> outline(reader, line, receiver);
            default -> {
                // Other elements contain no address.
            }
        }
    }

    /** Reads an entry of OPML; folders have no address. */
    private static void outline(XMLStreamReader reader, long line, AddressReceiver receiver) {
        String address = attribute(reader, "xmlUrl", "url");
        if (address != null) {
            String name = attribute(reader, "title", "text");
            AddressList.give(address, name == null ? "" : name, line, receiver);
        }
    }

    /** Returns the first of two attributes that exists, in any letter case. */
    private static @Nullable String attribute(XMLStreamReader reader, String first, String second) {
        String found = null;
        for (int i = 0; i < reader.getAttributeCount(); i++) {
            if (reader.getAttributeLocalName(i).equalsIgnoreCase(first)) {
                return reader.getAttributeValue(i);
            }
            if (reader.getAttributeLocalName(i).equalsIgnoreCase(second)) {
                found = reader.getAttributeValue(i);
            }
        }
        return found;
    }

    /** Returns the text of the element that has just begun. */
    private static String text(XMLStreamReader reader) throws XMLStreamException {
        StringBuilder text = new StringBuilder();
        int depth = 1;
        while (depth > 0) {
            switch (reader.next()) {
                case XMLStreamConstants.START_ELEMENT -> depth++;
                case XMLStreamConstants.END_ELEMENT -> depth--;
                case XMLStreamConstants.CHARACTERS, XMLStreamConstants.CDATA -> {
                    if (text.length() < LONGEST_TEXT) {
                        text.append(reader.getText());
                    }
                }
                default -> {
                    // Comments are ignored.
                }
            }
        }
        return text.toString();
    }
}
