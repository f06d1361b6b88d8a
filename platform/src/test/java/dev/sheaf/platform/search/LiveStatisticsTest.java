package dev.sheaf.platform.search;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;
import java.util.stream.IntStream;

import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.store.Directory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import dev.sheaf.core.OaiRecord;

import static org.assertj.core.api.Assertions.assertThat;

/** A score depends on the live records alone: not on those that were deleted, and not on merges. */
class LiveStatisticsTest {

    private static final int KEPT = 60;
    private static final List<String> QUERIES = List.of("river", "river history", "rivers", "title:river", "\"river history\"",
            "creator:smith", "10.1000/182", "rare");

    @TempDir
    private Path folder;

    private static OaiRecord kept(int number) {
        return SearchHub.record("kept-" + number, "title=river " + "history ".repeat(number % 7) + "of the town " + number,
                "creator=Smith, Ann", "description=" + "words and more words ".repeat(number % 5),
                "identifier=doi:10.1000/" + number,
                number == 3 ? "subject=rare" : "subject=rivers");
    }

    private static OaiRecord former(int number) {
        return SearchHub.record("former-" + number, "title=river river " + "long ".repeat(90 + number), "creator=Smith, Bob",
                "identifier=doi:10.1000/182", "subject=rare", "language=en");
    }

    private static OaiRecord[] many(int number, IntFunction<OaiRecord> record) {
        return IntStream.range(0, number).mapToObj(record).toArray(OaiRecord[]::new);
    }

    private static List<SearchHit> hits(SearchHub hub, RankingModel model) {
        List<SearchHit> hits = new ArrayList<>();
        for (String query : QUERIES) {
            hits.addAll(hub.index().search(SearchQuery.of(query).with(model).page(0, 1_000)).hits());
        }
        return hits;
    }

    private static void addWithHistory(SearchHub hub) {
        hub.add("a", many(40, LiveStatisticsTest::former));
        hub.add("a", many(KEPT, number -> SearchHub.record("kept-" + number, "title=another text of river " + number)));
        hub.add("a", many(KEPT, LiveStatisticsTest::kept));
        hub.add("a", many(40, number -> SearchHub.deleted("former-" + number)));
    }

    @ParameterizedTest
    @EnumSource(RankingModel.class)
    void deletedRecordsHaveNoShareInScores(RankingModel model) {
        try (SearchHub plain = new SearchHub(folder.resolve("plain"));
                SearchHub changed = new SearchHub(folder.resolve("changed"))) {
            plain.add("a", many(KEPT, LiveStatisticsTest::kept));
            addWithHistory(changed);

            assertThat(hits(changed, model)).hasSizeGreaterThan(KEPT).isEqualTo(hits(plain, model));
        }
    }

    @ParameterizedTest
    @EnumSource(RankingModel.class)
    void scoresAreTheSameAfterAMerge(RankingModel model) throws Exception {
        try (SearchHub hub = new SearchHub(folder)) {
            addWithHistory(hub);
            List<SearchHit> before = hits(hub, model);
            hub.indexer().close();
            merge(hub.indexDirectory());
            hub.index().refresh();

            assertThat(hits(hub, model)).isNotEmpty().isEqualTo(before);
        }
    }

    /** Otherwise the other tests would prove nothing. */
    @Test
    void deletedRecordsAreInTheIndexUntilAMerge() throws Exception {
        try (SearchHub hub = new SearchHub(folder)) {
            addWithHistory(hub);
            assertThat(deleted(hub.indexDirectory())).isPositive();
            hub.indexer().close();
            merge(hub.indexDirectory());
            assertThat(deleted(hub.indexDirectory())).isZero();
        }
    }

    private static int deleted(Path index) throws Exception {
        try (Directory directory = IndexDirectory.open(index); DirectoryReader reader = DirectoryReader.open(directory)) {
            return reader.numDeletedDocs();
        }
    }

    private static void merge(Path index) throws Exception {
        try (Directory directory = IndexDirectory.open(index);
                DirectoryReader reader = DirectoryReader.open(directory);
                IndexWriter writer = new IndexWriter(directory, new IndexWriterConfig(SheafAnalyzer.forIndex()))) {
            writer.setLiveCommitData(reader.getIndexCommit().getUserData().entrySet());
            writer.forceMerge(1);
            writer.commit();
        }
    }
}
