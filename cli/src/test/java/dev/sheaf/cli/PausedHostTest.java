package dev.sheaf.cli;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.concurrent.atomic.AtomicBoolean;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import dev.sheaf.simulator.Behaviour;
import dev.sheaf.simulator.ScriptedProvider;
import dev.sheaf.testkit.SampleRecords;
import dev.sheaf.testkit.SettableClock;

import static org.assertj.core.api.Assertions.assertThat;

/** Sources on a host whose bot protection has turned another source away. */
class PausedHostTest {

    @TempDir
    private Path folder;

    private JsonNode source(String id) {
        for (JsonNode source : JsonMapper.shared().readTree(Typed.in(folder, "source", "list", "--json").out())) {
            if (source.path("id").asString().equals(id)) {
                return source;
            }
        }
        throw new AssertionError("no source " + id);
    }

    @Test
    void sourceWhoseHostIsPausedBecauseOfAnother_waitsWithoutARun() throws Exception {
        try (ScriptedProvider provider = ScriptedProvider.start(SettableClock.at("2024-05-10T09:00:00Z"))) {
            provider.put(SampleRecords.many(3));
            assertThat(Typed.in(folder, "harvest", provider.baseUrl()).status()).isZero();
            String whole = JsonMapper.shared().readTree(Typed.in(folder, "source", "list", "--json").out()).get(0).path("id")
                    .asString();
            Typed.in(folder, "source", "add", "walled", provider.baseUrl() + "?walled");
            Typed.in(folder, "source", "add", "fresh", provider.baseUrl() + "?fresh");
            String last = source(whole).path("lastHarvest").asString();
            AtomicBoolean walled = new AtomicBoolean(true);
            provider.when(request -> walled.get(), (request, reply) -> Behaviour.html("Just a moment...").change(request, reply)
                    .withStatus(403).withHeader("cf-mitigated", "challenge"));
            assertThat(Typed.in(folder, "harvest", "walled").status()).isEqualTo(1);
            int asked = provider.requests().size();

            for (String id : new String[]{whole, "fresh"}) {
                Typed refused = Typed.in(folder, "harvest", id, "--json");
                assertThat(refused.status()).isEqualTo(1);
                JsonNode outcome = JsonMapper.shared().readTree(refused.out()).get(0);
                assertThat(outcome.path("reason").asString()).contains("not asked", "127.0.0.1", "paused until",
                        "No run was recorded");
            }

            assertThat(provider.requests()).hasSize(asked);
            assertThat(source("walled").path("state").asString()).isEqualTo("failing");
            for (String id : new String[]{whole, "fresh"}) {
                JsonNode waiting = source(id);
                assertThat(waiting.path("state").asString()).as(id).isEqualTo("waiting");
                assertThat(waiting.path("waiting").asString()).contains("127.0.0.1", "paused until").doesNotContain("walled");
                assertThat(waiting.path("error").isNull()).isTrue();
            }
            assertThat(source(whole).path("lastHarvest").asString()).isEqualTo(last);
            assertThat(source("fresh").path("lastHarvest").isNull()).isTrue();
            assertThat(Typed.in(folder, "source", "list").err()).contains("fresh: Not asked: requests to 127.0.0.1");
            conflict("fresh");

            walled.set(false);
            assertThat(Typed.in(folder, "harvest", "--now", whole).status()).isZero();
            assertThat(source(whole).path("state").asString()).isEqualTo("idle");
        }
    }

    private void conflict(String id) throws Exception {
        Files.writeString(folder.resolve("password"), "a password of the test");
        try (Typed.Serving hub = Typed.serving(folder, "--admin-password-file", "password");
                HttpClient client = HttpClient.newHttpClient()) {
            String authorization = "Basic " + Base64.getEncoder()
                    .encodeToString("admin:a password of the test".getBytes(StandardCharsets.UTF_8));
            HttpResponse<String> answer = client.send(
                    HttpRequest.newBuilder(URI.create(hub.address() + "/api/v1/sources/" + id + "/harvest"))
                            .header("Authorization", authorization).header("Content-Type", "application/json")
                            .POST(HttpRequest.BodyPublishers.ofString("{}")).build(),
                    HttpResponse.BodyHandlers.ofString());
            assertThat(answer.statusCode()).as(answer.body()).isEqualTo(409);
            assertThat(answer.body()).contains("127.0.0.1", "paused until");
        }
    }
}
