package dev.sheaf.browser;

import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

import org.jspecify.annotations.Nullable;

import dev.sheaf.core.Datestamp;
import dev.sheaf.core.Header;
import dev.sheaf.core.MetadataFormat;
import dev.sheaf.core.MetadataPrefix;
import dev.sheaf.core.Namespaces;
import dev.sheaf.core.OaiRecord;
import dev.sheaf.core.OaiSet;
import dev.sheaf.core.RepositoryDescription;
import dev.sheaf.core.SetSpec;
import dev.sheaf.core.Verb;
import dev.sheaf.core.XmlFragment;
import dev.sheaf.core.repository.Position;
import dev.sheaf.core.store.Aggregate;
import dev.sheaf.core.store.Batch;
import dev.sheaf.core.store.Counts;
import dev.sheaf.core.store.HarvestOutcome;
import dev.sheaf.core.store.Quarantined;
import dev.sheaf.core.store.Source;
import dev.sheaf.core.store.SourceDescription;
import dev.sheaf.harvester.Harvester;
import dev.sheaf.harvester.http.FetchRules;
import dev.sheaf.harvester.http.HttpFetcher;
import dev.sheaf.platform.proxy.LiveProxy;
import dev.sheaf.platform.proxy.ProxyEndpoint;
import dev.sheaf.platform.search.RecordIndex;
import dev.sheaf.platform.search.SearchIndexer;
import dev.sheaf.platform.server.ClientAddresses;
import dev.sheaf.platform.server.ContentCoding;
import dev.sheaf.platform.server.FlowGates;
import dev.sheaf.platform.server.HubServer;
import dev.sheaf.platform.server.OaiEndpoint;
import dev.sheaf.platform.server.Routes;
import dev.sheaf.platform.server.SegmentCache;
import dev.sheaf.platform.server.ServedRepositories;
import dev.sheaf.platform.server.ServerSettings;
import dev.sheaf.platform.server.ServerStartException;
import dev.sheaf.platform.server.access.AdminGuard;
import dev.sheaf.platform.server.access.AdminPassword;
import dev.sheaf.platform.server.access.HubControls;
import dev.sheaf.platform.sync.Harvests;
import dev.sheaf.platform.sync.SourceHarvest;
import dev.sheaf.platform.sync.operate.SourceActions;
import dev.sheaf.platform.web.Portal;
import dev.sheaf.platform.web.admin.AdminPages;
import dev.sheaf.platform.web.browse.Browse;
import dev.sheaf.platform.web.stats.StatsPages;
import dev.sheaf.provider.ProviderSettings;
import dev.sheaf.provider.TokenKey;
import dev.sheaf.search.SearchIndex;
import dev.sheaf.simulator.Behaviour;
import dev.sheaf.simulator.ReceivedRequest;
import dev.sheaf.simulator.ScriptedProvider;
import dev.sheaf.store.HubIdentity;
import dev.sheaf.store.HubStore;
import dev.sheaf.store.notices.Subscription;
import dev.sheaf.store.open.HubStores;
import dev.sheaf.store.runs.RunProgress;
import dev.sheaf.store.runs.RunUpdate;
import dev.sheaf.store.sources.SourceCare;

/** A hub over real HTTP with a real store and index, and two sources: a garden of ordinary records, and one of odd ones. */
final class Hub implements AutoCloseable {

    /** Records of the garden. */
    static final int GARDEN = 45;
    /** Withdrawn. */
    static final String GONE = "oai:odd.example.org:gone";
    /** Metadata with an XHTML script inside. */
    static final String SCRIPTED = "oai:odd.example.org:scripted";
    /** Title, description and names that are markup. */
    static final String MARKUP = "oai:odd.example.org:\"><script>document.title='ran'</script>";
    /** Right to left, in two languages. */
    static final String ARABIC = "oai:odd.example.org:aghani";
    /** Words without a place to break. */
    static final String LONG_WORDS = "http://odd.example.org//" + "segment".repeat(30) + "/../x";

