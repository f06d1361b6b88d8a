package dev.sheaf.platform.sru;

import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static dev.sheaf.platform.sru.SampleHub.query;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

/**
 * Boolean laws of random CQL queries over real HTTP. {@code -Dsheaf.cql.queries=10000} asks that many; the seed is fixed.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class CqlLawsTest {

    private static final int QUERIES = Integer.getInteger("sheaf.cql.queries", 1_000);
    private static final long SEED = 33;
    private static final String ALL = "cql.allRecords = 1";
    private static final List<String> WORDS = List.of("river", "rivers", "history", "histories", "mountain", "mountains", "lake",
            "lakes", "winter", "smith", "ann", "jones", "mills", "mill", "rocks", "b", "of", "the", "en", "english", "1990",
            "182",
            "nothing", "\"-\"", "\"river history\"", "\"lake b\"", "\"smith ann\"", "\"the lakes\"", "riv*", "mou*",
            "\"of the*\"");
    private static final List<String> INDEXES = List.of("", "cql.anywhere", "dc.title", "dc.creator", "dc.subject",
            "dc.description", "dc.language", "dc.identifier", "dc.relation", "bath.author");
    private static final List<String> RELATIONS = List.of("=", "all", "any", "adj", "<>");
    private static final List<String> WHOLE = List.of("dc.subject == mills", "dc.subject exact mill", "dc.language == en",
            "dc.language <> eng", "dc.identifier == \"doi:10.1000/182\"", "dc.identifier <> \"ISBN 3-16-148410-X\"",
            "bath.isbn = 316148410X", "bath.issn <> 0028-0836", "oai.identifier = \"oai:x:1\"", "oai.identifier <> \"oai:y:9\"",
            "date = 1990", "date < 2001", "date >= 1990", "date <> 2010", "date within \"1970 1995\"",
            "oai.datestamp >= 2025-03-02", "oai.datestamp < 2025-03-03", "oai.datestamp <> 2025-03-02", ALL);

    private final Random random = new Random(SEED);
    private int asked;
    private @Nullable SampleHub started;

    @BeforeAll
    void start(@TempDir Path folder) throws Exception {
        started = new SampleHub(folder, new SruFeature());
    }

    @AfterAll
    void stop() {
        requireNonNull(started).close();
    }

    private Set<String> find(String cql) throws Exception {
        asked++;
        HttpResponse<String> response = requireNonNull(started)
                .post("/sru", query("query", cql, "maximumRecords", "100"));
        var document = SampleHub.parse(response.body());
        assertThat(SampleHub.texts(document, "diagnostic")).as(cql).isEmpty();
        List<String> found = SampleHub.texts(document, "recordIdentifier");
        assertThat(SampleHub.texts(document, "numberOfRecords")).as(cql).containsExactly(Integer.toString(found.size()));
        return new TreeSet<>(found);
    }

    private <T> T one(List<T> of) {
        return of.get(random.nextInt(of.size()));
    }

    private String clause() {
        if (random.nextInt(4) == 0) {
            return one(WHOLE);
        }
        String index = one(INDEXES);
        String words = one(WORDS);
        if (random.nextInt(3) == 0 && !words.contains("\"") && !words.contains("*")) {
            words = "\"" + words + " " + one(List.of("river", "lakes", "mill", "-", "smith", "hist*")) + "\"";
        }
        return index.isEmpty() ? words : index + " " + one(RELATIONS) + " " + words;
    }

    private String expression(int depth) {
        return depth == 0 || random.nextInt(3) == 0
                ? clause()
                : "(" + expression(depth - 1) + " " + one(List.of("and", "or", "not")) + " " + expression(depth - 1) + ")";
    }

    @Test
    void randomQueries_obeyBooleanLaws() throws Exception {
        Set<String> all = find(ALL);
        assertThat(all).hasSize(4);
        while (asked < QUERIES) {
            String a = expression(2);
            String b = expression(2);
            String c = expression(1);
            Set<String> ofA = find(a);
            Set<String> ofB = find(b);
            String as = "A = " + a + "; B = " + b + "; C = " + c;
            assertThat(find(a + " not " + a)).as(as).isEmpty();
            assertThat(find("(" + ALL + ") not " + wrapped(a))).as(as).isEqualTo(without(all, ofA));
            assertThat(find(wrapped(a) + " and " + wrapped(b))).as(as).isEqualTo(both(ofA, ofB))
                    .isEqualTo(find(wrapped(b) + " and " + wrapped(a)));
            assertThat(find(wrapped(a) + " or " + wrapped(b))).as(as).isEqualTo(either(ofA, ofB))
                    .isEqualTo(find(wrapped(b) + " or " + wrapped(a)));
            assertThat(find(wrapped(a) + " not " + wrapped(b))).as(as).isEqualTo(without(ofA, ofB));
            assertThat(find(ALL + " not (" + wrapped(a) + " or " + wrapped(b) + ")")).as(as)
                    .isEqualTo(find("(" + ALL + " not " + wrapped(a) + ") and (" + ALL + " not " + wrapped(b) + ")"));
            assertThat(find(ALL + " not (" + wrapped(a) + " and " + wrapped(b) + ")")).as(as)
                    .isEqualTo(find("(" + ALL + " not " + wrapped(a) + ") or (" + ALL + " not " + wrapped(b) + ")"));
            assertThat(find(wrapped(a) + " and (" + wrapped(b) + " or " + wrapped(c) + ")")).as(as)
                    .isEqualTo(
                            find("(" + wrapped(a) + " and " + wrapped(b) + ") or (" + wrapped(a) + " and " + wrapped(c) + ")"));
        }
        assertThat(asked).isGreaterThanOrEqualTo(QUERIES);
    }

    private static String wrapped(String cql) {
        return cql.startsWith("(") ? cql : "(" + cql + ")";
    }

    private static Set<String> without(Set<String> some, Set<String> unwanted) {
        List<String> left = new ArrayList<>(some);
        left.removeAll(unwanted);
        return new TreeSet<>(left);
    }

    private static Set<String> both(Set<String> one, Set<String> other) {
        Set<String> both = new TreeSet<>(one);
        both.retainAll(other);
        return both;
    }

    private static Set<String> either(Set<String> one, Set<String> other) {
        Set<String> either = new TreeSet<>(one);
        either.addAll(other);
        return either;
    }

    @ParameterizedTest
    @ValueSource(strings = {"title", "anywhere", "subject", "creator", "description"})
    void severalWords_areTheWordsJoined(String index) throws Exception {
        for (String first : List.of("river", "rivers", "lakes", "lake", "smith", "mill", "history", "-")) {
            for (String second : List.of("histories", "ann", "the", "winter", "mou*")) {
                String both = "\"" + first + " " + second + "\"";
                String of = index + " = ";
                if (first.equals("-")) {
                    assertThat(find(index + " all " + both)).as(both).isEqualTo(find(of + second));
                    continue;
                }
                assertThat(find(index + " all " + both)).as(both).isEqualTo(find(of + first + " and " + of + second));
                assertThat(find(index + " any " + both)).as(both).isEqualTo(find(of + first + " or " + of + second));
                assertThat(find(index + " <> " + both)).as(both).isEqualTo(find(ALL + " not " + of + both));
            }
        }
    }
}
