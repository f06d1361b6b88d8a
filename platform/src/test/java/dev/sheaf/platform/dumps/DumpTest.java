package dev.sheaf.platform.dumps;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.Proxy;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CancellationException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.zip.GZIPInputStream;

import com.github.luben.zstd.ZstdInputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import dev.sheaf.core.Datestamp;
import dev.sheaf.core.DeletedRecordPolicy;
import dev.sheaf.core.Granularity;
import dev.sheaf.core.Header;
import dev.sheaf.core.MetadataFormat;
import dev.sheaf.core.MetadataPrefix;
import dev.sheaf.core.OaiRecord;
import dev.sheaf.core.OaiResponse;
import dev.sheaf.core.address.AddressBlock;
import dev.sheaf.core.repository.RecordQuery;
import dev.sheaf.core.repository.Repository;
import dev.sheaf.core.store.Aggregate;
import dev.sheaf.core.store.Batch;
import dev.sheaf.core.store.Source;
import dev.sheaf.core.xml.OaiReader;
import dev.sheaf.platform.config.RepositoryOptions;
import dev.sheaf.platform.config.Setting;
import dev.sheaf.platform.hub.Hub;
import dev.sheaf.platform.hub.HubOptions;
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
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** Dumps over a real store and real HTTP: full dumps with their deltas are what OAI-PMH lists. */
class DumpTest {

    private static final String BASE = "https://hub.example.org/oai/a";

    @TempDir
    private Path folder;
    private final SettableClock clock = SettableClock.at("2025-03-01T12:00:00Z");
    private HubStore store;

    @BeforeEach
    void open() {
        store = HubStores.open(folder.resolve("data"), new HubIdentity("hub", "admin@hub.example.org", "hub.example.org"), clock);
        store.put(Source.imported("a", "Source A"));
    }

    @AfterEach
    void close() {
        store.close();
    }

    private void save(int number, String title, boolean deleted) {
        store.save(new Batch("a", 1, MetadataFormat.OAI_DC, List.of(new OaiRecord(
                new Header("oai:a:" + number, Datestamp.ofSecond(clock.instant()), List.of(), deleted),
                deleted ? null : ListedRepository.dublinCore(title)))));
    }

    private Repository repository() {
        return store.repository("a", BASE).orElseThrow();
    }

    private Path dumps() {
        return folder.resolve("dumps");
    }

    private DumpMaker maker(String forms) {
        return new DumpMaker("a", BASE, repository(), dumps(), DumpForm.parse(forms), () -> Set.of("a"), () -> false);
    }

    private DumpManifest manifest() throws IOException {
        return DumpManifest.read(dumps()).orElseThrow();
    }

    /** The state that somebody has who reads the last full dump and all later deltas. */
    private Map<String, String> replayed(String form) throws Exception {
        List<DumpFile> files = new ArrayList<>();
        for (DumpFile file : manifest().files()) {
            if (file.form().equals(form)) {
                if (file.isFull()) {
                    files.clear();
                }
                files.add(file);
            }
        }
        Map<String, String> state = new TreeMap<>();
        for (DumpFile file : files) {
            OaiResponse.ListRecords list = (OaiResponse.ListRecords) OaiReader.read(unpacked(file)).answer();
            assertThat(list.records()).hasSize((int) file.records());
            list.records().forEach(record -> state.put(record.identifier(), described(record)));
        }
        return state;
    }

