package dev.sheaf.cli;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

import javax.xml.parsers.DocumentBuilderFactory;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.Node;
import org.w3c.dom.NodeList;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * A client that follows the address of every schema that a hub names, at each door and for each kind of source. The hub serves those of Sheaf's
 * namespaces and of the operator's itself, also when the records came from another hub.
 */
class SchemaAddressesTest {

    private static final String XSI = "http://www.w3.org/2001/XMLSchema-instance";
    private static final String HERITAGE = "http://example.org/heritage";
    private static final String STYLESHEET = """
            <xsl:stylesheet version="3.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform" xmlns:h="http://example.org/heritage">
            <xsl:template match="/"><h:heritage><h:name><xsl:value-of select="//*:title"/></h:name></h:heritage></xsl:template>
            </xsl:stylesheet>
            """;

    @TempDir
    private Path folder;
    private final HttpClient client = HttpClient.newHttpClient();

    private static void good(Path place, String... arguments) {
        Typed typed = Typed.in(place, arguments);
        assertThat(typed.status()).as(String.join(" ", arguments) + "\n" + typed.err()).isZero();
    }

    /** Fills a hub: files with their indices and headers, records without a namespace, records of a format of the operator's own. */
    private static void fill(Path place) throws IOException {
        Path texts = Files.createDirectories(place.resolve("texts"));
        Files.writeString(texts.resolve("one.txt"),
                "whales & <schemaLocation> of https://sheaf.dev/ns/1.0/tf_basic/ elsewhere\n");
        Files.writeString(texts.resolve("two.html"), "<title>Two</title><p>more whales");
        // The id begins like the path of a repository.
        good(place, "publish", "oai-files", "texts", "--identifier-domain", "example.org", "--index",
                "terms,tf_basic,tf_positional");
        Files.writeString(place.resolve("sheets.xml"),
                "<sheets><sheet><title>First</title></sheet><sheet><title>Second</title></sheet></sheets>");
        good(place, "import", "sheets", "sheets.xml");
        // A namespace of which nobody names a schema.
        Files.writeString(place.resolve("cards.xml"),
                "<cards xmlns=\"http://example.org/cards?a=1&amp;b=2\"><Card><title>First</title></Card>"
                        + "<Card><title>Second</title></Card></cards>");
        good(place, "import", "cards", "cards.xml");
        Files.writeString(place.resolve("heritage.xsl"), STYLESHEET);
        Files.writeString(place.resolve("heritage.xsd"),
                "<xs:schema xmlns:xs=\"http://www.w3.org/2001/XMLSchema\" targetNamespace=\""
                        + HERITAGE + "\"><xs:element name=\"heritage\"/></xs:schema>");
        good(place, "crosswalk", "add", "heritage", "heritage.xsl", "--from", "oai_dc", "--to", "heritage", "--namespace",
                HERITAGE);
        good(place, "schema", "add", "heritage", "heritage.xsd");
        good(place, "source", "set", "oai-files", "--derive", "heritage");
    }

    private HttpResponse<byte[]> get(String address) throws IOException, InterruptedException {
        return client.send(HttpRequest.newBuilder(URI.create(address)).build(), HttpResponse.BodyHandlers.ofByteArray());
    }

    private Element root(String address) throws Exception {
        HttpResponse<byte[]> response = get(address);
        assertThat(response.statusCode()).as(address).isEqualTo(200);
        DocumentBuilderFactory factory = DocumentBuilderFactory.newInstance();
        factory.setNamespaceAware(true);
        Document document = factory.newDocumentBuilder().parse(new ByteArrayInputStream(response.body()));
        return document.getDocumentElement();
    }

    private static String child(Element parent, String name) {
        return parent.getElementsByTagNameNS("*", name).item(0).getTextContent();
    }

    /** The pairs of all attributes in a document, as lines of namespace and address. */
    private static Set<String> pairs(Element root) {
        Set<String> pairs = new TreeSet<>();
        NodeList all = root.getElementsByTagName("*");
        for (int i = -1; i < all.getLength(); i++) {
            String[] tokens = ((Element) (i < 0 ? root : all.item(i))).getAttributeNS(XSI, "schemaLocation").strip()
                    .split("\\s+");
            for (int j = 0; j + 1 < tokens.length; j += 2) {
                pairs.add(tokens[j] + " " + tokens[j + 1]);
            }
        }
        return pairs;
    }

    private static List<Element> elements(Element root, String name) {
        List<Element> elements = new ArrayList<>();
        NodeList all = root.getElementsByTagNameNS("*", name);
        for (int i = 0; i < all.getLength(); i++) {
            elements.add((Element) all.item(i));
        }
        return elements;
    }

