package dev.sheaf.platform.dumps;

import java.io.ByteArrayInputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;

import javax.xml.parsers.DocumentBuilderFactory;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;

import dev.sheaf.core.Datestamp;
import dev.sheaf.core.DeletedRecordPolicy;
import dev.sheaf.core.Granularity;
import dev.sheaf.core.Header;
import dev.sheaf.core.MetadataFormat;
import dev.sheaf.core.OaiRecord;
import dev.sheaf.core.SetSpec;
import dev.sheaf.core.address.AddressBlock;
import dev.sheaf.core.store.Batch;
import dev.sheaf.core.store.Source;
import dev.sheaf.platform.config.RepositoryOptions;
import dev.sheaf.platform.config.Setting;
import dev.sheaf.platform.hub.Feature;
import dev.sheaf.platform.hub.Hub;
import dev.sheaf.platform.hub.HubContext;
import dev.sheaf.platform.hub.HubOptions;
import dev.sheaf.platform.hub.HubPart;
import dev.sheaf.platform.resourcesync.ResourceSyncEndpoint;
import dev.sheaf.platform.server.ClientAddresses;
import dev.sheaf.platform.server.ServerSettings;
import dev.sheaf.provider.AddedDescriptions;
import dev.sheaf.provider.flow.FlowRules;
import dev.sheaf.store.HubIdentity;
import dev.sheaf.store.HubStore;
import dev.sheaf.store.open.HubStores;
import dev.sheaf.testkit.SettableClock;
import dev.sheaf.testkit.repository.ListedRepository;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

/** ResourceSync over a real store and real HTTP: an independent program copies the records by it, and the lists keep the rules. */
class ResourceSyncTest {

    private static final String SITEMAPS = "http://www.sitemaps.org/schemas/sitemap/0.9";
    private static final String TERMS = "http://www.openarchives.org/rs/terms/";
    private static final int OF_A_LIST = 7;
    private static final String LISTS = "/resourcesync/a/oai_dc/";

    @TempDir
    private Path folder;
    private final SettableClock clock = SettableClock.at("2025-03-01T12:00:00Z");
    private final HttpClient client = HttpClient.newHttpClient();
    private HubStore store;
    private Hub hub;
    private @Nullable DumpWork made;

    /** Dumps and ResourceSync with short lists. */
    private final class ShortLists implements Feature {

        @Override
        public List<Setting> settings() {
            return new DumpFeature().settings();
        }

        @Override
        public HubPart open(HubContext context) {
            DumpWork work = new DumpWork(context.store(), context.baseUrl(), context.folder("dumps"),
                    new DumpSettings(List.of("a", "closed"),
                            DumpForm.parse("xml.zst,rs.zip"), Duration.ofHours(24)),
                    context.clock());
            made = work;
            return HubPart.of(new DumpEndpoint(work, context), new ResourceSyncEndpoint(work, context, OF_A_LIST));
        }
    }

    @BeforeEach
    void start() throws Exception {
        store = HubStores.open(folder, new HubIdentity("hub", "admin@hub.example.org", "hub.example.org"), clock);
        for (String id : List.of("a", "closed", "other")) {
            store.put(Source.imported(id, "Source " + id));
        }
        FlowRules denied = FlowRules.NONE.withDenied(List.of(AddressBlock.parse("127.0.0.0/8")));
        RepositoryOptions closed = new RepositoryOptions(AddedDescriptions.NONE, Granularity.SECOND,
                DeletedRecordPolicy.PERSISTENT, null,
                null, denied, FlowRules.NONE);
        HubOptions options = new HubOptions(100, new RepositoryOptions.OfAll(RepositoryOptions.DEFAULT, RepositoryOptions.DEFAULT,
                Map.of("closed", closed)), ClientAddresses.DIRECT);
        hub = Hub.start(folder, store, ServerSettings.of("127.0.0.1", 0, null), options, List.of(new ShortLists()), clock);
    }

    @AfterEach
    void stop() {
        client.close();
        hub.close();
        work().close();
        store.close();
    }

    private DumpWork work() {
        return Objects.requireNonNull(made);
    }

    private static String identifier(int number) {
        return switch (number) {
            case 1 -> "oai:a:with/slash";
            case 2 -> "oai:a:with//two and a blank";
            case 3 -> "oai:a:\u00fcmlaut\u2013<&'\">";
            case 4 -> "oai:a:../up";
            case 5 -> "oai:a:%2f?query#fragment";
            default -> "oai:a:" + number;
        };
    }

    private void save(String source, int number, String title, boolean deleted) {
        store.save(new Batch(source, 1, MetadataFormat.OAI_DC, List.of(new OaiRecord(
                new Header(identifier(number), Datestamp.ofSecond(clock.instant()), List.of(new SetSpec("s" + number % 3)),
                        deleted),
                deleted ? null : ListedRepository.dublinCore(title)))));
    }

