package dev.sheaf.platform.dumps;

import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import com.github.luben.zstd.ZstdInputStream;
import com.github.luben.zstd.ZstdOutputStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import dev.sheaf.core.Datestamp;
import dev.sheaf.core.Header;
import dev.sheaf.core.MetadataFormat;
import dev.sheaf.core.MetadataPrefix;
import dev.sheaf.core.OaiRecord;
import dev.sheaf.core.SetSpec;
import dev.sheaf.core.Sha256;
import dev.sheaf.core.store.Batch;
import dev.sheaf.core.store.HarvestOutcome;
import dev.sheaf.core.store.HarvestOutcome.Verdict;
import dev.sheaf.core.store.ServerTrait;
import dev.sheaf.core.store.Source;
import dev.sheaf.core.store.StoredRecord;
import dev.sheaf.harvester.HarvestEvent;
import dev.sheaf.harvester.HarvestOptions;
import dev.sheaf.harvester.Harvester;
import dev.sheaf.harvester.http.FetchRules;
import dev.sheaf.harvester.http.HttpFetcher;
import dev.sheaf.platform.config.Setting;
import dev.sheaf.platform.hub.Feature;
import dev.sheaf.platform.hub.Hub;
import dev.sheaf.platform.hub.HubContext;
import dev.sheaf.platform.hub.HubOptions;
import dev.sheaf.platform.hub.HubPart;
import dev.sheaf.platform.server.Routes;
import dev.sheaf.platform.server.ServerSettings;
import dev.sheaf.platform.sync.SourceHarvest;
import dev.sheaf.store.HubIdentity;
import dev.sheaf.store.HubStore;
import dev.sheaf.store.open.HubStores;
import dev.sheaf.testkit.SettableClock;
import dev.sheaf.testkit.repository.ListedRepository;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** A hub that loads a repository from its dump holds exactly what a hub holds that harvests it, and harvests it where the dump has a fault. */
class FirstLoadTest {

    private static final String COPY = "copy";

    @TempDir
    private Path folder;
    private final SettableClock clock = SettableClock.at("2025-03-01T12:00:00Z");
    private final HttpFetcher fetcher = new HttpFetcher(clock);
    private final Harvester harvester = new Harvester(fetcher, FetchRules.DEFAULT, clock, (_, _) -> {});
    private final List<HarvestEvent> events = new ArrayList<>();
    private final List<HubStore> copies = new ArrayList<>();
    private final AtomicBoolean isSaved = new AtomicBoolean();
    private final AtomicBoolean isBusy = new AtomicBoolean();
    private final AtomicInteger tokens = new AtomicInteger();
    private final AtomicBoolean isEmpty = new AtomicBoolean();
    private HubStore store;
    private @Nullable Hub started;

    @BeforeEach
    void open() {
        store = HubStores.open(folder.resolve("data"), new HubIdentity("hub", "admin@hub.example.org", "hub.example.org"), clock);
        store.put(Source.imported("a", "Source A"));
    }

    private Hub hub() {
        return Objects.requireNonNull(started);
    }

    private void start(Map<Setting, String> settings) throws Exception {
        started = Hub.start(folder.resolve("data"), store, ServerSettings.of("127.0.0.1", 0, null),
                HubOptions.of(100).withSettings(settings), List.of(new DumpFeature(), faults()), clock);
    }

    /** Faults of the hub: it wants a long pause from requests for dumps, or its lists of headers have nothing but tokens. */
    private Feature faults() {
        return new Feature() {
            @Override
            public HubPart open(HubContext hub) {
                return HubPart.of(config -> config.routes.before(Routes.DUMPS + "/*", context -> {
                    if (isBusy.get()) {
                        context.status(503).header("Retry-After", "36000").result("busy");
                        context.skipRemainingHandlers();
                    }
                }), config -> config.routes.before(Routes.OAI_ONE, context -> {
                    if (isEmpty.get() && "ListIdentifiers".equals(context.queryParam("verb"))) {
                        context.contentType("text/xml").result("""
                                <OAI-PMH xmlns="http://www.openarchives.org/OAI/2.0/"><responseDate>%s</responseDate>\
                                <request verb="ListIdentifiers">%s</request><ListIdentifiers>\
                                <resumptionToken>t%d</resumptionToken></ListIdentifiers></OAI-PMH>"""
                                .formatted(clock.instant(), hub.baseUrl() + "/oai/a", tokens.incrementAndGet()));
                        context.skipRemainingHandlers();
                    }
                }));
            }
        };
    }