    /** Sets the title and asks for an address when it runs. */
    static final String SCRIPT = "document.documentElement.setAttribute('data-ran', 'yes'); fetch('/script-ran');";

    /** Password of the administration, once {@link #openAdministration} was called. */
    static final String PASSWORD = "correct horse battery staple";

    private static final Datestamp SOME_DAY = Datestamp.parse("2020-02-02");

    private final HubStore store;
    private final SearchIndexer indexer;
    private final SearchIndex index;
    private final HubServer server;
    private final HttpFetcher fetcher = new HttpFetcher();
    private final Harvests harvests;
    private final LiveProxy proxy;
    private @Nullable ScriptedProvider hostile;

    Hub(Path directory) throws ServerStartException {
        store = HubStores.open(directory, new HubIdentity("Hub", "admin@hub.example.org", "hub.example.org"),
                InstantSource.system());
        store.put(new Source("garden", Source.Kind.HARVESTED, "http://garden.example.org/oai", "The garden", List.of(), List.of(),
                Source.Settings.DEFAULT));
        store.put(new Source("odd", Source.Kind.HARVESTED, "http://odd.example.org/oai", "Oddities", List.of(), List.of(),
                Source.Settings.DEFAULT));
        fillGarden();
        fillOdd();
        Path indexDirectory = directory.resolve("index");
        indexer = new SearchIndexer(store, indexDirectory);
        indexer.catchUp();
        index = RecordIndex.open(indexDirectory);
        server = HubServer.listen(ServerSettings.of("127.0.0.1", 0, null));
        ProviderSettings settings = ProviderSettings.of(server.baseUrl(), TokenKey.of(store.tokenSecret()));
        ServedRepositories repositories = new ServedRepositories(settings, () -> store.aggregate(server.baseUrl() + "/oai"),
                id -> store.repository(id, server.baseUrl() + "/oai/" + id));
        Portal portal = new Portal(store, index, server.baseUrl());
        harvests = new Harvests(store, new SourceHarvest(store, new Harvester(fetcher)), () -> {});
        HubControls controls = new HubControls(store, harvests, new SourceActions(store, InstantSource.system()),
                new AdminGuard(new AdminPassword(store.administration()), ClientAddresses.DIRECT, server.baseUrl(),
                        InstantSource.system()),
                InstantSource.system());
        proxy = new LiveProxy(store, fetcher, FetchRules.DEFAULT, new LiveProxy.Place(TokenKey.of(store.tokenSecret()),
                "admin@hub.example.org", server.baseUrl() + Routes.PROXY + "/", ContentCoding.declared()),
                InstantSource.system());
        server.start(List.of(portal, new Browse(repositories, store), new AdminPages(controls, server.baseUrl()),
                new ProxyEndpoint(proxy, store, FlowGates.OPEN, server.baseUrl()),
                new StatsPages(store, server.baseUrl(), InstantSource.system()),
                new OaiEndpoint(repositories, SegmentCache.fittingMemory(), FlowGates.OPEN, portal.browserView())));
    }

    String baseUrl() {
        return server.baseUrl();
    }

    /** Sets the password. */
    void openAdministration() {
        new AdminPassword(store.administration()).set(PASSWORD, Instant.now());
    }

    /** A source whose name, last verdict and quarantine are markup. */
    void putHostile(String id, String name, String record) {
        store.put(new Source(id, Source.Kind.HARVESTED, "http://hostile.example.org/oai", name, List.of(), List.of(),
                Source.Settings.DEFAULT));
        long run = store.begin(id, Instant.parse("2024-05-06T07:08:09Z"));
        store.save(new Batch(id, run, List.of(new Batch.Part(MetadataFormat.OAI_DC, List.of(), false)), List.of(
                new Quarantined("oai:hostile.example.org:" + name, "no end of " + name,
                        record.getBytes(java.nio.charset.StandardCharsets.UTF_8))),
                null, null));
        byte[] page = ("<html><script>document.title='ran'</script>" + name + "</html>")
                .getBytes(java.nio.charset.StandardCharsets.UTF_8);
        Instant at = Instant.parse("2024-05-06T07:08:10Z");
        String address = "http://hostile.example.org/oai?verb=Identify&x=" + name;
        store.runs().tell(run, new RunUpdate(RunProgress.start(at), List.of(),
                List.of(new RunUpdate.Note(at, "the server sent " + name)),
                List.of(new RunUpdate.Failure(at, address, "no OAI-PMH but " + name, 200, "Server: " + name, page, page.length)),
                List.of(new RunUpdate.Invalid(name, address, 7, "no " + name + " is allowed here")),
                Map.of("rule of " + name, 1L)));
        store.end(run, new HarvestOutcome(HarvestOutcome.Verdict.PARTIAL, "the server said " + name, Counts.ZERO, 3),
                Instant.parse("2024-05-06T07:18:09Z"));
    }

