package dev.sheaf.cli;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import dev.sheaf.core.Datestamp;
import dev.sheaf.core.OaiResponse;
import dev.sheaf.core.RepositoryDescription;
import dev.sheaf.core.description.ContainerWriter;
import dev.sheaf.core.description.Friends;
import dev.sheaf.simulator.Behaviour;
import dev.sheaf.simulator.ReceivedRequest;
import dev.sheaf.simulator.ScriptedProvider;
import dev.sheaf.testkit.SettableClock;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

class SourceDiscoverCommandTest {

    private static final JsonMapper JSON = JsonMapper.shared();

    @TempDir
    private Path folder;

    private final ScriptedProvider provider = ScriptedProvider.start(new SettableClock(Instant.parse("2026-03-01T00:00:00Z")));

    @AfterEach
    void close() {
        provider.close();
    }

    private Typed discover(String... arguments) {
        return Typed.in(folder, Stream.concat(Stream.of("source", "discover"), Stream.of(arguments)).toArray(String[]::new));
    }

    private static List<String> column(String out, int column) {
        return out.lines().map(line -> line.split("\t", -1)[column]).toList();
    }

    private List<String> ids() {
        return JSON.readTree(Typed.in(folder, "source", "list", "--json").out()).valueStream()
                .map(source -> source.path("id").asString()).toList();
    }

    @Test
    void listIsShown_withoutRequestsOrRegistrations() throws Exception {
        Files.writeString(folder.resolve("list.txt"),
                """
                        http://a.invalid/oai
                        nonsense
                        https://b.invalid/oai
                        https://a.invalid/oai/
                        http://a.invalid/oai
                        """);
        Typed typed = discover("list.txt");
        assertThat(typed.status()).as(typed.err()).isZero();
        assertThat(typed.out()).isEqualTo(
                """
                        http://a.invalid/oai\tnew
                        https://b.invalid/oai\tnew
                        https://a.invalid/oai/\talias of http://a.invalid/oai: spelled differently: https instead of http, slashes in the path
                        """);
        assertThat(typed.err()).contains("list.txt, line 2: 'nonsense' is not a base URL",
                "3 addresses: 2 new, 1 aliases of others; named more than once: 1; no base URL: 1", "--add");
        assertThat(ids()).isEmpty();
    }

    @Test
    void registersANewRepositoryOnceUnderAReadableId() throws Exception {
        Files.writeString(folder.resolve("list.tsv"), """
                name\turl
                Rivers\thttps://www.journals.example.org/index.php/rivers/oai
                Lakes\thttps://www.journals.example.org/index.php/lakes/oai
                Lakes again\thttp://journals.example.org/index.php/lakes/oai
                \thttps://repository.example.org/oai/request
                """);
        Typed first = discover("list.tsv", "--add");
        assertThat(first.status()).as(first.err()).isZero();
        assertThat(column(first.out(), 1).getLast()).isEqualTo("added as repository-example-org");
        assertThat(ids()).containsExactly("journals-example-org", "journals-example-org-lakes", "repository-example-org");
        assertThat(Typed.in(folder, "source", "show", "journals-example-org").out()).contains("Rivers");

        Typed again = discover("list.tsv", "--add", "--json");
        JsonNode report = JSON.readTree(again.out());
        assertThat(report.valueStream().map(one -> one.path("state").asString())).containsExactly("known", "known", "alias",
                "known");
        assertThat(report.get(2).path("aliasOf").path("id").asString()).isEqualTo("journals-example-org-lakes");
        assertThat(report.get(2).path("aliasOf").path("evidence").asString()).isEqualTo("spelling");
        assertThat(ids()).hasSize(3);

        assertThat(discover("list.tsv", "--add", "--with-aliases").status()).isZero();
        assertThat(ids()).hasSize(4);
    }

    @Test
    void newSourceDoesNotGetTheIdOfAnAggregate() throws Exception {
        assertThat(Typed.in(folder, "aggregate", "add", "repository-example-org").status()).isZero();
        Files.writeString(folder.resolve("list.txt"), "https://repository.example.org/oai/request\n");
        Typed typed = discover("list.txt", "--add");
        assertThat(typed.status()).as(typed.err()).isZero();
        assertThat(ids()).containsExactly("repository-example-org-2");
    }