    @AfterEach
    void stop() {
        if (started != null) {
            started.close();
        }
        copies.forEach(HubStore::close);
        store.close();
        fetcher.close();
    }

    private static OaiRecord record(int number, String title, boolean deleted, SettableClock clock) {
        List<SetSpec> sets = number % 3 == 0
                ? List.of()
                : List.of(new SetSpec("s" + number % 3), new SetSpec("s" + number % 3 + ":x"));
        return new OaiRecord(new Header("oai:a:" + number, Datestamp.ofSecond(clock.instant()), sets, deleted),
                deleted ? null : ListedRepository.dublinCore(title));
    }

    private void save(HubStore to, List<OaiRecord> records) {
        to.save(new Batch("a", 1, MetadataFormat.OAI_DC, records));
    }

    private void many(int from, int until) {
        List<OaiRecord> records = new ArrayList<>();
        for (int number = from; number < until; number++) {
            records.add(record(number, "Title " + number, number % 10 == 7, clock));
        }
        save(store, records);
    }

    private void change(Random random, int of) {
        for (int change = 0; change < 40; change++) {
            clock.advance(Duration.ofSeconds(random.nextInt(3)));
            save(store, List.of(record(random.nextInt(of), "Title " + random.nextInt(), random.nextInt(4) == 0, clock)));
        }
    }

    private void dump() throws Exception {
        // Two of them are never due within the same day.
        clock.advance(Duration.ofHours(25));
        if (started == null) {
            start(Map.of(DumpFeature.DUMPS, "a", DumpFeature.FORMS, "xml.zst,jsonl.gz"));
        }
        hub().part(DumpPart.class).orElseThrow().round();
    }

    private Path dumpOfA() {
        return folder.resolve("data").resolve("dumps").resolve("a");
    }

    private DumpManifest manifest() throws Exception {
        return DumpManifest.read(dumpOfA()).orElseThrow();
    }

    private HubStore copy(String name, String... pins) {
        HubStore copy = HubStores.open(folder.resolve(name),
                new HubIdentity(name, "admin@" + name + ".example.org", name + ".example.org"),
                clock);
        copies.add(copy);
        copy.put(Source.harvested(COPY, hub().baseUrl() + "/oai/a"));
        for (String pin : pins) {
            copy.pinProfile(COPY, copy.profile(COPY).pin(ServerTrait.DUMPS, pin));
        }
        return copy;
    }

    private HarvestOutcome harvest(HubStore copy) {
        return harvest(copy, HarvestOptions.DEFAULT);
    }

    private HarvestOutcome harvest(HubStore copy, HarvestOptions options) {
        events.clear();
        return new SourceHarvest(copy, harvester, clock).run(copy.source(COPY).orElseThrow(), options, event -> {
            events.add(event);
            isSaved.compareAndSet(false, event instanceof HarvestEvent.PageSaved);
        }).orElseThrow();
    }

    private static Map<String, String> state(HubStore copy) {
        Map<String, String> state = new TreeMap<>();
        long after = 0;
        while (true) {
            List<StoredRecord> page = copy.changes(MetadataPrefix.OAI_DC, after, 1_000);
            if (page.isEmpty()) {
                return state;
            }
            for (StoredRecord stored : page) {
                OaiRecord record = stored.record();
                state.put(record.identifier(),
                        stored.originDatestamp() + " " + record.deleted() + " " + record.header().sets() + " "
                                + record.metadata());
            }
            after = page.getLast().seq();
        }
    }

