package dev.sheaf.fulltext;

import java.util.Arrays;

import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;

import org.jspecify.annotations.Nullable;

import dev.sheaf.core.Limit;
import dev.sheaf.core.Namespaces;
import dev.sheaf.core.xml.ElementWriter;
import dev.sheaf.core.xml.OaiFormatException;
import dev.sheaf.core.xml.XmlInput;

/**
 * Writer and reader of the element {@code terms}, in which a term vector travels (index formats {@code terms}, {@code tf_basic} and
 * {@code tf_positional}). Stateless; safe for many threads.
 */
public final class TermsXml {

    private static final int FIRST_POSITIONS = 16;

    private TermsXml() {}

    /**
     * Returns the element, with the declarations of all that it uses. The same vector always gives the same bytes.
     *
     * @return one element in UTF-8, without an XML declaration
     * @throws IllegalArgumentException when the vector lacks the frequencies or positions of the format
     */
    public static byte[] write(TermVector vector, IndexFormat format) {
        if (format != IndexFormat.TERMS && !vector.hasFrequencies()) {
            throw new IllegalArgumentException("the frequencies of the terms are unknown; " + format + " needs them");
        }
        if (format == IndexFormat.TF_POSITIONAL && !vector.hasPositions()) {
            throw new IllegalArgumentException("the positions of the terms are unknown; " + format + " needs them");
        }
        ElementWriter writer = new ElementWriter().start("terms").attribute("xmlns", format.namespace())
                .attribute("xmlns:xsi", Namespaces.XSI)
                .attribute("xsi:schemaLocation", format.namespace() + " " + format.schemaAddress())
                .attribute("length", Long.toString(vector.length())).attribute("distinct", Integer.toString(vector.size()));
        describe(writer, "language", vector.language());
        describe(writer, "analyzer", vector.analyzer());
        describe(writer, "source", vector.source());
        StringBuilder list = new StringBuilder();
        for (int i = 0; i < vector.size(); i++) {
            writer.start("term").attribute("name", vector.term(i));
            if (format != IndexFormat.TERMS) {
                writer.attribute("freq", Integer.toString(vector.frequency(i)));
            }
            if (format == IndexFormat.TF_POSITIONAL) {
                list.setLength(0);
                for (int position : vector.positions(i)) {
                    list.append(list.isEmpty() ? "" : " ").append(position);
                }
                writer.attribute("pos", list.toString());
            }
            writer.end();
        }
        return writer.end().fragment().utf8();
    }

    private static void describe(ElementWriter writer, String name, String value) {
        if (!value.isEmpty()) {
            writer.attribute(name, value);
        }
    }

    /**
     * Reads an element in any of the formats. Terms may stand in any order; their names are brought to NFC.
     *
     * @param utf8 a whole document or element
     * @throws MalformedIndexException when it is not well-formed, no such element, a number is missing or wrong, a term occurs twice, a count
     *         does not match, or a bound of {@link Limit} is exceeded
     */
    public static TermVector read(byte[] utf8) throws MalformedIndexException {
        try {
            return new Reading(XmlInput.pull(utf8)).vector();
        } catch (XMLStreamException failure) {
            throw new MalformedIndexException("terms: " + XmlInput.malformed(failure).getMessage(), failure);
        } catch (OaiFormatException | IllegalArgumentException failure) {
            throw new MalformedIndexException("terms: " + failure.getMessage(), failure);
        } catch (MalformedIndexException failure) {
            throw failure;
        } catch (RuntimeException failure) {
            // The parser says so of what it did not expect.
            throw new MalformedIndexException("terms: not well-formed XML: " + failure.getMessage(), failure);
        }
    }

    /** One element that is being read. */
    private static final class Reading {

        private final XMLStreamReader reader;
        private final TermVector.Builder builder = new TermVector.Builder();
        private int terms;
        private long tokens;

        Reading(XMLStreamReader reader) {
            this.reader = reader;
        }

        TermVector vector() throws XMLStreamException, MalformedIndexException {
            while (reader.getEventType() != XMLStreamConstants.START_ELEMENT) {
                if (reader.next() == XMLStreamConstants.DTD) {
                    throw new MalformedIndexException("terms: a DOCTYPE is not allowed");
                }
            }
            String namespace = reader.getNamespaceURI();
            boolean withoutNumbers = Namespaces.TERMS.equals(namespace);
            if (!reader.getLocalName().equals("terms") || !withoutNumbers && !Namespaces.TERM_FREQUENCIES.equals(namespace)) {
                throw new MalformedIndexException("the element '" + TermVector.shown(reader.getLocalName())
                        + "' of the namespace '"
                        + namespace + "' is no index; 'terms' of " + Namespaces.TERM_FREQUENCIES + " or " + Namespaces.TERMS
                        + " is expected");
            }
            String length = attribute("length");
            String distinct = attribute("distinct");
            describe();
            children(namespace, withoutNumbers);
            while (reader.hasNext()) {
                reader.next();
            }
            if (distinct != null && number("distinct", distinct, 0) != terms) {
                throw new MalformedIndexException(
                        "terms: distinct is " + distinct.strip() + ", but there are " + terms + " terms");
            }
            if (length != null) {
                checkLength(number("length", length, 0), withoutNumbers);
            }
            return builder.build();
        }

        private void checkLength(int length, boolean withoutNumbers) throws MalformedIndexException {
            long least = withoutNumbers ? terms : tokens;
            if (length < least) {
                throw new MalformedIndexException("terms: length is " + length + ", but the terms have " + least + " tokens");
            }
            builder.length(length);
        }

