package dev.sheaf.publish;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import dev.sheaf.core.MetadataPrefix;
import dev.sheaf.core.OaiRecord;
import dev.sheaf.core.OaiSet;
import dev.sheaf.core.SetSpec;
import dev.sheaf.core.XmlFragment;
import dev.sheaf.core.store.HarvestOutcome;
import dev.sheaf.core.store.Source;
import dev.sheaf.core.store.StoredRecord;
import dev.sheaf.fulltext.IndexFormat;
import dev.sheaf.fulltext.IndexedXml;
import dev.sheaf.fulltext.TermVector;
import dev.sheaf.fulltext.TermsXml;
import dev.sheaf.harvester.http.HttpFetcher;
import dev.sheaf.harvester.http.Pause;
import dev.sheaf.publish.CollectionSettings.Location;
import dev.sheaf.publish.extract.pool.ExtractionLimits;
import dev.sheaf.publish.files.CrawlBounds;
import dev.sheaf.store.HubIdentity;
import dev.sheaf.store.HubStore;
import dev.sheaf.store.crawls.CrawledFile;
import dev.sheaf.store.crawls.CrawledFiles;
import dev.sheaf.store.open.HubStores;
import dev.sheaf.testkit.SettableClock;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** Crawls of real folders into a real store. Documents are read by a stand-in. */
class PublicationTest {

    private static final String ID = "docs";
    private static final MetadataPrefix TF_BASIC = new MetadataPrefix("oai_dc__tf_basic");

    @TempDir
    private Path folder = Path.of("");
    private Path first = Path.of("");
    private Path second = Path.of("");
    private final SettableClock clock = new SettableClock(Instant.parse("2026-01-01T12:00:00Z"));
    private final HttpFetcher fetcher = new HttpFetcher();
    private final PlainReader reader = new PlainReader();
    private final List<String> messages = new ArrayList<>();
    private @Nullable HubStore opened;

    @BeforeEach
    void open() throws IOException {
        first = Files.createDirectories(folder.resolve("first"));
        second = Files.createDirectories(folder.resolve("second"));
        opened = HubStores.open(folder.resolve("data"), new HubIdentity("Hub", "admin@example.org", "example.org"), clock);
    }

    @AfterEach
    void close() {
        store().close();
        fetcher.close();
    }

    private HubStore store() {
        return requireNonNull(opened);
    }

    /** Writes a file with a time of its own. */
    private void write(Path place, String path, String text) throws IOException {
        Path file = place.resolve(path);
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
        Files.setLastModifiedTime(file, FileTime.from(clock.instant().minus(Duration.ofHours(1))));
    }

    private final class Messages implements PublishListener {
        @Override
        public void listed(long files) {
            // Tests have few files.
        }

        @Override
        public void read(long resources, long all, PublishSummary summary) {
            assertThat(resources).isLessThanOrEqualTo(all);
        }

        @Override
        public void refused(String path, String reason) {
            messages.add("refused " + path.replace(folder.toString(), "") + ": " + reason);
        }

        @Override
        public void sample(OaiRecord record) {
            messages.add("sample " + record.identifier());
        }

        @Override
        public void note(String message) {
            messages.add(message.replace(folder.toString(), ""));
        }
    }

    private CollectionSettings settings() {
        return CollectionSettings.of(List.of(new Location(first.toString(), "https://www.example.org/docs/")));
    }

    private static CollectionSettings with(CollectionSettings before, List<String> order, long byValue,
            List<IndexFormat> index, List<String> excluded) {
        return new CollectionSettings(before.locations(), order, before.policy(), index, byValue, "", List.of(), null, excluded,
                before.bounds(), before.limits(), before.approval(), null, false);
    }

    private PublishSummary publish(CollectionSettings settings) throws PublishException {
        return publish(settings, -1);
    }

    private PublishSummary publish(CollectionSettings settings, int samples) throws PublishException {
        messages.clear();
        reader.extracted.clear();
        clock.advance(Duration.ofMinutes(1));
        return new Publication(store(), store(), () -> "example.org", fetcher, clock, Pause.REAL).reading(reader)
                .run(ID, settings, samples, new Messages(), () -> false);
    }

