package dev.sheaf.platform.web;

import java.util.ArrayList;
import java.util.List;

import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;

import dev.sheaf.core.XmlFragment;
import dev.sheaf.core.xml.OaiFormatException;
import dev.sheaf.core.xml.XmlInput;

/**
 * An XML element formatted for reading: one element on each line, indented, in pieces that a page can colour. The text is source text with
 * its character references.
 */
public final class XmlListing {

    /** Largest number of characters of a listing on a page that shows one record. */
    public static final int LONGEST = 200_000;
    private static final int DEEPEST_INDENT = 30;
    private static final int LONGEST_TAG_LINE = 90;

    /**
     * A part of the listing.
     *
     * @param kind its kind, which names its style
     * @param text source text
     */
    public record Piece(Kind kind, String text) {}

    /** Kind of a part. */
    public enum Kind {
        /** Blanks, line ends and content. */
        TEXT,
        /** Angle brackets and names. */
        TAG,
        /** Names of attributes. */
        NAME,
        /** Values of attributes, in quotes. */
        VALUE,
        /** Comments and processing instructions. */
        NOTE
    }

    private final List<Piece> pieces = new ArrayList<>();
    private final StringBuilder text = new StringBuilder();
    private final int longest;
    private int length;
    private int depth;
    private boolean tagOpen;
    private boolean hasChildren;

    private XmlListing(int longest) {
        this.longest = longest;
    }

    /** Formats an element. An element that cannot be parsed is shown unchanged, a very long one is truncated. */
    public static List<Piece> of(XmlFragment fragment) {
        return of(fragment, LONGEST);
    }

    /**
     * Formats several elements.
     *
     * @param longest approximate number of characters after which the elements together are truncated
     */
    static List<List<Piece>> ofAll(List<XmlFragment> fragments, int longest) {
        List<List<Piece>> listings = new ArrayList<>();
        int left = longest;
        for (XmlFragment fragment : fragments) {
            List<Piece> listing = of(fragment, Math.max(0, left));
            left -= listing.stream().mapToInt(piece -> piece.text().length()).sum();
            listings.add(listing);
        }
        return listings;
    }

    /**
     * Formats an element. An element that cannot be parsed is shown unchanged.
     *
     * @param longest approximate number of characters after which the element is truncated
     */
    public static List<Piece> of(XmlFragment fragment, int longest) {
        XmlListing listing = new XmlListing(longest);
        try {
            listing.read(XmlInput.pull(fragment.utf8()));
            return listing.pieces;
        } catch (OaiFormatException | XMLStreamException _) {
            String raw = fragment.toString();
            return List.of(new Piece(Kind.TEXT, raw.length() > longest ? raw.substring(0, longest) + "\n\u2026" : raw));
        }
    }

    private void read(XMLStreamReader reader) throws XMLStreamException {
        while (reader.hasNext()) {
            switch (reader.next()) {
                case XMLStreamReader.START_ELEMENT -> start(reader);
                case XMLStreamReader.END_ELEMENT -> end(reader);
                case XMLStreamReader.CHARACTERS, XMLStreamReader.CDATA -> text.append(reader.getText());
                case XMLStreamReader.COMMENT -> note("<!--" + reader.getText() + "-->");
                case XMLStreamReader.PROCESSING_INSTRUCTION -> note(
                        "<?" + reader.getPITarget() + " " + (reader.getPIData() == null ? "" : reader.getPIData()) + "?>");
                default -> {
                    // No other event can occur inside an element.
                }
            }
            if (length > longest) {
                pieces.add(new Piece(Kind.NOTE, "\n\u2026 the rest is left out here; the record as a file is complete"));
                return;
            }
        }
    }

    private void start(XMLStreamReader reader) {
        beforeChild();
        add(Kind.TAG, "<" + name(reader));
        List<String[]> attributes = attributes(reader);
        int wide = attributes.stream().mapToInt(pair -> pair[0].length() + pair[1].length() + 4).sum();
        String gap = wide + 2 * depth > LONGEST_TAG_LINE ? "\n" + indent(depth + 2) : " ";
        for (String[] attribute : attributes) {
            add(Kind.TEXT, gap);
            add(Kind.NAME, attribute[0] + "=");
            add(Kind.VALUE, "\"" + escape(attribute[1]).replace("\"", "&quot;") + "\"");
        }
        tagOpen = true;
        hasChildren = false;
        depth++;
    }

    private static List<String[]> attributes(XMLStreamReader reader) {
        List<String[]> attributes = new ArrayList<>();
        for (int i = 0; i < reader.getNamespaceCount(); i++) {
            String prefix = reader.getNamespacePrefix(i);
            String uri = reader.getNamespaceURI(i);
            attributes
                    .add(new String[]{prefix == null || prefix.isEmpty() ? "xmlns" : "xmlns:" + prefix, uri == null ? "" : uri});
        }
        for (int i = 0; i < reader.getAttributeCount(); i++) {
            String prefix = reader.getAttributePrefix(i);
            String local = reader.getAttributeLocalName(i);
            attributes.add(
                    new String[]{prefix == null || prefix.isEmpty() ? local : prefix + ":" + local, reader.getAttributeValue(i)});
        }
        return attributes;
    }

    private void end(XMLStreamReader reader) {
        depth--;
        if (tagOpen && text.isEmpty()) {
            add(Kind.TAG, "/>");
        } else {
            closeTag();
            if (hasChildren) {
                flushText(depth + 1);
                add(Kind.TEXT, "\n" + indent(depth));
            } else {
                add(Kind.TEXT, escape(text.toString().strip()));
                text.setLength(0);
            }
            add(Kind.TAG, "</" + name(reader) + ">");
        }
        tagOpen = false;
        hasChildren = true;
    }

    private void note(String note) {
        beforeChild();
        add(Kind.NOTE, note);
        hasChildren = true;
    }

    private void beforeChild() {
        closeTag();
        flushText(depth);
        if (!pieces.isEmpty()) {
            add(Kind.TEXT, "\n" + indent(depth));
        }
    }

    private void closeTag() {
        if (tagOpen) {
            add(Kind.TAG, ">");
            tagOpen = false;
        }
    }

    private void flushText(int indent) {
        String content = text.toString().strip();
        text.setLength(0);
        if (!content.isEmpty()) {
            add(Kind.TEXT, "\n" + indent(indent) + escape(content));
        }
    }

    private void add(Kind kind, String piece) {
        // One element may hold megabytes of text or of attributes.
        if (!piece.isEmpty() && length <= longest) {
            String shown = piece.length() > longest ? piece.substring(0, longest) : piece;
            pieces.add(new Piece(kind, shown));
            length += piece.length();
        }
    }

    private static String name(XMLStreamReader reader) {
        String prefix = reader.getPrefix();
        return prefix == null || prefix.isEmpty() ? reader.getLocalName() : prefix + ":" + reader.getLocalName();
    }

    private static String indent(int depth) {
        return "  ".repeat(Math.min(depth, DEEPEST_INDENT));
    }

    private static String escape(String text) {
        return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
    }
}
