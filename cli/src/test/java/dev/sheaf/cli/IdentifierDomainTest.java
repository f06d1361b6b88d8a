package dev.sheaf.cli;

import java.net.InetAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/** The domain in identifiers is settled before the first one is made, and renamed only while nobody knows them. */
class IdentifierDomainTest {

    private static final Map<String, String> NOTHING = Map.of();
    private static final Map<String, String> BASE_URL = Map.of("SHEAF_BASE_URL", "https://hub.example.org/sheaf");
    private static final String DOMAIN = "--identifier-domain";

    @TempDir
    private Path folder;

    @BeforeEach
    void table() throws Exception {
        Files.writeString(folder.resolve("books.csv"), "id,title\n1,Emma\n2,Middlemarch\n");
        Files.writeString(folder.resolve("own.csv"), "id,title\noai:own.example.org:1,Emma\n");
        Files.writeString(folder.resolve("mixed.csv"), "id,title\noai:own.example.org:1,Emma\n2,Middlemarch\n");
    }

    private Typed type(Map<String, String> environment, String... arguments) {
        return Typed.in(folder, environment, arguments);
    }

    private String exported() {
        return type(NOTHING, "export", "--format", "jsonl").out();
    }

    @Test
    void importOfRecordsWithoutIdentifiers_isRefusedWhileNoDomainIsKnown() {
        Typed refused = type(NOTHING, "import", "books", "books.csv");
        assertThat(refused.status()).isEqualTo(1);
        assertThat(refused.err()).contains("permanent", DOMAIN, "base-url").doesNotContain("at dev.sheaf");
        assertThat(exported()).isEmpty();
        assertThat(type(NOTHING, "source", "list", "--json").out()).as("no empty source is left behind").doesNotContain("books");
    }

    @Test
    void importAtATerminal_asksForTheDomainOnceAndRemembersIt() {
        Typed asked = Typed.answering(folder, "no domain\nLibrary.Example.org\n", "import", "books", "books.csv");
        assertThat(asked.status()).as(asked.err()).isZero();
        assertThat(asked.err()).contains("permanent", "'no domain' is not a domain name", "2 new");
        assertThat(exported()).contains("\"oai:library.example.org:books/1\"");
        Typed again = Typed.answering(folder, "", "import", "books", "books.csv");
        assertThat(again.status()).isZero();
        assertThat(again.err()).contains("2 the same").doesNotContain("Domain name of your library");
    }

    @Test
    void emptyAnswer_refusesTheImportAndLeavesNothing() {
        Typed asked = Typed.answering(folder, "\n", "import", "books", "books.csv");
        assertThat(asked.status()).isEqualTo(1);
        assertThat(asked.err()).contains(DOMAIN).doesNotContain("at dev.sheaf");
        assertThat(type(NOTHING, "source", "list", "--json").out()).doesNotContain("books");
    }

    @Test
    void recordsFromStandardInput_areNotReadAsConfirmation() {
        Typed refused = Typed.answering(folder, "id,title\n1,Emma\n", "import", "books", "-", "--format", "csv");
        assertThat(refused.status()).isEqualTo(1);
        assertThat(refused.err()).contains(DOMAIN).doesNotContain("Domain name of your library");
    }

    @Test
    void importWithADomain_usesItAndLaterImportsNeedNone() {
        assertThat(type(NOTHING, "source", "add", "friends", "http://127.0.0.1:9/oai").status()).isZero();
        assertThat(type(NOTHING, "import", "books", "books.csv", DOMAIN, "Library.Example.org").status()).isZero();
        assertThat(exported()).contains("\"oai:library.example.org:books/1\"");
        Typed again = type(NOTHING, "import", "more", "books.csv");
        assertThat(again.status()).as(again.err()).isZero();
        assertThat(exported()).contains("\"oai:library.example.org:more/1\"");
    }

    @Test
    void baseUrlGivenAfterTheFirstCommand_stillNamesTheDomain() {
        assertThat(type(NOTHING, "source", "list").status()).isZero();
        Typed done = type(BASE_URL, "import", "books", "books.csv");
        assertThat(done.status()).isZero();
        assertThat(done.err()).doesNotContain("domain");
        assertThat(exported()).contains("\"oai:hub.example.org:books/1\"");
    }

    @Test
    void baseUrlWithoutADomainName_setsNoDomain() {
        assertThat(type(Map.of("SHEAF_BASE_URL", "http://localhost:8080"), "import", "books", "books.csv").status()).isEqualTo(1);
    }

    @Test
    void recordsWithIdentifiersOfTheirOwn_areTakenWithoutADomain() {
        Typed done = type(NOTHING, "import", "own", "own.csv");
        assertThat(done.status()).as(done.err()).isZero();
        assertThat(exported()).contains("\"oai:own.example.org:1\"");
        assertThat(type(NOTHING, "import", "mixed", "mixed.csv").status()).isEqualTo(1);
    }

