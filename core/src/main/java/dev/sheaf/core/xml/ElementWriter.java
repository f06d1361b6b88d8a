package dev.sheaf.core.xml;

import java.util.ArrayDeque;
import java.util.Deque;

import dev.sheaf.core.XmlFragment;

/** Writer of one XML element with all that is in it. Names are the caller's duty; texts may be anything. Not thread-safe. */
public final class ElementWriter {

    private static final byte[] DECLARATION = Utf8Buffer.ascii("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");

    private final Utf8Buffer buffer = new Utf8Buffer(1 << 10);
    private final Deque<String> open = new ArrayDeque<>();
    private boolean inTag;

    /** An empty writer. */
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
     * @param value anything; characters that XML cannot hold become U+FFFD
     * @throws IllegalStateException when something was written into the element
     */
    public ElementWriter attribute(String name, String value) {
        if (!inTag) {
            throw new IllegalStateException("attributes come before content");
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