    @Test
    void friendsOfARepository_areFoundAndAsked() {
        provider.when(request -> request.path().equals("/oai"), (_, reply) -> reply.withAnswer(new OaiResponse.Identify(
                new RepositoryDescription("Hub", provider.baseUrl(), "2.0", List.of("a@example.org"),
                        Datestamp.parse("2001-01-01"),
                        "no", "YYYY-MM-DD", List.of(), List.of(ContainerWriter.write(
                                new Friends(List.of(provider.baseUrl("/dead"), provider.baseUrl("/alive")))))))));
        provider.when(request -> request.path().equals("/dead"), Behaviour.status(410));
        provider.when(request -> request.path().equals("/alive"), Behaviour.text(text -> text.replace("Scripted", "Lively")));
        Typed typed = discover(provider.baseUrl(), "--check", "--add");
        assertThat(typed.status()).as(typed.err()).isZero();
        assertThat(column(typed.out(), 0)).containsExactly(provider.baseUrl(), provider.baseUrl("/dead"),
                provider.baseUrl("/alive"));
        assertThat(column(typed.out(), 1)).containsExactly("added as 127-0-0-1", "not reached", "added as 127-0-0-1-alive");
        assertThat(typed.out()).contains("Hub\tOAI-PMH 2.0", "410");
        assertThat(provider.requests()).extracting(ReceivedRequest::path).containsExactly("/oai", "/dead", "/alive");
        assertThat(Typed.in(folder, "source", "list").out()).contains(provider.baseUrl("/alive")).doesNotContain("/dead");
    }

    @Test
    void listAtAnAddress_isRead() {
        provider.when(_ -> true, (_, reply) -> reply.withHeader("Content-Type", "text/plain")
                .withBody("https://a.invalid/oai\n".getBytes(StandardCharsets.UTF_8)));
        Typed typed = discover(provider.baseUrl("/list.txt"));
        assertThat(typed.status()).as(typed.err()).isZero();
        assertThat(column(typed.out(), 0)).containsExactly("https://a.invalid/oai");
    }

    @Test
    void failsForAnAddressOfNeitherRepositoryNorList() throws Exception {
        provider.when(_ -> true, Behaviour.html("Welcome"));
        Typed page = discover(provider.baseUrl("/"));
        assertThat(page.status()).isEqualTo(1);
        assertThat(page.err()).contains("is neither a repository nor a list of base URLs");
        assertThat(discover("nowhere.txt").err()).contains("there is no file nowhere.txt");
        Files.writeString(folder.resolve("cut.xml"), "<BaseURLs>\n<baseURL>https://a.invalid/oai</baseURL>\n<baseURL>ht");
        Typed cut = discover("cut.xml");
        assertThat(cut.status()).isEqualTo(1);
        assertThat(cut.out()).startsWith("https://a.invalid/oai\tnew");
        assertThat(cut.err()).contains("cut.xml cannot be read further", "Read so far: 1");
        Files.writeString(folder.resolve("prose.txt"), "Nothing here.\n");
        assertThat(discover("prose.txt").err()).contains("prose.txt contains no base URL");
    }

    @Test
    void warnsWhenAnAliasIsAdded() {
        Typed.in(folder, "source", "add", "a", "http://www.a.invalid/oai");
        Typed typed = Typed.in(folder, "source", "add", "b", "https://a.invalid/oai/");
        assertThat(typed.status()).isZero();
        assertThat(typed.err()).contains("seems to be the repository that is registered as 'a'", "https instead of http");
        assertThat(Typed.in(folder, "source", "add", "c", "https://c.invalid/oai").err()).doesNotContain("seems to be");
    }

    @Test
    void listOfTenThousand_isRegistered() throws Exception {
        StringBuilder list = new StringBuilder();
        for (int i = 0; i < 10_000; i++) {
            list.append("https://r").append(i % 5_000).append(".invalid/").append(i < 5_000 ? "oai" : "second/oai").append('\n');
        }
        Files.writeString(folder.resolve("list.txt"), list);
        long start = System.nanoTime();
        Typed typed = discover("list.txt", "--add");
        System.out.println("10,000 addresses registered in " + (System.nanoTime() - start) / 1_000_000 + " ms");
        assertThat(typed.status()).as(typed.err()).isZero();
        assertThat(typed.err()).contains("10,000 addresses: 10,000 added");
        assertThat(ids()).hasSize(10_000).contains("r4999-invalid", "r4999-invalid-second");
    }

    @ParameterizedTest
    @CsvSource({"../testkit/samples/sources/ListFriends.xml.gz, 2",
            "../../shared/data/sources/ListFriends-2025-10-08.xml.gz, 11"})
    void listOfARegistry_isRead_andItsAliasesAreReported(Path list, int leastAliases) {
        assumeTrue(Files.exists(list), "skipped: the recorded lists are not beside this checkout, in ../shared/data/sources");
        Typed typed = discover(list.toAbsolutePath().normalize().toString());
        assertThat(typed.status()).as(typed.err()).isZero();
        assertThat(typed.out().lines().filter(line -> line.contains("\talias of "))).hasSizeGreaterThanOrEqualTo(leastAliases);
    }
}
