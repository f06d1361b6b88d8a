package dev.sheaf.cli;

import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Map;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import dev.sheaf.simulator.Behaviour;
import dev.sheaf.simulator.ReceivedRequest;
import dev.sheaf.simulator.ScriptedProvider;
import dev.sheaf.simulator.misbehaviour.MisbehavingServer;
import dev.sheaf.store.HubStore;
import dev.sheaf.store.conformance.CheckedLink;
import dev.sheaf.testkit.SampleRecords;

import static org.assertj.core.api.Assertions.assertThat;

class WatchCommandsTest {

    @TempDir
    private Path folder;
    private final ScriptedProvider provider = ScriptedProvider.start(Clock.systemUTC());
    private final MisbehavingServer server = MisbehavingServer.start(Clock.systemUTC());

    @AfterEach
    void close() {
        provider.close();
        server.close();
    }

    private Typed typed(String... arguments) {
        return Typed.in(folder, arguments);
    }

    private void wrongSource() {
        provider.put(SampleRecords.many(8));
        provider.when(ReceivedRequest.any(), Behaviour.header("Content-Type", "text/html"));
        assertThat(typed("source", "add", "wrong", provider.baseUrl()).status()).isZero();
    }

    private void goodSource() {
        assertThat(typed("source", "add", "good", server.baseUrl("well-behaved")).status()).isZero();
    }

    @Test
    void verdict_isKeptAndShownAndWrittenAbout() {
        wrongSource();
        assertThat(typed("watch", "list").out()).contains("wrong  not judged yet");
        assertThat(typed("watch", "letter", "wrong").err()).contains("sheaf watch run wrong");
        Typed run = typed("watch", "run", "wrong", "--sample", "20");
        assertThat(run.status()).isEqualTo(1);
        assertThat(run.out()).contains("http.content-type", "FAILED: ");
        assertThat(typed("watch", "list").out()).contains("wrong  not conformant");
        Typed shown = typed("watch", "show", "wrong");
        assertThat(shown.status()).as(shown.err()).isZero();
        assertThat(shown.out()).contains("not conformant", "failed: Responses have the content type", "remedy: ", "(operator)");
        Typed letter = Typed.in(folder, Map.of("SHEAF_BASE_URL", "https://hub.example.org/"), "watch", "letter", "wrong");
        assertThat(letter.out()).startsWith("To: ").contains("Subject: OAI-PMH of ", "How to mend it: ",
                "https://hub.example.org/conformance/wrong");
        JsonNode list = JsonMapper.shared().readTree(typed("watch", "list", "--json").out());
        assertThat(list.get(0).path("verdict").asString()).isEqualTo("not conformant");
        assertThat(list.get(0).path("notMet").valueStream().map(JsonNode::asString)).contains("http.content-type");
    }

    @Test
    void registry_takesOnlyWhatHasPassed() {
        wrongSource();
        goodSource();
        assertThat(typed("registry", "add", "good").err()).contains("must pass a validation first");
        Typed added = typed("registry", "add", "good", "--validate");
        assertThat(added.status()).as(added.out() + added.err()).isZero();
        Typed refused = typed("registry", "add", provider.baseUrl(), "--validate");
        assertThat(refused.status()).isEqualTo(1);
        assertThat(refused.err()).contains("MUST are not met");
        assertThat(typed("registry", "list").out()).contains(server.baseUrl("well-behaved"), "conformant")
                .doesNotContain(provider.baseUrl());
        assertThat(typed("registry", "remove", "good").status()).isZero();
        assertThat(typed("registry", "list").out()).isEmpty();
    }

    @Test
    void registry_isComparedWithAList() {
        goodSource();
        typed("registry", "add", "good", "--validate");
        provider.when(request -> request.path().equals("/list"), Behaviour.body("text/plain",
                "https://a.example.org/oai\nhttps://b.example.org/oai\n"));
        Typed compared = typed("registry", "compare", provider.baseUrl("/list"));
        assertThat(compared.status()).as(compared.err()).isZero();
        assertThat(compared.out()).contains("0 in both", "only here: 1", "only in the list: 2", "https://b.example.org/oai");
        assertThat(typed("registry", "compare").err()).contains("registry-lists");
        assertThat(typed("registry", "compare", "ftp://x.example.org/").status()).isEqualTo(2);
    }

    @Test
    void wrongUse_isToldInPlainWords() {
        for (List<String> line : List.of(List.of("watch"), List.of("registry"), List.of("watch", "run", "x", "--sample", "0"))) {
            assertThat(typed(line.toArray(String[]::new)).status()).as(line.toString()).isEqualTo(2);
        }
        assertThat(typed("watch", "run", "unknown").err()).contains("there is no source 'unknown'");
        assertThat(typed("registry", "add", "unknown").err()).contains("there is no source 'unknown'");
    }

    @Test
    void linksOfASource_areListed() {
        goodSource();
        Typed none = typed("watch", "links", "good");
        assertThat(none.out()).isEmpty();
        assertThat(none.err()).contains("No links were checked yet");
        try (HubStore store = Typed.store(folder)) {
            Instant now = Instant.parse("2025-03-01T12:00:00Z");
            store.linkChecks().begin("good", now,
                    List.of(CheckedLink.unchecked("https://x.example.org/1", "oai_dc", "oai:x:1")));
            store.linkChecks().checked("good", "https://x.example.org/1", now, CheckedLink.Outcome.BROKEN, 404, "HTTP 404");
        }
        assertThat(typed("watch", "links", "good").out())
                .contains("https://x.example.org/1  oai:x:1  HTTP 404 since 2025-03-01T12:00:00Z");
        JsonNode json = JsonMapper.shared().readTree(typed("watch", "links", "good", "--json").out());
        assertThat(json.path("broken").asInt()).isEqualTo(1);
        assertThat(json.path("links").get(0).path("identifier").asString()).isEqualTo("oai:x:1");
    }
}
