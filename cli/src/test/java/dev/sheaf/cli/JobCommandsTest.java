package dev.sheaf.cli;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import dev.sheaf.core.Namespaces;
import dev.sheaf.core.Verb;
import dev.sheaf.simulator.Behaviour;
import dev.sheaf.simulator.ReceivedRequest;
import dev.sheaf.simulator.ScriptedProvider;
import dev.sheaf.store.HubStore;
import dev.sheaf.store.sources.SourceLease;
import dev.sheaf.testkit.SampleRecords;
import dev.sheaf.testkit.SettableClock;

import static org.assertj.core.api.Assertions.assertThat;

/** Watching, stopping, approving and undoing, as typed. */
@Timeout(60)
class JobCommandsTest {

    private static final JsonMapper JSON = JsonMapper.shared();

    @TempDir
    private Path folder = Path.of("");

    private final ScriptedProvider provider = ScriptedProvider.start(SettableClock.at("2024-06-01T00:00:00Z"));

    @AfterEach
    void stop() {
        provider.close();
    }

    private void register(int records) {
        provider.put(SampleRecords.many(records));
        assertThat(Typed.in(folder, "source", "add", "a", provider.baseUrl()).status()).isZero();
    }

    private JsonNode listed() {
        return JSON.readTree(Typed.in(folder, "source", "list", "--json").out()).get(0);
    }

    @Test
    void runningHarvest_isShownPausedAndResumed() throws Exception {
        register(100);
        CompletableFuture<Void> stalled = new CompletableFuture<>();
        provider.once(ReceivedRequest.page(5), (request, reply) -> {
            stalled.complete(null);
            return Behaviour.stallAfter(10).change(request, reply);
        });
        CompletableFuture<Typed> harvest = CompletableFuture.supplyAsync(() -> Typed.in(folder, "harvest", "a"));
        stalled.get(20, TimeUnit.SECONDS);
        JsonNode running = listed();
        assertThat(running.path("state").asString()).isEqualTo("running");
        assertThat(running.path("progress").path("run").asLong(0)).isOne();
        assertThat(running.path("progress").propertyNames()).contains("doing", "address", "received", "listSize", "rate",
                "secondsLeft", "new", "waitingUntil");
        assertThat(Typed.in(folder, "source", "show", "a").out()).containsPattern("now +(list|asking|beginning)")
                .contains("under way");

        Typed paused = Typed.in(folder, "source", "pause", "a");
        assertThat(paused.status()).as(paused.err()).isZero();
        assertThat(paused.err()).contains("a: paused; to resume it: sheaf source resume a");
        Typed ended = harvest.get(5, TimeUnit.SECONDS);
        assertThat(ended.status()).isEqualTo(1);
        assertThat(ended.err()).contains("partial(").contains("sheaf source resume a");
        assertThat(listed().path("state").asString()).isEqualTo("paused");

        Typed refused = Typed.in(folder, "harvest", "a");
        assertThat(refused.status()).isEqualTo(1);
        assertThat(refused.err()).contains("the source is paused").contains("sheaf source resume a");
        assertThat(Typed.in(folder, "source", "pause", "a").err()).contains("a is paused already");
        assertThat(Typed.in(folder, "source", "resume", "a").status()).isZero();
        assertThat(Typed.in(folder, "source", "resume", "a").err()).contains("a is not paused");
        Typed rest = Typed.in(folder, "harvest", "a");
        assertThat(rest.status()).as(rest.err()).isZero();
        assertThat(listed().path("records").asLong(0)).isEqualTo(100);
        assertThat(listed().path("state").asString()).isEqualTo("idle");
    }

    @Test
    void runningHarvest_isCancelled() throws Exception {
        register(30);
        CompletableFuture<Void> stalled = new CompletableFuture<>();
        provider.once(ReceivedRequest.page(2), (request, reply) -> {
            stalled.complete(null);
            return Behaviour.stallAfter(10).change(request, reply);
        });
        CompletableFuture<Typed> harvest = CompletableFuture.supplyAsync(() -> Typed.in(folder, "harvest", "a"));
        stalled.get(20, TimeUnit.SECONDS);
        Typed cancelled = Typed.in(folder, "source", "cancel", "a");
        assertThat(cancelled.status()).as(cancelled.err()).isZero();
        assertThat(cancelled.err()).contains("a: cancelled");
        assertThat(harvest.get(5, TimeUnit.SECONDS).err()).contains("cancelled");
        assertThat(Typed.in(folder, "source", "cancel", "a").err()).contains("nothing to cancel");
        assertThat(Typed.in(folder, "harvest", "a").status()).isZero();
    }

