package dev.sheaf.platform.web.admin;

import java.net.URLEncoder;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import dev.sheaf.core.repository.Position;
import dev.sheaf.core.store.Access;
import dev.sheaf.core.store.Counts;
import dev.sheaf.core.store.HarvestOutcome;
import dev.sheaf.core.store.Secret;
import dev.sheaf.core.store.Source;
import dev.sheaf.core.store.SourceStatus;
import dev.sheaf.platform.server.access.AdminPassword;
import dev.sheaf.store.notices.Subscription;
import dev.sheaf.store.runs.RunProgress;
import dev.sheaf.store.runs.RunUpdate;
import dev.sheaf.store.sources.HostBackOffs;
import dev.sheaf.store.sources.ProxiedFault;
import dev.sheaf.store.sources.ProxiedTally;
import dev.sheaf.store.sources.Schedules.Planned;
import dev.sheaf.testkit.SampleRecords;

import static org.assertj.core.api.Assertions.assertThat;

@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class AdminPagesTest {

    private AdminHub hub;
    private String cookie = "";
    private String token = "";

    @BeforeAll
    void start(@TempDir Path directory) throws Exception {
        hub = new AdminHub(directory, "https://hub.example.org/library");
        HttpResponse<String> opened = post("/admin/login", Map.of("password", AdminHub.PASSWORD, "next", "/admin?page=1"), null);
        assertThat(opened.statusCode()).as(opened.body()).isEqualTo(303);
        assertThat(opened.headers().firstValue("Location")).contains("/library/admin?page=1");
        String set = opened.headers().firstValue("Set-Cookie").orElseThrow();
        assertThat(set).contains("HttpOnly", "SameSite=Strict", "Secure", "Path=/library/admin");
        cookie = set.substring(0, set.indexOf(';'));
        String page = get("/admin").body();
        token = page.substring(page.indexOf("name=\"form-token\" value=\"") + 25).split("\"", 2)[0];
    }

    @AfterAll
    void stop() {
        hub.close();
    }

    @Test
    void withoutASessionEveryPageLeadsToTheLogin() throws Exception {
        hub.register("open", SampleRecords.many(2));
        for (String path : List.of("/admin", "/admin/add", "/admin/sources/open", "/admin/sources/open/runs/1",
                "/admin/sources/open/settings", "/admin/sources/nobody")) {
            HttpResponse<String> answer = hub.send(hub.request(path).build());
            assertThat(answer.statusCode()).as(path).isEqualTo(303);
            assertThat(answer.headers().firstValue("Location").orElse("")).startsWith("/library/admin/login?next=%2Fadmin");
            assertThat(answer.headers().firstValue("Cache-Control")).contains("no-store");
        }
        HttpResponse<String> wrong = post("/admin/login", Map.of("password", "wrong", "next", "//evil.example.org"), null);
        assertThat(wrong.statusCode()).isEqualTo(403);
        assertThat(wrong.body()).contains("The password is wrong", "value=\"/admin\"").doesNotContain("evil.example.org");
        assertThat(wrong.headers().firstValue("Set-Cookie")).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"/admin/logout", "/admin/add", "/admin/subscriptions/1/end", "/admin/sources/guarded/settings",
            "/admin/sources/guarded/harvest", "/admin/sources/guarded/pause", "/admin/sources/guarded/resume",
            "/admin/sources/guarded/cancel", "/admin/sources/guarded/approve", "/admin/sources/guarded/reject",
            "/admin/sources/guarded/rollback", "/admin/sources/guarded/undo", "/admin/sources/guarded/remove",
            "/admin/sources/guarded/replay",
            "/admin/sources/guarded/hold", "/admin/sources/guarded/release", "/admin/sources/guarded/pin",
            "/admin/sources/guarded/unpin"})
    void aChangeWithoutTheTokenOfTheSessionIsRefused(String path) throws Exception {
        if (hub.store().source("guarded").isEmpty()) {
            hub.register("guarded", SampleRecords.many(2));
        }
        long before = hub.store().lastSeq();
        Map<String, String> filled = Map.of("id", "smuggled", "baseUrl", "https://evil.example.org/oai", "name", "smuggled");
        for (String guess : List.of("", "guessed", token + "x")) {
            Map<String, String> form = new LinkedHashMap<>(filled);
            form.put("form-token", guess);
            HttpResponse<String> answer = post(path, guess.isEmpty() ? filled : form, null);
            assertThat(answer.statusCode()).isEqualTo(403);
            assertThat(answer.body()).contains("Nothing was changed");
        }
        Map<String, String> right = new LinkedHashMap<>(filled);
        right.put("form-token", token);
        assertThat(post(path, right, "https://evil.example.org").statusCode()).as("from another site").isEqualTo(403);
        assertThat(hub.send(hub.request(path).POST(BodyPublishers.noBody()).build()).statusCode()).as("without a session")
                .isEqualTo(303);
        assertThat(hub.send(hub.request(path).header("Cookie", cookie).build()).statusCode()).as("by GET")
                .isIn(200, 404, 405);

        assertThat(status("guarded").state()).isEqualTo(SourceStatus.State.IDLE);
        assertThat(status("guarded").source().name()).isNotEqualTo("smuggled");
        assertThat(hub.store().source("smuggled")).isEmpty();
        assertThat(hub.store().runs().last("guarded", 9)).hasSize(1);
        assertThat(hub.store().lastSeq()).isEqualTo(before);
        assertThat(get("/admin").statusCode()).as("still logged in").isEqualTo(200);
    }

    @Test
    void aSourceIsAddedHarvestedPausedAndRemovedByForms() throws Exception {
        HttpResponse<String> refused = form("/admin/add", Map.of("id", "Not legal", "baseUrl", "gopher://x"));
        assertThat(refused.statusCode()).isEqualTo(422);
        assertThat(refused.body()).contains("Nothing was saved", "'Not legal' cannot be an id",
                "aria-invalid=\"true\"",
                "value=\"gopher://x\"");
        // Other tests of this hub have registered the same address.
        assertThat(form("/admin/add",
                Map.of("id", "garden", "baseUrl", hub.repository().baseUrl(), "latency", "1d", "anyway", "true"))
                .headers().firstValue("Location")).contains("/library/admin/sources/garden");
        assertThat(get("/admin/sources/garden").body()).contains("garden: registered", "Harvest now", "not been harvested yet");

        form("/admin/sources/garden/harvest", Map.of("validate", "on"));
        hub.awaitEnd();
        String page = get("/admin/sources/garden").body();
        assertThat(page).contains("the harvest has begun", "30 live, 0 deleted", "complete", "30 new", "Undo the last run");
        assertThat(get("/admin/sources/garden").body()).doesNotContain("the harvest has begun");
        assertThat(get("/admin/sources/garden/runs").body()).contains("<caption>Runs, latest first</caption>");
        long run = hub.store().runs().last("garden", 1).getFirst().number();
        assertThat(get("/admin/sources/garden/runs/" + run).body()).contains("oai_dc: 30 of 30 records, whole");
        assertThat(get("/admin/sources/garden/runs/999").statusCode()).isEqualTo(404);

        form("/admin/sources/garden/pause", Map.of());
        assertThat(get("/admin/sources/garden").body()).contains("garden: paused", "Resume").doesNotContain("Harvest now");
        form("/admin/sources/garden/resume", Map.of());
        assertThat(get("/admin/sources/garden/confirm/rollback").body()).contains("Undo the last run?");
        form("/admin/sources/garden/rollback", Map.of());
        assertThat(get("/admin/sources/garden").body()).contains("is undone: 30 records were withdrawn", "0 live, 30 deleted");
        assertThat(form("/admin/sources/garden/remove", Map.of("keep", "on")).headers().firstValue("Location"))
                .contains("/library/admin");
        assertThat(hub.store().source("garden")).isEmpty();
        assertThat(get("/admin").body()).contains("Removed. Records kept");
    }

    @Test
    void allWrongValuesOfANewSourceAreNamedAtOnce() throws Exception {
        String page = form("/admin/add", Map.of("id", "Not legal", "baseUrl", "example.org/oai", "latency", "soon"))
                .body();
        assertThat(page).contains("3 of the values below are not valid", "error-id", "error-baseUrl", "error-latency");
        assertThat(form("/admin/add", Map.of("id", "garden", "baseUrl", "")).body())
                .contains("1 of the values below is not valid", "error-baseUrl");
    }

    @Test
    void addressOfAnotherSource_isAskedAboutWithALink_andAddedWhenConfirmed() throws Exception {
        String address = "https://meadow.example.org/oai";
        form("/admin/add", Map.of("id", "meadow", "baseUrl", address));
        for (String same : List.of(address, address + "/")) {
            HttpResponse<String> asked = form("/admin/add", Map.of("id", "twice", "baseUrl", same));
            assertThat(asked.statusCode()).isEqualTo(422);
            assertThat(asked.body()).contains("registered", "'meadow'", "would be here twice",
                    "href=\"/library/admin/sources/meadow\"",
                    "Add it anyway");
            assertThat(hub.store().source("twice")).isEmpty();
        }
        form("/admin/add", Map.of("id", "twice", "baseUrl", address, "anyway", "true"));
        assertThat(hub.store().source("twice")).isPresent();
        assertThat(get("/admin/sources/twice").body()).contains("Beware: " + address + " is registered already as 'meadow'");
    }

    @Test
    void showsBrokenRulesOfARunByRuleAndRecord() throws Exception {
        hub.register("judged", SampleRecords.many(2));
        Instant at = Instant.parse("2024-05-01T10:00:00Z");
        long run = hub.store().begin("judged", at);
        RunProgress told = new RunProgress(at, "asking", null, null, 1, 1, 1, 9, null, 0, Counts.ZERO, 1, 1, 1, 1,
                new RunProgress.Checks(3, 1, 9, 7, 2, 4));
        hub.store().runs().tell(run, new RunUpdate(told, List.of(), List.of(), List.of(),
                List.of(new RunUpdate.Invalid("oai:example.org:1", "https://example.org/oai", 12, "title: '<b>' is wrong")),
                Map.of("title: '…' is <wrong>", 7L)));

        assertThat(get("/admin/sources/judged/runs/" + run).body()).contains("Broken rules", "7 times: title: ", "&lt;wrong&gt;",
                "oai:example.org:1, line 12", "7 records and 1 envelopes are not valid by their schemas",
                "2 records could not be read", "4 are in formats without a schema");
    }

    @Test
    void pendingDeletions_areShown_withTheNumberOfOthers() throws Exception {
        hub.register("b", SampleRecords.many(90));
        hub.clock().advance(Duration.ofHours(1));
        form("/admin/sources/b/harvest", Map.of("full", "on", "census", "on"));
        hub.awaitEnd();
        assertThat(hub.store().heldDeletions().count("b")).isEqualTo(60);
        assertThat(get("/admin/sources/b").body()).contains("60 deletions held", "in oai_dc</li>",
                "<li dir=\"auto\">and 40 more</li>");
        assertThat(get("/admin/sources/b/confirm/approve").body()).contains("Withdraw");
    }

    @Test
    void nextHarvest_isExplained_andItsIntervalCanBeFixedAndReleased() throws Exception {
        hub.register("clockwork", SampleRecords.many(2));
        hub.store().schedules().plan(Map.of("clockwork",
                new Planned(Instant.parse("2025-03-02T04:00:00Z"), "it changes every night at about 3 o'clock")));
        String page = get("/admin/sources/clockwork").body();
        assertThat(page).contains("2 March 2025, 04:00 UTC", "Reason", "it changes every night at about 3 o",
                "href=\"/library/stats/clockwork\"",
                "its policy chooses").doesNotContain("/clockwork/unpin");

        HttpResponse<String> unasked = post("/admin/sources/clockwork/pin", Map.of("interval", "6h"), null);
        assertThat(unasked.statusCode()).isEqualTo(403);
        assertThat(hub.store().schedules().pinned("clockwork")).isEmpty();

        form("/admin/sources/clockwork/pin", Map.of("interval", " 6h "));
        assertThat(hub.store().schedules().pinned("clockwork")).contains(Duration.ofHours(6));
        assertThat(get("/admin/sources/clockwork").body()).contains("clockwork: harvested every 6h by a running hub",
                "value=\"6h\"",
                "It is fixed at 6h", "/library/admin/sources/clockwork/unpin");

        form("/admin/sources/clockwork/pin", Map.of("interval", "often"));
        assertThat(get("/admin/sources/clockwork").body()).contains("the interval is not fixed:",
                "it looks like 30m, 6h, 1d or 2w");
        assertThat(hub.store().schedules().pinned("clockwork")).contains(Duration.ofHours(6));

        form("/admin/sources/clockwork/unpin", Map.of());
        assertThat(hub.store().schedules().pinned("clockwork")).isEmpty();
        assertThat(get("/admin/sources/clockwork").body()).contains("its policy chooses the times again");
    }

    @Test
    void sourceThatIsNotHarvested_hasNoIntervalToFix() throws Exception {
        hub.store().put(Source.imported("shelf", "Shelf"));

        assertThat(get("/admin/sources/shelf").body()).contains("changes of the source").doesNotContain("/shelf/pin",
                "Next harvest");
    }

    @Test
    void subscriptionsAreListedAndEnded() throws Exception {
        assertThat(get("/admin/subscriptions").body()).contains("There are no subscriptions");
        Subscription.Topic topic = new Subscription.Topic("shelf", "maps", Subscription.How.SUBSCRIBED,
                "https://reader.example.org/<told>");
        long number = hub.store().subscriptions().put(topic, null, null, Instant.parse("2025-03-01T12:00:00Z"), null,
                new Position(0, 0));

        String page = get("/admin/subscriptions").body();
        assertThat(page).contains("shelf, set maps", "https://reader.example.org/&lt;told>", "new records, by WebSub",
                "not yet",
                "/library/admin/subscriptions/" + number + "/end");
        assertThat(post("/admin/subscriptions/" + number + "/end", Map.of(), null).statusCode()).isEqualTo(403);
        assertThat(hub.store().subscriptions().all()).hasSize(1);

        form("/admin/subscriptions/" + number + "/end", Map.of());
        assertThat(hub.store().subscriptions().all()).isEmpty();
        assertThat(get("/admin/subscriptions").body()).contains("The subscription has ended.", "There are no subscriptions");
    }

    @Test
    void headersAndProxiesAreSavedAndTheirSecretsAreNotShown() throws Exception {
        hub.register("behind", SampleRecords.many(2));
        Map<String, String> sent = new LinkedHashMap<>(Map.of("baseUrl", hub.repository().baseUrl(), "headers",
                "X-Key: secret-word\r\nX-Group: secret-too\r\n", "proxy", "proxy.example.org:3128", "proxyUser", "reader",
                "proxyPassword", "secret-three"));
        assertThat(form("/admin/sources/behind/settings", sent).statusCode()).isEqualTo(303);
        assertThat(get("/admin/sources/behind/settings").body()).contains("value=\"proxy.example.org:3128\"")
                .doesNotContain("secret-");
        assertThat(get("/admin/sources/behind").body()).contains("X-Key: ••••", "proxy.example.org:3128 as reader")
                .doesNotContain("secret-");
        Access access = access();
        assertThat(access.headers()).extracting(Access.Header::name).containsExactly("X-Key", "X-Group");
        assertThat(access.proxy()).isEqualTo(new Access.Proxy("proxy.example.org", 3128, "reader", Secret.of("secret-three")));

        sent.put("headers", "");
        sent.put("proxyPassword", "");
        form("/admin/sources/behind/settings", sent);
        assertThat(access()).as("a value that is not typed again is kept").isEqualTo(access);
        sent.put("proxy", "elsewhere.example.net:3128");
        HttpResponse<String> refused = form("/admin/sources/behind/settings", sent);
        assertThat(refused.statusCode()).as("a password goes to no other proxy than its own").isEqualTo(422);
        assertThat(refused.body()).contains("a proxy login needs both a name and a password");
        sent.put("proxy", "");
        sent.put("proxyUser", "");
        sent.put("baseUrl", "https://elsewhere.example.net/oai");
        assertThat(form("/admin/sources/behind/settings", sent).body()).contains("is not sent to another host");
        sent.put("baseUrl", hub.repository().baseUrl());
        sent.put("forgetHeaders", "on");
        form("/admin/sources/behind/settings", sent);
        assertThat(access().proxy()).isNull();
        assertThat(access().headers()).isEmpty();
    }

    private Access access() {
        return hub.store().source("behind").orElseThrow().settings().access();
    }

    @Test
    void settings_areShownAndSaved_withoutTheirSecrets() throws Exception {
        hub.register("set", SampleRecords.many(2));
        Map<String, String> sent = new LinkedHashMap<>(Map.of("baseUrl", hub.repository().baseUrl(), "name", "The set", "latency",
                "6h", "user", "reader", "password", "secret-word", "overlap", "2d", "history", "on"));
        assertThat(form("/admin/sources/set/settings", sent).statusCode()).isEqualTo(303);
        String page = get("/admin/sources/set/settings").body();
        assertThat(page).contains("value=\"The set\"", "value=\"6h\"", "value=\"reader\"", "value=\"2d\"", "checked")
                .doesNotContain("secret-word");
        assertThat(get("/admin/sources/set").body()).contains("reader with password").doesNotContain("secret-word");
        sent.put("password", "");
        sent.put("vanishing", "many");
        HttpResponse<String> refused = form("/admin/sources/set/settings", sent);
        assertThat(refused.statusCode()).isEqualTo(422);
        assertThat(refused.body()).contains("'many' is not a whole number", "id=\"error-vanishing\"");
        sent.put("vanishing", "20");
        sent.put("forgetLogin", "on");
        form("/admin/sources/set/settings", sent);
        Source saved = hub.store().source("set").orElseThrow();
        assertThat(saved.settings().access().login()).isNull();
        assertThat(saved.settings().latency()).isEqualTo(Duration.ofHours(6));
        assertThat(hub.store().monitoring().of("set").vanishingPercent()).isEqualTo(20);
        assertThat(hub.store().monitoring().of("set").history()).isTrue();
    }

    @Test
    void announcements_areSettingsOfASource_withTheChecksOfTheCommand() throws Exception {
        hub.register("herald", SampleRecords.many(2));
        String path = "/admin/sources/herald/settings";
        assertThat(get(path).body()).contains("for=\"field-subscribe\"", "for=\"field-notify\"", "for=\"field-push-to\"",
                "<option value=\"auto\" selected>");
        Map<String, String> sent = new LinkedHashMap<>(Map.of("baseUrl", hub.repository().baseUrl(), "subscribe", "sometimes",
                "notify", "hub.example.org", "push-to", "https://two.example.org"));
        HttpResponse<String> refused = form(path, sent);
        assertThat(refused.statusCode()).isEqualTo(422);
        assertThat(refused.body()).contains("3 of the values below are not valid",
                "subscribe must be on, off or auto, not 'sometimes'", "id=\"error-notify\"",
                "with sheaf source set herald --secret-file FILE", ">https://two.example.org</textarea>");
        assertThat(announced()).isEmpty();
        assertThat(hub.store().sourceSubscriptions().of("herald")).isEmpty();

        hub.store().announcements().setSecret("herald", Secret.of("0123456789abcdef0123456789abcdef"));
        sent.put("subscribe", "off");
        sent.put("notify", "https://one.example.org\r\nhttps://three.example.org\r\n");
        assertThat(form(path, sent).statusCode()).isEqualTo(303);
        assertThat(announced()).containsExactlyInAnyOrder("NOTIFY https://one.example.org/sync",
                "NOTIFY https://three.example.org/sync", "PUSH https://two.example.org/sync");
        assertThat(hub.store().sourceSubscriptions().of("herald").orElseThrow().wanted()).isFalse();
        String page = get(path).body();
        assertThat(page).contains("<option value=\"off\" selected>", "https://three.example.org/sync",
                ">https://two.example.org/sync</textarea>");

        // Other settings are saved without the secret that the announcements had.
        hub.store().announcements().setSecret("herald", null);
        sent.put("notify", "https://three.example.org/sync https://one.example.org/sync");
        sent.put("name", "The herald");
        assertThat(form(path, sent).statusCode()).isEqualTo(303);
        assertThat(hub.store().source("herald").orElseThrow().name()).isEqualTo("The herald");
        sent.put("notify", "");
        sent.put("push-to", "none");
        sent.put("subscribe", "auto");
        assertThat(form(path, sent).statusCode()).isEqualTo(303);
        assertThat(announced()).isEmpty();
        assertThat(hub.store().sourceSubscriptions().of("herald").orElseThrow().wanted()).isNull();
    }

    private List<String> announced() {
        return hub.store().subscriptions().all().stream().filter(one -> one.topic().repository().equals("herald"))
                .map(one -> one.topic().how() + " " + one.topic().callback()).toList();
    }

    @Test
    void sourceThatIsNotHarvested_canOnlyAnnounce() throws Exception {
        hub.store().put(Source.imported("desk", "Desk"));
        assertThat(get("/admin/sources/desk/settings").body()).contains("field-notify").doesNotContain("field-subscribe");
        assertThat(form("/admin/sources/desk/settings", Map.of("subscribe", "on")).body())
                .contains("'desk' is not harvested: there is nothing to subscribe to");
        assertThat(get("/admin/add").body()).doesNotContain("field-subscribe", "field-notify");
    }

    @Test
    void settingWithoutItsPartner_isRefused_andNotDropped() throws Exception {
        hub.register("paired", SampleRecords.many(2));
        String path = "/admin/sources/paired/settings";
        for (Map<String, String> login : List.of(Map.of("password", "secret-word"), Map.of("user", "reader"),
                Map.of("bearerToken", "token-word", "user", "reader", "password", "secret-word"),
                Map.of("bearerToken", "token-word", "password", "secret-word"))) {
            Map<String, String> sent = new LinkedHashMap<>(login);
            sent.put("baseUrl", hub.repository().baseUrl());
            HttpResponse<String> refused = form(path, sent);
            assertThat(refused.statusCode()).as(login.keySet().toString()).isEqualTo(422);
            assertThat(refused.body()).contains("id=\"error-user\"", login.containsKey("bearerToken")
                    ? "give either a token or a login, not both"
                    : "a login needs both a name and a password").doesNotContain("-word");
        }
        String refused = form(path, Map.of("baseUrl", hub.repository().baseUrl(), "proxy", "proxy.example.org", "proxyUser",
                "reader", "proxyPassword", "secret-word")).body();
        assertThat(refused).contains("id=\"error-proxy\"").doesNotContain("a proxy login needs a proxy");
        assertThat(hub.store().source("paired").orElseThrow().settings().access()).isEqualTo(Access.DEFAULT);

        form(path, Map.of("baseUrl", hub.repository().baseUrl(), "user", "reader", "password", "secret-word"));
        assertThat(form(path, Map.of("baseUrl", hub.repository().baseUrl(), "user", "reader", "bearerToken", "token-word"))
                .statusCode()).as("a token in place of the login").isEqualTo(303);
        assertThat(hub.store().source("paired").orElseThrow().settings().access().login())
                .isEqualTo(new Access.Login.Bearer(Secret.of("token-word")));
    }

    @Test
    void failedHarvest_doesNotRenewTheCopy() throws Exception {
        hub.register("old", SampleRecords.many(2));
        hub.clock().advance(Duration.ofHours(3));
        long run = hub.store().begin("old", hub.clock().instant());
        hub.store().end(run, new HarvestOutcome(HarvestOutcome.Verdict.FAILED, "no answer", Counts.ZERO, 0),
                hub.clock().instant());
        assertThat(get("/admin").body()).contains("3 hours ago, stale");
        assertThat(get("/admin/sources/old").body()).contains("3 hours ago, stale");
    }

    @Test
    void hostForWhichSourcesWait_isOneNote_withAWayToAskItAnyway() throws Exception {
        hub.store().put(Source.harvested("journal-1", "http://paused.example.org/1/oai"));
        hub.store().put(Source.harvested("journal-2", "http://paused.example.org/2/oai"));
        hub.store().put(Source.harvested("lonely", "http://lonely.example.org/oai"));
        HostBackOffs hosts = hub.store().hosts();
        HostBackOffs.Waiting waiting = new HostBackOffs.Waiting("paused.example.org",
                hub.clock().instant().plus(Duration.ofDays(1)), "it asked for <a day>", true);
        hosts.wait("journal-1", waiting);
        hosts.wait("journal-2", waiting);
        hosts.wait("lonely", new HostBackOffs.Waiting("lonely.example.org", waiting.until(), "it asked for a day", true));

        String page = get("/admin").body();

        assertThat(page).contains("<strong>paused.example.org</strong> is paused until ",
                "2 sources wait for it: it asked for &lt;a day&gt;", "/library/admin/sources/journal-1/harvest")
                .doesNotContain("<strong>lonely");
        hosts.asked("journal-1");
        assertThat(get("/admin").body()).doesNotContain("<strong>paused");
    }

    @Test
    void repairsOfTheProxy_areListedBesideThoseOfHarvests() throws Exception {
        hub.register("proxied", SampleRecords.many(2));
        assertThat(get("/admin/sources/proxied/repairs").body()).contains("Nothing had to be repaired.");
        hub.store().faults().save("proxied", hub.clock().instant(), new ProxiedTally(1, 0, 10, 1, 1),
                List.of(new ProxiedFault("oai:p:<1>", "unescaped", "oai_dc", 10, "an ampersand was escaped", "", ""),
                        new ProxiedFault("oai:p:2", ProxiedFault.DROPPED, "oai_dc", 20, "the record ends in the middle", "",
                                "")));
        String page = get("/admin/sources/proxied/repairs").body();
        assertThat(page).contains("Harvests had nothing to repair. The proxy found faults in responses: 1 fault repaired, "
                + "1 left out.", "oai:p:&lt;1&gt;", "an ampersand was escaped", "the record ends in the middle")
                .doesNotContain("Nothing had to be repaired");
        assertThat(get("/admin/sources/proxied").body()).contains("1 fault repaired, 1 left out");
        assertThat(get("/admin").body()).contains("2 faults met by the proxy");
    }

    @Test
    void pendingDeletions_areApproved() throws Exception {
        hub.register("kept", SampleRecords.many(2));
        assertThat(get("/admin/sources/kept").body()).contains("/kept/hold\"").doesNotContain("/kept/release\"");
        form("/admin/sources/kept/hold", Map.of());
        assertThat(get("/admin/sources/kept").body()).contains("deletions are held from the next run on", "Deletions held since",
                "/kept/release\"").doesNotContain("/kept/hold\"");
        form("/admin/sources/kept/release", Map.of());
        assertThat(hub.store().control().holding("kept")).isEmpty();
    }

    @Test
    void theNewestLinesOfTheLogAreShownAsText() throws Exception {
        Logger logger = LoggerFactory.getLogger(AdminPagesTest.class);
        logger.warn("a server says <script>alert(2)</script>: source={}", "loud");
        logger.error("nothing works any more");
        String page = get("/admin/log?level=warn&lines=1000").body();
        assertThat(page).contains("a server says &lt;script&gt;alert(2)&lt;/script&gt;: source=loud", "nothing works any more",
                "<td>AdminPagesTest</td>", "value=\"warn\" selected").doesNotContain("<script>");
        assertThat(get("/admin/log?level=error&lines=1").body()).contains("1 line, newest first").doesNotContain("a server says");
        assertThat(get("/admin/log?level=none&lines=no").statusCode()).isEqualTo(200);
        assertThat(hub.send(hub.request("/admin/log").build()).statusCode()).as("without a session").isEqualTo(303);
        assertThat(get("/admin").body()).contains("/library/admin/log\"", "/library/stats\"");
    }

    @Test
    void showsQuarantineAsTextAndReadsItAgain() throws Exception {
        hub.register("sick", SampleRecords.many(2));
        hub.quarantine("sick", "oai:x:\"><script>alert(1)</script>", "<record><script>alert(1)</script> &");
        String list = get("/admin/sources/sick/quarantine").body();
        assertThat(list).contains("&lt;script&gt;alert(1)", "the record is broken").doesNotContain("<script>");
        String key = hub.store().repairs().quarantine("sick", 1, 0).getFirst().key();
        assertThat(get("/admin/sources/sick/quarantine/" + key).body()).contains("&lt;record&gt;&lt;script&gt;")
                .doesNotContain("<script>");
        HttpResponse<String> raw = get("/admin/sources/sick/quarantine/" + key + "/raw");
        assertThat(raw.headers().firstValue("Content-Type").orElse("")).startsWith("text/plain");
        assertThat(raw.headers().firstValue("Content-Security-Policy").orElse("")).contains("sandbox");
        assertThat(raw.headers().firstValue("Cache-Control")).contains("no-store");
        HttpResponse<String> report = get("/admin/sources/sick/report?format=html");
        assertThat(report.headers().firstValue("Content-Disposition")).contains("attachment; filename=\"faults-sick.html\"");
        assertThat(report.body()).contains("the record is broken").doesNotContain("<script>alert");
        assertThat(get("/admin/sources/sick/repairs").body()).contains("/library/admin/sources/sick/report?format=json");
        form("/admin/sources/sick/replay", Map.of("key", key));
        assertThat(get("/admin/sources/sick/quarantine").body()).contains("it still cannot be read");
        assertThat(get("/admin/sources/sick/quarantine/" + "0".repeat(32)).statusCode()).isEqualTo(404);
    }

    @Test
    void changedPassword_endsAllSessions() throws Exception {
        HttpResponse<String> other = post("/admin/login", Map.of("password", AdminHub.PASSWORD), null);
        String second = other.headers().firstValue("Set-Cookie").orElseThrow().split(";", 2)[0];
        assertThat(second).isNotEqualTo(cookie);
        var kept = hub.store().administration().password().orElseThrow();
        new AdminPassword(hub.store().administration()).set("another password", hub.clock().instant());
        assertThat(get("/admin").statusCode()).isEqualTo(303);
        hub.store().administration().put(kept, hub.clock().instant());
        assertThat(get("/admin").statusCode()).isEqualTo(200);
    }

    private SourceStatus status(String id) {
        return hub.store().status(id).orElseThrow();
    }

    private HttpResponse<String> get(String path) throws Exception {
        HttpResponse<String> answer = hub.send(hub.request(path).header("Cookie", cookie).build());
        assertThat(answer.headers().firstValue("Cache-Control")).as(path).contains("no-store");
        return answer;
    }

    private HttpResponse<String> form(String path, Map<String, String> values) throws Exception {
        Map<String, String> all = new LinkedHashMap<>(values);
        all.put("form-token", token);
        return post(path, all, "https://hub.example.org");
    }

    private HttpResponse<String> post(String path, Map<String, String> values, @Nullable String origin) throws Exception {
        String body = values.entrySet().stream().map(value -> encoded(value.getKey()) + "=" + encoded(value.getValue()))
                .collect(Collectors.joining("&"));
        var request = hub.request(path).header("Cookie", path.equals("/admin/login") ? "none=1" : cookie)
                .header("Content-Type", "application/x-www-form-urlencoded").POST(BodyPublishers.ofString(body));
        if (origin != null) {
            request.header("Origin", origin);
        }
        return hub.send(request.build());
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }
}
