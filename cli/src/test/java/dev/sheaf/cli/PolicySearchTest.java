package dev.sheaf.cli;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import dev.sheaf.platform.search.RecordIndex;
import dev.sheaf.search.Facet;
import dev.sheaf.search.Filter;
import dev.sheaf.search.SearchIndex;
import dev.sheaf.search.SearchQuery;
import dev.sheaf.search.SearchScope;

import static org.assertj.core.api.Assertions.assertThat;

/** Collections that were published with policies of their own are found on a hub with default settings. */
class PolicySearchTest {

    /** A hundred words as they stand in texts: inflected, in two languages, none of them a stop word. */
    private static final String WORDS = """
            libraries evaluated researchers catalogues indexing universities theories studies analyses queries
            retrieval abstracts collections documents documented journals citations citing authors publishing
            measured measurements relevant relevance classification classified hierarchies vocabularies terms thesauri
            searching searched searches users satisfied satisfaction interviews services servicing networks
            computers computing automated automatically electronic digitisation preserved preservation archival archives
            Bibliotheken Kataloge Forscherinnen Untersuchungen Häuser Bücher Lieder Städte Geschichten Zeitschriften
            Museen Sammlungen gesammelte Briefe Handschriften Verzeichnisse Wörter Sprachen sprachlich Übersetzungen
            Jahrhunderte Königreiche Kirchen Klöster Urkunden Landkarten Gemälde Maler Dichtungen Erzählungen
            Bewertungen bewertete Ergebnisse Verfahren Rechner rechnende Netze Dienste Nutzerinnen Schlagwörter
            gedruckte Drucke Verleger Verlage Auflagen Bände Seiten Zeilen Buchstaben Titelblätter""";

    @TempDir
    private Path folder;

    @Test
    void everyWordAsItStandsInTheTexts_findsThemUnderEachPolicy() throws Exception {
        List<String> words = List.of(WORDS.split("\\s+"));
        assertThat(words).hasSize(100).doesNotHaveDuplicates();
        Map<String, List<String>> policies = Map.of("plain", List.of(), "en", List.of("--policy", "english"), "de",
                List.of("--policy", "german"));
        for (Map.Entry<String, List<String>> policy : policies.entrySet()) {
            Path texts = Files.createDirectories(folder.resolve(policy.getKey()));
            for (int i = 0; i < words.size(); i += 10) {
                Files.writeString(texts.resolve("text" + i + ".txt"), String.join(" ", words.subList(i, i + 10)) + "\n");
            }
            List<String> command = new ArrayList<>(List.of("publish", policy.getKey(), policy.getKey(), "--identifier-domain",
                    "example.org"));
            command.addAll(policy.getValue());
            Typed published = Typed.in(folder, command.toArray(String[]::new));
            assertThat(published.status()).as(published.err()).isZero();
        }
        assertThat(Typed.in(folder, "search", "libraries", "--in", "fulltext").err()).contains("3 found");
        try (SearchIndex index = RecordIndex.open(folder.resolve("sheaf-data/index"))) {
            for (String source : policies.keySet()) {
                assertThat(words).as("words that find nothing in " + source).allSatisfy(word -> assertThat(index
                        .search(SearchQuery.of(word).in(SearchScope.FULLTEXT).with(new Filter(Facet.SOURCE, source))).total())
                        .as(word).isPositive());
            }
        }
    }
}
