package dev.sheaf.cli;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;

import com.sun.net.httpserver.HttpServer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import dev.sheaf.core.OaiError;
import dev.sheaf.core.OaiSet;
import dev.sheaf.core.SetSpec;
import dev.sheaf.core.Verb;
import dev.sheaf.simulator.Behaviour;
import dev.sheaf.simulator.ReceivedRequest;
import dev.sheaf.simulator.ScriptedProvider;
import dev.sheaf.testkit.SampleRecords;
import dev.sheaf.testkit.SettableClock;

import static org.assertj.core.api.Assertions.assertThat;

/** From files to one hub, over HTTP to another, and out again. */
class HarvestCommandTest {

    private static final JsonMapper JSON = JsonMapper.shared();

    @TempDir
    private Path folder;

    private static String line(String identifier, String title, String set) {
        return """
                {"source":"x","prefix":"oai_dc","identifier":"%s","datestamp":"2020-01-01","originDatestamp":null,"deleted":false,\
                "sets":["%s"],"metadata":"<oai_dc:dc xmlns:oai_dc=\\"http://www.openarchives.org/OAI/2.0/oai_dc/\\" \
                xmlns:dc=\\"http://purl.org/dc/elements/1.1/\\"><dc:title>%s</dc:title></oai_dc:dc>","about":[]}
                """
                .formatted(identifier, set, title);
    }

    private Path here(String name) throws IOException {
        return Files.createDirectories(folder.resolve(name));
    }

    @Test
    void secondHubHarvestsExportsAndFindsTheRecordsOfTheFirst() throws Exception {
        Path there = here("there");
        Path here = here("here");
        StringBuilder lines = new StringBuilder();
        for (int i = 1; i <= 30; i++) {
            lines.append(
                    line("oai:x.example:" + i, "Title " + (i == 7 ? "of a whale" : "number " + i), i % 2 == 0 ? "even" : "odd"));
        }
        Files.writeString(there.resolve("records.jsonl"), lines);
        assertThat(Typed.in(there, "import", "books", "records.jsonl").err()).contains("books: 30 new");
        try (Typed.Serving hub = Typed.serving(there)) {
            String base = hub.address() + "/oai/books";
            Typed first = Typed.in(here, "harvest", base);
            assertThat(first.status()).as(first.err()).isZero();
            assertThat(first.out()).isEmpty();
            assertThat(first.err()).contains("Registered " + base + " as '127-0-0-1'").contains("127-0-0-1: complete: 30 new");

            Typed second = Typed.in(here, "harvest", "127-0-0-1");
            assertThat(second.status()).as(second.err()).isZero();
            assertThat(second.err()).contains("complete").doesNotContain("new,").doesNotContain("changed");

            JsonNode listed = JSON.readTree(Typed.in(here, "source", "list", "--json").out()).get(0);
            assertThat(listed.path("records").asLong(0)).isEqualTo(30);
            assertThat(listed.path("error").isNull()).isTrue();
            assertThat(listed.path("lastHarvest").isNull()).isFalse();
            assertThat(listed.path("name").asString()).isNotBlank();

            List<String> exported = Typed.in(here, "export", "--format", "jsonl").out().lines().toList();
            assertThat(exported).hasSize(30);
            assertThat(Typed.in(here, "export", "--format", "jsonl", "--set", "even").out().lines()).hasSize(15);

            JsonNode found = JSON.readTree(Typed.in(here, "search", "whale", "--json").out());
            assertThat(found.path("total").asLong(0)).isEqualTo(1);
            assertThat(found.path("hits").get(0).path("identifier").asString()).isEqualTo("oai:x.example:7");
            assertThat(found.path("hits").get(0).path("source").asString()).isEqualTo("127-0-0-1");

            Typed fetched = Typed.in(here, "fetch", base, "--format", "jsonl", "-o", "fetched.jsonl");
            assertThat(fetched.status()).as(fetched.err()).isZero();
            assertThat(Files.readAllLines(here.resolve("fetched.jsonl"))).hasSize(30);
            assertThat(here.resolve("fetched.jsonl.partial")).doesNotExist();
        }
    }

