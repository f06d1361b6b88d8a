package dev.sheaf.validator;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;

import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.transform.TransformerFactory;
import javax.xml.transform.dom.DOMSource;
import javax.xml.transform.stream.StreamResult;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Attr;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.Node;
import org.w3c.dom.NodeList;
import org.xml.sax.SAXException;

import dev.sheaf.validator.schema.SchemaDocument;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

/**
 * The project's own schemas beside the published ones: both give the same verdict on all recorded responses and on thousands of
 * documents that were made of them by changes. Where they differ, the own ones are stricter, for a reason that is listed here.
 */
class SchemaEquivalenceTest {

    private static final Path SHARED = Path.of("..", "..", "shared");
    private static final long SEED = 20_261_127;
    private static final int MUTATIONS = 3_000;
    private static final int LARGEST = 20_000;
    /** The own schemas say more than the published ones: what the texts of protocol and guidelines demand and XML Schema's types allow. */
    private static final List<Pattern> STRICTER = List.of(
            // Dates without fractions, zones or years before 1 (S3.3).
            Pattern.compile("UTCdatetimeType|utcTime|date|Date"),
            // Whole escapes in oai-identifiers, and no empty local part.
            Pattern.compile("sampleIdentifier|repositoryIdentifier|oai:"),
            Pattern.compile("appliesTo"),
            // DataCite writes xsi:type where it means type, and gives names no type: anything is valid there by mistake.
            Pattern.compile("'(nameIdentifier|affiliation|givenName|familyName)'"));

    private record Judged(boolean isValid, List<String> faults) {}

    private static Judged published(ResponseSchemas schemas, byte[] document) {
        List<String> faults = schemas.faults(document);
        return new Judged(faults.isEmpty(), faults);
    }

    private static Judged own(byte[] document) {
        PageFindings found = PageCheck.of(document);
        return new Judged(found.isValid(), found.examples().stream().map(PageFindings.Fault::message).toList());
    }

    private static List<Path> files(String folder) throws IOException {
        try (Stream<Path> walk = Files.walk(SHARED.resolve(folder))) {
            return walk.filter(Files::isRegularFile).filter(file -> file.toString().endsWith(".xml")
                    || file.toString().endsWith(".xml.gz")).sorted().toList();
        }
    }

    private static byte[] bytes(Path file) throws IOException {
        try (InputStream in = file.toString().endsWith(".gz")
                ? new GZIPInputStream(Files.newInputStream(file))
                : Files.newInputStream(file)) {
            return in.readAllBytes();
        }
    }

    /** Responses of protocol 2.0 that are well-formed and have no document type. */
    private static Map<String, byte[]> samples() throws Exception {
        Map<String, byte[]> samples = new TreeMap<>();
        Set<String> common = SchemaDocument.read("oai-all.xsd", Files.readAllBytes(SHARED.resolve("schemas/oai-all.xsd")))
                .references()
                .stream().map(SchemaDocument.Reference::namespace).collect(Collectors.toSet());
        for (String folder : List.of("data/oai-responses", "data/oai-sessions", "schemas/samples/oai-2.0")) {
            for (Path file : files(folder)) {
                byte[] bytes = bytes(file);
                Document parsed = parsed(bytes);
                if (parsed != null && "http://www.openarchives.org/OAI/2.0/".equals(parsed.getDocumentElement().getNamespaceURI())
                        && parsed.getDocumentElement().getLocalName().equals("OAI-PMH")) {
                    samples.put(SHARED.relativize(file).toString(), replaced(parsed, common) ? written(parsed) : bytes);
                }
            }
        }
        return samples;
    }

    /**
     * Replaces the content of containers in formats of which only one side has a schema, or none, by empty records in oai_dc. Returns whether
     * there were any.
     *
     * @param common namespaces of which the published schemas are there
     */
    private static boolean replaced(Document document, Set<String> common) {
        boolean isReplaced = false;
        for (String container : List.of("metadata", "about", "description", "setDescription")) {
            NodeList containers = document.getElementsByTagNameNS("http://www.openarchives.org/OAI/2.0/", container);
            for (int i = 0; i < containers.getLength(); i++) {
                for (Node child = containers.item(i).getFirstChild(); child != null; child = child.getNextSibling()) {
                    String namespace = String.valueOf(child.getNamespaceURI());
                    if (child instanceof Element content && !(PageCheck.knows(namespace) && common.contains(namespace))) {
                        Element empty = document.createElementNS("http://www.openarchives.org/OAI/2.0/oai_dc/", "oai_dc:dc");
                        content.getParentNode().replaceChild(empty, content);
                        child = empty;
                        isReplaced = true;
                    }
                }
            }
        }
        return isReplaced;
    }

    private static @Nullable Document parsed(byte[] bytes) throws Exception {
        DocumentBuilderFactory factory = DocumentBuilderFactory.newDefaultInstance();
        factory.setNamespaceAware(true);
        factory.setFeature("http://apache.org/xml/features/disallow-doctype-decl", true);
        try {
            var builder = factory.newDocumentBuilder();
            builder.setErrorHandler(null);
            return builder.parse(new ByteArrayInputStream(bytes));
        } catch (SAXException _) {
            return null;
        }
    }

    private static byte[] written(Document document) throws Exception {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        TransformerFactory.newDefaultInstance().newTransformer().transform(new DOMSource(document), new StreamResult(out));
        return out.toByteArray();
    }

    /** Numbers of documents by both verdicts, and the differences that no reason explains. */
    private static final class Tally {