    private static void counts(PublishSummary summary, long created, long changed, long same, long withdrawn) {
        assertThat(List.of(summary.created(), summary.changed(), summary.same(), summary.withdrawn()))
                .as("new, changed, same, withdrawn").containsExactly(created, changed, same, withdrawn);
    }

    private StoredRecord stored(String prefix, String name) {
        return store().get(ID, new MetadataPrefix(prefix), "oai:example.org:docs/" + name).orElseThrow();
    }

    private String metadata(String prefix, String name) {
        XmlFragment metadata = requireNonNull(stored(prefix, name).record().metadata());
        return new String(metadata.utf8(), StandardCharsets.UTF_8);
    }

    private TermVector terms(String name) throws Exception {
        return TermsXml.read(IndexedXml.split(requireNonNull(stored(TF_BASIC.value(), name).record().metadata()).utf8()).index());
    }

    @Test
    void filesOfAFolder_becomeRecordsInAllFormats() throws Exception {
        write(first, "a.txt", "On Sheaves\nwords and words");
        write(first, "sub/b c.html", "Other\nmore");
        PublishSummary summary = publish(settings());
        counts(summary, 2, 0, 0, 0);
        assertThat(summary.first()).isTrue();
        assertThat(store().source(ID).orElseThrow().kind()).isEqualTo(Source.Kind.CRAWLED);
        assertThat(metadata("oai_dc", "a")).contains("<dc:title>On Sheaves</dc:title>", "<dc:format>text/plain</dc:format>",
                "<dc:identifier>https://www.example.org/docs/a.txt</dc:identifier>").doesNotContain("dc:creator", "dc:date");
        assertThat(metadata("http_header", "sub/b%20c")).contains("Content-Type>text/html<", "Content-Length>10<",
                "Last-Modified>Thu, 01 Jan 2026 11:00:00 GMT<", "Content-Location>https://www.example.org/docs/sub/b%20c.html<");
        TermVector terms = terms("a");
        assertThat(terms.frequency(terms.indexOf("words"))).isEqualTo(2);
        assertThat(terms.length()).isEqualTo(3);
        assertThat(terms.source()).isEqualTo("https://www.example.org/docs/a.txt");
        assertThat(terms.language()).isEqualTo("en");
        assertThat(metadata("oai_didl", "a")).contains("ref=\"https://www.example.org/docs/a.txt\"")
                .contains("oai:example.org:docs/a").doesNotContain("base64");
        assertThat(metadata("mets", "a")).contains("xlink:href=\"https://www.example.org/docs/a.txt\"");
        assertThat(stored("oai_dc", "sub/b%20c").record().header().sets())
                .containsExactlyInAnyOrder(new SetSpec("folder:sub"), new SetSpec("type:text:html"));
        assertThat(requireNonNull(store().description(ID).orElseThrow().sets()).stream().map(OaiSet::name)).contains(
                "Folder sub", "Media type text/html");
        assertThat(store().status(ID).orElseThrow().lastOutcome())
                .satisfies(outcome -> assertThat(requireNonNull(outcome).verdict()).isEqualTo(HarvestOutcome.Verdict.COMPLETE));
    }

    @Test
    void unchangedFiles_costNeitherExtractionNorAWrite() throws Exception {
        write(first, "a.txt", "A\nwords");
        write(first, "b.txt", "B\nwords");
        publish(settings());
        long seq = store().lastSeq();
        counts(publish(settings()), 0, 0, 2, 0);
        assertThat(reader.extracted).isEmpty();
        assertThat(store().lastSeq()).isEqualTo(seq);
    }

