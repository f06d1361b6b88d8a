package dev.sheaf.platform.web.browse;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;

import dev.sheaf.core.XmlFragment;
import dev.sheaf.core.xml.OaiFormatException;
import dev.sheaf.core.xml.XmlInput;
import dev.sheaf.platform.web.RecordPageModel.Field;
import dev.sheaf.platform.web.RecordPageModel.FieldValue;
import dev.sheaf.platform.web.TextPiece;

/**
 * Text of an XML element for people: its texts and attributes, labelled by the names of its child elements.
 *
 * @param namespace namespace of the element; empty if it has none or cannot be read
 * @param name its local name; empty if it cannot be read
 * @param fields values; empty if there are none or they cannot be read
 */
record ElementText(String namespace, String name, List<Field> fields) {

    private static final int MOST_VALUES = 500;
    private static final int LONGEST = 5_000;

    static ElementText of(XmlFragment fragment) {
        try {
            return new Reading(XmlInput.pull(fragment.utf8())).read();
        } catch (OaiFormatException | XMLStreamException _) {
            return new ElementText("", "", List.of());
        }
    }

    private static final class Reading {

        private final XMLStreamReader reader;
        private final Map<String, List<FieldValue>> values = new LinkedHashMap<>();
        private final List<String> open = new ArrayList<>();
        private final StringBuilder text = new StringBuilder();
        private String namespace = "";
        private int count;

        private Reading(XMLStreamReader reader) {
            this.reader = reader;
        }

        private ElementText read() throws XMLStreamException {
            String root = "";
            while (reader.hasNext()) {
                switch (reader.next()) {
                    case XMLStreamReader.START_ELEMENT -> start();
                    case XMLStreamReader.CHARACTERS, XMLStreamReader.CDATA -> text.append(reader.getText());
                    case XMLStreamReader.END_ELEMENT -> {
                        addText();
                        root = open.removeLast();
                    }
                    case XMLStreamReader.DTD -> throw new XMLStreamException("a DOCTYPE is not allowed here");
                    default -> {
                        // Comments and processing instructions are not for readers.
                    }
                }
            }
            List<Field> fields = new ArrayList<>();
            values.forEach((label, said) -> fields.add(new Field(label, List.copyOf(said))));
            return new ElementText(namespace, root, List.copyOf(fields));
        }

        private void start() {
            addText();
            if (open.isEmpty()) {
                namespace = reader.getNamespaceURI() == null ? "" : reader.getNamespaceURI();
            }
            open.add(reader.getLocalName());
            for (int i = 0; i < reader.getAttributeCount(); i++) {
                String of = reader.getAttributeNamespace(i);
                if (of == null || of.isEmpty()) {
                    add(open.size() > 1 ? open.get(1) : reader.getAttributeLocalName(i),
                            open.size() > 1 ? reader.getAttributeLocalName(i) : "", reader.getAttributeValue(i));
                }
            }
        }

        private void addText() {
            if (!open.isEmpty()) {
                String name = open.getLast();
                // The guidelines wrap a policy into URL or text. These names add no information to the name of the policy.
                boolean plain = open.size() <= 2 || name.equals("URL") || name.equals("text");
                add(open.size() > 1 ? open.get(1) : name, plain ? "" : name, text.toString());
            }
            text.setLength(0);
        }

        private void add(String field, String part, String value) {
            String said = value.strip().replaceAll("\\s+", " ");
            if (said.isEmpty() || ++count > MOST_VALUES) {
                return;
            }
            List<TextPiece> pieces = new ArrayList<>();
            if (!part.isEmpty()) {
                pieces.add(new TextPiece(words(part) + ": ", null));
            }
            if (said.length() > LONGEST) {
                pieces.add(new TextPiece(said.substring(0, LONGEST) + "\u2026", null));
            } else {
                pieces.addAll(TextPiece.of(said));
            }
            values.computeIfAbsent(words(field), _ -> new ArrayList<>()).add(new FieldValue(pieces, null));
        }

        /** Returns a label such as {@code Repository identifier} for {@code repositoryIdentifier}, {@code Base URL} for {@code baseURL}. */
        private static String words(String name) {
            StringBuilder words = new StringBuilder();
            for (int i = 0; i < name.length(); i++) {
                char c = name.charAt(i);
                boolean begins = i > 0 && Character.isUpperCase(c) && Character.isLowerCase(name.charAt(i - 1));
                boolean acronym = i + 1 == name.length() || Character.isUpperCase(name.charAt(i + 1));
                words.append(begins ? " " : "").append(begins && !acronym ? Character.toLowerCase(c) : c);
            }
            return words.substring(0, 1).toUpperCase(Locale.ROOT) + words.substring(1);
        }
    }
}
