package dev.sheaf.platform.api;

import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import dev.sheaf.core.repository.Position;
import dev.sheaf.core.store.Aggregate;
import dev.sheaf.core.store.Counts;
import dev.sheaf.core.store.HarvestOutcome;
import dev.sheaf.core.store.Secret;
import dev.sheaf.core.store.Source;
import dev.sheaf.platform.web.admin.AdminHub;
import dev.sheaf.simulator.Behaviour;
import dev.sheaf.simulator.ReceivedRequest;
import dev.sheaf.store.notices.Subscription.How;
import dev.sheaf.store.notices.Subscription.Topic;
import dev.sheaf.store.sources.ProxiedFault;
import dev.sheaf.store.sources.ProxiedTally;
import dev.sheaf.testkit.SampleRecords;

import static org.assertj.core.api.Assertions.assertThat;

@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class ApiEndpointTest {

    private static final String SOURCES = "/api/v1/sources";
    private static final String BROKEN = "<record><header><identifier>oai:x:1</identifier><datestamp>2020-02-02</datestamp>"
            + "</header><metadata><oai_dc:dc xmlns:oai_dc=\"http://www.openarchives.org/OAI/2.0/oai_dc/\" "
            + "xmlns:dc=\"http://purl.org/dc/elements/1.1/\"><dc:title>Salt & pepper</dc:title></oai_dc:dc></metadata></record>";

    private final Set<String> answered = new TreeSet<>();
    private AdminHub hub;
    private JsonNode document;
    private Path folder = Path.of("");

    @BeforeAll
    void start(@TempDir Path directory) throws Exception {
        folder = directory;
        hub = new AdminHub(directory, null);
        document = JsonMapper.shared().readTree(hub.send(hub.request("/api/openapi.json").build()).body());
    }

    @AfterAll
    void stop() {
        hub.close();
    }

    @Test
    void description_namesEachAddressOfTheApi_andNoOther() {
        Set<String> described = document.path("paths").properties().stream()
                .flatMap(path -> path.getValue().propertyNames().stream().filter(name -> !name.equals("parameters"))
                        .map(method -> method.toUpperCase(java.util.Locale.ROOT) + " " + path.getKey()))
                .collect(Collectors.toSet());
        assertThat(hub.api().routes().stream().map(route -> route.method().name() + " " + route.path()))
                .containsExactlyInAnyOrderElementsOf(described);
        assertThat(document.path("openapi").asString()).isEqualTo("3.1.0");
        assertThat(document.path("servers").get(0).path("url").asString()).isEqualTo(hub.address());
    }

    @Test
    void everyReferenceOfTheDescription_resolves() {
        assertThat(document.findValues("$ref")).isNotEmpty()
                .allSatisfy(reference -> assertThat(document.at(reference.asString().substring(1)).isMissingNode())
                        .as("%s is missing", reference).isFalse());
    }

    /** The names and values are those of the command {@code source set --option}. */
    private void changesAnnouncements(String a, String template) throws Exception {
        call("PATCH", a, template, "{\"subscribe\":\"off\"}", 200);
        assertThat(hub.store().sourceSubscriptions().all()).singleElement()
                .satisfies(one -> assertThat(one.wanted()).isFalse());
        assertThat(call("PATCH", a, template, "{\"subscribe\":\"sometimes\"}", 422).path("detail").asString())
                .contains("on, off or auto");
        assertThat(call("PATCH", a, template, "{\"notify\":\"https://hub.example.org\"}", 422).path("detail").asString())
                .contains("must be signed");
        hub.store().announcements().setSecret("a", Secret.of("0123456789abcdef0123456789abcdef"));
        call("PATCH", a, template, "{\"notify\":[\"https://one.example.org\"],\"push-to\":\"https://two.example.org\"}", 200);
        assertThat(announcements()).containsExactlyInAnyOrder("NOTIFY https://one.example.org", "PUSH https://two.example.org");
        call("PATCH", a, template, "{\"notify\":\"https://three.example.org\"}", 200);
        assertThat(announcements()).containsExactlyInAnyOrder("NOTIFY https://three.example.org", "PUSH https://two.example.org");
        call("PATCH", a, template, "{\"notify\":\"none\",\"push-to\":null,\"subscribe\":null}", 200);
        assertThat(announcements()).isEmpty();
        hub.store().announcements().setSecret("a", null);
    }

    private List<String> announcements() {
        return hub.store().subscriptions().all().stream().filter(one -> one.topic().repository().equals("a"))
                .map(one -> one.topic().how() + " " + one.topic().callback().replace("/sync", "")).toList();
    }

    /** One life of a source; every answer is held to the description. */
    @Test
    @Order(1)
    void answers_matchTheDescription() throws Exception {
        JsonNode added = call("POST", SOURCES, SOURCES,
                "{\"id\":\"a\",\"baseUrl\":\"" + hub.repository().baseUrl()
                        + "\",\"latency\":\"1d\",\"user\":\"u\",\"password\":\"p\"}",
                201);
        assertThat(added.path("changed").booleanValue()).isTrue();
        String a = SOURCES + "/a";
        String template = SOURCES + "/{source}";
        assertThat(call("GET", a, template, null, 200).path("access").path("login").asString()).isEqualTo("u with password ••••");
        call("PATCH", a, template,
                "{\"name\":\"Archive A\",\"vanishing\":5,\"history\":true,\"derived\":[\"mods\"],\"granularity\":\"day\"}",
                200);
        hub.awaitEnd();
        assertThat(call("GET", a, template, null, 200).path("name").asString()).isEqualTo("Archive A");
        call("PATCH", a, template, """
                {"headers":["X-Key: k"],"proxy":"proxy.example.org:3128","proxyUser":"me","proxyPassword":"secret"}""", 200);
        JsonNode access = call("GET", a, template, null, 200).path("access");
        assertThat(access.toString()).contains("X-Key: ••••", "proxy.example.org:3128 as me").doesNotContain("secret");
        call("PATCH", a, template, "{\"headers\":[],\"proxy\":null,\"proxyUser\":null}", 200);
        changesAnnouncements(a, template);

        hub.repository().once(ReceivedRequest.beyondTheFirstPage(), Behaviour.body("text/html", "<html>Sorry</html>"));
        assertThat(call("POST", a + "/harvest", template + "/harvest", "{\"full\":true,\"validate\":true}", 202).path("message")
                .asString()).contains("has begun");
        hub.awaitEnd();
        call("POST", a + "/harvest", template + "/harvest", null, 202);
        hub.awaitEnd();
        assertThat(call("GET", SOURCES, SOURCES, null, 200).get(0).path("records").asInt()).isEqualTo(30);
        assertThat(call("GET", a + "/progress", template + "/progress", null, 200).path("state").asString()).isEqualTo("idle");
        JsonNode runs = call("GET", a + "/runs?limit=10", template + "/runs", null, 200);
        assertThat(runs).isNotEmpty();
        JsonNode run = call("GET", a + "/runs/" + runs.get(runs.size() - 1).path("run").asInt(), template + "/runs/{run}", null,
                200);
        assertThat(run.path("lists")).isNotEmpty();
        assertThat(run.path("failures").get(0).path("curl").asString()).startsWith("curl ");

        hub.quarantine("a", "oai:x:1", BROKEN);
        JsonNode quarantine = call("GET", a + "/quarantine", template + "/quarantine", null, 200);
        String key = quarantine.get(0).path("key").asString();
        call("GET", a + "/quarantine/" + key, template + "/quarantine/{key}", null, 200);
        assertThat(hub.send(asked(a + "/quarantine/" + key + "/raw", "GET", null)).body()).isEqualTo(BROKEN);
        answered.add("GET " + template + "/quarantine/{key}/raw");
        JsonNode replayed = call("POST", a + "/quarantine/replay", template + "/quarantine/replay",
                "{\"keys\":[\"" + key + "\"]}", 200);
        assertThat(replayed.path("things").get(0).path("outcome").asString()).isEqualTo("stored");
        hub.store().faults().save("a", hub.clock().instant(), new ProxiedTally(1, 0, 10, 1, 0),
                List.of(new ProxiedFault("oai:x:2", "unescaped", "", 10, "an ampersand was escaped", "", "")));
        assertThat(call("GET", a + "/repairs", template + "/repairs", null, 200)).extracting(one -> one.path("by").asString())
                .containsExactly("harvest", "proxy");
        assertThat(call("GET", a + "/repairs?by=proxy", template + "/repairs", null, 200))
                .extracting(one -> one.path("identifier").asString()).containsExactly("oai:x:2");
        assertThat(call("GET", a + "/repairs?by=harvest", template + "/repairs", null, 200)).hasSize(1);
        call("GET", a + "/repairs?by=nobody", template + "/repairs", null, 422);
        assertThat(call("GET", a, template, null, 200).path("proxyRepaired").asInt()).isEqualTo(1);
        call("GET", a + "/report", template + "/report", null, 200);
        assertThat(hub.send(asked(a + "/report?format=html", "GET", null)).headers().firstValue("Content-Type").orElse(""))
                .startsWith("text/html");
        call("GET", a + "/report?format=csv", template + "/report", null, 422);
        call("GET", a + "/report?format=tea", template + "/report", null, 422);

        JsonNode stats = call("GET", "/api/v1/stats?step=1h&last=30d", "/api/v1/stats", null, 200);
        assertThat(stats.path("sources").get(0).path("id").asString()).isEqualTo("a");
        assertThat(stats.path("sources").get(0).has("observations")).isFalse();
        assertThat(stats.path("requestsUniform").doubleValue()).isEqualTo(30 * stats.path("sources").size());
        JsonNode one = call("GET", a + "/stats?latency=1m&last=1d", template + "/stats", null, 200);
        assertThat(one.path("intervals")).isNotEmpty();
        assertThat(one.path("requestsUniform").doubleValue()).isEqualTo(1_440);
        assertThat(one.path("sources").get(0).path("observations").get(0).path("observation").intValue()).isEqualTo(1);
        call("GET", a + "/stats?latency=often", template + "/stats", null, 422);
        call("GET", a + "/stats?step=1s", template + "/stats", null, 422);
        call("POST", a + "/pin", template + "/pin", "{\"interval\":\"6h\"}", 200);
        assertThat(call("POST", a + "/pin", template + "/pin", null, 200).path("message").asString()).contains("policy");
        assertThat(call("POST", a + "/rollback", template + "/rollback", null, 200).path("message").asString())
                .contains("is undone");
        assertThat(call("POST", a + "/undo", template + "/undo", "{\"run\":1}", 409).path("detail").asString())
                .contains("no record of 'a' was withdrawn");
        String maps = "/api/v1/aggregates/maps";
        String anAggregate = "/api/v1/aggregates/{aggregate}";
        call("PUT", maps, anAggregate, "{\"name\":\"Maps\",\"sources\":[\"a\"],\"collisions\":\"keep-all\"}", 200);
        hub.store().membership().finish();
        assertThat(call("GET", maps, anAggregate, null, 200).path("records").asInt()).isPositive();
        assertThat(call("PUT", maps, anAggregate, "{\"sources\":[\"a\"],\"collisions\":\"keep-all\",\"name\":\"Maps\"}", 200)
                .path("changed").asBoolean()).isFalse();
        call("PUT", maps, anAggregate, "{\"collisions\":\"by-chance\"}", 422);
        call("PUT", "/api/v1/aggregates/oai", anAggregate, "{\"sources\":[\"a\"]}", 422);
        call("PUT", "/api/v1/aggregates/a", anAggregate, "{}", 409);
        assertThat(call("GET", "/api/v1/aggregates", "/api/v1/aggregates", null, 200))
                .extracting(found -> found.path("id").asString()).containsExactly("oai", "maps");
        call("DELETE", maps, anAggregate, null, 200);
        call("DELETE", maps, anAggregate, null, 404);
        call("DELETE", "/api/v1/aggregates/oai", anAggregate, null, 409);
        org.slf4j.LoggerFactory.getLogger(ApiEndpointTest.class).warn("something to look at: source={}", "a");
        assertThat(call("GET", "/api/v1/log?level=warn&limit=1000", "/api/v1/log", null, 200))
                .extracting(line -> line.path("message").asString()).contains("something to look at: source=a");
        call("GET", "/api/v1/log?level=loud", "/api/v1/log", null, 422);
        call("POST", a + "/hold", template + "/hold", null, 200);
        assertThat(call("GET", a, template, null, 200).path("holding").isNull()).isFalse();
        call("POST", a + "/release", template + "/release", null, 200);
        call("POST", a + "/pause", template + "/pause", null, 200);
        assertThat(call("POST", a + "/harvest", template + "/harvest", null, 409).path("detail").asString()).contains("paused");
        call("POST", a + "/resume", template + "/resume", "{}", 200);
        assertThat(call("POST", a + "/cancel", template + "/cancel", null, 200).path("changed").booleanValue()).isFalse();
        heldDeletions(template);
        subscriptions();
        call("DELETE", a + "?keepRecords=true", template, null, 200);
        call("GET", a, template, null, 404);
        assertThat(answered).containsExactlyInAnyOrderElementsOf(
                hub.api().routes().stream().map(route -> route.method().name() + " " + route.path()).toList());
    }

    private void subscriptions() throws Exception {
        String path = "/api/v1/subscriptions";
        long number = hub.store().subscriptions().put(new Topic("a", "", How.SUBSCRIBED, "https://sp.example.org/told"), null,
                Secret.of("s"), hub.clock().instant(), hub.clock().instant().plusSeconds(600), new Position(0, 0));
        assertThat(call("GET", path, path, null, 200).get(0).path("callback").asString())
                .isEqualTo("https://sp.example.org/told");
        assertThat(call("GET", path + "/" + number, path + "/{subscription}", null, 200).path("signed").booleanValue()).isTrue();
        call("DELETE", path + "/" + number, path + "/{subscription}", null, 200);
        call("GET", path + "/" + number, path + "/{subscription}", null, 404);
    }

    private void heldDeletions(String template) throws Exception {
        hub.register("b", SampleRecords.many(90));
        hub.clock().advance(Duration.ofDays(30));
        call("POST", SOURCES + "/b/harvest", template + "/harvest", "{\"full\":true,\"census\":true}", 202);
        hub.awaitEnd();
        assertThat(call("GET", SOURCES + "/b", template, null, 200).path("state").asString()).isEqualTo("held");
        assertThat(call("GET", SOURCES + "/b/held", template + "/held", null, 200)).isNotEmpty();
        assertThat(call("POST", SOURCES + "/b/approve", template + "/approve", null, 200).path("message").asString())
                .contains("records withdrawn");
        assertThat(call("POST", SOURCES + "/b/reject", template + "/reject", null, 200).path("message").asString())
                .contains("no deletions are held");
        long run = hub.store().rollback().inferred("b").getFirst().run();
        assertThat(call("POST", SOURCES + "/b/undo", template + "/undo", null, 409).path("detail").asString())
                .contains("run " + run + " withdrew");
        assertThat(call("POST", SOURCES + "/b/undo", template + "/undo", "{\"run\":" + run + "}", 200).path("message").asString())
                .contains("records were restored");
    }

    @Test
    void statsNameASourceWithADamagedRun() throws Exception {
        hub.store().put(Source.harvested("damaged", "https://damaged.example.org/oai"));
        long run = hub.store().begin("damaged", hub.clock().instant());
        hub.store().end(run, new HarvestOutcome(HarvestOutcome.Verdict.COMPLETE, "", Counts.ZERO, 1), hub.clock().instant());
        try (Connection sql = DriverManager.getConnection("jdbc:sqlite:" + folder.resolve("sheaf.db"));
                Statement damage = sql.createStatement()) {
            assertThat(damage.executeUpdate("update run set verdict = 'C0MPLETE' where num = " + run)).isEqualTo(1);
        }
        hub.store().put(Source.imported("well", null));

        JsonNode stats = call("GET", "/api/v1/stats", "/api/v1/stats", null, 200);
        assertThat(stats.path("unreadable")).extracting(one -> one.path("id").asString()).containsExactly("damaged");
        assertThat(stats.path("unreadable").get(0).path("message").asString()).contains("cannot be read");
        assertThat(stats.path("sources")).extracting(one -> one.path("id").asString()).contains("well").doesNotContain("damaged");
        JsonNode alone = call("GET", SOURCES + "/damaged/stats", SOURCES + "/{source}/stats", null, 200);
        assertThat(alone.path("unreadable")).hasSize(1);
        assertThat(alone.path("sources")).isEmpty();
        hub.store().remove("damaged", false);
        hub.store().remove("well", false);
    }

    @Test
    void answers401WithoutThePassword() throws Exception {
        for (String path : List.of(SOURCES, SOURCES + "/a", "/api/v1/absent")) {
            HttpResponse<String> answer = hub.send(hub.request(path).build());
            assertThat(answer.statusCode()).as(path).isEqualTo(401);
            assertThat(answer.headers().firstValue("WWW-Authenticate").orElse("")).contains("Bearer", "Basic");
            assertThat(answer.headers().firstValue("Content-Type")).contains("application/problem+json");
            assertThat(answer.headers().firstValue("Cache-Control")).contains("no-store");
        }
        String basic = Base64.getEncoder().encodeToString(("anyone:" + AdminHub.PASSWORD).getBytes(StandardCharsets.UTF_8));
        assertThat(hub.send(hub.request(SOURCES).header("Authorization", "Basic " + basic).build()).statusCode()).isEqualTo(200);
        assertThat(hub.send(hub.request(SOURCES).header("Authorization", "Basic ?").build()).statusCode()).isEqualTo(401);
    }

    @Test
    @Order(Integer.MAX_VALUE)
    void repeatedWrongPasswords_areBlocked() throws Exception {
        for (int i = 0; i < 10; i++) {
            assertThat(hub.send(hub.request(SOURCES).header("Authorization", "Bearer wrong" + "g".repeat(1_000 + i)).build())
                    .statusCode()).isEqualTo(401);
        }
        HttpRequest another = hub.request(SOURCES).header("Authorization", "Bearer another wrong one").build();
        HttpResponse<String> refused = hub.send(another);
        assertThat(refused.statusCode()).isEqualTo(429);
        assertThat(refused.headers().firstValue("Retry-After")).isPresent();
        // A client that has shown the password before is not locked out by others at the same address.
        assertThat(hub.send(asked(SOURCES, "GET", null)).statusCode()).isEqualTo(200);
        hub.clock().advance(Duration.ofMinutes(11));
        assertThat(hub.send(another).statusCode()).isEqualTo(401);
    }

    @Test
    void requestFromAnotherSite_isRefused() throws Exception {
        for (Map.Entry<String, String> sign : List.of(Map.entry("Origin", "https://evil.example.org"),
                Map.entry("Origin", "null"), Map.entry("Origin", ""), Map.entry("Sec-Fetch-Site", "cross-site"))) {
            HttpResponse<String> answer = hub.send(hub.request(SOURCES + "/a/pause").POST(BodyPublishers.noBody())
                    .header("Authorization", "Bearer " + AdminHub.PASSWORD).header(sign.getKey(), sign.getValue()).build());
            assertThat(answer.statusCode()).as("%s", sign).isEqualTo(403);
        }
    }

    @Test
    void reportsFaultsAsProblemJson() throws Exception {
        assertThat(
                call("POST", SOURCES, SOURCES, "{\"id\":\"Not Legal\",\"baseUrl\":\"example.org/oai\",\"password\":\"x\"}", 422)
                        .path("detail").asString())
                .as("all at once").contains("id: 'Not Legal'", "baseUrl: ",
                        "user: a login needs both a name and a password");
        assertThat(call("POST", SOURCES, SOURCES, "{\"id\":\"Not Legal\",\"baseUrl\":\"https://example.org/oai\"}", 422)
                .path("detail").asString()).contains("'Not Legal' cannot be an id");
        JsonNode faults = call("POST", SOURCES, SOURCES,
                "{\"id\":\"c\",\"baseUrl\":\"gopher://x\",\"latency\":\"soon\",\"prefixes\":[\"a b\"],\"vanishing\":120}", 422)
                .path("errors");
        assertThat(faults.valueStream().map(fault -> fault.path("field").asString()))
                .containsExactlyInAnyOrder("baseUrl", "latency", "prefixes", "vanishing");
        assertThat(call("POST", SOURCES, SOURCES, "{\"id\":\"c\",\"bseUrl\":\"x\"}", 422).path("detail").asString())
                .contains("'bseUrl' is none of");
        call("POST", SOURCES, SOURCES, "[]", 400);
        call("POST", SOURCES, SOURCES, "{", 400);
        call("GET", SOURCES + "/nobody", SOURCES + "/{source}", null, 404);
        call("POST", SOURCES + "/nobody/harvest", SOURCES + "/{source}/harvest", null, 404);
        assertThat(hub.send(hub.request(SOURCES).header("Authorization", "Bearer " + AdminHub.PASSWORD)
                .POST(BodyPublishers.ofString("id=a")).header("Content-Type", "application/x-www-form-urlencoded").build())
                .statusCode()).isEqualTo(415);
        HttpResponse<String> method = hub.send(asked(SOURCES, "DELETE", null));
        assertThat(method.statusCode()).isEqualTo(405);
        assertThat(method.headers().firstValue("Allow")).contains("GET, POST");
        assertThat(hub.send(asked("/api/v1/absent", "GET", null)).statusCode()).isEqualTo(404);
    }

    @Test
    void sourceWithTheIdOfAnAggregate_isRefused() throws Exception {
        hub.store().put(Aggregate.of("part"));
        assertThat(call("POST", SOURCES, SOURCES, "{\"id\":\"part\",\"baseUrl\":\"https://example.org/oai\"}", 409)
                .path("detail").asString()).contains("there is an aggregate 'part'");
    }

    private HttpRequest asked(String path, String method, @Nullable String body) {
        HttpRequest.Builder request = hub.request(path).header("Authorization", "Bearer " + AdminHub.PASSWORD);
        if (body != null) {
            request.header("Content-Type", "application/json");
        }
        return request.method(method, body == null ? BodyPublishers.noBody() : BodyPublishers.ofString(body)).build();
    }

    /** Asks, and holds the answer to the description. */
    private JsonNode call(String method, String path, String template, @Nullable String body, int status) throws Exception {
        HttpResponse<String> answer = hub.send(asked(path, method, body));
        assertThat(answer.statusCode()).as("%s %s: %s", method, path, answer.body()).isEqualTo(status);
        JsonNode described = document.path("paths").path(template).path(method.toLowerCase(java.util.Locale.ROOT))
                .path("responses").path(Integer.toString(status));
        if (described.has("$ref")) {
            described = document.at(described.path("$ref").asString().substring(1));
        }
        String type = answer.headers().firstValue("Content-Type").orElse("").split(";", 2)[0];
        JsonNode schema = described.path("content").path(type).path("schema");
        assertThat(schema.isMissingNode()).as("%s %s may answer %d with %s", method, template, status, type).isFalse();
        JsonNode value = JsonMapper.shared().readTree(answer.body());
        assertThat(new SchemaCheck(document).faults(value, schema)).as("%s %s: %s", method, path, answer.body()).isEmpty();
        if (status < 300) {
            answered.add(method + " " + template);
        }
        return value;
    }
}