    @Test
    void changedContent_changesTheRecord_andNoOther() throws Exception {
        write(first, "a.txt", "A\nwords");
        write(first, "b.txt", "B\nwords");
        publish(settings());
        String before = stored("oai_dc", "b").record().header().datestamp().text();
        write(first, "a.txt", "A\nother words");
        counts(publish(settings()), 0, 1, 1, 0);
        assertThat(reader.extracted).containsExactly("a.txt");
        assertThat(terms("a").indexOf("other")).isNotNegative();
        assertThat(stored("oai_dc", "b").record().header().datestamp().text()).isEqualTo(before);
        // The description says the same; the index and the size have changed.
        assertThat(stored("oai_dc", "a").record().header().datestamp().text()).isEqualTo(before);
        assertThat(stored("http_header", "a").record().header().datestamp().text()).isGreaterThan(before);
        assertThat(stored(TF_BASIC.value(), "a").record().header().datestamp().text()).isGreaterThan(before);
    }

    @Test
    void touchedFile_changesItsHeaderAlone_withoutExtraction() throws Exception {
        write(first, "a.txt", "A\nwords");
        publish(settings());
        long index = stored(TF_BASIC.value(), "a").seq();
        Files.setLastModifiedTime(first.resolve("a.txt"), FileTime.from(clock.instant().minus(Duration.ofMinutes(30))));
        counts(publish(settings()), 0, 1, 0, 0);
        assertThat(reader.extracted).isEmpty();
        assertThat(metadata("http_header", "a")).contains("Last-Modified>Thu, 01 Jan 2026 11:31:00 GMT<");
        assertThat(stored(TF_BASIC.value(), "a").seq()).isEqualTo(index);
        assertThat(stored("oai_dc", "a").record().deleted()).isFalse();
        counts(publish(settings()), 0, 0, 1, 0);
    }

    @Test
    void fileThatWasChangedAMomentAgo_isComparedByItsContent_theNextTime() throws Exception {
        write(first, "a.txt", "A\nwords");
        Files.setLastModifiedTime(first.resolve("a.txt"), FileTime.from(clock.instant().plusSeconds(60)));
        publish(settings());
        FileTime time = Files.getLastModifiedTime(first.resolve("a.txt"));
        Files.writeString(first.resolve("a.txt"), "A\nother");
        Files.setLastModifiedTime(first.resolve("a.txt"), time);
        counts(publish(settings()), 0, 1, 0, 0);
        assertThat(terms("a").indexOf("other")).isNotNegative();
        clock.advance(Duration.ofHours(1));
        counts(publish(settings()), 0, 0, 1, 0);
        assertThat(reader.extracted).as("only its content was compared").isEmpty();
    }

    @Test
    void goneFile_becomesADeletedHeaderInEveryFormat_andMayComeBack() throws Exception {
        write(first, "a.txt", "A\nwords");
        write(first, "b.txt", "B\nwords");
        publish(settings());
        Files.delete(first.resolve("a.txt"));
        counts(publish(settings()), 0, 0, 1, 1);
        for (String prefix : List.of("oai_dc", TF_BASIC.value(), "http_header", "oai_didl", "mets")) {
            assertThat(stored(prefix, "a").record().deleted()).as(prefix).isTrue();
        }
        assertThat(stored("oai_dc", "a").record().header().sets()).isNotEmpty();
        write(first, "a.txt", "A\nwords");
        counts(publish(settings()), 0, 1, 1, 0);
        assertThat(stored("oai_dc", "a").record().deleted()).isFalse();
    }

    @Test
    void filesOfOneName_areManifestationsOfOneResource_theFirstFormatBeingThePrimary() throws Exception {
        write(first, "a.txt", "Plain\nplain words");
        write(first, "a.pdf", "Printed\nprinted words");
        write(first, "a.png", "picture");
        publish(settings());
        assertThat(metadata("oai_dc", "a")).contains("<dc:title>Printed</dc:title>").containsSubsequence(
                "<dc:format>application/pdf</dc:format>", "<dc:format>text/plain</dc:format>",
                "<dc:format>image/png</dc:format>");
        assertThat(terms("a").source()).isEqualTo("https://www.example.org/docs/a.pdf");
        assertThat(metadata("oai_didl", "a").split("<didl:Component>", -1)).hasSize(4);
        assertThat(metadata("mets", "a").split("<mets:fptr", -1)).hasSize(4);
        assertThat(stored("oai_dc", "a").record().header().sets()).hasSize(3);
        counts(publish(with(settings(), List.of("txt", "pdf"), 0, List.of(IndexFormat.TF_BASIC), List.of())), 0, 1, 0, 0);
        assertThat(metadata("oai_dc", "a")).contains("<dc:title>Plain</dc:title>");
        Files.delete(first.resolve("a.txt"));
        publish(with(settings(), List.of("txt", "pdf"), 0, List.of(IndexFormat.TF_BASIC), List.of()));
        assertThat(metadata("oai_dc", "a")).contains("<dc:title>Printed</dc:title>").doesNotContain("text/plain");
    }

