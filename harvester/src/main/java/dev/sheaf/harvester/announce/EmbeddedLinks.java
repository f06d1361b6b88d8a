package dev.sheaf.harvester.announce;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;

import org.jspecify.annotations.Nullable;

import dev.sheaf.core.xml.OaiFormatException;
import dev.sheaf.core.xml.XmlInput;
import dev.sheaf.harvester.http.Fetched;

/**
 * Finder of links in a document: Atom links in XML, and links in the head of an HTML page. The body of a page is ignored, because visitors
 * may have written it (WebSub, section 9.1).
 */
final class EmbeddedLinks {

    private static final String ATOM = "http://www.w3.org/2005/Atom";
    private static final int MOST = 100;
    /** Largest number of bytes of a head. */
    private static final int HEAD = 1 << 18;
    private static final Pattern PASSED_OVER = Pattern
            .compile("(?is)<!--.*?(?:-->|$)|<(script|style|template|noscript)\\b.*?(?:</\\1|$)");
    private static final Pattern END_OF_HEAD = Pattern.compile("(?i)</head\\b|<body\\b");
    private static final Pattern LINK = Pattern.compile("(?i)<link\\b");
    /** Attribute with possessive quantifiers, as in all patterns for hostile input: no byte is examined again for another match. */
    private static final Pattern ATTRIBUTE = Pattern
            .compile("\\s*+([^\\s>=\"']++)(?:\\s*+=\\s*+(?:\"([^\"]*+)\"|'([^']*+)'|([^\\s>\"']*+)))?+");
    private static final Pattern END_OF_LINK = Pattern.compile("\\s*+/?>");

    private EmbeddedLinks() {}

    static List<WebLink> read(Fetched fetched) {
        String type = fetched.header("Content-Type").orElse("").toLowerCase(Locale.ROOT);
        if (type.contains("html") && !type.contains("xhtml")) {
            return html(new String(fetched.body(), 0, Math.min(HEAD, fetched.body().length), StandardCharsets.UTF_8));
        }
        return type.contains("xml") ? xml(fetched.body()) : List.of();
    }

    private static List<WebLink> html(String page) {
        String head = PASSED_OVER.matcher(page).replaceAll("");
        Matcher end = END_OF_HEAD.matcher(head);
        String links = end.find() ? head.substring(0, end.start()) : head;
        List<WebLink> found = new ArrayList<>();
        Matcher link = LINK.matcher(links);
        // The search continues after the attributes, not within them.
        for (int at = 0; found.size() < MOST && link.find(at);) {
            at = link(links, link.end(), found);
        }
        return found;
    }

    /** Reads the attributes of a link, which begin at a position; returns the position after them. A truncated tag is ignored. */
    private static int link(String head, int begin, List<WebLink> links) {
        String rel = null;
        String href = null;
        int at = begin;
        Matcher attribute = ATTRIBUTE.matcher(head);
        while (attribute.region(at, head.length()).lookingAt()) {
            at = attribute.end();
            String value = attribute.group(2) != null
                    ? attribute.group(2)
                    : attribute.group(3) != null ? attribute.group(3) : attribute.group(4);
            if (value != null) {
                switch (attribute.group(1).toLowerCase(Locale.ROOT)) {
                    case "rel" -> rel = value;
                    case "href" -> href = value.replace("&amp;", "&");
                    default -> {
                        // Other attributes do not matter.
                    }
                }
            }
        }
        if (END_OF_LINK.matcher(head).region(at, head.length()).lookingAt()) {
            add(rel, href, links);
        }
        return at;
    }

    /** Reads up to the first fault: an answer that is damaged further down still names its hub. */
    private static List<WebLink> xml(byte[] document) {
        List<WebLink> links = new ArrayList<>();
        try {
            XMLStreamReader reader = XmlInput.pull(new ByteArrayInputStream(document));
            boolean isPage = false;
            while (reader.hasNext() && links.size() < MOST) {
                int event = reader.next();
                if (event == XMLStreamConstants.DTD) {
                    return List.of();
                }
                if (event == XMLStreamConstants.START_ELEMENT) {
                    isPage = isPage || reader.getLocalName().equals("html");
                    if (isPage && reader.getLocalName().equals("body")) {
                        return links;
                    }
                    if (reader.getLocalName().equals("link") && (isPage || ATOM.equals(reader.getNamespaceURI()))) {
                        add(reader.getAttributeValue(null, "rel"), reader.getAttributeValue(null, "href"), links);
                    }
                }
            }
        } catch (XMLStreamException | OaiFormatException _) {
            // Ignored, as above.
        }
        return links;
    }

    private static void add(@Nullable String rel, @Nullable String href, List<WebLink> links) {
        if (rel != null && href != null) {
            links.add(new WebLink(href, rel));
        }
    }
}
