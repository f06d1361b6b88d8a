package dev.sheaf.core.xml;

import java.io.ByteArrayInputStream;

import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import javax.xml.stream.util.StreamReaderDelegate;

import com.fasterxml.aalto.stax.InputFactoryImpl;

import dev.sheaf.core.XmlFragment;

/**
 * Makes pull parsers for whoever needs to look into a fragment: without DTDs, without external entities, text in one piece.
 *
 * <p>Depth and number of elements are not limited: callers walk with a loop, not by recursion.
 */
public final class XmlPull {

    private static final XMLInputFactory FACTORY = factory();

    private XmlPull() {}

    private static XMLInputFactory factory() {
        InputFactoryImpl factory = new InputFactoryImpl();
        factory.setProperty(XMLInputFactory.SUPPORT_DTD, false);
        factory.setProperty(XMLInputFactory.IS_SUPPORTING_EXTERNAL_ENTITIES, false);
        factory.setProperty(XMLInputFactory.IS_COALESCING, true);
        return factory;
    }

    /**
     * A parser standing before the fragment's root element. It reads from memory, so it need not be closed.
     *
     * @throws XMLStreamException when the fragment does not even begin like XML; so does the parser where it meets something that is not
     *     well-formed, or a DOCTYPE
     */
    public static XMLStreamReader open(XmlFragment fragment) throws XMLStreamException {
        return new WithoutDoctype(FACTORY.createXMLStreamReader(new ByteArrayInputStream(fragment.utf8()), "UTF-8"));
    }

    /** Switching DTDs off makes the parser skip them; here they end the reading. */
    private static final class WithoutDoctype extends StreamReaderDelegate {

        WithoutDoctype(XMLStreamReader reader) {
            super(reader);
        }

        @Override
        public int next() throws XMLStreamException {
            int event = super.next();
            if (event == DTD || event == ENTITY_REFERENCE) {
                throw new XMLStreamException("a DOCTYPE or an entity of its own is not accepted here", getLocation());
            }
            return event;
        }
    }
}
