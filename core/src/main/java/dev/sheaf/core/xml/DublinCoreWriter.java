package dev.sheaf.core.xml;

import java.util.List;

import org.jspecify.annotations.Nullable;

import dev.sheaf.core.Namespaces;
import dev.sheaf.core.XmlFragment;

/** Writer of oai_dc (S5) from plain values. Not thread-safe. */
public final class DublinCoreWriter {

    /** The fifteen elements, in their usual order. */
    public static final List<String> ELEMENTS = List.of("title", "creator", "subject", "description", "publisher", "contributor",
            "date", "type", "format", "identifier", "source", "language", "relation", "coverage", "rights");

    private final Utf8Buffer buffer = new Utf8Buffer(1 << 10);

    /** Creates a writer without values. */
    public DublinCoreWriter() {
        buffer.put("<oai_dc:dc xmlns:oai_dc=\"").put(Namespaces.OAI_DC).put("\" xmlns:dc=\"").put(Namespaces.DC)
                .put("\" xmlns:xsi=\"").put(Namespaces.XSI).put("\" xsi:schemaLocation=\"").put(Namespaces.OAI_DC).put(" ")
                .put(Namespaces.OAI_DC_SCHEMA).put("\">");
    }

    /**
     * Adds a value without the blanks at its ends; a blank value is ignored.
     *
     * @param element one of {@link #ELEMENTS}
     * @param text anything; characters that XML cannot hold become U+FFFD
     * @param language for {@code xml:lang}; null when unknown
     * @throws IllegalArgumentException when there is no such element
     */
    public DublinCoreWriter add(String element, String text, @Nullable String language) {
        if (!ELEMENTS.contains(element)) {
            throw new IllegalArgumentException("'" + element + "' is not one of the fifteen elements of Dublin Core");
        }
        String value = text.strip();
        if (!value.isEmpty()) {
            buffer.put("<dc:").put(element);
            if (language != null) {
                buffer.put(" xml:lang=\"").escape(language).put("\"");
            }
            buffer.put(">").escape(value).put("</dc:").put(element).put(">");
        }
        return this;
    }

    /**
     * Adds a value that contains markup.
     *
     * @param content well-formed within an element, with all namespaces that it uses, in UTF-8
     */
    DublinCoreWriter addMarkup(String element, byte[] content, @Nullable String language) {
        buffer.put("<dc:").put(element);
        if (language != null) {
            buffer.put(" xml:lang=\"").escape(language).put("\"");
        }
        buffer.put(">").put(content).put("</dc:").put(element).put(">");
        return this;
    }

    /** Adds a value without a language. */
    public DublinCoreWriter add(String element, String text) {
        return add(element, text, null);
    }

    /** Returns the record. Nothing can be added afterwards. */
    public XmlFragment end() {
        buffer.put("</oai_dc:dc>");
        return XmlFragment.of(buffer.toByteArray());
    }
}
