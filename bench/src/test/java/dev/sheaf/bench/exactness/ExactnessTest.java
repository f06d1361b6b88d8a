package dev.sheaf.bench.exactness;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import dev.sheaf.bench.exactness.TextProvider.PublishedText;

import static org.assertj.core.api.Assertions.assertThat;

/** The experiment in a short form, with synthetic texts. {@code bench/exactness} runs it with test collections. */
class ExactnessTest {

    private static final int TEXTS = 120;
    private static final int QUERIES = 12;
    private static final List<String> WORDS = List.of("The", "river", "rivers", "of", "histories", "and", "history", "banks", "a",
            "flowing", "flows", "water", "is", "Mills", "mill", "grinding", "grinds", "bridge", "to", "fishing", "fisher",
            "boats", "sailing", "Harbours", "lighthouse", "whales", "whaling", "captains", "voyages", "storms");

    @TempDir
    Path work;

    private final Random random = new Random(7);

    private String words(int number) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < number; i++) {
            double place = random.nextDouble();
            text.append(WORDS.get((int) (place * place * WORDS.size()))).append(random.nextInt(9) == 0 ? ". " : " ");
        }
        return text.toString();
    }

    @Test
    void harvestedTerms_rankAsTheTextsDo_afterChangesAndHarvests() throws Exception {
        Map<String, PublishedText> texts = new LinkedHashMap<>();
        for (int i = 0; i < TEXTS; i++) {
            texts.put("oai:x.example.org:" + i, new PublishedText(words(3), words(random.nextInt(90))));
        }
        List<List<String>> queries = new ArrayList<>();
        for (int i = 0; i < QUERIES; i++) {
            queries.add(JudgedCollection.words(words(2 + random.nextInt(5))));
        }
        try (Exactness experiment = new Exactness(work, texts, queries, 3)) {
            Exactness.Outcome outcome = experiment.run(5, 200, _ -> {});
            assertThat(outcome.differences()).isEmpty();
            assertThat(outcome.operations()).containsOnlyKeys(RandomChanges.Operation.values());
            assertThat(outcome.scores()).isGreaterThan(5_000);
        }
    }
}
