package dev.sheaf.publish.files;

import java.util.ArrayList;
import java.util.List;

import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;

import org.jspecify.annotations.Nullable;

import dev.sheaf.core.xml.OaiFormatException;
import dev.sheaf.core.xml.XmlInput;

/** Reader of the answers to PROPFIND (RFC 4918, sections 14.16 and 14.24). Stateless. */
final class DavListing {

    private static final String DAV = "DAV:";

    private DavListing() {}

    /**
     * Properties of one resource, as the server states them.
     *
     * @param href address, absolute or a path
     * @param folder true for a collection
     * @param size negative when it is not said
     * @param modified an HTTP date; null when it is not said
     */
    record Entry(String href, boolean folder, long size, @Nullable String modified) {}

    /** @throws OaiFormatException when it is not well-formed, or has a DOCTYPE */
    static List<Entry> read(byte[] utf8) throws OaiFormatException {
        XMLStreamReader reader = XmlInput.pull(utf8);
        List<Entry> entries = new ArrayList<>();
        try {
            String href = "";
            boolean folder = false;
            long size = -1;
            String modified = null;
            while (reader.hasNext()) {
                int event = reader.next();
                if (event == XMLStreamConstants.DTD) {
                    throw new OaiFormatException("a DOCTYPE is not allowed here", -1);
                }
                if (event == XMLStreamConstants.START_ELEMENT && DAV.equals(reader.getNamespaceURI())) {
                    switch (reader.getLocalName()) {
                        case "response" -> {
                            href = "";
                            folder = false;
                            size = -1;
                            modified = null;
                        }
                        case "href" -> href = href.isEmpty() ? reader.getElementText().strip() : href;
                        case "collection" -> folder = true;
                        case "getcontentlength" -> size = number(reader.getElementText());
                        case "getlastmodified" -> modified = reader.getElementText().strip();
                        default -> {
                            // Other properties say nothing about the file.
                        }
                    }
                } else if (event == XMLStreamConstants.END_ELEMENT && reader.getLocalName().equals("response")
                        && !href.isEmpty()) {
                    entries.add(new Entry(href, folder, size, modified));
                }
            }
        } catch (XMLStreamException failure) {
            throw XmlInput.malformed(failure);
        }
        return entries;
    }

    private static long number(String text) {
        try {
            return Long.parseLong(text.strip());
        } catch (NumberFormatException _) {
            return -1;
        }
    }
}