    @Test
    void dryRun_isNotRefused() {
        Typed dry = type(NOTHING, "import", "books", "books.csv", "--dry-run");
        assertThat(dry.status()).isZero();
        assertThat(dry.err()).contains(DOMAIN);
        assertThat(type(NOTHING, "import", "books", "books.csv", "--dry-run", DOMAIN, "library.example.org").out())
                .contains("oai:library.example.org:books/1");
        assertThat(type(NOTHING, "import", "books", "books.csv").status()).as("it has settled nothing").isEqualTo(1);
    }

    @Test
    void otherDomainThanTheOneInUse_isRefused() {
        assertThat(type(BASE_URL, "import", "books", "books.csv").status()).isZero();
        Typed refused = type(NOTHING, "import", "books", "books.csv", DOMAIN, "library.example.org");
        assertThat(refused.status()).isEqualTo(1);
        assertThat(refused.err()).contains("hub.example.org", "sheaf identifiers rename library.example.org");
    }

    @ParameterizedTest
    @ValueSource(strings = {"library", "https://library.example.org", "library.example.org:80", "192.0.2.1", "",
            "hub-12345678.sheaf.localdomain"})
    void textThatIsNoDomainName_isWrongUsage(String text) {
        assertThat(type(NOTHING, "import", "books", "books.csv", DOMAIN, text).status()).isEqualTo(2);
        assertThat(type(NOTHING, "identifiers", "rename", text).status()).isEqualTo(2);
    }

    @Test
    void importAndServe_warnWhenBaseUrlAndDomainDiffer() throws Exception {
        assertThat(type(NOTHING, "import", "books", "books.csv", DOMAIN, "library.example.org").status()).isZero();
        assertThat(type(BASE_URL, "import", "books", "books.csv").err()).contains("library.example.org", "hub.example.org",
                "sheaf identifiers rename hub.example.org");
        Typed.Serving serving = Typed.serving(folder, "--base-url", "https://hub.example.org");
        try (serving) {
            serving.address();
        }
        assertThat(serving.err()).contains("domain library.example.org", "base URL has hub.example.org");
        Typed.Serving same = Typed.serving(folder, "--base-url", "https://library.example.org");
        try (same) {
            same.address();
        }
        assertThat(same.err()).doesNotContain("domain");
    }

    @Test
    void renaming_changesAllIdentifiersAndAnUpdateFindsTheRecordsAgain() {
        assertThat(type(BASE_URL, "import", "books", "books.csv").status()).isZero();
        assertThat(type(NOTHING, "search", "Emma").out()).contains("oai:hub.example.org:books/1");
        Typed renamed = type(NOTHING, "identifiers", "rename", "library.example.org");
        assertThat(renamed.status()).as(renamed.err()).isZero();
        assertThat(exported()).contains("\"oai:library.example.org:books/1\"", "\"oai:library.example.org:books/2\"")
                .doesNotContain("hub.example.org");
        assertThat(type(NOTHING, "search", "Emma").out()).contains("oai:library.example.org:books/1");
        assertThat(type(NOTHING, "import", "books", "books.csv").err()).contains("2 the same");
        assertThat(type(NOTHING, "identifiers").out()).isEqualTo("library.example.org\n");
    }

    @Test
    void renamingOfAHarvestedSource_isRefusedUnlessForced() throws Exception {
        assertThat(type(BASE_URL, "import", "books", "books.csv").status()).isZero();
        try (Typed.Serving serving = Typed.serving(folder);
                HttpClient client = HttpClient.newBuilder().localAddress(InetAddress.ofLiteral("127.0.0.1")).build()) {
            URI list = URI.create(serving.address() + "/oai/books?verb=ListRecords&metadataPrefix=oai_dc");
            client.send(HttpRequest.newBuilder(list).build(), HttpResponse.BodyHandlers.discarding());
            assertThat(type(NOTHING, "identifiers").err()).as("the operator's own request").contains("Nobody has harvested");
            client.send(HttpRequest.newBuilder(list).header("X-Forwarded-For", "192.0.2.7").build(),
                    HttpResponse.BodyHandlers.discarding());
        }
        Typed refused = type(NOTHING, "identifiers", "rename", "library.example.org");
        assertThat(refused.status()).isEqualTo(1);
        assertThat(refused.err()).contains("has harvested since", "--force");
        assertThat(exported()).contains("\"oai:hub.example.org:books/1\"");
        Typed forced = type(NOTHING, "identifiers", "rename", "library.example.org", "--force");
        assertThat(forced.status()).isZero();
        assertThat(forced.err()).contains("harvest everything again");
        assertThat(exported()).contains("\"oai:library.example.org:books/1\"");
    }
}
