package dev.sheaf.platform.sru;

import java.io.ByteArrayInputStream;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import javax.xml.parsers.DocumentBuilderFactory;

import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;

import dev.sheaf.core.Datestamp;
import dev.sheaf.core.DeletedRecordPolicy;
import dev.sheaf.core.Granularity;
import dev.sheaf.core.Header;
import dev.sheaf.core.MetadataFormat;
import dev.sheaf.core.Namespaces;
import dev.sheaf.core.OaiRecord;
import dev.sheaf.core.SetSpec;
import dev.sheaf.core.XmlFragment;
import dev.sheaf.core.address.AddressBlock;
import dev.sheaf.core.store.Aggregate;
import dev.sheaf.core.store.Batch;
import dev.sheaf.core.store.Source;
import dev.sheaf.platform.config.RepositoryOptions;
import dev.sheaf.platform.config.Setting;
import dev.sheaf.platform.hub.Feature;
import dev.sheaf.platform.hub.Hub;
import dev.sheaf.platform.hub.HubOptions;
import dev.sheaf.platform.search.RecordIndex;
import dev.sheaf.platform.search.SearchIndexer;
import dev.sheaf.platform.server.ClientAddresses;
import dev.sheaf.platform.server.ServerSettings;
import dev.sheaf.provider.AddedDescriptions;
import dev.sheaf.provider.flow.FlowRules;
import dev.sheaf.search.SearchIndex;
import dev.sheaf.store.HubIdentity;
import dev.sheaf.store.HubStore;
import dev.sheaf.store.open.HubStores;
import dev.sheaf.testkit.SettableClock;
import dev.sheaf.testkit.repository.ListedRepository;

import static org.assertj.core.api.Assertions.assertThat;

/** A hub with a few records, over real HTTP. The source {@code closed} is closed to the client of the tests. */
public final class SampleHub implements AutoCloseable {

    private final HttpClient client = HttpClient.newHttpClient();
    private final SettableClock clock = SettableClock.at("2025-03-01T12:00:00Z");
    private final HubStore store;
    private final Hub hub;

    /** Starts a hub with a feature. */
    public SampleHub(Path folder, Feature feature) throws Exception {
        this(folder, feature, Map.of());
    }

    /** Starts a hub with a feature and settings. */
    public SampleHub(Path folder, Feature feature, Map<Setting, String> settings) throws Exception {
        store = HubStores.open(folder, new HubIdentity("hub", "admin@hub.example.org", "hub.example.org"), clock);
        store.put(Source.imported("home", "Home & <own>"));
        store.put(Source.imported("local", "Local"));
        store.put(Source.imported("closed", "Closed"));
        // Before the records: an aggregate that is added later gives its members new datestamps.
        store.put(Aggregate.of("waters").withSources("local", "home"));
        store.put(Aggregate.of("part").withSets("a"));
        store.put(Aggregate.of("asked").withSources("home"));
        save("local", MetadataFormat.OAI_DC,
                record("oai:y:9", "", "Winter lakes", "Brown", "1975", "http://example.org/9", "lakes"));
        clock.set(Instant.parse("2025-03-02T12:00:00Z"));
        save("home", MetadataFormat.OAI_DC,
                record("oai:x:1", "a", "River history", "Smith, Ann", "1990", "doi:10.1000/182", "mills"),
                record("oai:x:2", "a", "History of the river & lake <b>", "Jones", "2001", "ISBN 978-3-16-148410-0", "mills"));
        clock.set(Instant.parse("2025-03-03T12:00:00Z"));
        save("home", MetadataFormat.OAI_DC, record("oai:x:3", "b", "Mountains", "Smith, Bob", "2010", "ISSN 0028-0836", "rocks"));
        save("home", ListedRepository.MARC,
                new OaiRecord(new Header("oai:x:3", Datestamp.ofSecond(clock.instant()), List.of(), false),
                        ListedRepository.marc()));
        save("closed", MetadataFormat.OAI_DC,
                record("oai:x:secret", "", "Secret river", "Smith, Zoe", "1990", "doi:10.1000/999", "x"));
        try (SearchIndex index = RecordIndex.open(Hub.indexOf(folder)); SearchIndexer indexer = new SearchIndexer(store, index)) {
            indexer.catchUp();
        }
        FlowRules denied = FlowRules.NONE.withDenied(List.of(AddressBlock.parse("127.0.0.0/8")));
        RepositoryOptions closed = new RepositoryOptions(AddedDescriptions.NONE, Granularity.SECOND,
                DeletedRecordPolicy.PERSISTENT, null, null, denied, FlowRules.NONE);
        HubOptions options = new HubOptions(100, new RepositoryOptions.OfAll(RepositoryOptions.DEFAULT, RepositoryOptions.DEFAULT,
                Map.of("closed", closed)), ClientAddresses.DIRECT).withSettings(settings);
        hub = Hub.start(folder, store, ServerSettings.of("127.0.0.1", 0, null), options, List.of(feature), clock);
    }