    private String notes() {
        return events.stream().filter(HarvestEvent.Note.class::isInstance).map(event -> ((HarvestEvent.Note) event).message())
                .reduce("", (one, other) -> one + "\n" + other);
    }

    private List<String> requests() {
        return events.stream().filter(HarvestEvent.Requested.class::isInstance)
                .map(event -> ((HarvestEvent.Requested) event).address().toString()).toList();
    }

    private void assertEqualToAHarvest(HubStore copy) {
        HubStore harvested = copy("harvested" + copies.size(), "no");
        assertThat(harvest(harvested).verdict()).isEqualTo(Verdict.COMPLETE);
        assertThat(requests()).noneMatch(address -> address.contains("/dumps/"));
        assertThat(state(copy)).isEqualTo(state(harvested)).isNotEmpty();
    }

    @Test
    void loadedHub_holdsWhatAHarvestedHubHolds_alsoAfterFurtherChanges() throws Exception {
        Random random = new Random(76);
        many(0, 300);
        dump();
        for (int round = 0; round < 4; round++) {
            change(random, 330);
            dump();
        }
        assertThat(manifest().files()).anyMatch(file -> !file.isFull());
        change(random, 330);
        clock.advance(Duration.ofMinutes(10));

        HubStore loaded = copy("loaded");
        HarvestOutcome outcome = harvest(loaded);

        assertThat(outcome.verdict()).as(outcome.reason()).isEqualTo(Verdict.COMPLETE);
        assertThat(notes()).contains("came from the dump of the repository", "later changes are harvested");
        assertThat(requests().stream().filter(address -> address.contains("ListRecords") && !address.contains("resumptionToken")))
                .isNotEmpty().allMatch(address -> address.contains("from="));
        assertEqualToAHarvest(loaded);

        HubStore harvested = copies.get(1);
        for (int round = 0; round < 3; round++) {
            change(random, 360);
            clock.advance(Duration.ofMinutes(10));
            assertThat(harvest(loaded).verdict()).isEqualTo(Verdict.COMPLETE);
            assertThat(harvest(harvested).verdict()).isEqualTo(Verdict.COMPLETE);
            assertThat(state(loaded)).isEqualTo(state(harvested));
        }
    }

    @Test
    void runThatIsCutInTheMiddle_loadsAgainAndHoldsTheSame() throws Exception {
        many(0, 5_000);
        dump();
        change(new Random(1), 5_000);
        clock.advance(Duration.ofMinutes(10));
        HubStore loaded = copy("loaded");

        HarvestOutcome cut = harvest(loaded, HarvestOptions.DEFAULT.withCancelled(isSaved::get));

        assertThat(cut.isComplete()).isFalse();
        assertThat(state(loaded).size()).isBetween(1, 4_999);
        HarvestOutcome outcome = harvest(loaded);
        assertThat(outcome.verdict()).as(outcome.reason()).isEqualTo(Verdict.COMPLETE);
        // 39 others have changed since.
        assertThat(notes()).contains("4961 records of oai_dc came from the dump");
        assertEqualToAHarvest(loaded);
    }

    @Test
    void dumpForWhichTheHostWantsALongPause_doesNotKeepTheNextRunFromTheList() throws Exception {
        isBusy.set(true);
        many(0, 50);
        dump();
        HubStore loaded = copy("loaded");

        HarvestOutcome paused = harvest(loaded);

        assertThat(paused.isComplete()).isFalse();
        assertThat(notes()).contains("the dump of oai_dc was not used");
        clock.advance(Duration.ofDays(1));
        HarvestOutcome outcome = harvest(loaded);
        assertThat(outcome.verdict()).as(outcome.reason()).isEqualTo(Verdict.COMPLETE);
        assertThat(requests()).noneMatch(address -> address.contains("/dumps/"));
        assertThat(loaded.profile(COPY).learnt()).containsEntry(ServerTrait.DUMPS, "no");
        assertEqualToAHarvest(loaded);
    }