    @Test
    void firstLocation_winsWhereFilesHaveTheSameFormat() throws Exception {
        write(first, "sub/a.txt", "First\nwords");
        write(second, "sub/a.txt", "Second\nwords");
        write(second, "sub/a.pdf", "Printed\nwords");
        write(second, "b.txt", "B\nwords");
        CollectionSettings both = CollectionSettings.of(List.of(new Location(first.toString(), null),
                new Location(second.toString(), "https://mirror.example.org/")));
        counts(publish(with(both, List.of("txt", "pdf"), 0, List.of(IndexFormat.TF_BASIC), List.of())), 2, 0, 0, 0);
        assertThat(metadata("oai_dc", "sub/a")).contains("<dc:title>First</dc:title>",
                "<dc:identifier>https://mirror.example.org/sub/a.txt</dc:identifier>");
        counts(publish(both), 0, 1, 1, 0);
        assertThat(metadata("oai_dc", "sub/a")).contains("<dc:title>Printed</dc:title>");
    }

    @Test
    void locationThatLeaves_changesTheRecordsThatNameItsFiles() throws Exception {
        write(first, "sub/a.txt", "First\nwords");
        write(second, "sub/a.txt", "Second\nwords");
        write(second, "sub/a.pdf", "Printed\nwords");
        write(second, "b.txt", "B\nwords");
        Location mirror = new Location(second.toString(), "https://mirror.example.org/");
        publish(CollectionSettings.of(List.of(new Location(first.toString(), "https://www.example.org/docs/"), mirror)));
        assertThat(metadata("oai_dc", "sub/a")).contains("<dc:identifier>https://www.example.org/docs/sub/a.txt<");
        counts(publish(CollectionSettings.of(List.of(mirror))), 0, 1, 1, 0);
        assertThat(metadata("oai_dc", "sub/a")).doesNotContain("www.example.org");
        assertThat(metadata("oai_didl", "sub/a")).doesNotContain("www.example.org");
    }

    @Test
    void locationThatLeaves_changesNoRecordThatDoesNotNameItsFiles() throws Exception {
        write(first, "sub/a.txt", "First\nwords");
        write(first, "sub/c.html", "C\nwords");
        write(second, "sub/a.txt", "Second\nwords");
        write(second, "sub/a.pdf", "Printed\nwords");
        write(second, "sub/c.txt", "C\nwords");
        Location mirror = new Location(second.toString(), "https://mirror.example.org/");
        publish(CollectionSettings.of(List.of(new Location(first.toString(), null), mirror)));
        long seq = stored("oai_dc", "sub/a").seq();
        // Of the two, only the media type text/html stands in a record: nobody can get at files without an address.
        counts(publish(CollectionSettings.of(List.of(mirror))), 0, 1, 1, 0);
        assertThat(stored("oai_dc", "sub/a").seq()).as("a datestamp that moves would announce a change that nobody can find")
                .isEqualTo(seq);
        assertThat(metadata("oai_dc", "sub/c")).doesNotContain("text/html");
        assertThat(store().crawledFiles().files(ID, null, 10)).allMatch(file -> file.location().equals(second.toString()));
    }

