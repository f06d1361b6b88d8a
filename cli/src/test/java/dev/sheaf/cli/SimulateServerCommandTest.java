package dev.sheaf.cli;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.Map;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import dev.sheaf.cli.program.Surroundings;
import dev.sheaf.harvester.http.Pause;
import dev.sheaf.simulator.misbehaviour.Misbehaviour;
import dev.sheaf.simulator.misbehaviour.Misbehaviours;

import static org.assertj.core.api.Assertions.assertThat;

class SimulateServerCommandTest {

    @TempDir
    private Path folder = Path.of("");

    @Test
    void list_namesEachMisbehaviourAndItsExpectedOutcome() {
        Typed typed = Typed.in(folder, "simulate-server", "--list");
        assertThat(typed.status()).isZero();
        assertThat(typed.out()).contains(Misbehaviours.all().stream().map(Misbehaviour::name).toList())
                .contains("must arrive: every record; complete");
        assertThat(folder).isEmptyDirectory();
    }

    @Test
    void harvester_isServed_andItsScoreIsKept() throws Exception {
        try (Running server = new Running(folder, "--behaviour", "gzip-broken+token-repeats-for-ever", "--behaviour",
                "no-metadata",
                "--combinations", "3")) {
            String base = server.address() + "oai/";
            assertThat(Typed.in(folder, "fetch", base + "gzip-broken", "--format", "jsonl").out()).hasLineCount(40);
            Typed endless = Typed.in(folder, "fetch", base + "gzip-broken+token-repeats-for-ever", "--format", "jsonl");
            assertThat(endless.out().lines().count()).isGreaterThanOrEqualTo(20);

            JsonNode behaviours = new JsonMapper().readTree(server.get("behaviours.json").body());
            JsonNode harvested = named(behaviours, "gzip-broken");
            assertThat(harvested.get("baseUrl").asString()).isEqualTo(base + "gzip-broken");
            assertThat(harvested.get("everyRecord").asBoolean()).isTrue();
            assertThat(harvested.get("verdicts")).hasSize(2);
            assertThat(harvested.get("score").get("delivered").asInt()).isEqualTo(40);
            assertThat(harvested.get("score").get("missed")).isEmpty();
            assertThat(harvested.get("score").get("moreRequestsThanNeeded").asBoolean()).isFalse();
            JsonNode untouched = named(behaviours, "no-metadata");
            assertThat(untouched.get("score").isNull()).isTrue();
            assertThat(untouched.get("cannotBeHad").get(0).asString()).isEqualTo("oai:simulated.example.org:5");
            assertThat(behaviours).hasSize(6);
        }
    }

    @Test
    void expiredCertificate_stopsTheHarvestUntilItIsAccepted() throws Exception {
        try (Running server = new Running(folder, "--behaviour", "certificate-expired")) {
            String base = new JsonMapper().readTree(server.get("behaviours.json").body()).get(0).get("baseUrl").asString();
            assertThat(base).startsWith("https://localhost:");
            Files.writeString(folder.resolve("ca.pem"), server.get("ca.pem").body());
            Typed refused = Typed.in(folder, "fetch", base, "--format", "jsonl", "--access", "ca-file=ca.pem");
            assertThat(refused.status()).isEqualTo(1);
            assertThat(refused.out()).isEmpty();
            assertThat(refused.err()).contains("has expired on 2020-01-31", "--access accept-certificate=");
            String print = refused.err().replaceAll("(?s).*accept-certificate=(\\S+).*", "$1");
            String soon = LocalDate.now(ZoneOffset.UTC).plusDays(3).toString();
            assertThat(Typed.in(folder, "fetch", base, "--format", "jsonl", "--access", "accept-certificate=" + print,
                    "--access", "accept-until=" + soon)
                    .out()).hasLineCount(40);
        }
    }

    @Test
    void page_listsMisbehavioursAndTriggersEvents() throws Exception {
        try (Running server = new Running(folder, "--behaviour", "deletion-comes")) {
            assertThat(server.get("").body()).contains("<h1>Repositories that misbehave</h1>", "not harvested", "deletion-comes");
            String list = "oai/deletion-comes?verb=GetRecord&metadataPrefix=oai_dc&identifier=oai:simulated.example.org:4";
            assertThat(server.get(list).body()).doesNotContain("status=\"deleted\"");
            assertThat(server.get("").body()).contains("Now: record 4 is deleted");
            assertThat(server.get("rounds/deletion-comes").statusCode()).isEqualTo(405);
            assertThat(server.post("rounds/deletion-comes").statusCode()).isEqualTo(303);
            assertThat(server.get(list).body()).contains("status=\"deleted\"");
            server.post("reset/deletion-comes");
            assertThat(server.get(list).body()).doesNotContain("status=\"deleted\"");
            assertThat(server.get("oai/nothing-such?verb=Identify").statusCode()).isEqualTo(404);
            assertThat(server.get("oai/no-metadata?verb=Identify").statusCode()).as("not offered").isEqualTo(404);
        }
    }

    @Test
    void portInUse_isNamed() throws Exception {
        try (Running server = new Running(folder)) {
            String port = String.valueOf(URI.create(server.address()).getPort());
            Typed typed = Typed.in(folder, "simulate-server", "--port", port);
            assertThat(typed.status()).isEqualTo(1);
            assertThat(typed.err()).contains("port " + port + " is not free").contains("--port").hasLineCount(1);
        }
    }

    private static JsonNode named(JsonNode behaviours, String name) {
        return behaviours.valueStream().filter(one -> one.get("name").asString().equals(name)).findFirst().orElseThrow();
    }

    /** The command, in a thread of its own. */
    private static final class Running implements AutoCloseable {

        private final ByteArrayOutputStream out = new ByteArrayOutputStream();
        private final Thread thread;
        private final HttpClient client = HttpClient.newHttpClient();

        Running(Path folder, String... more) {
            String[] arguments = Stream.concat(Stream.of("simulate-server", "--port", "0"), Stream.of(more))
                    .toArray(String[]::new);
            PrintStream errors = new PrintStream(new ByteArrayOutputStream(), true, StandardCharsets.UTF_8);
            thread = Thread.ofPlatform().start(
                    () -> Sheaf.run(new Surroundings(Map.of(), folder, out, errors, false, Clock.systemUTC(), Pause.REAL),
                            arguments));
        }

        String address() throws InterruptedException {
            while (thread.isAlive() && out.size() == 0) {
                thread.join(20);
            }
            return out.toString(StandardCharsets.UTF_8).strip();
        }

        HttpResponse<String> get(String path) throws IOException, InterruptedException {
            return client.send(HttpRequest.newBuilder(URI.create(address() + path)).build(),
                    HttpResponse.BodyHandlers.ofString());
        }

        HttpResponse<String> post(String path) throws IOException, InterruptedException {
            return client.send(
                    HttpRequest.newBuilder(URI.create(address() + path)).POST(HttpRequest.BodyPublishers.noBody()).build(),
                    HttpResponse.BodyHandlers.ofString());
        }

        @Override
        public void close() throws InterruptedException {
            client.close();
            thread.interrupt();
            thread.join();
        }
    }
}