        private final Map<String, Integer> counts = new TreeMap<>();
        private final List<String> unexplained = new ArrayList<>();

        void add(String name, Judged published, Judged own) {
            String both = (published.isValid() ? "valid" : "invalid") + " by the published schemas, "
                    + (own.isValid() ? "valid" : "invalid") + " by the own";
            boolean isStricter = published.isValid() && !own.isValid()
                    && own.faults().stream()
                            .allMatch(fault -> STRICTER.stream().anyMatch(reason -> reason.matcher(fault).find()));
            counts.merge(both + (isStricter ? " for a listed reason" : ""), 1, Integer::sum);
            if (published.isValid() != own.isValid() && !isStricter && unexplained.size() < 20) {
                unexplained.add(name + " " + both + ": " + published.faults().stream().limit(2).toList() + " / "
                        + own.faults().stream().limit(2).toList());
            }
        }

        int documents() {
            return counts.values().stream().mapToInt(Integer::intValue).sum();
        }
    }

    @Test
    void ownSchemas_judgeAsThePublishedOnes() throws Exception {
        assumeTrue(Files.isDirectory(SHARED.resolve("schemas")) && Files.isDirectory(SHARED.resolve("data")),
                "skipped: the published schemas and the recorded responses are not beside this checkout, in ../shared");
        ResponseSchemas published = ResponseSchemas.load(SHARED.resolve("schemas"));
        Map<String, byte[]> samples = samples();
        Tally recorded = new Tally();
        samples.forEach((name, bytes) -> recorded.add(name, published(published, bytes), own(bytes)));
        System.out.println("schemas compared over " + recorded.documents() + " recorded responses: " + recorded.counts);
        assertThat(recorded.documents()).isGreaterThan(300);
        assertThat(recorded.unexplained).isEmpty();

        Random random = new Random(SEED);
        List<Map.Entry<String, byte[]>> small = samples.entrySet().stream().filter(entry -> entry.getValue().length < LARGEST)
                .toList();
        Tally changed = new Tally();
        for (int i = 0; i < MUTATIONS; i++) {
            Map.Entry<String, byte[]> start = small.get(random.nextInt(small.size()));
            Document document = Objects.requireNonNull(parsed(start.getValue()));
            String change = mutate(document, random);
            byte[] bytes = written(document);
            changed.add(start.getKey() + " with " + change, published(published, bytes), own(bytes));
        }
        System.out.println(
                "schemas compared over " + changed.documents() + " changed responses (seed " + SEED + "): " + changed.counts);
        assertThat(changed.documents()).isEqualTo(MUTATIONS);
        assertThat(changed.unexplained).isEmpty();
    }

    /** Makes one change of a kind that data providers make: something is missing, twice, misplaced, misspelt, or has another value. */
    private static String mutate(Document document, Random random) {
        NodeList all = document.getElementsByTagName("*");
        Element element = (Element) all.item(random.nextInt(all.getLength()));
        Node parent = element.getParentNode();
        String name = element.getNodeName();
        return switch (random.nextInt(9)) {
            case 0 -> {
                if (parent instanceof Element) {
                    parent.removeChild(element);
                }
                yield "no " + name;
            }
            case 1 -> {
                if (parent instanceof Element) {
                    parent.insertBefore(element.cloneNode(true), element);
                }
                yield name + " twice";
            }
            case 2 -> {
                if (parent instanceof Element) {
                    parent.appendChild(element);
                }
                yield name + " last";
            }
            case 3 -> {
                document.renameNode(element, element.getNamespaceURI(), name + "x");
                yield name + " renamed";
            }
            case 4 -> {
                List<Attr> attributes = attributes(element);
                if (!attributes.isEmpty()) {
                    element.removeAttributeNode(attributes.get(random.nextInt(attributes.size())));
                }
                yield name + " without an attribute";
            }
            case 5 -> {
                element.setAttribute("unknown", "x");
                yield name + " with an unknown attribute";
            }
            case 6 -> {
                List<Attr> attributes = attributes(element);
                if (!attributes.isEmpty()) {
                    attributes.get(random.nextInt(attributes.size())).setValue(value(random));
                }
                yield name + " with another value of an attribute";
            }
            case 7 -> {
                if (element.getElementsByTagName("*").getLength() == 0) {
                    element.setTextContent(value(random));
                }
                yield name + " with another text";
            }
            default -> {
                element.appendChild(document.createElementNS(element.getNamespaceURI(), name.replace(":", "_") + "y"));
                yield name + " with another child";
            }
        };
    }

    /** Returns the attributes that are no declarations of namespaces. */
    private static List<Attr> attributes(Element element) {
        List<Attr> attributes = new ArrayList<>();
        for (int i = 0; i < element.getAttributes().getLength(); i++) {
            Attr attribute = (Attr) element.getAttributes().item(i);
            if (!"http://www.w3.org/2000/xmlns/".equals(attribute.getNamespaceURI())) {
                attributes.add(attribute);
            }
        }
        return attributes;
    }

    private static String value(Random random) {
        List<String> values = List.of("", " ", "x", "0", "-1", "2024-02-30", "2024-05-01", "2024-05-01T10:00:00Z", "oai_dc",
                "ListRecords",
                "http://example.org/ä b", "deleted", "2.0", "a:b:c", "a b", "admin@example.org", "transient", "YYYY-MM-DD");
        return values.get(random.nextInt(values.size()));
    }
}