    @Test
    void failedRun_namesTheCommandThatRepeatsIt() {
        register(30);
        Typed.in(folder, "source", "set", "a", "--user-agent", "it's me");
        provider.when(ReceivedRequest.beyondTheFirstPage(), Behaviour.body("text/html", "<html><title>Sorry</title></html>"));
        assertThat(Typed.in(folder, "harvest", "a").status()).isEqualTo(1);
        Typed shown = Typed.in(folder, "source", "show", "a", "--run", "1");
        assertThat(shown.status()).as(shown.err()).isZero();
        assertThat(shown.out()).contains("partial(").contains("10 new").contains("oai_dc: 10 of 30 records, ")
                .contains(", incomplete")
                .contains("curl -sS -i --compressed -L --max-redirs 5 -H 'User-Agent: it'\\''s me' -H 'Accept: ",
                        "-H 'Accept-Encoding: gzip;q=1.0, identity;q=0.5' -g '" + provider.baseUrl()
                                + "?verb=ListRecords&resumptionToken=")
                .contains("beginning with: <html><title>Sorry</title></html>");
        JsonNode run = JSON.readTree(Typed.in(folder, "source", "show", "a", "--run", "1", "--json").out());
        JsonNode failure = run.path("failures").get(0);
        assertThat(shown.out()).contains(failure.path("curl").asString());
        assertThat(Typed.in(folder, Map.of("SHEAF_FROM_HEADER", "hub@example.org"), "source", "show", "a", "--run", "1").out())
                .contains("-H 'From: hub@example.org'");
        assertThat(new String(Base64.getDecoder().decode(failure.path("body").asString()), StandardCharsets.UTF_8))
                .isEqualTo("<html><title>Sorry</title></html>");
        assertThat(failure.path("status").asInt(0)).isEqualTo(200);
        assertThat(run.path("lists").get(0).path("received").asLong(0)).isEqualTo(10);
        assertThat(run.path("verdict").asString()).isEqualTo("partial");
        assertThat(Typed.in(folder, "source", "show", "a").out()).containsPattern("last runs +1 ");
        Typed none = Typed.in(folder, "source", "show", "a", "--run", "7");
        assertThat(none.status()).isEqualTo(1);
        assertThat(none.err()).contains("there is no run 7 of 'a'");
    }

    @Test
    void pendingDeletions_areShownApprovedAndUndone() throws IOException {
        register(100);
        provider.when(ReceivedRequest.of(Verb.IDENTIFY), Behaviour.text(text -> text.replace("persistent", "no")));
        Typed.in(folder, "harvest", "a");
        try (ScriptedProvider fewer = ScriptedProvider.start(SettableClock.at("2024-06-02T00:00:00Z"))) {
            fewer.put(SampleRecords.many(50));
            fewer.when(ReceivedRequest.of(Verb.IDENTIFY), Behaviour.text(text -> text.replace("persistent", "no")));
            Typed.in(folder, "source", "set", "a", "--url", fewer.baseUrl());
            Typed harvested = Typed.in(folder, "harvest", "a", "--full");
            assertThat(harvested.status()).as(harvested.err()).isZero();
            assertThat(harvested.err()).contains("50 of 100 records in oai_dc are no longer listed by the source")
                    .contains("sheaf source approve a");
        }
        assertThat(listed().path("state").asString()).isEqualTo("held");
        assertThat(listed().path("held").asLong(0)).isEqualTo(50);
        assertThat(Typed.in(folder, "source", "list").err()).contains("a: 50 deletions are held");
        assertThat(Typed.in(folder, "source", "show", "a").out()).contains("50 deletions").contains("oai:example.org:")
                .contains("50 of 100 have vanished, held");
        try (HubStore store = Typed.store(folder); SourceLease _ = store.leases().tryTake("a").orElseThrow()) {
            Typed busy = Typed.in(folder, "source", "approve", "a");
            assertThat(busy.status()).isEqualTo(1);
            assertThat(busy.err()).contains("is being harvested; try again after its end");
        }
        assertThat(Typed.in(folder, "source", "approve", "a").err()).contains("50 records withdrawn");
        assertThat(Typed.in(folder, "source", "approve", "a").err()).contains("no deletions are held");
        assertThat(listed().path("deleted").asLong(0)).isEqualTo(50);
        Typed undone = Typed.in(folder, "source", "rollback", "a");
        assertThat(undone.status()).as(undone.err()).isZero();
        assertThat(undone.err()).contains("0 records were withdrawn, 50 were restored");
        assertThat(listed().path("records").asLong(0)).isEqualTo(100);
        Typed again = Typed.in(folder, "source", "rollback", "a");
        assertThat(again.status()).isEqualTo(1);
        assertThat(again.err()).contains("there is no run of 'a' that could be undone");
    }

