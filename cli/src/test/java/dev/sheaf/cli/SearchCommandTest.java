package dev.sheaf.cli;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import static org.assertj.core.api.Assertions.assertThat;

/** Spelling proposals of {@code sheaf search}. */
class SearchCommandTest {

    @TempDir
    Path place;

    @BeforeEach
    void twoBooks() throws Exception {
        Files.writeString(place.resolve("books.csv"), """
                identifier,title
                oai:x.example:1,Gothic architecture
                oai:x.example:2,Roman architecture
                """);
        Typed imported = Typed.in(place, "import", "books", "books.csv");
        assertThat(imported.status()).as(imported.err()).isZero();
    }

    @Test
    void misspeltWord_isProposedOnTheErrorStream() {
        Typed found = Typed.in(place, "search", "architcture");
        assertThat(found.status()).isZero();
        assertThat(found.err()).contains("Nothing found.").contains("Did you mean 'architecture'? 2 found");
        assertThat(found.out()).isEmpty();
    }

    @Test
    void indexThatACommandMakes_isOpenToItsOwnerOnly() throws Exception {
        Typed.in(place, "search", "architecture");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(place.resolve("sheaf-data/index"))))
                .isEqualTo("rwx------");
    }

    @Test
    void misspeltWord_isProposedInJson() {
        JsonNode found = JsonMapper.shared().readTree(Typed.in(place, "search", "gotic architecture", "--json").out());
        assertThat(found.path("suggestion").path("query").asString("")).isEqualTo("gothic architecture");
        assertThat(found.path("suggestion").path("total").asLong(0)).isEqualTo(1);
    }

    @Test
    void knownWord_orWordWithoutASimilarOne_getsNoSuggestion() {
        assertThat(Typed.in(place, "search", "architecture").err()).contains("2 found").doesNotContain("Did you mean");
        assertThat(Typed.in(place, "search", "xyzzyqq").err()).contains("Nothing found.").doesNotContain("Did you mean");
        assertThat(JsonMapper.shared().readTree(Typed.in(place, "search", "xyzzyqq", "--json").out()).has("suggestion"))
                .isFalse();
    }

    /** A record with the terms of a full text, as a data provider serves it. */
    private void importTerms() throws Exception {
        String indexed = "<indexed xmlns='https://sheaf.dev/ns/1.0/indexed/'><metadata><oai_dc:dc"
                + " xmlns:oai_dc='http://www.openarchives.org/OAI/2.0/oai_dc/' xmlns:dc='http://purl.org/dc/elements/1.1/'>"
                + "<dc:title>Sea charts</dc:title></oai_dc:dc></metadata><index format='tf_basic'>"
                + "<terms xmlns='https://sheaf.dev/ns/1.0/tf_basic/'><term name='architecture' freq='2'/>"
                + "<term name='whale' freq='3'/></terms></index></indexed>";
        Files.writeString(place.resolve("texts.jsonl"),
                "{\"prefix\":\"oai_dc__tf_basic\",\"identifier\":\"oai:x.example:9\",\"metadata\":\"" + indexed + "\"}\n");
        Typed imported = Typed.in(place, "import", "texts", "texts.jsonl");
        assertThat(imported.status()).as(imported.err()).isZero();
    }

    @Test
    void wordsOfFullTexts_areFound_andTheHitSaysSo() throws Exception {
        importTerms();
        assertThat(Typed.in(place, "search", "whale charts").out()).contains("1. Sea charts",
                "texts  oai:x.example:9  [description and full text; in the full text: whale \u00d73]");
        assertThat(Typed.in(place, "search", "architecture").err()).contains("3 found");
        assertThat(Typed.in(place, "search", "architecture", "--in", "fulltext").out())
                .contains("[full text: architecture \u00d72]")
                .doesNotContain("Gothic");
        assertThat(Typed.in(place, "search", "architecture", "--in", "description").err()).contains("2 found");
        JsonNode hit = JsonMapper.shared().readTree(Typed.in(place, "search", "whale", "--json").out()).path("hits").path(0);
        assertThat(hit.path("found").asString("")).isEqualTo("fulltext");
        assertThat(hit.path("ranked").asBoolean(false)).isTrue();
        assertThat(Typed.in(place, "search", "\"whale architecture\"").err())
                .contains("1 further record has all these words in the full text");
    }

    @Test
    void sourceWithFullTexts_isShownWithWhatItsIndexLacks() throws Exception {
        importTerms();
        assertThat(Typed.in(place, "source", "show", "texts").out()).contains("full texts         1 in oai_dc__tf_basic",
                "It does not say how it made its terms");
        assertThat(Typed.in(place, "source", "show", "books").out()).doesNotContain("full texts");
    }

    @Test
    void rankingsOfAllModels_areShownAtOnce() throws Exception {
        importTerms();
        Typed found = Typed.in(place, "search", "architecture", "--models");
        assertThat(found.out()).contains("== bm25", "== vsm", "== lm\n", "== lm-jm");
        JsonNode models = JsonMapper.shared().readTree(Typed.in(place, "search", "architecture", "--models", "--json").out())
                .path("models");
        assertThat(models.size()).isEqualTo(4);
        assertThat(models.path(3).path("model").asString("")).isEqualTo("lm-jm");
        assertThat(models.path(3).path("hits").size()).isEqualTo(3);
    }

    @Test
    void unknownPlaceToSearch_isWrongUsage() {
        Typed wrong = Typed.in(place, "search", "a", "--in", "titles");
        assertThat(wrong.status()).isEqualTo(2);
        assertThat(wrong.err()).contains("--in: 'titles' is none of both, description, fulltext");
    }

    @Test
    void indexKeepsThePolicyOfItsHub_whenACommandDoesNotKnowIt() throws Exception {
        importTerms();
        Files.writeString(place.resolve("hub.yaml"), "index-policy: case=lower stem=porterStem\n");
        assertThat(Typed.in(place, "--config", "hub.yaml", "search", "whales", "--in", "fulltext").err()).contains("1 found");
        assertThat(Typed.in(place, "search", "whaling", "--in", "fulltext").err()).contains("1 found");
        assertThat(Typed.in(place, "search", "whaling", "--in", "fulltext").err()).contains("1 found");
    }

    private static String nonsense(int words) {
        return IntStream.range(0, words).mapToObj(i -> "zzz" + i + " OR ").collect(Collectors.joining());
    }

    @Test
    void longQuery_isSearchedUpToTheBound_andTheAnswerSaysWhatWasIgnored() throws Exception {
        importTerms();
        Typed whole = Typed.in(place, "search", nonsense(255) + "whale", "--in", "fulltext");
        assertThat(whole.err()).contains("1 found").doesNotContain("too long");
        assertThat(Typed.in(place, "search", nonsense(40) + "architecture").err()).contains("3 found").doesNotContain("too long");
        Typed cut = Typed.in(place, "search", nonsense(257) + "whale", "--in", "fulltext");
        assertThat(cut.err()).contains("Nothing found.",
                "The query is too long. 2 of its words or phrases were ignored, from the end.");
        assertThat(Typed.in(place, "search", "x".repeat(4_100) + " whale").err()).contains("The query is too long.");
        assertThat(Typed.in(place, "search", "\"a b\" OR ".repeat(32) + "\"c d\"").err()).contains("Its last word was ignored.");
        JsonNode json = JsonMapper.shared()
                .readTree(Typed.in(place, "search", nonsense(257) + "whale", "--in", "fulltext", "--json").out());
        assertThat(json.path("ignored").asInt(0)).isEqualTo(2);
    }

    @Test
    void compoundsAndUmlauts_areFoundInBothForms() throws Exception {
        Files.writeString(place.resolve("german.csv"), """
                identifier,title,creator
                oai:x.example:3,Zwei Hebel-Lieder,"M\u00fcssig, Karl"
                oai:x.example:4,Das Feuerzeug-Museum,"Mueller, Eva"
                oai:x.example:5,Fr\u00fchwirth und B\u00fccher,
                """);
        assertThat(Typed.in(place, "import", "german", "german.csv").status()).isZero();
        for (String words : new String[]{"hebellieder", "Hebel-Lieder", "title:hebellieder", "muessig", "creator:muessig",
                "m\u00fcssig", "mussig"}) {
            assertThat(Typed.in(place, "search", words).out()).as(words).contains("oai:x.example:3");
        }
        for (String words : new String[]{"Feuerzeugmuseum", "m\u00fcller", "mueller"}) {
            assertThat(Typed.in(place, "search", words).out()).as(words).contains("oai:x.example:4");
        }
        assertThat(Typed.in(place, "search", "fruehwirth").out()).contains("oai:x.example:5");
        assertThat(Typed.in(place, "search", "\"Zwei Hebel-Lieder\"").err()).contains("1 found");
    }

    @Test
    void modelWithParameters_ranksByThem_andAWrongOneSaysWhatIsExpected() throws Exception {
        importTerms();
        String usual = Typed.in(place, "search", "whale", "--in", "fulltext", "--json").out();
        assertThat(Typed.in(place, "search", "whale", "--in", "fulltext", "--json", "--model", "bm25:k1=0.2,b=0.1").out())
                .contains("\"total\":1").isNotEqualTo(usual);
        assertThat(Typed.in(place, "search", "whale", "--models", "--model", "lm:mu=500").out()).contains("== lm:mu=500",
                "== bm25\n");
        Typed wrong = Typed.in(place, "search", "whale", "--model", "bm25:mu=3");
        assertThat(wrong.status()).isEqualTo(2);
        assertThat(wrong.err()).contains("--model: 'mu=3' is no parameter of bm25; it has k1 and b");
    }

    @Test
    void hitInAFullText_saysWhyThereIsNoExcerpt_andARecordWithoutATitleIsNamed() throws Exception {
        importTerms();
        assertThat(Typed.in(place, "search", "whale", "--in", "fulltext").err()).contains("shows no excerpts");
        assertThat(Typed.in(place, "search", "charts").err()).doesNotContain("excerpts");
        Files.writeString(place.resolve("untitled.csv"), """
                identifier,subject
                oai:x.example:folder/minutes,dolphins
                """);
        Typed.in(place, "import", "untitled", "untitled.csv");
        assertThat(Typed.in(place, "search", "dolphins").out()).contains("1. folder/minutes (without a title)");
    }

    @Test
    void resultsInTextsWithoutATitle_areNamedByTheirFiles_andSayHowOftenEachWordOccurs() throws Exception {
        Path texts = Files.createDirectories(place.resolve("texts/talks"));
        Files.writeString(texts.resolve("first talk.txt"), "the libraries and a library of libraries, 3 catalogues\n");
        Files.writeString(texts.resolve("second.txt"), "catalogues\n");
        Typed published = Typed.in(place, "publish", "talks", "texts", "--policy", "english",
                "--url", "https://www.example.org/texts/");
        assertThat(published.status()).as(published.err()).isZero();

        Typed found = Typed.in(place, "search", "libraries catalogues whales OR catalogues", "--in", "fulltext");
        assertThat(found.out()).isEqualTo("""
                1. first talk.txt (without a title)
                   talks  oai:hub.example.org:talks/talks/first%20talk  [full text: libraries \u00d73, catalogues \u00d71]
                """);
        assertThat(Typed.in(place, "search", "libraries", "--json").out())
                .contains("\"words\":[{\"word\":\"libraries\",\"frequency\":3}]");
        assertThat(Typed.in(place, "search", "cat*", "--in", "fulltext").out()).contains("second.txt", "[full text]");
        try (Typed.Serving hub = Typed.serving(place)) {
            Browser reader = new Browser(hub.address());
            assertThat(reader.page("/?q=libraries")).contains(">first talk.txt (without a title)<",
                    "Found in the full text: libraries \u00d73", "The full texts stay with their publishers.");
            assertThat(reader.page("/rankings?q=libraries")).contains("first talk.txt (without a title)", "libraries \u00d73");
            assertThat(reader.page("/feed.atom")).contains("<title>first talk.txt (without a title)</title>");
            assertThat(reader.page("/browse/talks?verb=ListRecords&metadataPrefix=oai_dc"))
                    .contains("second.txt (without a title)");
        }
    }
}