    /** Adds a subscriber to changes whose address is markup. */
    void putSubscription(String callback) {
        store.subscriptions().put(new Subscription.Topic("hostile", "", Subscription.How.SUBSCRIBED, callback), callback, null,
                Instant.now(), null, new Position(0, 0));
    }

    String quarantineKey(String source) {
        return store.repairs().quarantine(source, 1, 0).getFirst().key();
    }

    long lastRun(String source) {
        return store.runs().last(source, 1).getFirst().number();
    }

    /** The page of a record, as the portal links it from its search. */
    String search(String text) {
        return "/?q=" + java.net.URLEncoder.encode(text, java.nio.charset.StandardCharsets.UTF_8);
    }

    private void fillGarden() {
        List<OaiRecord> records = new ArrayList<>();
        for (int i = 1; i <= GARDEN; i++) {
            records.add(record("oai:garden.example.org:" + i,
                    "<dc:title xml:lang='en'>Flower number " + i + "</dc:title><dc:creator>Gardener "
                            + i % 7 + "</dc:creator><dc:subject>Botany</dc:subject><dc:subject>Bed " + i % 12
                            + "</dc:subject><dc:type>"
                            + (i % 3 == 0 ? "Image" : "Text") + "</dc:type><dc:date>" + (1990 + i % 10)
                            + "</dc:date><dc:language>en</dc:language>"
                            + "<dc:description>A flower that grows beside the path; see https://example.org/flower/" + i
                            + ".</dc:description>"
                            + "<dc:identifier>doi:10.1000/flower." + i + "</dc:identifier>"));
        }
        store.monitoring().put("garden", new SourceCare(false, null, null, true));
        List<OaiRecord> before = new ArrayList<>(records);
        before.set(GARDEN - 1,
                record(REPOTTED, "<dc:title xml:lang='en'>Flower in a pot</dc:title><dc:creator>Gardener 3</dc:creator>"
                        + "<dc:description>A flower that grows in a pot.</dc:description>"));
        save("garden", MetadataFormat.OAI_DC, before, new HarvestOutcome(HarvestOutcome.Verdict.COMPLETE, "", Counts.ZERO, 1));
        save("garden", MetadataFormat.OAI_DC, records, new HarvestOutcome(HarvestOutcome.Verdict.COMPLETE, "", Counts.ZERO, 1));
        save("garden", new MetadataFormat(new MetadataPrefix("seed"), "", ""),
                List.of(new OaiRecord(header("oai:garden.example.org:1"),
                        XmlFragment.of("<seed xmlns=\"urn:seed\"><count>12</count></seed>"))),
                new HarvestOutcome(HarvestOutcome.Verdict.COMPLETE, "", Counts.ZERO, 1));
    }

    /** A flower that has changed. */
    static final String REPOTTED = "oai:garden.example.org:" + GARDEN;
    /** A record of the source {@code hostile}. */
    static final String HOSTILE = "oai:hostile.example.org:1";

