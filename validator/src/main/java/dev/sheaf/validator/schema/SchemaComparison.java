package dev.sheaf.validator.schema;

import java.io.ByteArrayInputStream;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

import javax.xml.XMLConstants;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;

import org.jspecify.annotations.Nullable;

import dev.sheaf.core.xml.OaiFormatException;
import dev.sheaf.core.xml.XmlInput;

/**
 * The differences of two documents of a schema that change what is valid. Comments, annotations, blanks, prefixes and the order of global
 * declarations do not count. Each document is compared alone, without those that it includes. Stateless.
 */
public final class SchemaComparison {

    /** Number of differences that are looked for. */
    public static final int MOST = 50;
    private static final int MOST_NODES = 100_000;
    private static final String XSD = XMLConstants.W3C_XML_SCHEMA_NS_URI;
    /** Attributes whose values are names with prefixes. */
    private static final Set<String> NAMES = Set.of("type", "ref", "base", "itemType", "substitutionGroup", "refer");
    private static final Set<String> LISTS_OF_NAMES = Set.of("memberTypes");
    /** Attributes that say nothing about what is valid. */
    private static final Set<String> IDLE = Set.of("id", "version");

    private SchemaComparison() {}

    /**
     * Returns the differences, for people; empty when both allow the same. A further one after {@link #MOST} of them stands for all that
     * follow.
     *
     * @param one the first document, called by its address
     * @throws SchemaFault when one of them cannot be read
     */
    public static List<String> differences(SchemaDocument one, SchemaDocument other) throws SchemaFault {
        List<String> found = new ArrayList<>();
        compare("the schema", node(one), node(other), one.address(), other.address(), found);
        return found;
    }

    private record Node(String kind, String name, Map<String, String> attributes, List<Node> children) {

        String title() {
            return name.isEmpty() ? kind : kind + " '" + name + "'";
        }
    }

    private static void compare(String where, Node one, Node other, String first, String second, List<String> found) {
        Set<String> names = new TreeSet<>(one.attributes().keySet());
        names.addAll(other.attributes().keySet());
        for (String name : names) {
            String here = one.attributes().get(name);
            String there = other.attributes().get(name);
            if (here == null || !here.equals(there)) {
                note(found, where + ": " + name + " is " + quoted(here) + " in " + first + ", and " + quoted(there) + " in "
                        + second);
            }
        }
        if (isUnordered(one)) {
            unordered(where, one, other, first, second, found);
        } else {
            ordered(where, one, other, first, second, found);
        }
    }

    /** The order of global declarations, of the values of an enumeration and of attributes means nothing. */
    private static boolean isUnordered(Node node) {
        return node.kind().equals("schema") || node.kind().equals("restriction") || node.kind().equals("all")
                || node.kind().equals("choice");
    }

    private static void unordered(String where, Node one, Node other, String first, String second, List<String> found) {
        Map<String, Deque<Node>> others = new LinkedHashMap<>();
        other.children().forEach(child -> others.computeIfAbsent(key(child), _ -> new ArrayDeque<>()).add(child));
        for (Node child : one.children()) {
            Deque<Node> same = others.get(key(child));
            Node match = same == null ? null : same.poll();
            if (match == null) {
                note(found, where + ": " + child.title() + " is in " + first + " alone");
            } else {
                compare(path(where, child), child, match, first, second, found);
            }
        }
        others.values().stream().flatMap(Deque::stream)
                .forEach(child -> note(found, where + ": " + child.title() + " is in " + second + " alone"));
    }

    private static void ordered(String where, Node one, Node other, String first, String second, List<String> found) {
        int both = Math.min(one.children().size(), other.children().size());
        for (int i = 0; i < both; i++) {
            Node here = one.children().get(i);
            Node there = other.children().get(i);
            if (key(here).equals(key(there))) {
                compare(path(where, here), here, there, first, second, found);
            } else {
                note(found,
                        where + ": number " + (i + 1) + " is " + here.title() + " in " + first + ", and " + there.title() + " in "
                                + second);
            }
        }
        one.children().stream().skip(both)
                .forEach(child -> note(found, where + ": " + child.title() + " is in " + first + " alone"));
        other.children().stream().skip(both)
                .forEach(child -> note(found, where + ": " + child.title() + " is in " + second + " alone"));
    }