    private void many(int count) {
        for (int number = 0; number < count; number++) {
            save("a", number, "Title " + number, number % 10 == 9);
        }
    }

    private void change(Random random, int of) {
        for (int change = 0; change < 20; change++) {
            clock.advance(Duration.ofSeconds(random.nextInt(2)));
            save("a", random.nextInt(of), "Title " + random.nextInt(), random.nextInt(4) == 0);
        }
    }

    private HttpResponse<byte[]> response(String path) throws Exception {
        String address = path.startsWith("http") ? path : hub.baseUrl() + path;
        return client.send(HttpRequest.newBuilder(URI.create(address)).build(), HttpResponse.BodyHandlers.ofByteArray());
    }

    private Document document(String path) throws Exception {
        HttpResponse<byte[]> response = response(path);
        assertThat(response.statusCode()).as(path).isEqualTo(200);
        DocumentBuilderFactory factory = DocumentBuilderFactory.newInstance();
        factory.setNamespaceAware(true);
        return factory.newDocumentBuilder().parse(new ByteArrayInputStream(response.body()));
    }

    private static List<String> locations(Document document) {
        List<String> locations = new ArrayList<>();
        NodeList found = document.getElementsByTagNameNS(SITEMAPS, "loc");
        for (int i = 0; i < found.getLength(); i++) {
            locations.add(found.item(i).getTextContent());
        }
        return locations;
    }

    private static Element about(Document document) {
        return (Element) document.getElementsByTagNameNS(TERMS, "md").item(0);
    }

    private record Replay(int status, String output) {}

    /** Runs the independent program. */
    private Replay replay() throws Exception {
        Path script = Path.of("..", "bench", "resourcesync-replay.py").toAbsolutePath().normalize();
        assumeTrue(Files.isExecutable(Path.of("/usr/bin/python3")), "python3 is needed for the independent program");
        assertThat(script).exists();
        Process process = new ProcessBuilder("/usr/bin/python3", script.toString(), hub.baseUrl()).redirectErrorStream(true)
                .start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        return new Replay(process.waitFor(), output);
    }

    @Test
    void independentProgram_copiesTheRepositoryByListsAndByPackages() throws Exception {
        Random random = new Random(76);
        many(60);
        clock.advance(Duration.ofHours(25));
        work().round();
        for (int round = 0; round < 3; round++) {
            change(random, 70);
            clock.advance(Duration.ofHours(25));
            work().round();
        }
        change(random, 70);
        clock.advance(Duration.ofMinutes(10));

        Replay replay = replay();

        assertThat(replay.output()).contains("records by lists", "records by packages", "equal to OAI-PMH");
        assertThat(replay.status()).isZero();
        assertThat(work().manifest("a").orElseThrow().files()).anyMatch(file -> file.form().equals("rs.zip") && !file.isFull());
    }

    @Test
    void independentProgram_seesAChangedPackage() throws Exception {
        many(20);
        clock.advance(Duration.ofHours(25));
        work().round();
        DumpFile file = work().manifest("a").orElseThrow().files().stream().filter(one -> one.form().equals("rs.zip")).findFirst()
                .orElseThrow();
        Path place = work().folder("a").resolve(file.name());
        byte[] bytes = Files.readAllBytes(place);
        bytes[bytes.length / 2] ^= 1;
        Files.write(place, bytes);

        Replay replay = replay();

        assertThat(replay.output()).contains("sha-256 differs");
        assertThat(replay.status()).isOne();
    }

    @Test
    void longList_isAnIndexWhoseListsHaveEachResourceOnce() throws Exception {
        many(50);
        clock.advance(Duration.ofMinutes(10));
        Document index = document(LISTS + "resourcelist.xml");
        assertThat(index.getDocumentElement().getLocalName()).isEqualTo("sitemapindex");
        String at = about(index).getAttribute("at");
        assertThat(at).isEqualTo("2025-03-01T12:09:59Z");
        // These records leave their places, and are in the list of changes instead.
        save("a", 10, "Changed", false);
        save("a", 11, "", true);
        clock.advance(Duration.ofMinutes(10));

        Set<String> listed = new TreeSet<>();
        for (String part : locations(index)) {
            Document list = document(part);
            assertThat(about(list).getAttribute("at")).isEqualTo(at);
            assertThat(locations(list)).hasSizeBetween(1, OF_A_LIST)
                    .allSatisfy(one -> assertThat(listed.add(one)).as(one).isTrue());
        }
        assertThat(listed).hasSize(43).noneMatch(one -> one.endsWith(":10") || one.endsWith(":11"));
        List<String> changed = new ArrayList<>();
        for (String part : locations(document(LISTS + "changelist.xml"))) {
            changed.addAll(locations(document(part)));
        }
        assertThat(changed).hasSize(50).endsWith(hub.baseUrl() + LISTS + "records/oai:a:10",
                hub.baseUrl() + LISTS + "records/oai:a:11");
    }