    /**
     * A source, {@code hostile}, that sends scripts wherever foreign XML can stand: in metadata, about containers, and the descriptions of the
     * repository and of a set; in two versions of a record.
     */
    void addHostile() {
        store.put(new Source("hostile", Source.Kind.HARVESTED, "http://hostile.example.org/oai", "Hostile", List.of(), List.of(),
                Source.Settings.DEFAULT));
        store.monitoring().put("hostile", new SourceCare(false, null, null, true));
        XmlFragment script = script();
        store.describe("hostile", new SourceDescription(
                new RepositoryDescription("Hostile", "http://hostile.example.org/oai", "2.0", List.of("a@example.org"), SOME_DAY,
                        "no", "YYYY-MM-DD", List.of(), List.of(script)),
                null, List.of(new OaiSet(new SetSpec("flowers:wild"), "Scripted flowers", List.of(script)))));
        for (String title : List.of("Scripted once", "Scripted twice")) {
            OaiRecord record = record(HOSTILE,
                    "<dc:title>" + title + "</dc:title><dc:description>" + script + "</dc:description>");
            save("hostile", MetadataFormat.OAI_DC, List.of(new OaiRecord(record.header(), record.metadata(), List.of(script))),
                    new HarvestOutcome(HarvestOutcome.Verdict.COMPLETE, "", Counts.ZERO, 1));
        }
    }

    /**
     * Adds to {@link #addHostile} an aggregate, {@code gathered}, and a source, {@code proxied}, that really answers and sends scripts
     * wherever they can stand.
     */
    void addHostileToAsk() {
        addHostile();
        if (hostile != null) {
            return;
        }
        store.put(Aggregate.of("gathered"));
        XmlFragment script = script();
        OaiRecord record = record(HOSTILE, "<dc:title>Scripted</dc:title><dc:description>" + script + "</dc:description>");
        ScriptedProvider provider = ScriptedProvider.start(InstantSource.system());
        provider.put(List.of(new OaiRecord(record.header(), record.metadata(), List.of(script))))
                .set(new OaiSet(new SetSpec("flowers:wild"), "Scripted flowers", List.of(script)));
        provider.when(ReceivedRequest.of(Verb.IDENTIFY), Behaviour.text(
                page -> page.replace("</Identify>", "<description>" + script + "</description></Identify>")));
        store.put(Source.harvested("proxied", provider.baseUrl()));
        hostile = provider;
    }

    private static XmlFragment script() {
        return XmlFragment.of("<h:html xmlns:h='http://www.w3.org/1999/xhtml'><h:p>scripted</h:p><h:script>" + SCRIPT
                + "</h:script></h:html>");
    }

    /** Id of the source of {@link #addLongNames}. */
    static final String LONG_NAMES = "long-names-of-a-university-repository";
    /** Set of that source. */
    static final String LONG_SET = "col_20.500.12345_67890_dissertations_and_theses_of_the_faculty_of_mathematics_and_informatics";

    /** A source whose name, sets and identifiers are as long as some repositories make them, partly without a place to break. */
    void addLongNames() {
        store.put(new Source(LONG_NAMES, Source.Kind.HARVESTED, "http://long.example.org/oai",
                "Repository of the Universities of Verwaltungsverfahrensvorschriftensammlungsverzeichnisse", List.of(), List.of(),
                Source.Settings.DEFAULT));
        store.describe(LONG_NAMES, new SourceDescription(null, null, List.of(
                new OaiSet(new SetSpec(LONG_SET),
                        "Dissertations and theses of the Faculty of Mathematics, Informatics and Natural Sciences, all departments"),
                new OaiSet(new SetSpec("com_1:" + "Rechtsverordnungen".repeat(6)), "Rechtsverordnungssammlung".repeat(5)))));
        List<SetSpec> sets = List.of(new SetSpec(LONG_SET), new SetSpec("com_1:" + "Rechtsverordnungen".repeat(6)));
        save(LONG_NAMES, MetadataFormat.OAI_DC,
                IntStream.rangeClosed(1, 30)
                        .mapToObj(i -> new OaiRecord(
                                new Header("oai:long.example.org:" + i + "/" + "x".repeat(90), SOME_DAY, sets, false),
                                record("x", "<dc:title>Thesis " + i + "</dc:title><dc:subject>" + "Rechtsverordnung".repeat(6)
                                        + "</dc:subject>").metadata()))
                        .toList(),
                new HarvestOutcome(HarvestOutcome.Verdict.COMPLETE, "", Counts.ZERO, 1));
        indexer.catchUp();
        index.refresh();
    }