    @Test
    void changesAndDeletionsArriveWithTheNextHarvest() throws Exception {
        Path there = here("there");
        Path here = here("here");
        Path file = there.resolve("records.jsonl");
        Files.writeString(file, line("oai:x.example:1", "One", "a") + line("oai:x.example:2", "Two", "a"));
        Typed.in(there, "import", "books", "records.jsonl");
        try (Typed.Serving hub = Typed.serving(there)) {
            Typed.in(here, "harvest", hub.address() + "/oai/books");
            Files.writeString(file, line("oai:x.example:1", "One, revised", "a") + line("oai:x.example:3", "Three", "b"));
            assertThat(Typed.in(there, "import", "books", "records.jsonl").err()).contains("1 new, 1 changed, 1 deleted");
            Typed again = Typed.in(here, "harvest", "--all");
            assertThat(again.status()).as(again.err()).isZero();
            assertThat(Typed.in(here, "export", "--format", "csv").out()).contains("One, revised").contains("Three")
                    .containsPattern("oai:x.example:2,[^,]*,deleted");
        }
    }

    @Test
    void hostThatAskedForADay_isSkippedByTheNextCommandUnlessForced() throws Exception {
        Path here = here("here");
        try (ScriptedProvider provider = ScriptedProvider.start(Clock.systemUTC()).put(SampleRecords.many(20))) {
            provider.once(ReceivedRequest.of(Verb.IDENTIFY), Behaviour.busy(503, "86400"));
            Typed.in(here, "source", "add", "library", provider.baseUrl());
            assertThat(Typed.in(here, "harvest", "library").status()).isEqualTo(1);
            int asked = provider.requests().size();

            Typed again = Typed.in(here, "harvest", "--all");
            assertThat(again.status()).isEqualTo(1);
            assertThat(again.err()).contains("are paused until", "come back after: 86400", "sheaf harvest --now");
            assertThat(provider.requests()).hasSize(asked);

            Typed now = Typed.in(here, "harvest", "--all", "--now");
            assertThat(now.status()).as(now.err()).isZero();
            assertThat(now.err()).contains("are sent anyway", "20 new");
            assertThat(Typed.in(here, "harvest", "--all").err()).doesNotContain("--now");
        }
    }

    @Test
    void restartedList_isWrittenWithEachRecordOnce() {
        try (ScriptedProvider provider = ScriptedProvider.start(Clock.systemUTC()).put(SampleRecords.many(25))) {
            provider.once(ReceivedRequest.page(3), Behaviour.errors(new OaiError(OaiError.Code.BAD_RESUMPTION_TOKEN, "expired")));
            Typed fetched = Typed.in(folder, "fetch", provider.baseUrl(), "--format", "jsonl");
            assertThat(fetched.status()).as(fetched.err()).isZero();
            assertThat(fetched.err()).contains("the list is begun again", "complete: 25 records");
            assertThat(fetched.out().lines().map(line -> JSON.readTree(line).path("identifier").asString()))
                    .doesNotHaveDuplicates().hasSize(25);
        }
    }

    @Test
    void harvestsASetWithAnIllegalName() throws Exception {
        Path here = here("here");
        String odd = "Ärzte & Söhne/50% +1 <neu>";
        try (ScriptedProvider provider = ScriptedProvider.start(Clock.systemUTC()).set(new OaiSet(new SetSpec(odd), "Odd"))) {
            provider.put(List.of(SampleRecords.live(0, odd), SampleRecords.live(1)));
            Typed fetched = Typed.in(here, "fetch", provider.baseUrl(), "--set", odd, "--format", "jsonl");
            assertThat(fetched.status()).as(fetched.err()).isZero();
            assertThat(fetched.out()).hasLineCount(1).contains(SampleRecords.identifier(0));

            Typed.in(here, "source", "add", "library", provider.baseUrl(), "--set", odd);
            assertThat(Typed.in(here, "harvest", "library").err()).contains("library: complete: 1 new");
            assertThat(Typed.in(here, "export", "--set", odd, "--format", "jsonl").out()).hasLineCount(1);
        }
    }