    @Test
    void listsAfterChanges_areIndexedAgainWithoutLossOrRepetition() throws Exception {
        Random random = new Random(3);
        many(40);
        for (int round = 0; round < 5; round++) {
            change(random, 60);
            clock.advance(Duration.ofMinutes(10));
            List<String> listed = new ArrayList<>();
            for (String part : locations(document(LISTS + "resourcelist.xml"))) {
                listed.addAll(locations(document(part)));
            }
            assertThat(listed).doesNotHaveDuplicates();
            for (int number = 0; number < 60; number++) {
                String address = hub.baseUrl() + LISTS + "records/oai:a:" + number;
                if (number > 5) {
                    assertThat(response(address).statusCode()).as(address).isEqualTo(listed.contains(address) ? 200 : 404);
                }
            }
        }
    }

    @Test
    void closedRepository_isClosedInAllDocuments() throws Exception {
        save("closed", 1, "Secret", false);
        save("a", 1, "Open", false);
        clock.advance(Duration.ofHours(25));
        work().round();
        assertThat(new String(response("/.well-known/resourcesync").body(), StandardCharsets.UTF_8))
                .contains("/resourcesync/a/oai_dc/capabilitylist.xml").doesNotContain("closed");
        for (String file : List.of("capabilitylist.xml", "resourcelist.xml", "changelist.xml", "resourcedump.xml",
                "records/oai:a:with/slash", "resourcelist-1740830999-0.0-end.xml")) {
            HttpResponse<byte[]> refused = response("/resourcesync/closed/oai_dc/" + file);
            assertThat(refused.statusCode()).as(file).isEqualTo(403);
            assertThat(new String(refused.body(), StandardCharsets.UTF_8)).as(file).doesNotContain("Secret");
        }
    }

    @Test
    void unknownNames_areNotFound() throws Exception {
        save("a", 1, "One", false);
        save("a", 9, "", true);
        save("other", 1, "Without a dump", false);
        clock.advance(Duration.ofMinutes(10));
        for (String path : List.of("/resourcesync/other/oai_dc/resourcelist.xml", "/resourcesync/nothing/oai_dc/resourcelist.xml",
                LISTS + "nothing.xml", LISTS + "resourcedump.xml", LISTS + "resourcelist-1-2.xml",
                LISTS + "resourcelist--1-0.0-end.xml",
                LISTS + "resourcelist-99999999999999999999-0.0-end.xml", "/resourcesync/a/marc21/resourcelist.xml",
                LISTS + "records/oai:a:9", LISTS + "records/nothing", LISTS + "records/%ff")) {
            assertThat(response(path).statusCode()).as(path).isBetween(400, 404);
        }
        assertThat(response(LISTS + "records/oai:a:with/slash").statusCode()).isEqualTo(200);
    }

    @Test
    void dumps_areNamedInIdentifyAndRobots() throws Exception {
        save("a", 1, "One", false);
        try (HubStore own = HubStores.open(folder.resolve("own"),
                new HubIdentity("hub", "admin@hub.example.org", "hub.example.org"),
                clock)) {
            own.put(Source.imported("a", "Source A"));
            clock.advance(Duration.ofMinutes(10));
            try (Hub named = Hub.start(folder.resolve("own"), own, ServerSettings.of("127.0.0.1", 0, null),
                    HubOptions.of(10).withSettings(Map.of(DumpFeature.DUMPS, "a")), List.of(new DumpFeature()), clock)) {
                String identify = named.baseUrl() + "/oai/a?verb=Identify";
                named.part(DumpPart.class).orElseThrow().round();
                assertThat(new String(response(identify).body(), StandardCharsets.UTF_8)).contains(
                        "https://sheaf.dev/ns/1.0/dumps/",
                        named.baseUrl() + "/dumps/a/manifest.json", named.baseUrl() + "/.well-known/resourcesync");
                assertThat(new String(response(named.baseUrl() + "/oai?verb=Identify").body(), StandardCharsets.UTF_8))
                        .doesNotContain("manifest.json");
                assertThat(new String(response(named.baseUrl() + "/robots.txt").body(), StandardCharsets.UTF_8))
                        .contains("# All records at once: files at " + named.baseUrl() + "/dumps, ResourceSync at "
                                + named.baseUrl() + "/.well-known/resourcesync, OAI-PMH at " + named.baseUrl() + "/oai\n");
            }
        }
    }
}
