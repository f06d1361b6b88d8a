package dev.sheaf.formats.dublincore;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;

import org.jspecify.annotations.Nullable;

import dev.sheaf.core.Namespaces;
import dev.sheaf.core.XmlFragment;
import dev.sheaf.core.xml.OaiFormatException;
import dev.sheaf.core.xml.XmlInput;

/**
 * Record in oai_dc as lists of values (S5), each with its language.
 *
 * <p>The reader is tolerant, so that people find more: elements count by their local name in any case and namespace, at any depth. Blank
 * values are dropped, and blanks inside values are collapsed.
 */
public final class DublinCore {

    /** Record without values. */
    public static final DublinCore EMPTY = new DublinCore(List.of());

    /** The fifteen elements, in the usual order of display. */
    public enum Element {
        TITLE("Title"),
        CREATOR("Creator"),
        CONTRIBUTOR("Contributor"),
        DATE("Date"),
        TYPE("Type"),
        SUBJECT(
                "Subject"),
        DESCRIPTION("Description"),
        PUBLISHER("Publisher"),
        LANGUAGE("Language"),
        FORMAT(
                "Format"),
        IDENTIFIER(
                "Identifier"),
        RELATION("Relation"),
        SOURCE("Source"),
        COVERAGE("Coverage"),
        RIGHTS("Rights");

        private static final Map<String, Element> BY_NAME = Arrays.stream(values())
                .collect(Collectors.toMap(Element::text, element -> element));

        private final String label;
        private final String text;

        Element(String label) {
            this.label = label;
            this.text = name().toLowerCase(Locale.ROOT);
        }

        /** Returns the name for people. */
        public String label() {
            return label;
        }

        /** Returns the local name of the element in XML. */
        public String text() {
            return text;
        }

        static @Nullable Element fromText(String localName) {
            Element element = BY_NAME.get(localName);
            return element == null ? BY_NAME.get(localName.toLowerCase(Locale.ROOT)) : element;
        }
    }

    /**
     * Value.
     *
     * @param element element of the value; null for text in an element that is none of the fifteen
     * @param text not blank
     * @param language nearest {@code xml:lang}, as given; null if there is none
     */
    public record Value(@Nullable Element element, String text, @Nullable String language) {}

    private final List<Value> values;

    private DublinCore(List<Value> values) {
        this.values = List.copyOf(values);
    }

    /**
     * Reads a record.
     *
     * @throws OaiFormatException if it is not well-formed, or has a DOCTYPE
     */
    public static DublinCore read(XmlFragment fragment) throws OaiFormatException {
        try {
            return new DublinCore(values(XmlInput.pull(fragment.utf8()), DublinCore::collapse, Integer.MAX_VALUE));
        } catch (XMLStreamException e) {
            throw XmlInput.malformed(e);
        }
    }

    /**
     * Reads the beginning of a record, for long lists. An unreadable record is returned empty.
     *
     * @param characters approximate number of characters of values after which the rest is not read
     */
    public static DublinCore readBeginning(@Nullable XmlFragment fragment, int characters) {
        if (fragment == null) {
            return EMPTY;
        }
        try {
            return new DublinCore(values(XmlInput.pull(fragment.utf8()), DublinCore::collapse, characters));
        } catch (OaiFormatException | XMLStreamException _) {
            return EMPTY;
        }
    }

    private static List<Value> values(XMLStreamReader reader, Function<StringBuilder, String> read, int characters)
            throws XMLStreamException {
        List<Value> values = new ArrayList<>();
        List<Frame> open = new ArrayList<>();
        int left = characters;
        while (left > 0 && reader.hasNext()) {
            switch (reader.next()) {
                case XMLStreamReader.START_ELEMENT -> open.add(frame(reader, open));
                case XMLStreamReader.CHARACTERS, XMLStreamReader.CDATA -> {
                    if (!open.isEmpty()) {
                        open.getLast().text.append(reader.getTextCharacters(), reader.getTextStart(), reader.getTextLength());
                    }
                }
                case XMLStreamReader.END_ELEMENT -> {
                    Frame frame = open.removeLast();
                    String text = frame.shared ? "" : read.apply(frame.text);
                    if (!text.isEmpty()) {
                        values.add(new Value(frame.element, text, frame.language));
                        left -= text.length();
                    }
                }
                case XMLStreamReader.DTD -> throw new XMLStreamException("a DOCTYPE is not allowed here", reader.getLocation());
                default -> {
                    // Comments and processing instructions are not for readers.
                }
            }
        }
        return values;
    }

    /** Reads a record that may be absent or broken. An unreadable record is returned empty. */
    public static DublinCore readOrEmpty(@Nullable XmlFragment fragment) {
        if (fragment == null) {
            return EMPTY;
        }
        try {
            return read(fragment);
        } catch (OaiFormatException _) {
            return EMPTY;
        }
    }

