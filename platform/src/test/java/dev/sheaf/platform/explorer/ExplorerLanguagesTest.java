package dev.sheaf.platform.explorer;

import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import dev.sheaf.core.OaiError;
import dev.sheaf.platform.hub.HubOptions;
import dev.sheaf.testkit.SettableClock;

import static org.assertj.core.api.Assertions.assertThat;

/** The message files, and the choice among them. */
class ExplorerLanguagesTest {

    private static final Pattern PLACEHOLDER = Pattern.compile("\\{\\d}");
    private static final Pattern USED = Pattern.compile("texts(?:\\(\\))?\\.of\\(\"([a-z.-]+)\"[,)]");

    @TempDir
    private Path folder;

    private static Set<String> placeholders(String text) {
        return PLACEHOLDER.matcher(text).results().map(MatchResult::group).collect(Collectors.toCollection(TreeSet::new));
    }

    @Test
    void german_hasTheSameTextsWithTheSameValues() {
        Map<String, String> english = ExplorerLanguages.resource("en");
        Map<String, String> german = ExplorerLanguages.resource("de");

        assertThat(german.keySet()).isEqualTo(english.keySet());
        english.forEach((key, text) -> assertThat(placeholders(german.getOrDefault(key, ""))).as(key)
                .isEqualTo(placeholders(text)));
    }

    @Test
    void textsOfTemplates_exist() throws IOException {
        Set<String> known = ExplorerLanguages.resource("en").keySet();
        for (String folderOfSources : List.of("src/main/jte/explorer", "src/main/java/dev/sheaf/platform/explorer")) {
            try (Stream<Path> files = Files.list(Path.of(folderOfSources))) {
                for (Path file : files.toList()) {
                    USED.matcher(Files.readString(file)).results().map(found -> found.group(1))
                            .forEach(key -> assertThat(known).as(file.toString()).contains(key));
                }
            }
        }
        for (String verb : VerbForm.VERBS) {
            assertThat(known).contains("verb." + verb);
        }
        for (ExplorerQuestion.View view : ExplorerQuestion.View.values()) {
            assertThat(known).contains("view." + view.text());
        }
        for (OaiError.Code code : OaiError.Code.values()) {
            assertThat(known).contains("error." + code.text());
        }
    }

    @ParameterizedTest
    @CsvSource(nullValues = "none", value = {"none, none, en", "de, none, de", "none, de-AT;q=0.9, de",
            "none, 'fr, de;q=0.5', de",
            "en, de, en", "xx, de, de", "none, ';;;,=q', en", "none, '*', en", "none, fr, en"})
    void language_isTheOneAskedFor_elseTheBrowsers_elseEnglish(String asked, String accepted, String expected) {
        assertThat(ExplorerLanguages.builtIn().choose(asked, accepted).code()).isEqualTo(expected);
    }

    @Test
    void values_areFilledIn_withNumbersOfTheLanguage() {
        ExplorerLanguages languages = ExplorerLanguages.builtIn();

        assertThat(languages.choose("en", null).of("raw.cut", 1_234_567)).contains("1,234,567 bytes");
        assertThat(languages.choose("de", null).of("raw.cut", 1_234_567)).contains("1.234.567 Bytes");
        assertThat(languages.choose("en", null).of("refused.source", "{0}{1}")).contains("\"{0}{1}\"");
    }

    @Test
    void fileInAFolder_addsALanguage_andMissingTextsAreEnglish() throws Exception {
        Files.writeString(folder.resolve("messages_fr.properties"),
                "language.name = Français\ntitle = Explorateur d’entrepôts\n");
        Files.writeString(folder.resolve("messages_de.properties"), "title = Stöberstube\n");
        Files.writeString(folder.resolve("messages_it.properties"), "title = \\u12\n");
        Files.writeString(folder.resolve("readme.txt"), "nothing");
        ExplorerLanguages languages = ExplorerLanguages.with(folder);

        assertThat(languages.all()).extracting(ExplorerTexts::name).containsExactly("English", "Deutsch", "Français");
        assertThat(languages.choose("fr", null).of("title")).isEqualTo("Explorateur d’entrepôts");
        assertThat(languages.choose("fr", null).of("start.go")).isEqualTo("Explore");
        assertThat(languages.choose("de", null).of("title")).isEqualTo("Stöberstube");
        assertThat(languages.choose("de", null).of("start.go")).isEqualTo("Erkunden");
    }

    @Test
    void page_isInTheLanguageOfTheBrowser_andLinksKeepAChoice() throws Exception {
        try (ExplorerHub hub = new ExplorerHub(folder.resolve("data"), HubOptions.of(100), ExplorerHub.LIMITS,
                SettableClock.at("2025-03-01T12:00:00Z"))) {
            HttpResponse<String> german = hub.get("/explorer", "Accept-Language", "de-DE,de;q=0.9,en;q=0.5");
            assertThat(german.body()).contains("<html lang=\"de\">").contains("Adresse des Repositoriums");
            assertThat(german.headers().firstValue("Content-Language")).hasValue("de");
            HttpResponse<String> english = hub.follow(german, "English");
            assertThat(english.body()).contains("<html lang=\"en\">").contains("name=\"lang\" value=\"en\"");
        }
    }
}
