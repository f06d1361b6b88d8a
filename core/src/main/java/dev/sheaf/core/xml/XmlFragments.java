package dev.sheaf.core.xml;

import dev.sheaf.core.XmlFragment;

/** Makes {@link XmlFragment}s from XML that nobody has checked yet. */
public final class XmlFragments {

    private XmlFragments() {}

    /**
     * The root element of a document, as its bytes stand.
     *
     * @param utf8 a whole document or element in UTF-8, with or without XML declaration
     * @throws OaiFormatException when it is not well-formed or has a DOCTYPE
     */
    public static XmlFragment parse(byte[] utf8) throws OaiFormatException {
        throw new UnsupportedOperationException();
    }

    /** The namespace of the fragment's root element; empty when it has none. */
    public static String rootNamespace(XmlFragment fragment) {
        throw new UnsupportedOperationException();
    }

    /** The local name of the fragment's root element. */
    public static String rootName(XmlFragment fragment) {
        throw new UnsupportedOperationException();
    }
}