    /** The end of a process, such as by kill -9, in the middle of a load. */
    private static final class Killed extends RuntimeException {
        private static final long serialVersionUID = 1;
    }

    @Test
    void runThatDiesWithTheDump_isFollowedByAHarvestOfTheList() throws Exception {
        many(0, 50);
        dump();
        HubStore loaded = copy("loaded");
        assertThatThrownBy(() -> new SourceHarvest(loaded, harvester, clock).run(loaded.source(COPY).orElseThrow(),
                HarvestOptions.DEFAULT, event -> {
                    if (event instanceof HarvestEvent.Note note && note.message().contains("the headers of oai_dc are read")) {
                        throw new Killed();
                    }
                })).isInstanceOf(Killed.class);

        HarvestOutcome outcome = harvest(loaded);

        assertThat(outcome.verdict()).as(outcome.reason()).isEqualTo(Verdict.COMPLETE);
        assertThat(requests()).noneMatch(address -> address.contains("/dumps/"));
        assertEqualToAHarvest(loaded);
    }

    @Test
    void recordThatIsTwiceInTheDump_isCountedOnce() throws Exception {
        many(0, 50);
        dump();
        forge(51, text -> text.replaceFirst("(?s)(<record>.*?</record>)", "$1$1"));
        HubStore loaded = copy("loaded");
        assertThat(harvest(loaded).verdict()).isEqualTo(Verdict.COMPLETE);
        assertThat(notes()).contains("50 records of oai_dc came from the dump");
        assertThat(loaded.profile(COPY).learnt()).doesNotContainKey(ServerTrait.DUMPS);
        assertEqualToAHarvest(loaded);
    }

    @Test
    void headersWithoutAnEnd_areNotReadInParts() throws Exception {
        isEmpty.set(true);
        many(0, 50);
        dump();
        HubStore loaded = copy("loaded");
        HarvestOutcome outcome = harvest(loaded);
        assertThat(outcome.verdict()).as(outcome.reason()).isEqualTo(Verdict.COMPLETE_UNPROVEN);
        assertThat(notes()).contains("the dump of oai_dc was not used", "the headers of the repository are incomplete")
                .doesNotContain("re-entered");
        assertThat(requests().stream().filter(address -> address.contains("ListIdentifiers"))).isNotEmpty()
                .noneMatch(address -> address.contains("until="));
        isEmpty.set(false);
        assertEqualToAHarvest(loaded);
    }

    private void assertPlainHarvest(String reason) {
        HubStore loaded = copy("loaded");
        HarvestOutcome outcome = harvest(loaded);
        assertThat(outcome.verdict()).as(outcome.reason()).isEqualTo(Verdict.COMPLETE);
        assertThat(notes()).contains("the dump of oai_dc was not used", reason).doesNotContain("came from the dump");
        assertThat(loaded.runs().notes(loaded.runs().last(COPY, 1).getFirst().number()).toString()).contains(reason);
        assertEqualToAHarvest(loaded);
    }

    private DumpFile file() throws Exception {
        return manifest().files().stream().filter(file -> file.form().equals("xml.zst")).findFirst().orElseThrow();
    }

    @Test
    void changedByte_leadsToAPlainHarvestWithTheReason() throws Exception {
        many(0, 50);
        dump();
        Path place = dumpOfA().resolve(file().name());
        byte[] bytes = Files.readAllBytes(place);
        bytes[bytes.length / 2] ^= 1;
        Files.write(place, bytes);
        assertPlainHarvest("has another checksum than its manifest says");
    }

    @Test
    void hugeManifest_isNotRead() throws Exception {
        many(0, 50);
        dump();
        DumpManifest manifest = manifest();
        DumpFile one = manifest.files().getFirst();
        // Entries that resemble each other take little room on the way.
        List<DumpFile> files = Stream.concat(manifest.files().stream(), IntStream.range(0, 60_000)
                .mapToObj(number -> new DumpFile("other-" + number, new MetadataPrefix("other"), one.form(), one.from(),
                        one.until(), one.records(),
                        one.bytes(), one.sha256())))
                .toList();
        new DumpManifest(manifest.repository(), manifest.baseUrl(), files, manifest.sources()).write(dumpOfA());
        assertPlainHarvest("its manifest is larger than 8 MB");
    }