    @Test
    void inferredDeletions_areUndoneAfterLaterRuns() {
        ScriptedProvider honest = provider;
        register(100);
        honest.when(ReceivedRequest.of(Verb.IDENTIFY), Behaviour.text(text -> text.replace("persistent", "no")));
        Typed.in(folder, "harvest", "a");
        assertThat(Typed.in(folder, "source", "undo", "a").err()).contains("no record of 'a' was withdrawn");
        try (ScriptedProvider shorter = ScriptedProvider.start(SettableClock.at("2025-03-01T12:00:00Z"))
                .put(SampleRecords.many(95))) {
            shorter.when(ReceivedRequest.of(Verb.IDENTIFY), Behaviour.text(text -> text.replace("persistent", "no")));
            assertThat(Typed.in(folder, "source", "set", "a", "--url", shorter.baseUrl()).status()).isZero();
            Typed.in(folder, "harvest", "a", "--full");
            Typed.in(folder, "harvest", "a");
        }
        assertThat(listed().path("deleted").asLong(0)).isEqualTo(5);
        Typed runs = Typed.in(folder, "source", "undo", "a");
        assertThat(runs.status()).isZero();
        assertThat(runs.out()).contains("run 2 withdrew 5 records on ");
        assertThat(Typed.in(folder, "source", "undo", "a", "--run", "3").err()).contains("run 3 has no inferred deletions",
                "run 2");
        Typed undone = Typed.in(folder, "source", "undo", "a", "--run", "2");
        assertThat(undone.status()).as(undone.err()).isZero();
        assertThat(undone.err()).contains("5 records were restored");
        assertThat(listed().path("deleted").asLong(0)).isZero();
        assertThat(listed().path("records").asLong(0)).isEqualTo(100);
    }

    @Test
    void import_isUndone() throws IOException {
        Path file = folder.resolve("records.jsonl");
        Files.writeString(file, line(1, "One") + line(2, "Two"));
        assertThat(Typed.in(folder, "import", "books", "records.jsonl").err()).contains("2 new");
        Files.writeString(file, line(1, "The wrong file"));
        assertThat(Typed.in(folder, "import", "books", "records.jsonl").err()).contains("1 changed, 1 deleted");
        assertThat(Typed.in(folder, "source", "rollback", "books").err())
                .contains("0 records were withdrawn, 1 were restored, 1 have their former content");
        assertThat(Typed.in(folder, "export", "--source", "books", "--format", "jsonl").out()).contains("One").contains("Two")
                .doesNotContain("The wrong file");
    }

    private static String line(int number, String title) {
        return "{\"prefix\":\"oai_dc\",\"identifier\":\"oai:x.example:" + number + "\",\"metadata\":\"<oai_dc:dc xmlns:oai_dc='"
                + Namespaces.OAI_DC + "' xmlns:dc='" + Namespaces.DC + "'><dc:title>" + title + "</dc:title></oai_dc:dc>\"}\n";
    }

    @Test
    void checkOption_validatesPages() {
        register(5);
        provider.when(ReceivedRequest.page(1),
                Behaviour.text(text -> text.replace("<dc:title>Title 3<", "<dc:title id='x'>Title 3<")));
        Typed harvested = Typed.in(folder, "harvest", "a", "--validate");
        assertThat(harvested.status()).as(harvested.err()).isZero();
        assertThat(harvested.err()).contains("of 5 records 1 violate their schema");
        assertThat(harvested.err()).contains("Most often, 1 time: ");
        assertThat(Typed.in(folder, "source", "show", "a").out()).contains("oai:example.org:3, line ")
                .contains("1 records and 0 envelopes of run 1", "1 time: ");
        assertThat(Typed.in(folder, "source", "show", "a", "--run", "1").out()).contains("broken rules", "1 time: ",
                "with 5 records: 1 records and 0 envelopes are not valid by their schemas");
        JsonNode run = JSON.readTree(Typed.in(folder, "source", "show", "a", "--run", "1", "--json").out());
        assertThat(run.path("checkedRecords").asInt()).isEqualTo(5);
        assertThat(run.path("invalidRecords").asInt()).isOne();
        assertThat(run.path("uncheckedRecords").asInt()).isZero();
        assertThat(run.path("recordsInOtherFormats").asInt()).isZero();
        assertThat(run.path("brokenRules").path(0).path("rule").asString()).contains("id");
        assertThat(run.path("brokenRules").path(0).path("times").asInt()).isOne();
        assertThat(Typed.in(folder, "source", "set", "a", "--option", "validate=on", "--option",
                "census=never", "--option", "vanishing=25").status())
                .isZero();
        assertThat(Typed.in(folder, "source", "show", "a").out()).contains("every page").contains("never");
        assertThat(Typed.in(folder, "harvest", "a", "--full").err()).contains("1 violate their schema");
        Typed.in(folder, "source", "set", "a", "--option", "validate=off");
        assertThat(Typed.in(folder, "harvest", "a", "--full").err()).doesNotContain("schema");
        assertThat(Typed.in(folder, "source", "set", "a", "--option", "vanishing=120").status()).isEqualTo(2);
    }

    @Test
    void everyCommandHasHelpWithAnExample() {
        for (String command : List.of("pause", "resume", "cancel", "approve", "rollback")) {
            Typed help = Typed.in(folder, "source", command, "--help");
            assertThat(help.status()).isZero();
            assertThat(help.out()).contains("Example").contains("sheaf source " + command + " arxiv");
            Typed unknown = Typed.in(folder, "source", command, "nobody");
            assertThat(unknown.status()).isEqualTo(1);
            assertThat(unknown.err()).contains("there is no source 'nobody'");
        }
    }
}