    /** A third source, {@code meadow}: more records than a page of its list holds. */
    void addMeadow(int records) {
        store.put(new Source("meadow", Source.Kind.HARVESTED, "http://meadow.example.org/oai", "The meadow", List.of(), List.of(),
                Source.Settings.DEFAULT));
        save("meadow", MetadataFormat.OAI_DC,
                IntStream.rangeClosed(1, records)
                        .mapToObj(i -> record("oai:meadow.example.org:" + i, "<dc:title>Blade " + i + "</dc:title>")).toList(),
                new HarvestOutcome(HarvestOutcome.Verdict.COMPLETE, "", Counts.ZERO, 1));
    }

    private void fillOdd() {
        String markup = "&lt;script>document.title='ran'&lt;/script>\"'&lt;img src=x onerror=document.title='ran'>";
        save("odd", MetadataFormat.OAI_DC, List.of(
                record(SCRIPTED,
                        "<dc:title>Scripted</dc:title><dc:description><html xmlns='http://www.w3.org/1999/xhtml'><script>"
                                + SCRIPT
                                + "</script></html></dc:description>"),
                record(MARKUP, "<dc:title>Markup " + markup + "</dc:title><dc:creator>" + markup
                        + "</dc:creator><dc:type>" + markup + "</dc:type><dc:description>" + markup
                        + "</dc:description><dc:identifier>javascript:document.title='ran'</dc:identifier>"),
                record(ARABIC,
                        "<dc:title xml:lang='ar'>\u0643\u062a\u0627\u0628 \u0627\u0644\u0623\u063a\u0627\u0646\u064a</dc:title>"
                                + "<dc:description xml:lang='fr'>Le livre des chansons</dc:description>"),
                record(LONG_WORDS, "<dc:title>" + "Donaudampfschifffahrtsgesellschaft".repeat(8) + "</dc:title><dc:subject>"
                        + "Oberweserdampfschifffahrt".repeat(7) + "</dc:subject><dc:description>" + "wall".repeat(300)
                        + "</dc:description><dc:identifier>https://example.org/" + "path".repeat(100) + "</dc:identifier>"),
                record(GONE, "<dc:title>Soon gone</dc:title>")),
                new HarvestOutcome(HarvestOutcome.Verdict.PARTIAL, "the list broke off after page 3", Counts.ZERO, 3));
        save("odd", MetadataFormat.OAI_DC, List.of(new OaiRecord(new Header(GONE, SOME_DAY, List.of(), true), null)),
                new HarvestOutcome(HarvestOutcome.Verdict.PARTIAL, "the list broke off after page 3", Counts.ZERO, 3));
    }

    private void save(String source, MetadataFormat format, List<OaiRecord> records, HarvestOutcome outcome) {
        long run = store.begin(source, Instant.parse("2024-05-06T07:08:09Z"));
        store.save(new Batch(source, run, format, records));
        store.end(run, outcome, Instant.parse("2024-05-06T07:18:09Z"));
    }

    private static Header header(String identifier) {
        return new Header(identifier, SOME_DAY, List.of(new SetSpec("flowers:wild")), false);
    }

    private static OaiRecord record(String identifier, String elements) {
        return new OaiRecord(header(identifier),
                XmlFragment.of("<oai_dc:dc xmlns:oai_dc=\"" + Namespaces.OAI_DC + "\" xmlns:dc=\""
                        + Namespaces.DC + "\">" + elements + "</oai_dc:dc>"));
    }

    /** Returns the name that the title of a page bears: that of a source when it is one of its repository, else that of the hub. */
    static String nameAt(String path) {
        return path.startsWith("/browse/garden") ? "The garden" : path.startsWith("/browse/odd") ? "Oddities" : "Hub";
    }

    @Override
    public void close() {
        server.close();
        proxy.close();
        if (hostile != null) {
            hostile.close();
        }
        harvests.close();
        fetcher.close();
        indexer.close();
        index.close();
        store.close();
    }
}