    /** Reads a record with unchanged values, except for blanks around them. An unreadable record is returned empty. */
    public static DublinCore readAsWritten(@Nullable XmlFragment fragment) {
        if (fragment == null) {
            return EMPTY;
        }
        try {
            return new DublinCore(values(XmlInput.pull(fragment.utf8()), text -> text.toString().strip(), Integer.MAX_VALUE));
        } catch (OaiFormatException | XMLStreamException _) {
            return EMPTY;
        }
    }

    /**
     * Open element.
     *
     * @param shared true for an element that a repository nested into one of the fifteen; its text belongs to the value of that one
     */
    private record Frame(@Nullable Element element, @Nullable String language, StringBuilder text, boolean shared) {}

    private static Frame frame(XMLStreamReader reader, List<Frame> open) {
        String own = reader.getAttributeValue(Namespaces.XML, "lang");
        if (open.isEmpty()) {
            return new Frame(null, language(own, null), new StringBuilder(), false);
        }
        Frame parent = open.getLast();
        Element element = Element.fromText(reader.getLocalName());
        if (element == null && parent.element != null) {
            parent.text.append(' ');
            return new Frame(parent.element, parent.language, parent.text, true);
        }
        return new Frame(element, language(own, parent.language), new StringBuilder(), false);
    }

    private static @Nullable String language(@Nullable String own, @Nullable String inherited) {
        if (own == null) {
            return inherited;
        }
        return own.isBlank() ? null : own.strip();
    }

    /**
     * Returns the beginning of a record, by element. A record of a whole archive has thousands of values, for which no page has room.
     *
     * @param ofElement largest number of values of each element
     * @param ofValue largest number of characters of each value; longer ones are shortened
     * @param all approximate largest number of characters altogether
     * @return the values of the fifteen elements, by element
     */
    public DublinCore beginning(int ofElement, int ofValue, int all) {
        Map<Element, List<Value>> byElement = new EnumMap<>(Element.class);
        for (Value value : values) {
            if (value.element != null) {
                List<Value> taken = byElement.computeIfAbsent(value.element, _ -> new ArrayList<>());
                if (taken.size() < ofElement) {
                    taken.add(value);
                }
            }
        }
        List<Value> beginning = new ArrayList<>();
        int left = all;
        for (List<Value> taken : byElement.values()) {
            for (Value value : taken) {
                if (left > 0) {
                    left -= Math.min(value.text.length(), ofValue);
                    beginning.add(value.text.length() <= ofValue
                            ? value
                            : new Value(value.element, start(value.text, ofValue) + "\u2026", value.language));
                }
            }
        }
        return new DublinCore(beginning);
    }

    private static String start(String text, int longest) {
        return text.substring(0, longest > 0 && Character.isHighSurrogate(text.charAt(longest - 1)) ? longest - 1 : longest);
    }

    /** Returns all values in document order, including those outside the fifteen elements. */
    public List<Value> values() {
        return values;
    }

    /** Returns the values of an element in document order. */
    public List<Value> values(Element element) {
        List<Value> found = new ArrayList<>();
        for (Value value : values) {
            if (value.element == element) {
                found.add(value);
            }
        }
        return List.copyOf(found);
    }

    /** Returns the texts of an element in document order. */
    public List<String> texts(Element element) {
        List<String> texts = new ArrayList<>();
        for (Value value : values) {
            if (value.element == element) {
                texts.add(value.text);
            }
        }
        return List.copyOf(texts);
    }

    /** Returns the first value of an element; empty if there is none. */
    public Optional<Value> first(Element element) {
        return values.stream().filter(value -> value.element == element).findFirst();
    }

    /** Returns the text of the first value of an element; null if there is none. */
    public @Nullable String firstText(Element element) {
        for (Value value : values) {
            if (value.element == element) {
                return value.text;
            }
        }
        return null;
    }

    /** Returns whether a value has single blanks between its words and no others, as most have. */
    private static boolean isCollapsed(StringBuilder text) {
        boolean blank = true;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            boolean blankBefore = blank;
            blank = c == ' ';
            if (c < ' ' || c == '\u00a0' || c == '\u0085' || blank && blankBefore) {
                return false;
            }
        }
        return !blank;
    }

    private static String collapse(StringBuilder text) {
        if (isCollapsed(text)) {
            return text.toString();
        }
        StringBuilder collapsed = new StringBuilder(text.length());
        boolean blank = false;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c <= ' ' || c == '\u00a0' || c == '\u0085') {
                blank = true;
            } else {
                if (blank && !collapsed.isEmpty()) {
                    collapsed.append(' ');
                }
                blank = false;
                collapsed.append(c);
            }
        }
        return collapsed.toString();
    }
}