    @Test
    void missingFile_leadsToAPlainHarvestWithTheReason() throws Exception {
        many(0, 50);
        dump();
        Files.delete(dumpOfA().resolve(file().name()));
        assertPlainHarvest("was answered with status 404");
    }

    @Test
    void wrongCountInTheManifest_leadsToAPlainHarvestWithTheReason() throws Exception {
        many(0, 50);
        dump();
        DumpManifest manifest = manifest();
        List<DumpFile> files = manifest.files().stream()
                .map(file -> new DumpFile(file.name(), file.prefix(), file.form(), file.from(),
                        file.until(), file.records() + 1, file.bytes(), file.sha256()))
                .toList();
        new DumpManifest(manifest.repository(), manifest.baseUrl(), files, manifest.sources()).write(dumpOfA());
        assertPlainHarvest("has 50 records, and its manifest states 51");
    }

    @Test
    void moreRecordsThanBytes_leadToAPlainHarvestWithTheReason() throws Exception {
        many(0, 50);
        dump();
        DumpManifest manifest = manifest();
        List<DumpFile> files = manifest.files().stream()
                .map(file -> new DumpFile(file.name(), file.prefix(), file.form(), file.from(),
                        file.until(), file.bytes() + 1, file.bytes(), file.sha256()))
                .toList();
        new DumpManifest(manifest.repository(), manifest.baseUrl(), files, manifest.sources()).write(dumpOfA());
        assertPlainHarvest(
                "its manifest states " + (file().bytes() + 1) + " records in " + file().bytes() + " bytes of the file");
    }

    @Test
    void gapBetweenFiles_leadsToAPlainHarvestWithTheReason() throws Exception {
        many(0, 50);
        dump();
        change(new Random(2), 50);
        dump();
        change(new Random(3), 50);
        dump();
        DumpManifest manifest = manifest();
        List<DumpFile> files = new ArrayList<>(manifest.files());
        files.removeIf(file -> file.form().equals("xml.zst") && !file.isFull()
                && file.until().isBefore(manifest.files().getLast().until()));
        new DumpManifest(manifest.repository(), manifest.baseUrl(), files, manifest.sources()).write(dumpOfA());
        assertPlainHarvest("and not at the second after");
    }