    @Test
    void unknownHost_isOneMessage() {
        Typed typed = Typed.in(folder, "harvest", "http://nothing-is-here.invalid/oai");
        assertThat(typed.status()).isEqualTo(1);
        assertThat(typed.out()).isEmpty();
        assertThat(typed.err()).contains("failed(").contains("nothing-is-here.invalid").doesNotContain("\tat ")
                .doesNotContain("Exception");
    }

    @Test
    void webPageInsteadOfARepository_isOneMessage() throws IOException {
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", exchange -> {
            byte[] page = "<!DOCTYPE html><html><body><p>Welcome!<br></body></html>".getBytes(StandardCharsets.UTF_8);
            exchange.getResponseHeaders().add("Content-Type", "text/html");
            exchange.sendResponseHeaders(200, page.length);
            exchange.getResponseBody().write(page);
            exchange.close();
        });
        server.start();
        try {
            String address = "http://127.0.0.1:" + server.getAddress().getPort() + "/oai";
            for (Typed typed : List.of(Typed.in(folder, "harvest", address), Typed.in(folder, "fetch", address, "-o", "x.xml"))) {
                assertThat(typed.status()).isEqualTo(1);
                assertThat(typed.err()).contains("failed(").containsIgnoringCase("html").doesNotContain("\tat ")
                        .doesNotContain("Exception");
            }
            assertThat(folder.resolve("x.xml")).doesNotExist();
            assertThat(Typed.in(folder, "fetch", address).out()).as("a failure must not look like an empty list").isEmpty();
        } finally {
            server.stop(0);
        }
    }

    @Test
    void brokenOffList_isPartial_andItsRecordsAreKept() throws IOException {
        try (ScriptedProvider provider = ScriptedProvider.start(SettableClock.at("2024-06-01T00:00:00Z"))) {
            provider.put(SampleRecords.many(25)).when(ReceivedRequest.beyondTheFirstPage(), Behaviour.status(404));
            Typed fetched = Typed.in(folder, "fetch", provider.baseUrl(), "-o", "x.xml");
            assertThat(fetched.status()).isEqualTo(1);
            assertThat(fetched.err()).contains("partial(").contains("404").contains("x.xml.partial");
            assertThat(folder.resolve("x.xml")).doesNotExist();
            assertThat(Files.readString(folder.resolve("x.xml.partial"))).contains("</OAI-PMH>");

            Typed harvested = Typed.in(folder, "harvest", provider.baseUrl());
            assertThat(harvested.status()).isEqualTo(1);
            assertThat(harvested.err()).contains("partial(").contains("10 new");
            JsonNode listed = JSON.readTree(Typed.in(folder, "source", "list", "--json").out()).get(0);
            assertThat(listed.path("records").asLong(0)).isEqualTo(10);
            assertThat(listed.path("state").asString()).isEqualTo("failing");
            assertThat(listed.path("error").asString()).startsWith("partial(");
        }
    }

    @Test
    void portInUse_isOneMessage() throws IOException {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            Typed typed = Typed.in(folder, "serve", "--port", Integer.toString(taken.getLocalPort()));
            assertThat(typed.status()).isEqualTo(1);
            assertThat(typed.out()).isEmpty();
            assertThat(typed.err()).startsWith("sheaf: ").contains(Integer.toString(taken.getLocalPort()))
                    .doesNotContain("\tat ");
        }
    }

    @Test
    void unknownSource_isReported() {
        Typed typed = Typed.in(folder, "harvest", "nobody");
        assertThat(typed.status()).isEqualTo(1);
        assertThat(typed.err()).contains("there is no source 'nobody'").contains("source list");
    }
}
