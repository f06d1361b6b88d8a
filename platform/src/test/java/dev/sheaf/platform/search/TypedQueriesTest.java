package dev.sheaf.platform.search;

import java.nio.file.Path;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static dev.sheaf.platform.search.SearchHub.record;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

/** Queries as people type them, against one index: they change nothing, so it is filled once. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class TypedQueriesTest {

    @SuppressWarnings("NullAway.Init")
    private SearchHub hub;

    @BeforeAll
    void open(@TempDir Path directory) {
        hub = new SearchHub(directory);
        hub.add("a", record("faust", "title=Faust", "creator=Johann Wolfgang von Goethe", "date=1808", "language=ger"),
                record("werther", "title=The Sorrows of Young Werther", "creator=Johann Wolfgang von Goethe", "date=1774",
                        "language=ger"),
                record("dante", "title=Commedia", "creator=Dante", "date=c1320"));
        hub.add("b", record("werther-faust", "title=Werther meets Faust", "description=a comedy", "date=1999"));
    }

    @AfterAll
    void close() {
        hub.close();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            faust                     | faust werther-faust
            Goethe Faust              | faust
            "sorrows of young"        | werther
            "young sorrows"           |
            goethe -faust             | werther
            goethe NOT faust          | werther
            -goethe                   | dante werther-faust
            -"young werther"          | dante faust werther-faust
            dante OR werther          | dante werther werther-faust
            werth*                    | werther werther-faust
            title:goethe              |
            creator:goethe            | faust werther
            author:"von Goethe"       | faust werther
            creator:goe* title:faust  | faust
            year:1774                 | werther
            year:1700-1799            | werther
            year:1900-                | werther-faust
            year:..1400               | dante
            year:1799-1700            | werther
            source:b                  | werther-faust
            source:a language:ger     | faust werther
            goethe AND werther        | werther
            (goethe) + werther!       | werther
            unknown:field             |
            """)
    void readsQueriesInUsualNotations(String text, String expected) {
        assertThat(hub.find(text)).containsExactlyInAnyOrder(expected == null ? new String[0] : expected.split(" "));
    }

    @ParameterizedTest
    @ValueSource(strings = {"\"", "\"unclosed words", "title:", "title:\"", "a:b:c", "((", "\\", "*", "**", "-", "--", "- -",
            "OR", "OR OR",
            "NOT", "AND", "a OR", "OR a", "year:", "year:99999999999999999999", "year:-", "year:abc*", "title:*", "a*b*",
            "[1 TO 2]", "/x/",
            "x~2", "x^9", "+", "&&", "\u0000", "\ud800", "\udc00\ud800", "<script>", "%00", "source:*", "\u201e\u201c"})
    void noTypedText_makesAQueryFail(String text) {
        assertThatCode(() -> hub.find(text)).doesNotThrowAnyException();
    }
}