    private static String key(Node node) {
        return node.kind() + " " + node.name();
    }

    private static String path(String where, Node child) {
        return where.equals("the schema") ? child.title() : where + ", " + child.title();
    }

    private static String quoted(@Nullable String value) {
        return value == null ? "missing" : "'" + value + "'";
    }

    private static void note(List<String> found, String difference) {
        if (found.size() <= MOST) {
            found.add(difference);
        }
    }

    private static Node node(SchemaDocument document) throws SchemaFault {
        try {
            XMLStreamReader reader = XmlInput.pull(new ByteArrayInputStream(document.bytes()));
            Deque<Node> open = new ArrayDeque<>();
            Node root = null;
            int nodes = 0;
            int skipped = 0;
            while (reader.hasNext()) {
                int event = reader.next();
                if (event == XMLStreamConstants.START_ELEMENT) {
                    if (++nodes > MOST_NODES) {
                        throw new SchemaFault(document.address() + " has more than " + MOST_NODES + " elements");
                    }
                    boolean isSchemas = XSD.equals(reader.getNamespaceURI());
                    if (skipped > 0 || !isSchemas || reader.getLocalName().equals("annotation")) {
                        skipped++;
                        continue;
                    }
                    Node node = begun(reader);
                    if (!open.isEmpty()) {
                        open.peek().children().add(node);
                    } else if (root == null) {
                        root = node;
                    }
                    open.push(node);
                } else if (event == XMLStreamConstants.END_ELEMENT) {
                    if (skipped > 0) {
                        skipped--;
                    } else {
                        open.pop();
                    }
                }
            }
            if (root == null) {
                throw new SchemaFault(document.address() + " is no XML Schema");
            }
            return root;
        } catch (OaiFormatException failure) {
            throw new SchemaFault(document.address() + " is not well-formed XML: " + failure.getMessage());
        } catch (XMLStreamException failure) {
            throw new SchemaFault(document.address() + " is not well-formed XML: " + XmlInput.malformed(failure).getMessage());
        }
    }

    private static Node begun(XMLStreamReader reader) {
        Map<String, String> attributes = new TreeMap<>();
        String kind = reader.getLocalName();
        String name = "";
        for (int i = 0; i < reader.getAttributeCount(); i++) {
            String attribute = reader.getAttributeLocalName(i);
            String namespace = reader.getAttributeNamespace(i);
            String value = reader.getAttributeValue(i).strip();
            if (namespace != null && !namespace.isEmpty() || IDLE.contains(attribute)) {
                continue;
            }
            if (NAMES.contains(attribute)) {
                value = resolved(reader, value);
            } else if (LISTS_OF_NAMES.contains(attribute)) {
                value = Arrays.stream(value.split("\\s+")).map(one -> resolved(reader, one)).collect(Collectors.joining(" "));
            }
            boolean isNaming = attribute.equals("name") || attribute.equals("ref") && name.isEmpty()
                    || kind.equals("enumeration") && attribute.equals("value")
                    || kind.equals("import") && attribute.equals("namespace");
            if (isNaming) {
                name = value;
            } else if (!(kind.equals("import") && attribute.equals("schemaLocation"))) {
                attributes.put(attribute, value);
            }
        }
        // Occurrence counts have defaults.
        attributes.remove("minOccurs", "1");
        attributes.remove("maxOccurs", "1");
        return new Node(kind, name, attributes, new ArrayList<>());
    }

    private static String resolved(XMLStreamReader reader, String name) {
        int colon = name.indexOf(':');
        String namespace = reader.getNamespaceURI(colon < 0 ? "" : name.substring(0, colon));
        return "{" + (namespace == null ? "" : namespace) + "}" + name.substring(colon + 1);
    }
}
