package dev.sheaf.platform.search;

import java.io.IOException;
import java.lang.reflect.Proxy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.StringField;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.SegmentInfos;
import org.apache.lucene.store.Directory;
import org.apache.lucene.store.FSDirectory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import dev.sheaf.core.MetadataFormat;
import dev.sheaf.core.MetadataPrefix;
import dev.sheaf.core.OaiRecord;
import dev.sheaf.core.XmlFragment;
import dev.sheaf.core.store.RecordStore;
import dev.sheaf.fulltext.IndexPolicy;
import dev.sheaf.search.SearchException;
import dev.sheaf.search.SearchHit;
import dev.sheaf.search.SearchIndex;
import dev.sheaf.search.SearchQuery;

import static dev.sheaf.platform.search.SearchHub.deleted;
import static dev.sheaf.platform.search.SearchHub.record;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class SearchIndexerTest {

    @TempDir
    Path directory;

    SearchHub hub;

    @BeforeEach
    void open() {
        hub = new SearchHub(directory);
    }

    @AfterEach
    void close() {
        hub.close();
    }

    @Test
    void changedRecords_areFoundByTheirNewText() {
        hub.add("a", record("one", "title=before"), record("two", "title=other"));
        hub.add("a", record("one", "title=after"));
        assertThat(hub.find("before")).isEmpty();
        assertThat(hub.find("after")).containsExactly("one");
        assertThat(hub.find("")).hasSize(2);
    }

    @Test
    void index_isBeingBuilt_untilItsFirstRecordsAreFound() {
        assertThat(IndexState.isBeingBuilt(hub.store(), hub.index())).as("no records").isFalse();
        hub.save("a", MetadataFormat.OAI_DC, record("one", "title=x"));
        assertThat(IndexState.isBeingBuilt(hub.store(), hub.index())).isTrue();
        hub.indexer().catchUp();
        hub.index().refresh();
        assertThat(hub.find("x")).containsExactly("one");
        assertThat(IndexState.isBeingBuilt(hub.store(), hub.index())).isFalse();
    }

    @Test
    void withdrawnRecord_leavesTheIndexUntilItReturns() {
        hub.add("a", record("one", "title=x"), record("two", "title=x"));
        hub.add("a", deleted("one"));
        assertThat(hub.find("x")).containsExactly("two");
        hub.add("a", record("one", "title=x"));
        assertThat(hub.find("x")).containsExactly("one", "two");
    }

    @Test
    void theSameIdentifierOfTwoSourcesIsTwoRecords() {
        hub.add("a", record("one", "title=x"));
        hub.add("b", record("one", "title=x"));
        hub.add("a", deleted("one"));
        assertThat(hub.index().search(SearchQuery.of("x")).hits()).extracting(SearchHit::source).containsExactly("b");
    }

    @Test
    void onlyDublinCoreIsIndexed() {
        hub.save("a", new MetadataFormat(new MetadataPrefix("marc21"), "", ""), record("one", "title=x"));
        hub.indexer().catchUp();
        hub.index().refresh();
        assertThat(hub.find("")).isEmpty();
    }

    @Test
    void errorInARound_isReported_andTheNextRoundTriesAgain() throws InterruptedException {
        AtomicInteger rounds = new AtomicInteger();
        AtomicReference<Optional<String>> reported = new AtomicReference<>(Optional.empty());
        CountDownLatch third = new CountDownLatch(1);
        SearchIndex shown = (SearchIndex) Proxy.newProxyInstance(getClass().getClassLoader(), new Class<?>[]{SearchIndex.class},
                (_, method, _) -> {
                    assertThat(method.getName()).isEqualTo("refresh");
                    switch (rounds.incrementAndGet()) {
                        case 1 -> throw new OutOfMemoryError("for a test");
                        case 2 -> reported.set(hub.indexer().failure());
                        default -> third.countDown();
                    }
                    return null;
                });
        hub.indexer().start(shown);
        assertThat(third.await(20, TimeUnit.SECONDS)).as("the third round").isTrue();
        assertThat(reported.get()).as("after the first").get().asString().contains("search shows an older state");
        assertThat(hub.indexer().failure()).as("after the second").isEmpty();
    }

    @Test
    void restart_continuesAtThePositionOfTheIndex() {
        hub.add("a", record("one", "title=x"));
        hub.indexer().close();
        hub.save("a", MetadataFormat.OAI_DC, record("two", "title=x"));
        try (SearchIndexer again = new SearchIndexer(hub.store(), hub.indexDirectory())) {
            assertThat(again.catchUp()).isTrue();
        }
        hub.index().refresh();
        assertThat(hub.find("x")).containsExactly("one", "two");
        assertThat(hub.index().position()).isEqualTo(hub.store().lastSeq());
    }

    @Test
    void aDeletedDirectoryIsRebuiltWhileTheHubRuns() throws IOException {
        hub.add("a", record("one", "title=x"), record("two", "title=x"));
        deleteAll(hub.indexDirectory());
        hub.add("a", record("three", "title=x"));
        assertThat(hub.find("x")).containsExactlyInAnyOrder("one", "two", "three");
    }

    @Test
    void aDeletedDirectoryIsRebuiltAtTheNextStart() throws IOException {
        hub.add("a", record("one", "title=x"));
        hub.indexer().close();
        deleteAll(hub.indexDirectory());
        try (SearchIndexer again = new SearchIndexer(hub.store(), hub.indexDirectory())) {
            again.catchUp();
        }
        hub.index().refresh();
        assertThat(hub.find("x")).containsExactly("one");
    }

    @Test
    void aDamagedIndexIsRebuilt() throws IOException {
        for (String damaged : List.of("segments_", "_")) {
            hub.add("a", record("one", "title=x"), record("two", "title=y " + damaged));
            hub.indexer().close();
            damage(hub.indexDirectory(), damaged);
            try (SearchIndexer again = new SearchIndexer(hub.store(), hub.indexDirectory());
                    SearchIndex index = RecordIndex.open(hub.indexDirectory())) {
                assertThat(again.catchUp()).isTrue();
                index.refresh();
                assertThat(index.search(SearchQuery.of("x")).hits()).as(damaged).hasSize(1);
                assertThat(index.position()).isEqualTo(hub.store().lastSeq());
            }
            hub.close();
            open();
        }
    }

    @Test
    void anIndexOfAnOlderFormatVersionIsRebuilt() throws IOException {
        hub.add("a", record("one", "title=x"), record("two", "title=x"));
        hub.indexer().close();
        // An older program had other fields: here, one record in none that a search knows, and the version before this one.
        String older = Integer.toString(Integer.parseInt(RecordDocument.VERSION) - 1);
        try (Directory index = FSDirectory.open(hub.indexDirectory());
                IndexWriter writer = new IndexWriter(index, new IndexWriterConfig())) {
            writer.deleteAll();
            Document old = new Document();
            old.add(new StringField("of-another-time", "x", Field.Store.NO));
            writer.addDocument(old);
            writer.setLiveCommitData(
                    Map.of("seq", Long.toString(hub.store().lastSeq()), "version", older).entrySet());
            writer.commit();
        }
        hub.index().refresh();
        assertThat(hub.find("x")).as("before").isEmpty();
        try (SearchIndexer again = new SearchIndexer(hub.store(), hub.indexDirectory())) {
            assertThat(again.catchUp()).isTrue();
        }
        hub.index().refresh();
        assertThat(hub.find("x")).containsExactlyInAnyOrder("one", "two");
        assertThat(hub.find("")).as("nothing of the old index").hasSize(2);
        assertThat(hub.index().position()).isEqualTo(hub.store().lastSeq());
        try (Directory index = FSDirectory.open(hub.indexDirectory())) {
            assertThat(SegmentInfos.readLatestCommit(index).getUserData()).containsEntry("version",
                    RecordIndex.version(IndexPolicy.DEFAULT));
        }
    }

    @Test
    void indexAheadOfItsStore_isRebuilt(@TempDir Path other) {
        hub.add("a", record("one", "title=old"), record("two", "title=old"), record("three", "title=old"));
        hub.indexer().close();
        try (RecordStore fresh = SearchHub.openStore(other, InstantSource.system())) {
            try (SearchIndexer again = new SearchIndexer(fresh, hub.indexDirectory())) {
                again.catchUp();
            }
        }
        hub.index().refresh();
        assertThat(hub.find("")).isEmpty();
    }

    @Test
    void secondWriter_waitsForTheFirst_andTakesOver() {
        hub.add("a", record("one", "title=x"));
        hub.save("a", MetadataFormat.OAI_DC, record("two", "title=x"));
        try (SearchIndexer second = new SearchIndexer(hub.store(), hub.indexDirectory())) {
            assertThat(second.catchUp()).isFalse();
            hub.indexer().close();
            assertThat(second.catchUp()).isTrue();
        }
        hub.index().refresh();
        assertThat(hub.find("x")).containsExactly("one", "two");
    }

    @Test
    void unusualRecords_doNotStopTheIndexingOfOthers() {
        OaiRecord foreign = new OaiRecord(record("foreign").header(),
                XmlFragment.of("<a xmlns='urn:x'>somewhere <b>else</b></a>"));
        OaiRecord huge = record("huge", "title=" + "x".repeat(100_000), "subject=" + "y".repeat(100_000),
                "type=" + "\ud83d\ude00".repeat(40_000));
        hub.add("a", foreign, huge, record("i".repeat(40_000), "title=x"), record("good", "title=x"));
        assertThat(hub.find("")).hasSize(4);
        assertThat(hub.find("x")).contains("good");
        assertThat(hub.find("foreign")).containsExactly("foreign");
        assertThat(hub.find("somewhere")).containsExactly("foreign");
    }

    @Test
    void followsTheStoreInTheBackground() {
        hub.indexer().start(hub.index());
        hub.save("a", MetadataFormat.OAI_DC, record("one", "title=x"));
        hub.indexer().wake();
        long patience = System.nanoTime() + Duration.ofSeconds(20).toNanos();
        while (hub.index().position() < hub.store().lastSeq() && System.nanoTime() < patience) {
            Thread.onSpinWait();
        }
        assertThat(hub.find("x")).containsExactly("one");
    }

    /** The store is read in a thread of its own. */
    @Test
    void failureOfTheStore_endsTheRun_andTheNextOneGoesOn(@TempDir Path other) {
        hub.save("a", MetadataFormat.OAI_DC, IntStream.range(0, 1_200).mapToObj(i -> record("r" + i, "title=x"))
                .toArray(OaiRecord[]::new));
        AtomicInteger pages = new AtomicInteger();
        RecordStore failing = (RecordStore) Proxy.newProxyInstance(RecordStore.class.getClassLoader(),
                new Class<?>[]{RecordStore.class}, (_, method, arguments) -> {
                    if (method.getName().equals("changes") && pages.incrementAndGet() == 2) {
                        throw new IllegalStateException("the disk is away");
                    }
                    return method.invoke(hub.store(), arguments);
                });
        try (SearchIndexer indexer = new SearchIndexer(failing, other); SearchIndex index = RecordIndex.open(other)) {
            assertThatThrownBy(indexer::catchUp).isInstanceOf(IllegalStateException.class).hasMessage("the disk is away");
            assertThat(indexer.catchUp()).isTrue();
            index.refresh();
            assertThat(index.search(SearchQuery.of("x")).total()).isEqualTo(1_200);
            assertThat(index.position()).isEqualTo(hub.store().lastSeq());
        }
    }

    @Test
    void unwritableDirectory_isReported(@TempDir Path other) throws IOException {
        Path file = Files.writeString(other.resolve("file"), "in the way");
        try (SearchIndexer blocked = new SearchIndexer(hub.store(), file)) {
            assertThatThrownBy(blocked::catchUp).isInstanceOf(SearchException.class).hasMessageContaining(file.toString())
                    .hasMessageContaining("Check the disk and the rights");
        }
    }

    private static void deleteAll(Path directory) throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            for (Path file : files.toList()) {
                Files.delete(file);
            }
        }
        Files.delete(directory);
    }

    private static void damage(Path directory, String startOfName) throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            for (Path file : files.filter(path -> path.getFileName().toString().startsWith(startOfName)).toList()) {
                byte[] bytes = Files.readAllBytes(file);
                Files.write(file, Arrays.copyOf(bytes, bytes.length / 2));
            }
        }
    }
}