    @Test
    void damagedFile_isNamed_andKeepsTheRecordThatItHad_untilItIsGood() throws Exception {
        write(first, "a.txt", "A\nwords");
        write(first, "b.txt", "refuse me");
        PublishSummary summary = publish(settings());
        counts(summary, 1, 0, 0, 0);
        assertThat(summary.refused()).isOne();
        assertThat(messages).containsExactly("refused /first/b.txt: it is damaged");
        assertThat(store().status(ID).orElseThrow().lastOutcome()).satisfies(outcome -> assertThat(
                requireNonNull(outcome).verdict()).isEqualTo(HarvestOutcome.Verdict.COMPLETE_WITH_QUARANTINE));
        write(first, "a.txt", "refuse me too");
        counts(publish(settings()), 0, 0, 0, 0);
        assertThat(reader.extracted).containsExactly("a.txt");
        assertThat(metadata("oai_dc", "a")).contains("<dc:title>A</dc:title>");
        assertThat(store().repairs().quarantined(ID, 10)).hasSize(2);
        // A file that is known to be damaged is not read again.
        PublishSummary again = publish(settings());
        assertThat(reader.extracted).isEmpty();
        assertThat(again.refusedFiles()).isEqualTo(2);
        write(first, "a.txt", "A\nnew words");
        Files.delete(first.resolve("b.txt"));
        publish(settings());
        assertThat(store().repairs().tally(ID).quarantined()).isZero();
        assertThat(store().crawledFiles().tally(ID)).isEqualTo(new CrawledFiles.Tally(1, 0));
    }

    @Test
    void fileThatChangesWhileItIsRead_isNamed_andTheNextCrawlReadsItAgain() throws Exception {
        write(first, "a.txt", "A\nwords");
        write(first, "b.txt", "B\nwords");
        reader.then = file -> {
            if (file.endsWith("a.txt")) {
                overwrite(file, "A\nother words, and more of them");
            }
        };
        PublishSummary summary = publish(settings());
        counts(summary, 1, 0, 0, 0);
        assertThat(summary.refusedFiles()).isOne();
        String reason = "it changed while it was read; the next crawl reads it again";
        assertThat(messages).containsExactly("refused /first/a.txt: " + reason);
        assertThat(store().repairs().quarantined(ID, 10)).singleElement()
                .satisfies(entry -> assertThat(entry.reason()).endsWith("a.txt: " + reason));
        reader.then = _ -> {};
        counts(publish(settings()), 1, 0, 1, 0);
        assertThat(terms("a").indexOf("other")).isNotNegative();
        assertThat(store().repairs().tally(ID).quarantined()).isZero();
    }

    @Test
    void fileThatVanishesWhileItIsRead_isNamed_andKeepsItsRecordUntilTheNextCrawl() throws Exception {
        write(first, "a.txt", "A\nwords");
        write(first, "b.txt", "B\nwords");
        publish(settings());
        write(first, "a.txt", "A\nother words");
        reader.then = file -> {
            try {
                Files.delete(file);
            } catch (IOException failure) {
                throw new UncheckedIOException(failure);
            }
        };
        counts(publish(settings()), 0, 0, 1, 0);
        assertThat(messages).containsExactly("refused /first/a.txt: it has gone meanwhile");
        assertThat(stored("oai_dc", "a").record().deleted()).isFalse();
        counts(publish(settings()), 0, 0, 1, 1);
        assertThat(store().repairs().tally(ID).quarantined()).isZero();
    }

