package dev.sheaf.platform.explorer;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.regex.Pattern;

import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;

import org.jspecify.annotations.Nullable;

import dev.sheaf.core.Namespaces;
import dev.sheaf.core.XmlFragment;
import dev.sheaf.core.xml.OaiFormatException;
import dev.sheaf.core.xml.XmlInput;

/**
 * The values of an XML element in any format, each with its path below the root, such as {@code datafield[@tag=245]/subfield[@code=a]}.
 * Addresses are links; a base URL, such as that of a friend, leads to the explorer.
 *
 * @param name name of the root element
 * @param namespace of the root element; empty for none
 * @param rows values in their order; neighbouring ones with the same path are one row
 * @param cut true if there are more, or if the element could not be read to its end
 */
record ElementRows(String name, String namespace, List<ElementRow> rows, boolean cut) {

    private static final int LONGEST_PATH = 200;
    private static final int LONGEST_ATTRIBUTE = 40;
    private static final int MOST_ATTRIBUTES = 3;
    private static final String BASE_URL = "baseURL";
    private static final Pattern BLANKS = Pattern.compile("\\s+");

    /**
     * Reads an element.
     *
     * @param most number of values
     */
    static ElementRows of(XmlFragment fragment, int most, ExplorerLinks links) {
        Reader reading = new Reader(most, links);
        boolean isBroken = false;
        try {
            reading.read(XmlInput.pull(fragment.utf8()));
        } catch (XMLStreamException | OaiFormatException _) {
            // The values before the fault are still worth showing.
            isBroken = true;
        }
        return new ElementRows(reading.name, reading.namespace, reading.rows(), isBroken || reading.isFull());
    }

    private static final class Reader {

        private final int most;
        private final ExplorerLinks links;
        private final Deque<String> path = new ArrayDeque<>();
        private final StringBuilder text = new StringBuilder();
        private final List<String> labels = new ArrayList<>();
        private final List<List<List<LinkedText>>> values = new ArrayList<>();
        private String name = "";
        private String namespace = "";
        private int count;

        Reader(int most, ExplorerLinks links) {
            this.most = most;
            this.links = links;
        }

        boolean isFull() {
            return count > most;
        }

        List<ElementRow> rows() {
            List<ElementRow> rows = new ArrayList<>();
            for (int i = 0; i < labels.size(); i++) {
                rows.add(new ElementRow(labels.get(i), values.get(i)));
            }
            return rows;
        }

        void read(XMLStreamReader reader) throws XMLStreamException {
            while (reader.hasNext() && !isFull()) {
                switch (reader.next()) {
                    case XMLStreamReader.START_ELEMENT -> {
                        // Text before a child element is a value of its own.
                        flush("");
                        start(reader);
                    }
                    case XMLStreamReader.END_ELEMENT -> {
                        flush(reader.getLocalName());
                        path.pollLast();
                    }
                    case XMLStreamReader.CHARACTERS, XMLStreamReader.CDATA -> {
                        if (text.length() <= LinkedText.LONGEST) {
                            text.append(reader.getText());
                        }
                    }
                    case XMLStreamReader.DTD -> throw new XMLStreamException("a DOCTYPE is not allowed here");
                    default -> {
                        // Comments and processing instructions say nothing to people.
                    }
                }
            }
        }

        private void start(XMLStreamReader reader) {
            boolean isRoot = path.isEmpty();
            String local = reader.getLocalName();
            if (isRoot) {
                name = local;
                namespace = text(reader.getNamespaceURI());
            }
            StringBuilder step = new StringBuilder(qualified(reader.getPrefix(), local));
            List<String[]> addresses = new ArrayList<>();
            int shown = 0;
            for (int i = 0; i < reader.getAttributeCount(); i++) {
                String attribute = qualified(reader.getAttributePrefix(i), reader.getAttributeLocalName(i));
                String value = text(reader.getAttributeValue(i));
                if (Namespaces.XSI.equals(text(reader.getAttributeNamespace(i)))) {
                    continue;
                }
                if (value.contains("://") || value.length() > LONGEST_ATTRIBUTE) {
                    addresses.add(new String[]{attribute, value});
                } else if (++shown <= MOST_ATTRIBUTES && !value.isBlank()) {
                    step.append("[@").append(attribute).append('=').append(value).append(']');
                }
            }
            path.addLast(step.toString());
            addresses.forEach(one -> add(label("@" + one[0]), one[1], local));
        }

        private void flush(String element) {
            String value = BLANKS.matcher(text).replaceAll(" ").strip();
            text.setLength(0);
            if (!value.isEmpty() && !path.isEmpty()) {
                add(label(null), value, element);
            }
        }

        private void add(String label, String value, String element) {
            if (++count > most) {
                return;
            }
            List<LinkedText> pieces = LinkedText.of(value);
            if (element.equals(BASE_URL) && pieces.size() == 1 && pieces.getFirst().href() != null) {
                pieces = List.of(LinkedText.linked(value, links.explore(value)));
            }
            if (labels.isEmpty() || !labels.getLast().equals(label)) {
                labels.add(label);
                values.add(new ArrayList<>());
            }
            values.getLast().add(pieces);
        }

        private String label(@Nullable String attribute) {
            StringBuilder label = new StringBuilder();
            Iterator<String> steps = path.iterator();
            String root = steps.next();
            while (steps.hasNext() && label.length() < LONGEST_PATH) {
                label.append(label.isEmpty() ? "" : "/").append(steps.next());
            }
            if (attribute != null) {
                label.append(label.isEmpty() ? "" : "/").append(attribute);
            } else if (label.isEmpty()) {
                label.append(root);
            }
            return label.length() > LONGEST_PATH ? label.substring(0, LONGEST_PATH) + "\u2026" : label.toString();
        }

        private static String qualified(@Nullable String prefix, String local) {
            return prefix == null || prefix.isEmpty() ? local : prefix + ":" + local;
        }

        private static String text(@Nullable String text) {
            return text == null ? "" : text;
        }
    }
}