    private byte[] unpacked(DumpFile file) throws Exception {
        byte[] bytes = Files.readAllBytes(dumps().resolve(file.name()));
        assertThat(bytes).hasSize((int) file.bytes());
        assertThat(HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes))).isEqualTo(file.sha256());
        return unpacked(bytes, file.name());
    }

    private static byte[] unpacked(byte[] bytes, String name) throws IOException {
        try (InputStream in = name.endsWith(".gz")
                ? new GZIPInputStream(new ByteArrayInputStream(bytes))
                : new ZstdInputStream(new ByteArrayInputStream(bytes))) {
            ByteArrayOutputStream out = new ByteArrayOutputStream();
            in.transferTo(out);
            return out.toByteArray();
        }
    }

    private static String described(OaiRecord record) {
        return record.header().datestamp() + " " + (record.deleted() ? "deleted" : record.metadata());
    }

    private Map<String, String> listed() {
        Map<String, String> state = new TreeMap<>();
        Repository repository = repository();
        repository.records(new RecordQuery(MetadataPrefix.OAI_DC, null, repository.settled(), null, null, 100_000, false)).read()
                .forEach(record -> state.put(record.identifier(), described(record)));
        return state;
    }

    @Test
    void fullDumpWithDeltas_isTheListThroughManyChanges() throws Exception {
        Random random = new Random(16);
        for (int round = 0; round < 12; round++) {
            for (int change = 0; change < 15; change++) {
                clock.advance(Duration.ofSeconds(random.nextInt(3)));
                save(random.nextInt(60), "Title " + round + "-" + change, random.nextInt(5) == 0);
            }
            clock.advance(Duration.ofMinutes(10));
            maker("xml.zst,xml.gz").make();
            assertThat(replayed("xml.zst")).isEqualTo(listed());
            assertThat(replayed("xml.gz")).isEqualTo(listed());
        }
        assertThat(manifest().files()).anyMatch(file -> !file.isFull());
    }

    @Test
    void nothingChanged_makesNoFile() throws Exception {
        save(1, "One", false);
        clock.advance(Duration.ofMinutes(10));
        assertThat(maker("xml.zst").make()).isTrue();
        DumpManifest before = manifest();
        clock.advance(Duration.ofDays(1));
        assertThat(maker("xml.zst").make()).isFalse();
        assertThat(manifest()).isEqualTo(before);
    }

    @Test
    void everyForm_holdsTheSameRecords() throws Exception {
        save(1, "Emma", false);
        save(2, "", true);
        clock.advance(Duration.ofMinutes(10));
        maker("xml.zst,jsonl.gz,csv.zst").make();
        assertThat(manifest().files()).extracting(DumpFile::form).containsExactly("xml.zst", "jsonl.gz", "csv.zst");
        for (DumpFile file : manifest().files()) {
            assertThat(file.records()).isEqualTo(2);
            assertThat(new String(unpacked(file), StandardCharsets.UTF_8)).contains("Emma", "oai:a:1", "oai:a:2");
        }
    }

    @Test
    void interruptedWork_leavesTheManifestAndItsFiles() throws Exception {
        save(1, "One", false);
        clock.advance(Duration.ofMinutes(10));
        maker("xml.zst").make();
        DumpManifest before = manifest();
        Files.writeString(dumps().resolve("oai_dc-delta-x.xml.zst.partial"), "half");
        Files.writeString(dumps().resolve("oai_dc-delta-x.xml.zst"), "complete, and not in the manifest");
        assertThat(manifest()).isEqualTo(before);
        save(2, "Two", false);
        clock.advance(Duration.ofMinutes(10));
        maker("xml.zst").make();
        assertThat(replayed("xml.zst")).isEqualTo(listed());
        try (var files = Files.list(dumps())) {
            assertThat(files.map(file -> file.getFileName().toString())).hasSize(3).noneMatch(name -> name.contains("-x"));
        }
    }

    @Test
    void manifestThatIsDamaged_leadsToANewFullDump() throws Exception {
        save(1, "One", false);
        clock.advance(Duration.ofMinutes(10));
        maker("xml.zst").make();
        Files.writeString(dumps().resolve(DumpManifest.FILE), "{\"files\": [{\"name\": 3}");
        clock.advance(Duration.ofMinutes(10));
        maker("xml.zst").make();
        assertThat(replayed("xml.zst")).isEqualTo(listed());
    }

    @Test
    void otherBaseUrl_leadsToANewFullDump() throws Exception {
        save(1, "One", false);
        clock.advance(Duration.ofMinutes(10));
        maker("xml.zst,rs.zip").make();
        clock.advance(Duration.ofMinutes(10));
        String moved = "https://new.example.org/oai/a";
        new DumpMaker("a", moved, store.repository("a", moved).orElseThrow(), dumps(), DumpForm.parse("xml.zst,rs.zip"),
                () -> Set.of("a"), () -> false).make();
        assertThat(manifest().baseUrl()).isEqualTo(moved);
        assertThat(manifest().files()).hasSize(2).allMatch(DumpFile::isFull);
        DumpFile text = manifest().files().stream().filter(file -> file.form().equals("xml.zst")).findFirst().orElseThrow();
        assertThat(new String(unpacked(text), StandardCharsets.UTF_8)).contains(moved).doesNotContain(BASE);
    }

    @Test
    void fileThatIsLost_leadsToANewFullDumpOfItsForm() throws Exception {
        // Texts that cannot be compressed make the full file larger than its deltas.
        Random random = new Random(12);
        for (int number = 0; number < 100; number++) {
            save(number, "Title " + random.nextLong() + random.nextLong(), false);
        }
        for (int round = 0; round < 3; round++) {
            save(round, "Title " + round, false);
            clock.advance(Duration.ofMinutes(10));
            maker("xml.zst,xml.gz").make();
        }
        List<DumpFile> gz = manifest().files().stream().filter(file -> file.form().equals("xml.gz")).toList();
        DumpFile delta = manifest().files().stream().filter(file -> file.form().equals("xml.zst") && !file.isFull()).findFirst()
                .orElseThrow();
        Files.delete(dumps().resolve(delta.name()));
        clock.advance(Duration.ofMinutes(10));
        assertThat(maker("xml.zst,xml.gz").make()).isTrue();
        assertThat(replayed("xml.zst")).isEqualTo(listed());
        assertThat(manifest().files()).containsAll(gz)
                .allMatch(file -> Files.isRegularFile(dumps().resolve(file.name())))
                .filteredOn(file -> file.form().equals("xml.zst")).hasSize(1);
    }

    @Test
    void prefixesThatDifferInASign_haveTheirOwnFiles() throws Exception {
        for (String prefix : List.of("x!y", "x-y", "x'y", "x21y")) {
            store.save(new Batch("a", 1, new MetadataFormat(new MetadataPrefix(prefix), "", "urn:" + prefix.hashCode()),
                    List.of(new OaiRecord(new Header("oai:a:1", Datestamp.ofSecond(clock.instant()), List.of(), false),
                            ListedRepository.dublinCore("As " + prefix)))));
        }
        clock.advance(Duration.ofMinutes(10));
        maker("jsonl.gz").make();
        // A crosswalk makes oai_dc.
        List<DumpFile> files = manifest().files().stream().filter(file -> !MetadataPrefix.OAI_DC.equals(file.prefix())).toList();
        assertThat(files).extracting(DumpFile::name).hasSize(4).doesNotHaveDuplicates();
        for (DumpFile file : files) {
            assertThat(new String(unpacked(file), StandardCharsets.UTF_8)).contains("As " + file.prefix());
        }
    }

    @Test
    void oldDeltas_goAfterAMonth() throws Exception {
        for (int day = 0; day < 80; day++) {
            clock.advance(Duration.ofDays(1));
            save(day % 7, "Title " + day, false);
            clock.advance(Duration.ofMinutes(10));
            maker("xml.gz").make();
        }
        assertThat(manifest().files().stream().filter(DumpFile::isFull)).hasSize(1);
        assertThat(manifest().files()).hasSizeLessThan(40)
                .allMatch(file -> file.until().isAfter(clock.instant().minus(Duration.ofDays(31))));
        assertThat(replayed("xml.gz")).isEqualTo(listed());
    }

    @Test
    void wrongForms_areRefusedWithTheRightOnes() {
        for (String wrong : List.of("", "xml", "xml.rar", "pdf.gz", "xml.gz,", "..", "xml.zst;jsonl.gz")) {
            assertThatThrownBy(() -> DumpForm.parse(wrong)).isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("xml.zst");
        }
    }

    @Test
    void mistypedRepository_isNamedAtTheStart() throws Exception {
        Map<Setting, String> settings = Map.of(DumpFeature.DUMPS, "a, oai, thesis");
        try (Hub hub = Hub.start(folder.resolve("data"), store, ServerSettings.of("127.0.0.1", 0, null),
                HubOptions.of(10).withSettings(settings), List.of(new DumpFeature()), clock)) {
            assertThat(hub.notices()).contains(
                    "dumps: there is no source or aggregate thesis. Its dump is made as soon as there is one.");
        }
    }

    @Test
    void hubWithDumps_servesPagesManifestAndFiles() throws Exception {
        save(1, "Emma", false);
        clock.advance(Duration.ofMinutes(10));
        Map<Setting, String> settings = Map.of(DumpFeature.DUMPS, "all", DumpFeature.FORMS, "xml.zst,csv.gz");
        try (Hub hub = Hub.start(folder.resolve("data"), store, ServerSettings.of("127.0.0.1", 0, null),
                HubOptions.of(10).withSettings(settings), List.of(new DumpFeature()), clock);
                HttpClient client = HttpClient.newHttpClient()) {
            hub.part(DumpPart.class).orElseThrow().round();
            assertThat(text(client, hub, "/dumps")).contains("/dumps/a/", "/dumps/" + Aggregate.EVERYTHING + "/");
            assertThat(text(client, hub, "/dumps/a/")).contains("xml.zst", "all records", "manifest.json");
            String manifest = text(client, hub, "/dumps/a/manifest.json");
            assertThat(manifest).contains("\"kind\" : \"full\"", "\"sha256\"");
            DumpFile file = DumpManifest.read(folder.resolve("data").resolve("dumps").resolve("a")).orElseThrow().files()
                    .getFirst();
            HttpResponse<byte[]> response = get(client, hub, "/dumps/a/" + file.name());
            assertThat(response.statusCode()).isEqualTo(200);
            assertThat(new String(unpacked(response.body(), file.name()), StandardCharsets.UTF_8)).contains("Emma");
            HttpResponse<byte[]> part = client.send(HttpRequest.newBuilder(URI.create(hub.baseUrl() + "/dumps/a/" + file.name()))
                    .header("Range", "bytes=10-19").build(), HttpResponse.BodyHandlers.ofByteArray());
            assertThat(part.statusCode()).isEqualTo(206);
            assertThat(part.body()).hasSize(10);
            assertThat(status(client, hub, file, "bytes=5-2")).isEqualTo(200);
            assertThat(status(client, hub, file, "bytes=-3")).isEqualTo(206);
            assertThat(status(client, hub, file, "bytes=" + file.bytes() + "-")).isEqualTo(416);
            HttpResponse<Void> head = head(client, hub, "/dumps/a/" + file.name());
            assertThat(head.statusCode()).isEqualTo(200);
            assertThat(head.headers().firstValueAsLong("Content-Length")).hasValue(file.bytes());
            assertThat(head.headers().firstValue("ETag")).hasValue("\"" + file.sha256() + "\"");
            assertThat(head(client, hub, "/dumps/a/nothing.xml.zst").statusCode()).isEqualTo(404);
            for (String wrong : List.of("/dumps/a/nothing.xml.zst", "/dumps/b/manifest.json", "/dumps/a/..%2f..%2fsheaf.db",
                    "/dumps/..%2f/manifest.json", "/dumps/a/manifest.json.partial")) {
                assertThat(get(client, hub, wrong).statusCode()).as(wrong).isBetween(400, 404);
            }
        }
    }

    private DumpWork work(HubStore of, Path place) {
        return new DumpWork(of, "https://hub.example.org", place, new DumpSettings(List.of("all"), DumpForm.parse("xml.zst"),
                Duration.ofHours(24)), clock);
    }

    @Test
    void repositoryThatFails_leavesTheOthersTheirDumps() throws Exception {
        save(1, "One", false);
        store.put(Source.imported("b", "Source B"));
        clock.advance(Duration.ofMinutes(10));
        AtomicInteger failed = new AtomicInteger();
        HubStore failing = (HubStore) Proxy.newProxyInstance(getClass().getClassLoader(), new Class<?>[]{HubStore.class},
                (_, method, arguments) -> {
                    if (method.getName().equals("repository") && arguments[0].equals("a")) {
                        failed.incrementAndGet();
                        throw new IllegalStateException("a fault of this program");
                    }
                    return method.invoke(store, arguments);
                });
        try (DumpWork work = work(failing, dumps())) {
            work.round();
            clock.advance(Duration.ofMinutes(1));
            work.round();
        }
        assertThat(dumps().resolve("b").resolve(DumpManifest.FILE)).exists();
        assertThat(failed).as("attempts within the hour").hasValue(1);
    }

    @Test
    void removedSource_takesItsDumpWithIt_andStartsWithANewOne() throws Exception {
        save(1, "One", false);
        clock.advance(Duration.ofMinutes(10));
        try (DumpWork work = work(store, dumps())) {
            work.round();
            assertThat(work.manifest("a")).isPresent();
            store.remove("a", false);
            assertThat(work.manifest("a")).isEmpty();
            work.round();
            assertThat(dumps().resolve("a")).doesNotExist();
            assertThat(dumps().resolve(Aggregate.EVERYTHING)).exists();
            store.put(Source.imported("a", "Another source"));
            save(2, "Two", false);
            clock.advance(Duration.ofMinutes(10));
            work.round();
            assertThat(work.manifest("a").orElseThrow().files()).hasSize(1).allMatch(DumpFile::isFull);
        }
    }

    @Test
    void unwantedWork_leavesTheManifestAsItWas() throws Exception {
        save(1, "One", false);
        clock.advance(Duration.ofMinutes(10));
        maker("xml.zst").make();
        DumpManifest before = manifest();
        save(2, "Two", false);
        clock.advance(Duration.ofMinutes(10));
        DumpMaker unwanted = new DumpMaker("a", BASE, repository(), dumps(), DumpForm.parse("xml.zst"), () -> Set.of("a"),
                () -> true);
        assertThatThrownBy(unwanted::make).isInstanceOf(CancellationException.class);
        assertThat(manifest()).isEqualTo(before);
        maker("xml.zst").make();
        assertThat(replayed("xml.zst")).isEqualTo(listed());
    }

    /** Starts a hub with all dumps; some networks may not see a source. */
    private Hub closed(String id) throws Exception {
        FlowRules denied = FlowRules.NONE.withDenied(List.of(AddressBlock.parse("10.0.0.0/8")));
        RepositoryOptions limited = new RepositoryOptions(AddedDescriptions.NONE, Granularity.SECOND,
                DeletedRecordPolicy.PERSISTENT, null, null, denied, FlowRules.NONE);
        HubOptions options = new HubOptions(10, new RepositoryOptions.OfAll(RepositoryOptions.DEFAULT, RepositoryOptions.DEFAULT,
                Map.of(id, limited)), ClientAddresses.DIRECT).withSettings(Map.of(DumpFeature.DUMPS, "all"));
        return Hub.start(folder.resolve("data"), store, ServerSettings.of("127.0.0.1", 0, null), options,
                List.of(new DumpFeature()), clock);
    }

    private Path dumpsOfEverything() {
        return folder.resolve("data").resolve("dumps").resolve(Aggregate.EVERYTHING);
    }

    private String everything() throws Exception {
        DumpFile file = DumpManifest.read(dumpsOfEverything()).orElseThrow().files().getFirst();
        assertThat(file.isFull()).isTrue();
        return new String(unpacked(Files.readAllBytes(dumpsOfEverything().resolve(file.name())), file.name()),
                StandardCharsets.UTF_8);
    }

    @Test
    void sourceThatIsClosed_leavesTheDumpsOfAggregatesAtOnce() throws Exception {
        store.put(Source.imported("b", "Source B"));
        save(1, "Emma", false);
        store.save(new Batch("b", 1, MetadataFormat.OAI_DC, List.of(new OaiRecord(
                new Header("oai:b:1", Datestamp.ofSecond(clock.instant()), List.of(), false),
                ListedRepository.dublinCore("Persuasion")))));
        clock.advance(Duration.ofMinutes(10));
        try (Hub hub = closed("nobody")) {
            hub.part(DumpPart.class).orElseThrow().round();
        }
        String before = DumpManifest.read(dumpsOfEverything()).orElseThrow().files().getFirst().name();
        assertThat(everything()).contains("Emma", "Persuasion");
        clock.advance(Duration.ofMinutes(10));
        try (Hub hub = closed("a"); HttpClient client = HttpClient.newHttpClient()) {
            // The first round of the hub may be over or not.
            assertThat(get(client, hub, "/dumps/oai/" + before).statusCode()).isEqualTo(404);
            hub.part(DumpPart.class).orElseThrow().round();
            assertThat(get(client, hub, "/dumps/oai/" + before).statusCode()).isEqualTo(404);
            assertThat(everything()).contains("Persuasion").doesNotContain("Emma");
            assertThat(text(client, hub, "/dumps/oai/manifest.json")).doesNotContain("sources");
        }
    }

    @Test
    void sourceThatIsRemoved_leavesTheDumpsOfAggregatesAtOnce() throws Exception {
        save(1, "Emma", false);
        clock.advance(Duration.ofMinutes(10));
        try (Hub hub = closed("nobody"); HttpClient client = HttpClient.newHttpClient()) {
            hub.part(DumpPart.class).orElseThrow().round();
            String before = DumpManifest.read(dumpsOfEverything()).orElseThrow().files().getFirst().name();
            assertThat(everything()).contains("Emma");
            store.remove("a", false);
            assertThat(get(client, hub, "/dumps/oai/" + before).statusCode()).isEqualTo(404);
            clock.advance(Duration.ofMinutes(10));
            hub.part(DumpPart.class).orElseThrow().round();
            assertThat(everything()).doesNotContain("Emma");
        }
    }

    @Test
    void sourceThatIsRemovedAndImportedAgain_hasADumpOfItsNewRecordsAlone() throws Exception {
        save(1, "Emma", false);
        clock.advance(Duration.ofMinutes(10));
        try (Hub hub = closed("nobody"); HttpClient client = HttpClient.newHttpClient()) {
            hub.part(DumpPart.class).orElseThrow().round();
            Path own = folder.resolve("data").resolve("dumps").resolve("a");
            String before = DumpManifest.read(own).orElseThrow().files().getFirst().name();
            String all = DumpManifest.read(dumpsOfEverything()).orElseThrow().files().getFirst().name();
            store.remove("a", false);
            store.put(Source.imported("a", "Source A"));
            save(2, "Persuasion", false);
            assertThat(get(client, hub, "/dumps/a/" + before).statusCode()).isEqualTo(404);
            assertThat(get(client, hub, "/dumps/oai/" + all).statusCode()).isEqualTo(404);
            clock.advance(Duration.ofMinutes(10));
            hub.part(DumpPart.class).orElseThrow().round();
            assertThat(everything()).contains("Persuasion").doesNotContain("Emma");
            assertThat(get(client, hub, "/dumps/a/" + before).statusCode()).isEqualTo(404);
        }
    }

    @Test
    void dumpOfAClosedRepository_isNotForSharedCaches() throws Exception {
        save(1, "Emma", false);
        clock.advance(Duration.ofMinutes(10));
        try (Hub hub = closed("a"); HttpClient client = HttpClient.newHttpClient()) {
            hub.part(DumpPart.class).orElseThrow().round();
            for (String id : List.of("a", Aggregate.EVERYTHING)) {
                String name = DumpManifest.read(folder.resolve("data").resolve("dumps").resolve(id)).orElseThrow().files()
                        .getFirst().name();
                assertThat(get(client, hub, "/dumps/" + id + "/" + name).headers().firstValue("Cache-Control").orElse(""))
                        .as(id).startsWith(id.equals("a") ? "private" : "public");
            }
        }
    }

    private static int status(HttpClient client, Hub hub, DumpFile file, String range) throws Exception {
        return client.send(HttpRequest.newBuilder(URI.create(hub.baseUrl() + "/dumps/a/" + file.name())).header("Range", range)
                .build(), HttpResponse.BodyHandlers.discarding()).statusCode();
    }

    private static HttpResponse<Void> head(HttpClient client, Hub hub, String path) throws Exception {
        return client.send(HttpRequest.newBuilder(URI.create(hub.baseUrl() + path)).HEAD().build(),
                HttpResponse.BodyHandlers.discarding());
    }

    private static String text(HttpClient client, Hub hub, String path) throws Exception {
        HttpResponse<byte[]> response = get(client, hub, path);
        assertThat(response.statusCode()).as(path).isEqualTo(200);
        return new String(response.body(), StandardCharsets.UTF_8);
    }

    private static HttpResponse<byte[]> get(HttpClient client, Hub hub, String path) throws Exception {
        return client.send(HttpRequest.newBuilder(URI.create(hub.baseUrl() + path)).build(),
                HttpResponse.BodyHandlers.ofByteArray());
    }
}