    private void save(String source, MetadataFormat format, OaiRecord... records) {
        store.save(new Batch(source, 1, format, List.of(records)));
    }

    private OaiRecord record(String identifier, String set, String title, String creator, String date, String name,
            String subject) {
        String values = element("title", title) + element("creator", creator) + element("date", date)
                + element("identifier", name)
                + element("subject", subject) + element("language", "en");
        return new OaiRecord(new Header(identifier, Datestamp.ofSecond(clock.instant()),
                set.isEmpty() ? List.of() : List.of(new SetSpec(set)), false),
                XmlFragment
                        .of("<oai_dc:dc xmlns:oai_dc=\"" + Namespaces.OAI_DC + "\" xmlns:dc=\"" + Namespaces.DC + "\">" + values
                                + "</oai_dc:dc>"));
    }

    private static String element(String name, String text) {
        return "<dc:" + name + ">" + text.replace("&", "&amp;").replace("<", "&lt;") + "</dc:" + name + ">";
    }

    /** Sets the time forward. */
    public void advance(Duration time) {
        clock.advance(time);
    }

    /** Returns the base URL. */
    public String url() {
        return hub.baseUrl();
    }

    /** Returns a query string of keys and values, which are encoded. */
    public static String query(String... keysAndValues) {
        StringBuilder query = new StringBuilder();
        for (int i = 0; i < keysAndValues.length; i += 2) {
            query.append(i == 0 ? "" : "&").append(keysAndValues[i]).append('=')
                    .append(URLEncoder.encode(keysAndValues[i + 1], StandardCharsets.UTF_8));
        }
        return query.toString();
    }

    /** Sends a GET request; redirects are not followed. The answer never shows a record of the closed source. */
    public HttpResponse<String> get(String path, String... headers) throws Exception {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(hub.baseUrl() + path));
        return send(headers.length == 0 ? request : request.headers(headers));
    }

    /** Posts a form. */
    public HttpResponse<String> post(String path, String form) throws Exception {
        return send(HttpRequest.newBuilder(URI.create(hub.baseUrl() + path))
                .header("Content-Type", "application/x-www-form-urlencoded").POST(HttpRequest.BodyPublishers.ofString(form)));
    }

    private HttpResponse<String> send(HttpRequest.Builder request) throws Exception {
        HttpResponse<String> response = client.send(request.build(), HttpResponse.BodyHandlers.ofString());
        assertThat(response.body()).doesNotContain("Secret");
        return response;
    }

    /** Parses a response that must be well-formed, with namespaces. */
    public static Document parse(String xml) throws Exception {
        DocumentBuilderFactory factory = DocumentBuilderFactory.newInstance();
        factory.setNamespaceAware(true);
        factory.setFeature("http://apache.org/xml/features/disallow-doctype-decl", true);
        return factory.newDocumentBuilder().parse(new ByteArrayInputStream(xml.getBytes(StandardCharsets.UTF_8)));
    }

    /** Returns the texts of all elements with a local name, in document order. */
    public static List<String> texts(Document document, String name) {
        NodeList found = document.getElementsByTagNameNS("*", name);
        List<String> texts = new ArrayList<>();
        for (int i = 0; i < found.getLength(); i++) {
            texts.add(found.item(i).getTextContent());
        }
        return texts;
    }

    /** Returns the local names of the child elements of an element. */
    public static List<String> children(Element parent) {
        List<String> names = new ArrayList<>();
        for (int i = 0; i < parent.getChildNodes().getLength(); i++) {
            if (parent.getChildNodes().item(i) instanceof Element child) {
                names.add(child.getLocalName());
            }
        }
        return names;
    }

    @Override
    public void close() {
        client.close();
        hub.close();
        store.close();
    }
}