    /** Walks every door of a hub; returns the pairs of namespace and schema address that it names, with the request that named them. */
    private Map<String, String> walk(String hub, List<String> sources) throws Exception {
        Map<String, String> named = new TreeMap<>();
        for (String door : List.of("/oai", "/index/oai")) {
            for (String source : sources) {
                String base = hub + door + (source.isEmpty() ? "" : "/" + source) + "?verb=";
                Map<String, String> formats = new HashMap<>();
                for (String verb : List.of("ListMetadataFormats", "ListIndexFormats", "Identify", "ListSets")) {
                    Element answer = root(base + verb);
                    pairs(answer).forEach(pair -> named.putIfAbsent(pair, base + verb));
                    String of = verb.equals("ListIndexFormats") ? "index" : "metadata";
                    for (Element format : elements(answer, of + "Format")) {
                        String prefix = child(format, of + "Prefix");
                        String schema = child(format, "schema");
                        named.putIfAbsent(child(format, of + "Namespace") + " " + schema, base + verb);
                        formats.put((of.equals("index") ? "oai_dc&indexPrefix=" : "") + prefix, schema);
                    }
                }
                for (Map.Entry<String, String> format : formats.entrySet()) {
                    String list = base + "ListRecords&metadataPrefix=" + format.getKey();
                    Element answer = root(list);
                    pairs(answer).forEach(pair -> named.putIfAbsent(pair, list));
                    if (format.getKey().contains("&")) {
                        continue;
                    }
                    List<Element> records = elements(answer, "record");
                    assertThat(records).as(list).isNotEmpty();
                    for (Element metadata : elements(answer, "metadata")) {
                        Node record = metadata.getFirstChild();
                        if (metadata.getParentNode().getLocalName().equals("record")) {
                            assertThat(((Element) record).getAttributeNS(XSI, "schemaLocation")).as(list)
                                    .isEqualTo(record.getNamespaceURI() + " " + format.getValue());
                        }
                    }
                }
            }
        }
        return named;
    }

    private void follow(String hub, Map<String, String> named, String... wanted) throws Exception {
        List<String> followed = new ArrayList<>();
        for (Map.Entry<String, String> entry : named.entrySet()) {
            String namespace = entry.getKey().split(" ")[0];
            String address = entry.getKey().split(" ")[1];
            if (namespace.startsWith("https://sheaf.dev/") || namespace.equals(HERITAGE)) {
                assertThat(address).as(entry.getValue()).startsWith(hub + "/");
            }
            if (address.startsWith("http://127.0.0.1")) {
                assertThat(root(address).getAttribute("targetNamespace")).as(address).isEqualTo(namespace);
                followed.add(address.replaceFirst("[?].*", "").replaceFirst(".*/", ""));
            }
        }
        assertThat(followed).contains(wanted);
    }

    @Test
    void everySchemaThatAHubNames_isServedByItself_alsoForRecordsOfAnotherHub() throws Exception {
        Path first = Files.createDirectory(folder.resolve("first"));
        Path second = Files.createDirectory(folder.resolve("second"));
        fill(first);
        try (Typed.Serving origin = Typed.serving(first)) {
            String[] all = {"http_header.xsd", "indexed.xsd", "terms.xsd", "tf_basic.xsd", "oai-pmh-index.xsd", "sheet.xsd",
                    "heritage.xsd", "Card.xsd"};
            follow(origin.address(), walk(origin.address(), List.of("", "oai-files", "sheets", "cards")), all);
            String page = new String(get(origin.address() + "/id/"
                    + child(root(origin.address() + "/oai/oai-files?verb=ListIdentifiers&metadataPrefix=http_header"),
                            "identifier")
                    + ".http_header").body(), StandardCharsets.UTF_8);
            assertThat(page).contains(origin.address() + "/ns/1.0/http_header.xsd");

            good(second, "source", "add", "plain", origin.address() + "/oai/oai-files");
            good(second, "source", "add", "index", origin.address() + "/index/oai/oai-files");
            good(second, "source", "add", "sheets", origin.address() + "/oai/sheets");
            good(second, "harvest", "plain", "index", "sheets");
            try (Typed.Serving mirror = Typed.serving(second)) {
                // The operator's own namespace is that of the first hub, so its schema stays there.
                Map<String, String> named = walk(mirror.address(), List.of("", "plain", "index", "sheets"));
                named.keySet().removeIf(pair -> pair.startsWith(HERITAGE + " "));
                follow(mirror.address(), named, "http_header.xsd", "indexed.xsd", "terms.xsd", "tf_basic.xsd",
                        "oai-pmh-index.xsd", "sheet.xsd");
            }
        }
    }
}
