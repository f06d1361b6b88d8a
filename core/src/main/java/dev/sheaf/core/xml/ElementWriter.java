package dev.sheaf.core.xml;

import java.util.ArrayDeque;
import java.util.Deque;

import dev.sheaf.core.XmlFragment;

/** Writer of one XML element with its content. Callers must pass legal names; texts may have any characters. Not thread-safe. */
public final class ElementWriter {

    private static final byte[] DECLARATION = Utf8Buffer.ascii("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");

    private final Utf8Buffer buffer = new Utf8Buffer(1 << 10);
    private final Deque<String> open = new ArrayDeque<>();
    private boolean inTag;

    /** Creates a writer without elements. */
    public ElementWriter() {}

    /**
     * Opens an element.
     *
     * @param name with its prefix
     */
    public ElementWriter start(String name) {
        closeTag();
        buffer.put("<").put(name);
        open.push(name);
        inTag = true;
        return this;
    }

    /**
     * Adds an attribute, or a namespace declaration, to the element that was opened last.
     *
     * @param value text with any characters; those that XML does not allow become U+FFFD
     * @throws IllegalStateException if the element already has content
     */
    public ElementWriter attribute(String name, String value) {
        if (!inTag) {
            throw new IllegalStateException("an attribute cannot follow the content of its element");
        }
        buffer.put(" ").put(name).put("=\"").escapeAttribute(value).put("\"");
        return this;
    }

    /** Adds text; characters that XML cannot hold become U+FFFD. */
    public ElementWriter text(String text) {
        closeTag();
        buffer.escape(text);
        return this;
    }

    /**
     * Adds an element that is written already.
     *
     * @param element with the declarations of all prefixes that it uses; a default namespace that is open here applies to it
     */
    public ElementWriter element(XmlFragment element) {
        closeTag();
        buffer.put(element.utf8());
        return this;
    }

    /** Closes the element that was opened last. */
    public ElementWriter end() {
        String name = open.pop();
        if (inTag) {
            buffer.put("/>");
            inTag = false;
        } else {
            buffer.put("</").put(name).put(">");
        }
        return this;
    }

    private void closeTag() {
        if (inTag) {
            buffer.put(">");
            inTag = false;
        }
    }

    /**
     * Returns the element.
     *
     * @throws IllegalStateException when one is still open
     */
    public XmlFragment fragment() {
        return XmlFragment.of(written().toByteArray());
    }

    /**
     * Returns the element as a document in UTF-8: after an XML declaration, and with a line feed at the end.
     *
     * @throws IllegalStateException when one is still open
     */
    public byte[] document() {
        byte[] root = written().toByteArray();
        return new Utf8Buffer(DECLARATION.length + root.length + 1).put(DECLARATION).put(root).put('\n').toByteArray();
    }

    private Utf8Buffer written() {
        if (!open.isEmpty()) {
            throw new IllegalStateException(open.peek() + " is open");
        }
        return buffer;
    }
}