    private static void overwrite(Path file, String text) {
        try {
            Files.writeString(file, text);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    @Test
    void documentThatTheProgramFailsAt_isNamed_andTheOthersArePublished() throws Exception {
        write(first, "a.txt", "A\nwords");
        write(first, "b.txt", "B\nwords");
        reader.then = file -> {
            if (file.endsWith("a.txt")) {
                throw new IllegalStateException("on purpose");
            }
        };
        PublishSummary summary = publish(settings());
        counts(summary, 1, 0, 0, 0);
        assertThat(summary.refused()).isOne();
        assertThat(messages).singleElement().asString().startsWith("refused /first/a.txt: ").contains("on purpose",
                "fault of Sheaf");
        assertThat(summary.kept()).isNull();
    }

    @Test
    void pathTooLongForAnIdentifier_isNamedOnce_alsoByTheNextCrawl() throws Exception {
        String deep = ("ä".repeat(120) + "/").repeat(6);
        write(first, deep + "a.txt", "A\nwords");
        write(first, "b.txt", "B\nwords");
        PublishSummary summary = publish(settings());
        counts(summary, 1, 0, 0, 0);
        assertThat(messages).singleElement().asString().startsWith("refused /first/ää").contains("identifier is longer than");
        PublishSummary again = publish(settings());
        counts(again, 0, 0, 1, 0);
        assertThat(again.refused()).isOne();
        assertThat(store().repairs().tally(ID).quarantined()).isOne();
    }

    @Test
    void damagedPrimaryManifestation_isNamed_andTheNextOneTakesItsPlace() throws Exception {
        write(first, "a.pdf", "refuse me");
        write(first, "a.txt", "Plain\nwords");
        PublishSummary summary = publish(settings());
        counts(summary, 1, 0, 0, 0);
        assertThat(summary.refusedFiles()).isOne();
        assertThat(metadata("oai_dc", "a")).contains("<dc:title>Plain</dc:title>").doesNotContain("application/pdf");
        publish(settings());
        assertThat(store().repairs().quarantined(ID, 10)).singleElement()
                .satisfies(entry -> assertThat(entry.reason()).endsWith("a.pdf: it is damaged"));
    }

    @Test
    void pictureHasARecord_butNoIndex() throws Exception {
        write(first, "a.png", "picture");
        counts(publish(settings()), 1, 0, 0, 0);
        assertThat(store().get(ID, TF_BASIC, "oai:example.org:docs/a")).isEmpty();
        assertThat(metadata("http_header", "a")).contains("image/png");
    }

    @Test
    void contentIsServedByValue_upToTheBound() throws Exception {
        write(first, "a.txt", "A\nshort");
        write(first, "b.txt", "B\n" + "long ".repeat(100));
        CollectionSettings noAddress = CollectionSettings.of(List.of(new Location(first.toString(), null)));
        publish(with(noAddress, CollectionSettings.ORDER, 100, List.of(IndexFormat.TF_BASIC), List.of()));
        String content = Base64.getEncoder().encodeToString("A\nshort".getBytes(StandardCharsets.UTF_8));
        assertThat(metadata("oai_didl", "a")).contains("encoding=\"base64\">" + content + "<");
        assertThat(metadata("mets", "a")).contains("<mets:binData>" + content + "<");
        // Nobody could get at it, so there is no record that pretends to hold it.
        assertThat(store().get(ID, new MetadataPrefix("oai_didl"), "oai:example.org:docs/b")).isEmpty();
        publish(noAddress);
        assertThat(stored("oai_didl", "a").record().deleted()).isTrue();
        assertThat(stored("oai_dc", "a").record().deleted()).isFalse();
    }

    @Test
    void anotherPolicy_indexesEverythingAgain_andTheDescriptionStaysAsItIs() throws Exception {
        write(first, "a.txt", "A\nrunning runners run");
        publish(settings());
        long description = stored("oai_dc", "a").seq();
        CollectionSettings before = settings();
        CollectionSettings english = new CollectionSettings(before.locations(), before.order(), "english",
                List.of(IndexFormat.TF_BASIC, IndexFormat.TF_POSITIONAL), 0, "", List.of(), null, List.of(), CrawlBounds.DEFAULT,
                ExtractionLimits.DEFAULT, Approval.NONE, null, false);
        counts(publish(english), 0, 1, 0, 0);
        assertThat(terms("a").indexOf("run")).isNotNegative();
        assertThat(terms("a").indexOf("running")).isNegative();
        assertThat(terms("a").analyzer()).contains("stem=");
        assertThat(metadata("oai_dc__tf_positional", "a")).contains("pos=");
        assertThat(stored("oai_dc", "a").seq()).isEqualTo(description);
        assertThat(CollectionSettings.parse(store().crawledFiles().settings(ID).orElseThrow())).isEqualTo(english);
    }

    @Test
    void excludedFiles_areNoPartOfTheCollection() throws Exception {
        write(first, "a.txt", "A\nwords");
        write(first, "drafts/b.txt", "B\nwords");
        write(first, "c.bak", "C\nwords");
        publish(settings());
        counts(publish(with(settings(), CollectionSettings.ORDER, 0, List.of(IndexFormat.TF_BASIC),
                List.of("drafts/**", "*.bak"))), 0, 0, 1, 2);
    }

    @Test
    void dryRun_changesNothing_andShowsWhatWouldCome() throws Exception {
        write(first, "a.txt", "A\nwords");
        write(first, "b.txt", "refuse");
        counts(publish(settings(), 3), 1, 0, 0, 0);
        assertThat(messages).contains("sample oai:example.org:docs/a", "refused /first/b.txt: it is damaged");
        assertThat(store().source(ID)).isEmpty();
    }

    @Test
    void emptiedFolder_withdrawsNothing() throws Exception {
        write(first, "a.txt", "A\nwords");
        publish(settings());
        Files.delete(first.resolve("a.txt"));
        assertThatThrownBy(() -> publish(settings())).isInstanceOf(PublishException.class)
                .hasMessageContaining("is empty, although 1 files were there. Nothing was changed.");
        assertThat(stored("oai_dc", "a").record().deleted()).isFalse();
    }

    @Test
    void missingFolder_orOneWithTooManyFiles_changesNothing() throws Exception {
        assertThatThrownBy(() -> publish(CollectionSettings.of(List.of(new Location(folder.resolve("none").toString(), null)))))
                .isInstanceOf(PublishException.class).hasMessageContaining("there is no file or folder");
        assertThat(store().source(ID)).isEmpty();
        write(first, "a.txt", "");
        write(first, "b.txt", "");
        CollectionSettings before = settings();
        CollectionSettings few = new CollectionSettings(before.locations(), before.order(), null, before.index(), 0, "",
                List.of(),
                null, List.of(), new CrawlBounds(1, 10, 100, false), before.limits(), before.approval(), null, false);
        assertThatThrownBy(() -> publish(few)).isInstanceOf(PublishException.class)
                .hasMessageContaining("more than 1 files (--option files=N)");
        assertThat(publish(CollectionSettings.of(List.of(new Location(second.toString(), null)))).resources()).isZero();
        assertThat(store().source(ID)).as("no empty repository stays behind").isEmpty();
    }

    @Test
    void unreadableFolder_keepsItsRecords() throws Exception {
        write(first, "1/2/3/a.txt", "A\nwords");
        write(first, "b.txt", "B\nwords");
        write(first, "c.txt", "C\nwords");
        publish(settings());
        CollectionSettings before = settings();
        CollectionSettings shallow = new CollectionSettings(before.locations(), before.order(), null, before.index(), 0, "",
                List.of(), null, List.of(), new CrawlBounds(10, 2, 100, false), before.limits(), before.approval(), null, false);
        Files.delete(first.resolve("c.txt"));
        PublishSummary summary = publish(shallow);
        assertThat(summary.kept()).contains("1 folders or files could not be read");
        counts(summary, 0, 0, 1, 0);
        assertThat(stored("oai_dc", "1/2/3/a").record().deleted()).isFalse();
        assertThat(stored("oai_dc", "c").record().deleted()).isFalse();
        counts(publish(settings()), 0, 0, 2, 1);
    }

    @Test
    void sourceOfAnotherKind_isRefused() throws Exception {
        store().put(Source.imported(ID, null));
        write(first, "a.txt", "");
        assertThatThrownBy(() -> publish(settings())).isInstanceOf(PublishException.class)
                .hasMessage("'docs' is a source that is imported; choose another id for a file collection");
    }

    @Test
    void cancelledCrawl_keepsWhatItHasSaved_andTheNextOneGoesOn() throws Exception {
        for (int i = 0; i < 40; i++) {
            write(first, "f" + i + ".txt", "F\nwords");
        }
        int[] asked = {0};
        PublishSummary cancelled = new Publication(store(), store(), () -> "example.org", fetcher, clock, Pause.REAL)
                .reading(reader).run(ID, settings(), -1, new Messages(), () -> ++asked[0] > 20);
        assertThat(cancelled.cancelled()).isTrue();
        assertThat(cancelled.created()).isBetween(1L, 39L);
        counts(publish(settings()), 40 - cancelled.created(), 0, cancelled.created(), 0);
    }

    @Test
    void unusualNames_getIdentifiersOfTheirOwn() throws Exception {
        List<String> names = List.of("a b.txt", "a%20b.txt", "ä.txt", "line\nbreak.txt", "#hash?.txt", "plus+.txt", "x",
                "x.y.txt",
                "colon:x/a.txt");
        for (String name : names) {
            write(first, name, "T\nwords");
        }
        counts(publish(settings()), names.size(), 0, 0, 0);
        Map<String, String> sets = new TreeMap<>();
        List<String> identifiers = new ArrayList<>();
        for (StoredRecord record : store().changes(MetadataPrefix.OAI_DC, 0, 100)) {
            identifiers.add(record.record().identifier());
            record.record().header().sets().forEach(set -> sets.put(set.value(), record.record().identifier()));
        }
        assertThat(identifiers).doesNotHaveDuplicates().hasSize(names.size()).allMatch(
                identifier -> identifier.matches("oai:example\\.org:docs/[A-Za-z0-9\\-_.!~*'()/%]+"));
        assertThat(sets.keySet().stream().map(SetSpec::new)).allMatch(SetSpec::isLegal);
        assertThat(sets).containsKey("folder:colon!3Ax");
    }

    @Test
    void rolledBackCrawl_isMadeAgainByTheNext() throws Exception {
        write(first, "a.txt", "A\nwords");
        publish(settings());
        write(first, "a.txt", "B\nwords");
        publish(settings());
        store().rollback().undo(ID, clock.instant(), _ -> {}, () -> false);
        assertThat(metadata("oai_dc", "a")).contains("<dc:title>A</dc:title>");
        counts(publish(settings()), 0, 1, 0, 0);
        assertThat(metadata("oai_dc", "a")).contains("<dc:title>B</dc:title>");
    }

    @Test
    void failedWrite_losesNothing_andTheNextCrawlGoesOn() throws Exception {
        for (int i = 0; i < 5; i++) {
            write(first, "f" + i + ".txt", "F\nwords");
        }
        publish(settings());
        // As if the process had died after the records were saved, and before their files were noted.
        List<CrawledFile.Key> keys = store().crawledFiles().files(ID, null, 3).stream().map(CrawledFile::key).toList();
        store().crawledFiles().put(ID, List.of(), keys);
        long seq = store().lastSeq();
        counts(publish(settings()), 0, 0, 5, 0);
        assertThat(reader.extracted).hasSize(3);
        assertThat(store().lastSeq()).isEqualTo(seq);
        assertThat(store().crawledFiles().files(ID, null, 10).stream().map(CrawledFile::path).collect(Collectors.toSet()))
                .hasSize(5);
    }

    @Test
    void settings_areKeptInAFormThatCanBeRead() {
        CollectionSettings settings = new CollectionSettings(
                List.of(new Location("/a=b\nc\\d", "https://example.org/"), new Location("sftp://x/", null)),
                List.of("PDF", "txt"),
                "english", List.of(IndexFormat.TERMS), 7, "mine", List.of(Path.of("/x.jar")), Path.of("/secrets"),
                List.of("a=*", "b"), new CrawlBounds(1, 2, 3, true), new ExtractionLimits(1, 64, 3, 4, 5), Approval.SHOWN,
                Duration.ofMinutes(5), true);
        assertThat(CollectionSettings.parse(settings.text())).isEqualTo(settings);
        assertThat(settings.order()).containsExactly("pdf", "txt");
    }
}
