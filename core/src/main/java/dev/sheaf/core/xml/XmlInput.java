package dev.sheaf.core.xml;

import java.io.InputStream;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;

import com.fasterxml.aalto.UncheckedStreamException;
import com.fasterxml.aalto.stax.InputFactoryImpl;
import org.codehaus.stax2.XMLInputFactory2;
import org.codehaus.stax2.XMLStreamReader2;
import org.codehaus.stax2.io.Stax2ByteArraySource;

/**
  * Factory of parsers for XML from outside. The parsers process no DTD, know only the five entities of XML itself, and open no files or
 * addresses. The factory is thread-safe, a parser is not.
 */
public final class XmlInput {

    private static final Pattern ENTITY = Pattern.compile("General entity reference \\(&(.{1,100}?);\\)", Pattern.DOTALL);

    private static final ParserNames FACTORY = new ParserNames(() -> factory(false));
    private static final ParserNames SKIPPING = new ParserNames(() -> factory(true));

    private XmlInput() {}

    private static InputFactoryImpl factory(boolean skipping) {
        InputFactoryImpl factory = new InputFactoryImpl();
        factory.setProperty(XMLInputFactory.SUPPORT_DTD, false);
        factory.setProperty(XMLInputFactory.IS_SUPPORTING_EXTERNAL_ENTITIES, false);
        factory.setProperty(XMLInputFactory.IS_NAMESPACE_AWARE, true);
        factory.setProperty(XMLInputFactory.IS_COALESCING, false);
        // Texts that nobody reads are then only checked, not decoded.
        factory.setProperty(XMLInputFactory2.P_LAZY_PARSING, skipping);
        return factory;
    }

    /**
     * Returns a pull parser over a whole document in UTF-8 and checks its markup against {@link dev.sheaf.core.Limit}. A caller that meets
     * {@link XMLStreamReader#DTD} must refuse the document.
     *
     * @throws OaiFormatException if the beginning cannot be read, or if the markup exceeds a limit
     */
    public static XMLStreamReader pull(byte[] utf8) throws OaiFormatException {
        return reader(FACTORY, utf8);
    }

    /**
     * Returns a pull parser over a stream, in the encoding that the document declares. It is for long documents of which little is kept;
     * its offsets are meaningless.
     *
     * @throws OaiFormatException if the beginning cannot be read
     */
    public static XMLStreamReader pull(InputStream document) throws OaiFormatException {
        try {
            // The names of a stream are unknown in advance, so its factory is not shared with other documents.
            return new BoundedReader((XMLStreamReader2) factory(false).createXMLStreamReader(document));
        } catch (XMLStreamException failure) {
            throw malformed(failure);
        }
    }

    /**
     * Returns a parser with byte offsets, for readers that skip most texts. The offsets are right only because the whole document is in one
     * array; over a stream with short reads, this parser's offsets are silently wrong.
     *
     * <p>Callers read texts with {@link #text}.
     */
    static XMLStreamReader2 reader(byte[] utf8) throws OaiFormatException {
        return reader(SKIPPING, utf8);
    }

    private static XMLStreamReader2 reader(ParserNames names, byte[] utf8) throws OaiFormatException {
        InputFactoryImpl factory = names.factory(MarkupBounds.check(utf8));
        int overlong = Overlong.find(utf8);
        if (overlong >= 0) {
            throw new OaiFormatException("not well-formed XML at byte " + overlong + ": the bytes there are not UTF-8", overlong);
        }
        try {
            return (XMLStreamReader2) factory.createXMLStreamReader(new Stax2ByteArraySource(utf8, 0, utf8.length));
        } catch (XMLStreamException failure) {
            throw malformed(failure);
        }
    }

    /**
     * Returns the text at which a reader is; the text is decoded only now.
     *
     * @throws XMLStreamException if the text is malformed
     */
    static String text(XMLStreamReader2 reader) throws XMLStreamException {
        try {
            return reader.getText();
        } catch (UncheckedStreamException failure) {
            throw failure.getCause() instanceof XMLStreamException fault ? fault : new XMLStreamException(failure);
        }
    }

    /** Returns a runtime exception of a parser as malformed XML at the place of the reader. */
    static OaiFormatException unparsable(RuntimeException failure, XMLStreamReader2 reader) {
        OaiFormatException malformed = malformed(
                new XMLStreamException(String.valueOf(failure.getMessage()), reader.getLocation()));
        malformed.initCause(failure);
        return malformed;
    }

    /** Returns the fault that a parser found, for people: line, column and reason. */
    public static OaiFormatException malformed(XMLStreamException failure) {
        String message = failure.getMessage() == null ? "not well-formed" : failure.getMessage();
        int at = message.indexOf("\n at [");
        String what = at < 0 ? message : message.substring(0, at);
        // The JDK's message begins with the place, in a line of its own.
        int own = what.indexOf("\nMessage: ");
        what = own < 0 ? what : what.substring(own + "\nMessage: ".length());
        what = inPlainWords(what);
        if (failure.getLocation() == null) {
            return new OaiFormatException("not well-formed XML: " + what, -1);
        }
        return new OaiFormatException("not well-formed XML at line " + failure.getLocation().getLineNumber() + ", column "
                + failure.getLocation().getColumnNumber() + ": " + what, failure.getLocation().getCharacterOffset());
    }

    /** Returns the parser's message with a clearer text for undeclared entities, which the parser calls a missing feature. */
    private static String inPlainWords(String what) {
        Matcher entity = ENTITY.matcher(what);
        return entity.find()
                ? "the entity '&" + entity.group(1)
                        + ";' is not declared. XML itself knows &amp; &lt; &gt; &apos; and &quot;; write"
                        + " any other character itself or by its number (&#228;)"
                : what;
    }

    /** Returns a text without the white space of XML around it: blanks, tabs and line ends only. */
    public static String strip(String text) {
        int from = 0;
        int to = text.length();
        while (from < to && isBlank(text.charAt(from))) {
            from++;
        }
        while (to > from && isBlank(text.charAt(to - 1))) {
            to--;
        }
        return text.substring(from, to);
    }

    private static boolean isBlank(char c) {
        return c == ' ' || c == '\t' || c == '\n' || c == '\r';
    }
}