    /** Changes the text of the dump, so that it is consistent in itself. */
    private void forge(int records, UnaryOperator<String> change) throws Exception {
        DumpManifest manifest = manifest();
        DumpFile file = file();
        Path place = dumpOfA().resolve(file.name());
        String text;
        try (InputStream in = new ZstdInputStream(Files.newInputStream(place))) {
            text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
        String forged = change.apply(text);
        assertThat(forged).isNotEqualTo(text);
        try (OutputStream out = new ZstdOutputStream(Files.newOutputStream(place))) {
            out.write(forged.getBytes(StandardCharsets.UTF_8));
        }
        byte[] bytes = Files.readAllBytes(place);
        DumpFile other = new DumpFile(file.name(), file.prefix(), file.form(), file.from(), file.until(), records, bytes.length,
                HexFormat.of().formatHex(Sha256.of(bytes)));
        new DumpManifest(manifest.repository(), manifest.baseUrl(),
                manifest.files().stream().map(one -> one.equals(file) ? other : one).toList(), manifest.sources())
                .write(dumpOfA());
    }

    private void end(String until) throws Exception {
        DumpManifest manifest = manifest();
        String text = new String(manifest.json(), StandardCharsets.UTF_8).replaceAll("\"until\" : \"[^\"]*\"",
                "\"until\" : \"" + until + "\"");
        Files.writeString(dumpOfA().resolve(DumpManifest.FILE), text);
    }

    @Test
    void dumpThatEndsInTheFuture_isNotUsed() throws Exception {
        many(0, 50);
        dump();
        end("2099-12-31T23:59:59Z");
        assertPlainHarvest("it ends at 2099-12-31T23:59:59Z, which is not before the time of the repository");
    }

    @Test
    void dumpWithATimeBeyondAllDatestamps_isNotUsed() throws Exception {
        many(0, 50);
        dump();
        end("+1000000000-12-31T23:59:59Z");
        assertPlainHarvest("that cannot be read");
    }

    @Test
    void dumpOfFarFewerRecordsThanAreListed_isNotUsed() throws Exception {
        many(0, 50);
        dump();
        forge(5, text -> text.replaceFirst("(?s)<ListRecords>(.*?</record>){45}", "<ListRecords>"));
        assertPlainHarvest("the repository lists more than its 5 records");
    }

    @Test
    void dumpWithAnotherIdentifier_isNotStored() throws Exception {
        many(0, 50);
        dump();
        forge(50, text -> text.replace("<identifier>oai:a:10</identifier>", "<identifier>oai:a:40404</identifier>"));
        assertPlainHarvest("its record oai:a:40404 is not among those that the repository lists");
    }

    @Test
    void dumpWithAnotherDatestamp_isNotStored() throws Exception {
        many(0, 50);
        dump();
        forge(50, text -> text.replaceFirst("<datestamp>[^<]*</datestamp>", "<datestamp>2020-01-01T00:00:00Z</datestamp>"));
        assertPlainHarvest("it lacks 1 of the 50 records");
    }

    @Test
    void dumpThatHidesADeletion_isNotStored() throws Exception {
        many(0, 50);
        dump();
        forge(50, text -> text.replaceFirst(" status=\"deleted\"", ""));
        assertPlainHarvest("it lacks 1 of the 50 records");
    }

    @Test
    void dumpThatLacksARecord_isCompletedByAPlainHarvest() throws Exception {
        many(0, 50);
        dump();
        forge(49, text -> text.replaceFirst("(?s)<record>.*?</record>", ""));
        HubStore loaded = copy("loaded");
        assertThat(harvest(loaded).verdict()).isEqualTo(Verdict.COMPLETE);
        assertThat(notes()).contains("the repository lists more than its 49 records");
        assertEqualToAHarvest(loaded);
    }

    @Test
    void dumpOnAnotherHost_isNotAsked() throws Exception {
        many(0, 50);
        dump();
        HubStore loaded = copy("loaded");
        loaded.put(Source.harvested(COPY, hub().baseUrl().replace("127.0.0.1", "localhost") + "/oai/a"));
        assertThat(harvest(loaded).verdict()).isEqualTo(Verdict.COMPLETE);
        assertThat(notes()).contains("not on the host of the source (localhost");
        assertThat(requests()).noneMatch(address -> address.contains("/dumps/"));
    }

    @Test
    void pinnedNo_fullAndPartialRuns_doNotAskForTheDump() throws Exception {
        many(0, 50);
        dump();
        harvest(copy("pinned", "no"));
        assertThat(requests()).noneMatch(address -> address.contains("/dumps/"));
        HubStore full = copy("full");
        harvest(full, HarvestOptions.DEFAULT.withFull(true));
        assertThat(requests()).noneMatch(address -> address.contains("/dumps/"));
        HubStore part = copy("part");
        harvest(part, HarvestOptions.DEFAULT.withLists(List.of(), List.of(new SetSpec("s1"))));
        assertThat(requests()).noneMatch(address -> address.contains("/dumps/"));
        HubStore used = copy("used");
        harvest(used);
        assertThat(requests()).anyMatch(address -> address.contains("/dumps/"));
    }

    @Test
    void repositoryWithoutADump_isHarvestedWithoutANote() throws Exception {
        many(0, 50);
        clock.advance(Duration.ofMinutes(10));
        start(Map.of());
        assertThat(harvest(copy("early")).verdict()).isEqualTo(Verdict.COMPLETE);
        assertThat(notes()).doesNotContain("dump");
    }
}
