package dev.sheaf.cli;

import java.nio.file.Path;
import java.util.List;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import dev.sheaf.core.OaiSet;
import dev.sheaf.core.SetSpec;
import dev.sheaf.core.Verb;
import dev.sheaf.simulator.Behaviour;
import dev.sheaf.simulator.ReceivedRequest;
import dev.sheaf.simulator.ScriptedProvider;
import dev.sheaf.testkit.SampleRecords;
import dev.sheaf.testkit.SettableClock;

import static org.assertj.core.api.Assertions.assertThat;

/** Names that do not exist are not selections without records: each command names the wrong one, and those that there are. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class MisspeltNamesTest {

    private Path folder = Path.of("");

    private final ScriptedProvider provider = ScriptedProvider.start(SettableClock.at("2024-06-01T00:00:00Z"))
            .set(new OaiSet(new SetSpec("painting"), "Paintings", List.of()))
            .set(new OaiSet(new SetSpec("painting:modern"), "Modern", List.of()))
            .put(List.of(SampleRecords.live(1, "painting:modern"), SampleRecords.live(2, "painting:modern")));
    private final ScriptedProvider further = ScriptedProvider.start(SettableClock.at("2024-06-01T00:00:00Z"))
            .put(SampleRecords.many(1));
    /** It says of each error nothing but its code. */
    private final ScriptedProvider curt = ScriptedProvider.start(SettableClock.at("2024-06-01T00:00:00Z"))
            .put(SampleRecords.many(1))
            .when(ReceivedRequest.of(Verb.LIST_RECORDS),
                    Behaviour.text(body -> body.replaceFirst("(<error code=.)([^\"']*)(.>)[^<]*", "$1$2$3$2")))
            .when(ReceivedRequest.of(Verb.LIST_METADATA_FORMATS), Behaviour.status(404));

    @BeforeAll
    void harvest(@TempDir Path given) {
        folder = given;
        assertThat(Typed.in(folder, "source", "add", "gallery", provider.baseUrl()).status()).isZero();
        Typed harvested = Typed.in(folder, "harvest", "gallery");
        assertThat(harvested.status()).as(harvested.err()).isZero();
    }

    @AfterAll
    void close() {
        provider.close();
        further.close();
        curt.close();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            harvest FURTHER --set nosuch              | 1 | has no set 'nosuch'
            harvest FURTHER --prefix nosuch           | 1 | the repository has no format 'nosuch'; it has 1: oai_dc
            harvest gallery --set paintign            | 1 | no set 'paintign'; it has 2: painting, painting:modern. Did you mean 'painting'?
            harvest gallery --set modern              | 1 | Did you mean 'painting:modern'?
            harvest gallery --prefix oaidc            | 1 | Did you mean 'oai_dc'?
            harvest nosuch                            | 1 | there is no source 'nosuch'
            harvest gallery --from nosuch             | 2 | --from: 'nosuch' is not a date
            harvest gallery --format nosuch           | 2 | Unknown option: '--format'
            fetch GALLERY --set nosuch                | 1 | no set 'nosuch'; it has 2: painting, painting:modern
            fetch GALLERY --prefix nosuch             | 1 | the repository has no format 'nosuch'; it has 1: oai_dc
            fetch GALLERY --format nosuch             | 2 | xml or jsonl, not 'nosuch'
            fetch GALLERY --format csv                | 2 | not 'csv'. To get it: sheaf harvest GALLERY, then sheaf export --format csv
            fetch GALLERY --format ciff               | 2 | not 'ciff'
            fetch CURT --prefix nosuch                | 1 | ListRecords was refused: cannotDisseminateFormat)
            export --set nosuch                       | 1 | the store has no set 'nosuch'; it has 2: painting, painting:modern
            export --set nosuch --source gallery      | 1 | 'gallery' has no set 'nosuch'
            export --set nosuch --format jsonl        | 1 | has no set 'nosuch'
            export --source nosuch                    | 1 | there is no source 'nosuch'
            export --prefix nosuch                    | 1 | no records in the format 'nosuch'. The formats are: oai_dc
            export --format nosuch                    | 2 | xml, jsonl, csv or ciff, not 'nosuch'
            aggregate add a1 --set novels             | 0 | The store has no set 'novels'; it has 2: painting, painting:modern
            aggregate add a2 --source nosuch          | 0 | There is no source 'nosuch' yet
            aggregate add a3 --prefix oaidc           | 0 | The store has no format 'oaidc'; it has 1: oai_dc. Did you mean 'oai_dc'?
            aggregate add a4 --query foo:bar          | 0 | There is no field 'foo'
            aggregate add a5 --trusted nosuch         | 0 | There is no source 'nosuch' yet
            aggregate set nosuch --name x             | 1 | there is no aggregate 'nosuch'
            aggregate add a6 --collisions nosuch      | 2 | --collisions: 'nosuch' is none of
            search foo:bar                            | 0 | There is no field 'foo', so it was searched as a word. Fields: abstract, author
            search "unclosed                          | 0 | The quotation mark of '"unclosed' is not closed
            search title:(                            | 0 | 'title:(' has no letters or digits to search for, so it was ignored
            search *                                  | 0 | '*' was read as all records
            search title:*                            | 0 | 'title:*' was read as all records
            search AND                                | 0 | 'AND' joins or excludes words, and there are none beside it
            search record OR                          | 0 | 'OR' joins nothing here, so it was ignored
            search source:nosuch                      | 0 | No record is of a source 'nosuch'
            search year:nosuch                        | 0 | No record has the year 'nosuch'
            search --json foo:bar                     | 0 | There is no field 'foo'
            search x --source nosuch                  | 1 | there is no source 'nosuch'
            search x --model nosuch                   | 2 | --model: 'nosuch' is none of bm25, vsm, lm, lm-jm
            search x --in nosuch                      | 2 | --in: 'nosuch' is none of both, description, fulltext
            simulate nosuch                           | 2 | 'nosuch' is one argument too many: sheaf simulate takes options only
            source show gallery nosuch                | 2 | 'nosuch' is one argument too many: sheaf source show takes ID
            source set gallery --pin nosuch=1         | 2 | --pin: 'nosuch' is none of
            watch letter nosuch                       | 1 | there is no source 'nosuch'
            validate GALLERY --profile nosuch         | 2 | --profile: 'nosuch' is neither a file nor one of
            """)
    void wrongNameIsNamed(String command, int status, String message) {
        Typed typed = Typed.in(folder, addressed(command).split(" +"));
        assertThat(typed.err() + typed.out()).contains(addressed(message)).doesNotContain("..", "?.", "unexpected");
        assertThat(typed.status()).isEqualTo(status);
    }

    private String addressed(String text) {
        return text.replace("GALLERY", provider.baseUrl()).replace("FURTHER", further.baseUrl()).replace("CURT", curt.baseUrl());
    }

    @Test
    void setOfASourceAndSetOfTheHub_areKnownToAggregates() {
        for (String set : List.of("painting", "painting:modern", "gallery:painting")) {
            assertThat(Typed.in(folder, "aggregate", "add", "of-" + set.replace(':', '-'), "--set", set).err()).as(set)
                    .contains("Records: 2").doesNotContain("has no set");
        }
    }

    @Test
    void asteriskAlone_findsEveryRecord() {
        assertThat(Typed.in(folder, "search", "*").err()).contains("2 found");
    }

    @Test
    void ordinaryColonsAndCapitals_areNotDoubted() {
        for (String query : List.of("oai:example.org:1", "https://example.org/1", "doi:10.1000/182", "WAR AND PEACE",
                "title:record",
                "a & b", "isbn:9783161484100", "record -modern")) {
            assertThat(Typed.in(folder, "search", query).err()).as(query).doesNotContain("field", "ignored", "joins");
        }
    }

    @Test
    void newAddress_isNotRegisteredForNamesThatItDoesNotHave() {
        Typed typed = Typed.in(folder, "harvest", further.baseUrl(), "--set", "nosuch", "--prefix", "oai_dc");
        assertThat(typed.err()).contains("is not registered").doesNotContain("Registered");
        assertThat(Typed.in(folder, "source", "list").out()).contains("gallery").doesNotContain(further.baseUrl());
    }
}