        private void describe() {
            String language = attribute("language");
            String analyzer = attribute("analyzer");
            String source = attribute("source");
            builder.language(language == null ? "" : language.strip()).analyzer(analyzer == null ? "" : analyzer)
                    .source(source == null ? "" : source.strip());
        }

        private void children(@Nullable String namespace, boolean withoutNumbers)
                throws XMLStreamException, MalformedIndexException {
            for (int event = beside(); event == XMLStreamConstants.START_ELEMENT; event = beside()) {
                if (!reader.getLocalName().equals("term") || namespace == null || !namespace.equals(reader.getNamespaceURI())) {
                    throw new MalformedIndexException(
                            "terms: the element '" + TermVector.shown(reader.getLocalName()) + "' is not expected among terms");
                }
                String name = attribute("name");
                if (name == null || name.isEmpty()) {
                    throw new MalformedIndexException("terms: term " + (terms + 1) + " has no name");
                }
                if (builder.has(name)) {
                    throw new MalformedIndexException("terms: the term '" + TermVector.shown(name) + "' occurs twice");
                }
                add(name, withoutNumbers);
                terms++;
                if (beside() != XMLStreamConstants.END_ELEMENT) {
                    throw new MalformedIndexException("terms: the term '" + TermVector.shown(name) + "' is not empty");
                }
            }
        }

        private void add(String name, boolean withoutNumbers) throws MalformedIndexException {
            if (withoutNumbers) {
                builder.add(name);
                return;
            }
            String freq = attribute("freq");
            if (freq == null) {
                throw new MalformedIndexException("terms: the term '" + TermVector.shown(name) + "' has no freq");
            }
            int frequency = number("freq of the term '" + TermVector.shown(name) + "'", freq, 1);
            tokens += frequency;
            String pos = attribute("pos");
            if (pos == null) {
                builder.add(name, frequency);
            } else {
                builder.add(name, positions(name, pos, frequency));
            }
        }

        private static int[] positions(String name, String list, int frequency) throws MalformedIndexException {
            int[] positions = new int[Math.min(frequency, FIRST_POSITIONS)];
            int count = 0;
            int at = 0;
            while (true) {
                while (at < list.length() && isBlank(list.charAt(at))) {
                    at++;
                }
                if (at == list.length()) {
                    break;
                }
                int start = at;
                while (at < list.length() && !isBlank(list.charAt(at))) {
                    at++;
                }
                int position = number("pos of the term '" + TermVector.shown(name) + "'", list.substring(start, at), 0);
                if (count > 0 && position < positions[count - 1]) {
                    throw new MalformedIndexException("terms: the positions of the term '" + TermVector.shown(name)
                            + "' do not ascend: " + position + " follows " + positions[count - 1]);
                }
                if (count == frequency) {
                    throw new MalformedIndexException("terms: the term '" + TermVector.shown(name) + "' has the freq " + frequency
                            + " and more positions");
                }
                if (count == positions.length) {
                    positions = Arrays.copyOf(positions, (int) Math.min(frequency, count * 2L));
                }
                positions[count++] = position;
            }
            if (count < frequency) {
                throw new MalformedIndexException("terms: the term '" + TermVector.shown(name) + "' has the freq " + frequency
                        + " and " + count + " positions");
            }
            return positions;
        }

        private @Nullable String attribute(String name) {
            for (int i = 0; i < reader.getAttributeCount(); i++) {
                String namespace = reader.getAttributeNamespace(i);
                if (reader.getAttributeLocalName(i).equals(name) && (namespace == null || namespace.isEmpty())) {
                    return reader.getAttributeValue(i);
                }
            }
            return null;
        }

        /** Goes to the next tag; anything but white space before it is refused. */
        private int beside() throws XMLStreamException, MalformedIndexException {
            while (true) {
                switch (reader.next()) {
                    case XMLStreamConstants.START_ELEMENT -> {
                        return XMLStreamConstants.START_ELEMENT;
                    }
                    case XMLStreamConstants.END_ELEMENT -> {
                        return XMLStreamConstants.END_ELEMENT;
                    }
                    case XMLStreamConstants.CHARACTERS, XMLStreamConstants.CDATA, XMLStreamConstants.ENTITY_REFERENCE -> {
                        if (reader.getEventType() == XMLStreamConstants.ENTITY_REFERENCE || !reader.getText().isBlank()) {
                            throw new MalformedIndexException("terms: text is not expected beside terms");
                        }
                    }
                    default -> {
                        // Comments and processing instructions say nothing.
                    }
                }
            }
        }

        private static boolean isBlank(char c) {
            return c == ' ' || c == '\t' || c == '\n' || c == '\r';
        }
    }

    /** Reads digits; XML Schema's numbers may have white space around them and a plus in front. */
    private static int number(String what, String text, int least) throws MalformedIndexException {
        String digits = text.strip();
        digits = digits.startsWith("+") ? digits.substring(1) : digits;
        long number = 0;
        boolean isNumber = !digits.isEmpty();
        for (int i = 0; isNumber && i < digits.length(); i++) {
            char c = digits.charAt(i);
            isNumber = c >= '0' && c <= '9';
            number = number * 10 + c - '0';
            if (isNumber && number > Limit.INDEX_TOKENS.count()) {
                throw new MalformedIndexException("terms: " + what + ": " + Limit.INDEX_TOKENS.exceeded());
            }
        }
        if (!isNumber || number < least) {
            throw new MalformedIndexException(
                    "terms: " + what + " is '" + TermVector.shown(text) + "'; a whole number of at least "
                            + least + " is expected");
        }
        return (int) number;
    }
}
