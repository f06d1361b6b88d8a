package dev.sheaf.platform.search;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import dev.sheaf.core.OaiRecord;
import dev.sheaf.fulltext.IndexFormat;
import dev.sheaf.search.Ranking;
import dev.sheaf.search.SearchHit;
import dev.sheaf.search.SearchQuery;
import dev.sheaf.search.SearchScope;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/** Scores of full texts are those of the formulas in docs/search.md, computed here from the texts in double precision. */
class RankingFormulasTest {

    private static final int TEXTS = 300;
    private static final int WORDS = 400;
    private static final double LARGEST_DIFFERENCE = 1e-6;

    @TempDir
    Path directory;
    private SearchHub hub;
    private final Map<String, Map<String, Integer>> texts = new HashMap<>();
    private final Map<String, Integer> lengths = new HashMap<>();

    @BeforeEach
    void indexTexts() {
        hub = new SearchHub(directory);
        Random random = new Random(33);
        List<OaiRecord> records = new ArrayList<>();
        for (int i = 0; i < TEXTS; i++) {
            int length = 10 + random.nextInt(1 + random.nextInt(3_000));
            StringBuilder text = new StringBuilder();
            Map<String, Integer> counts = new HashMap<>();
            for (int j = 0; j < length; j++) {
                String word = "w" + (int) (WORDS * Math.pow(random.nextDouble(), 3));
                counts.merge(word, 1, Integer::sum);
                text.append(word).append(' ');
            }
            texts.put("t" + i, counts);
            lengths.put("t" + i, length);
            records.add(FullTextRecords.record("t" + i, "t", text.toString(), IndexFormat.TF_BASIC));
        }
        hub.save("a", FullTextRecords.format(IndexFormat.TF_BASIC), records.toArray(OaiRecord[]::new));
        hub.indexer().catchUp();
        hub.index().refresh();
    }

    @AfterEach
    void closeHub() {
        hub.close();
    }

    private double reference(Ranking ranking, List<String> words, String text) {
        double all = lengths.values().stream().mapToLong(Integer::intValue).sum();
        double mean = all / TEXTS;
        double l = lengths.getOrDefault(text, 0);
        double score = 0;
        for (String word : words) {
            double f = texts.getOrDefault(text, Map.of()).getOrDefault(word, 0);
            if (f > 0) {
                double n = texts.values().stream().filter(counts -> counts.containsKey(word)).count();
                double p = (texts.values().stream().mapToLong(counts -> counts.getOrDefault(word, 0)).sum() + 1.0) / (all + 1);
                score += switch (ranking.model()) {
                    case BM25 -> Math.log(1 + (TEXTS - n + 0.5) / (n + 0.5)) * f
                            / (f + ranking.k1() * (1 - ranking.b() + ranking.b() * l / mean));
                    case VSM -> (1 + Math.log((TEXTS + 1.0) / (n + 1))) * Math.sqrt(f) / Math.sqrt(l);
                    case LM -> Math.max(0, Math.log(1 + f / (ranking.mu() * p)) + Math.log(ranking.mu() / (l + ranking.mu())));
                    case LM_JM -> Math.log(1 + (1 - ranking.lambda()) * f / l / (ranking.lambda() * p));
                };
            }
        }
        return score;
    }

    @Test
    void scoresAreThoseOfTheFormulas_withTheUsualParametersAndWithOthers() {
        double largest = 0;
        long compared = 0;
        for (String model : List.of("bm25", "vsm", "lm", "lm-jm", "bm25:k1=0.9,b=0.4", "bm25:k1=0", "lm:mu=150.5",
                "lm-jm:lambda=0.7")) {
            Ranking ranking = Ranking.parse(model);
            for (int i = 0; i < 30; i++) {
                List<String> words = List.of("w" + i, "w" + 3 * i, "w" + (7 * i + 1) % WORDS).stream().distinct().toList();
                List<SearchHit> hits = hub.index().search(SearchQuery.of(String.join(" OR ", words)).in(SearchScope.FULLTEXT)
                        .with(ranking).page(0, 1_000)).hits();
                assertThat(hits).isNotEmpty();
                for (SearchHit hit : hits) {
                    double expected = reference(ranking, words, hit.identifier());
                    double difference = Math.abs(hit.score() - expected) / Math.max(Math.abs(expected), 1e-300);
                    largest = Math.max(largest, expected == 0 ? Math.abs(hit.score()) : difference);
                    compared++;
                }
            }
        }
        assertThat(largest).as("largest relative difference of " + compared + " scores").isLessThanOrEqualTo(LARGEST_DIFFERENCE);
        System.out.println("largest relative difference of " + compared + " scores: " + largest);
    }

    @Test
    void rankingsHaveATextForm_andWrongOnesSayWhatIsExpected() {
        assertThat(Ranking.parse("bm25:b=0.4,k1=0.9").text()).isEqualTo("bm25:k1=0.9,b=0.4");
        assertThat(Ranking.parse("lm:mu=2000").text()).isEqualTo("lm");
        for (String wrong : List.of("tfidf", "bm25:", "bm25:k1", "bm25:k1=x", "bm25:k1=-1", "bm25:b=2", "bm25:mu=3", "vsm:k1=1",
                "lm:mu=0", "lm:mu=NaN",
                "lm:mu=Infinity", "lm-jm:lambda=0", "lm-jm:lambda=1")) {
            assertThatIllegalArgumentException().as(wrong).isThrownBy(() -> Ranking.parse(wrong)).withMessageContainingAll(" ");
        }
    }
}
