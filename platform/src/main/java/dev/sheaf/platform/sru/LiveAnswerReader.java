package dev.sheaf.platform.sru;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;

import org.jspecify.annotations.Nullable;

import dev.sheaf.core.OneLine;
import dev.sheaf.core.xml.OaiFormatException;
import dev.sheaf.core.xml.XmlInput;
import dev.sheaf.platform.web.LiveSources;

/**
 * Reader of responses of other SRU servers, of any version: Dublin Core inside of {@code recordData}, by local names. Everything else is
 * passed over, and all texts are cut. Belongs to one response and one thread.
 */
final class LiveAnswerReader {

    private static final int MOST_CREATORS = 4;

    private final String origin;
    private final int most;
    private final List<LiveSources.Hit> hits = new ArrayList<>();
    private @Nullable String diagnostic;

    private String title = "";
    private String date = "";
    private String identifier = "";
    private String href = "";
    private final List<String> creators = new ArrayList<>();

    private LiveAnswerReader(String origin, int most) {
        this.origin = origin;
        this.most = most;
    }

    /**
     * Returns the hits of a response.
     *
     * @param origin name of the server
     * @param most largest number of hits
     * @throws OaiFormatException if the response is not well-formed, is none of SRU, or has a diagnostic in place of records
     */
    static List<LiveSources.Hit> read(byte[] response, String origin, int most) throws OaiFormatException {
        LiveAnswerReader reader = new LiveAnswerReader(origin, most);
        try {
            reader.read(XmlInput.pull(response));
        } catch (XMLStreamException failure) {
            throw XmlInput.malformed(failure);
        }
        if (reader.hits.isEmpty() && reader.diagnostic != null) {
            throw new OaiFormatException("diagnostic " + reader.diagnostic, -1);
        }
        return reader.hits;
    }

    private void read(XMLStreamReader xml) throws XMLStreamException, OaiFormatException {
        boolean isRoot = true;
        boolean isData = false;
        StringBuilder text = new StringBuilder();
        while (xml.hasNext() && hits.size() < most) {
            switch (xml.next()) {
                case XMLStreamConstants.START_ELEMENT -> {
                    if (isRoot && !xml.getLocalName().equals("searchRetrieveResponse")) {
                        throw new OaiFormatException("no response of SRU", -1);
                    }
                    isRoot = false;
                    isData |= xml.getLocalName().equals("recordData");
                    text.setLength(0);
                }
                case XMLStreamConstants.CHARACTERS, XMLStreamConstants.CDATA -> {
                    if (text.length() < 2 * OneLine.LONGEST) {
                        text.append(xml.getText());
                    }
                }
                case XMLStreamConstants.END_ELEMENT -> {
                    String name = xml.getLocalName();
                    // Records of some schemas hold elements of this name.
                    if (name.equals("record") && !isData) {
                        add();
                    } else if (name.equals("recordData")) {
                        isData = false;
                    } else {
                        value(name, OneLine.of(text.toString()), isData);
                    }
                    text.setLength(0);
                }
                case XMLStreamConstants.DTD -> throw new OaiFormatException("a DOCTYPE", -1);
                default -> {
                    // Comments and processing instructions are not for readers.
                }
            }
        }
    }

    private void value(String name, String text, boolean isData) {
        if (text.isEmpty()) {
            return;
        }
        if (!isData) {
            if (name.equals("recordIdentifier")) {
                identifier = text;
            } else if (name.equals("uri") && diagnostic == null) {
                diagnostic = text.substring(text.lastIndexOf('/') + 1);
            }
            return;
        }
        switch (name) {
            case "title" -> title = title.isEmpty() ? text : title;
            case "date" -> date = date.isEmpty() ? text : date;
            case "creator" -> {
                if (creators.size() < MOST_CREATORS) {
                    creators.add(text);
                }
            }
            case "identifier" -> {
                href = href.isEmpty() && isAddress(text) ? text : href;
                identifier = identifier.isEmpty() ? text : identifier;
            }
            default -> {
                // Other elements are not shown.
            }
        }
    }

    private static boolean isAddress(String text) {
        try {
            URI uri = new URI(text);
            String scheme = String.valueOf(uri.getScheme()).toLowerCase(Locale.ROOT);
            return (scheme.equals("http") || scheme.equals("https")) && uri.getHost() != null && uri.getRawUserInfo() == null;
        } catch (URISyntaxException _) {
            return false;
        }
    }

    /** Ends a record. One without a title is not shown. */
    private void add() {
        if (!title.isEmpty()) {
            hits.add(new LiveSources.Hit(origin, title, creators, date.isEmpty() ? null : date, identifier,
                    href.isEmpty() ? null : href));
        }
        title = "";
        date = "";
        identifier = "";
        href = "";
        creators.clear();
    }
}
