package dev.sheaf.platform.usage;

import java.io.StringReader;
import java.net.URLEncoder;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import javax.xml.XMLConstants;
import javax.xml.transform.dom.DOMSource;
import javax.xml.transform.stream.StreamSource;
import javax.xml.validation.SchemaFactory;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.Node;
import org.w3c.dom.NodeList;

import dev.sheaf.core.MetadataPrefix;
import dev.sheaf.core.OaiRecord;
import dev.sheaf.core.store.Source;
import dev.sheaf.core.store.StoredRecord;
import dev.sheaf.platform.config.Setting;
import dev.sheaf.platform.sru.SampleHub;
import dev.sheaf.platform.sync.ActionResult;
import dev.sheaf.platform.sync.operate.SourceActions;
import dev.sheaf.store.enrichments.ItemKey;
import dev.sheaf.store.usage.UsageLog;
import dev.sheaf.store.usage.Use;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** Usage logs over real HTTP. */
class UsageTest {

    private static final Map<Setting, String> ON = Map.of(UsageFeature.USAGE_LOGS, "30 days");
    private static final ItemKey FIRST = new ItemKey("home", "oai:x:1");

    @TempDir
    private Path folder;

    private UsageHub started() throws Exception {
        return new UsageHub(folder, ON);
    }

    private static List<String> identifiers(String xml) {
        List<String> found = new ArrayList<>();
        Matcher matcher = Pattern.compile("<identifier>([^<]+)</identifier>").matcher(xml);
        while (matcher.find()) {
            found.add(matcher.group(1));
        }
        return found;
    }

    /** Returns the number of uses of an item on closed days. */
    private static long uses(UsageHub hub, ItemKey item) {
        return hub.store.usage().days(item).stream().mapToLong(UsageLog.DayOfItem::uses).sum();
    }

    /** Judges an element by the schema that the hub serves. */
    private static void validate(UsageHub hub, Node element) throws Exception {
        SchemaFactory.newInstance(XMLConstants.W3C_XML_SCHEMA_NS_URI)
                .newSchema(new StreamSource(new StringReader(hub.get("/ns/1.0/usage.xsd").body()))).newValidator()
                .validate(new DOMSource(element));
    }

    @Test
    void uses_arePublishedByDocumentAndByAgent_whenTheDayIsOver() throws Exception {
        try (UsageHub hub = started()) {
            for (int reader = 1; reader <= 3; reader++) {
                hub.read(reader, 1, 2);
            }
            hub.read(3, 1, 3);
            hub.round();
            assertThat(hub.list("usage-documents", "oai_dc", "")).contains("noRecordsMatch");

            hub.nextDay();
            String documents = hub.list("usage-documents", "ctxo", "");
            assertThat(identifiers(documents)).containsExactly("oai:hub.example.org:usage-documents/home/oai%3Ax%3A1",
                    "oai:hub.example.org:usage-documents/home/oai%3Ax%3A2");
            assertThat(documents).contains("<datestamp>2025-03-02T12:00:00Z</datestamp>", "timestamp=\"2025-03-01T00:00:00Z\"",
                    "count=\"4\" agents=\"3\"", "count=\"3\" agents=\"3\"");
            assertThat(hub.list("usage-documents", "oai_dc", "")).contains("Uses of oai:x:1", "4 uses by 3 agents on 1 day",
                    "<dc:relation>oai:x:1</dc:relation>");

            String agents = hub.list("usage-agents", "ctxo", "");
            assertThat(identifiers(agents)).hasSize(3).doesNotHaveDuplicates()
                    .allMatch(identifier -> identifier.matches("oai:hub\\.example\\.org:usage-agents/2025-03-01/[0-9a-f]{20}"))
                    .allSatisfy(agent -> assertThat(documents).as("agents of documents").contains(agent));
            assertThat(agents).contains("oai:x:1", "oai:x:2").doesNotContain("oai:x:3");
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void sourcesOfUsage_areNotRemovedByHand(boolean keepRecords) throws Exception {
        try (UsageHub hub = started()) {
            for (int reader = 1; reader <= 3; reader++) {
                hub.read(reader, 1);
            }
            hub.nextDay();
            ActionResult result = new SourceActions(hub.store, hub.clock).remove(UsageRecords.AGENTS, keepRecords);
            assertThat(result.kind()).isEqualTo(ActionResult.Kind.REFUSED);
            assertThat(result.message()).contains("'usage-agents'", "configuration");
            assertThat(hub.get("/oai?verb=ListIdentifiers&metadataPrefix=oai_dc").body()).doesNotContain("usage-agents");
            assertThat(identifiers(hub.list("usage-agents", "oai_dc", ""))).hasSize(3);
        }
    }

    @Test
    void contextObjects_haveTheElementsOfTheirSchema_andLeadToTheDocument() throws Exception {
        try (UsageHub hub = started()) {
            for (int reader = 1; reader <= 3; reader++) {
                hub.read(reader, 1);
            }
            hub.nextDay();
            HttpResponse<String> record = hub.get("/oai/usage-documents?verb=GetRecord&metadataPrefix=ctxo&identifier="
                    + URLEncoder.encode("oai:hub.example.org:usage-documents/home/oai%3Ax%3A1", StandardCharsets.UTF_8));
            Document xml = SampleHub.parse(record.body());
            NodeList objects = xml.getElementsByTagNameNS(UsageRecords.NAMESPACE, "context-object");
            assertThat(objects.getLength()).isEqualTo(1);
            Element object = (Element) objects.item(0);
            assertThat(object.getAttribute("version")).isEqualTo("Z39.88-2004");
            assertThat(SampleHub.children(object)).containsExactly("referent", "requester", "requester", "requester",
                    "service-type",
                    "resolver");
            validate(hub, xml.getElementsByTagNameNS(UsageNamespace.URI, "uses").item(0));
            assertThat(SampleHub.texts(xml, "location")).singleElement().satisfies(location -> assertThat(
                    hub.get(location.substring(hub.url().length())).body()).contains("Title of oai:x:1"));
            assertThat(hub.get("/ns/1.0/usage.xsd").body()).contains("targetNamespace=\"" + UsageNamespace.URI + "\"");
            assertThat(hub.get("/ns/1.0/indexed.xsd").statusCode()).as("other schemas").isEqualTo(200);
        }
    }

    @Test
    void laterUses_comeWithAnIncrement_andUnchangedRecordsDoNot() throws Exception {
        try (UsageHub hub = started()) {
            for (int reader = 1; reader <= 3; reader++) {
                hub.read(reader, 1, 2, 4, 5);
            }
            hub.nextDay();
            assertThat(identifiers(hub.list("usage-documents", "oai_dc", ""))).as("pages of two").hasSize(4);
            hub.read(7, 1);
            hub.nextDay();
            String later = hub.list("usage-documents", "oai_dc", "&from=2025-03-03T00:00:00Z");
            assertThat(identifiers(later)).singleElement().asString().endsWith("oai%3Ax%3A1");
            assertThat(later).contains("4 uses by 4 agents on 2 days", "2025-03-01/2025-03-02");
            assertThat(hub.list("usage-agents", "oai_dc", "&from=2025-03-03T00:00:00Z")).as("one agent alone is not shown")
                    .contains("noRecordsMatch");
            assertThat(identifiers(hub.list("usage-documents", "ctxo", "&until=2025-03-02T23:59:59Z"))).hasSize(3);
        }
    }

    @Test
    void uses_areDeletedAfterThePeriod_andTheirRecordsToo() throws Exception {
        try (UsageHub hub = started()) {
            for (int reader = 1; reader <= 3; reader++) {
                hub.read(reader, 1, 2);
            }
            hub.nextDay();
            assertThat(hub.store.relations().from(FIRST, CoUse.KIND, null, 10)).hasSize(1);
            hub.clock.advance(Duration.ofDays(29));
            hub.round();
            assertThat(hub.list("usage-documents", "ctxo", "")).doesNotContain("deleted");
            hub.nextDay();
            assertThat(hub.store.usage().days()).isEmpty();
            for (String repository : List.of("usage-documents", "usage-agents")) {
                String list = hub.list(repository, "ctxo", "");
                assertThat(list).contains("<header status=\"deleted\">").doesNotContain("<metadata>");
                assertThat(identifiers(list)).isNotEmpty();
            }
            assertThat(hub.store.relations().from(FIRST, CoUse.KIND, null, 10)).isEmpty();
        }
    }

    @Test
    void recordsAboutUses_areInNoAggregate_inNoSearch_andOnNoPageForCrawlers() throws Exception {
        try (UsageHub hub = started()) {
            for (int reader = 1; reader <= 3; reader++) {
                hub.read(reader, 1);
            }
            hub.nextDay();
            assertThat(hub.list("usage-documents", "oai_dc", "")).contains("Uses of");
            assertThat(hub.get("/oai?verb=ListIdentifiers&metadataPrefix=oai_dc").body()).doesNotContain("usage-documents");
            assertThat(hub.get("/oai?verb=ListSets").body()).doesNotContain("usage-");
            assertThat(hub.get("/oai?verb=ListMetadataFormats").body()).doesNotContain("ctxo");
            assertThat(hub.list("some", "oai_dc", "")).contains("oai:x:1").doesNotContain("usage-documents");
            assertThat(hub.get("/sitemaps/0.xml").body()).contains("oai:x:1").doesNotContain("usage-documents");
            assertThat(hub.get("/bins/0").body()).contains("oai:x:1").doesNotContain("usage-documents");
            assertThat(hub.get("/?q=anonymous").body()).doesNotContain("usage-agents");
            assertThat(hub.get("/").body()).as("home page").contains("from 2 sources").doesNotContain("Uses of documents");
            assertThat(hub.get("/repositories").body()).contains("usage-documents", "Uses of documents");
            String page = "/records/usage-documents/oai_dc/oai:hub.example.org:usage-documents/home/oai%253Ax%253A1";
            for (int reader = 1; reader <= 3; reader++) {
                assertThat(
                        hub.get(page, "User-Agent", UsageHub.BROWSER, "X-Forwarded-For", UsageHub.address(reader)).statusCode())
                        .isEqualTo(200);
            }
            hub.nextDay();
            assertThat(identifiers(hub.list("usage-documents", "oai_dc", ""))).as("no uses of uses").hasSize(1);
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
            "User-Agent|curl/8.5.0", "User-Agent|Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)",
            "User-Agent|Mozilla/5.0 (X11) HeadlessChrome/140.0", "User-Agent|python-requests/2.32",
            "User-Agent|Mozilla/5.0 (compatible; SomeHarvester)", "From|crawler@example.org", "DNT|1", "Sec-GPC|1",
            "Sec-Purpose|prefetch;prerender", "Purpose|prefetch", "X-Moz|prefetch"})
    void requestOfAProgram_orOfAnUnwillingReader_isNotCounted(String header, String value) throws Exception {
        try (UsageHub hub = started()) {
            assertThat(hub.get("/records/home/oai_dc/oai:x:1", "X-Forwarded-For", UsageHub.address(1), "User-Agent",
                    header.equals("User-Agent") ? value : UsageHub.BROWSER, header.equals("User-Agent") ? "X-Other" : header,
                    value)
                    .statusCode()).isEqualTo(200);
            hub.round();
            assertThat(hub.store.usage().days()).isEmpty();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"/records/home/oai_dc/oai:x:unknown", "/records/home/oai_dc/oai:x:gone",
            "/records/other/oai_dc/oai:x:1",
            "/records/home/oai_dc/oai:x:1?raw", "/records/home/oai_dc/oai:x:1?format=jsonld", "/records/closed/oai_dc/oai:z:1",
            "/oai/home?verb=GetRecord&metadataPrefix=oai_dc&identifier=oai:x:1", "/id/oai:x:1", "/id/oai:x:1.services",
            "/?q=title", "/openurl?rft_id=info:oai/oai:x:1", "/records/home/oai_dc/%00", "/records/home/oai_dc/a%0Ab"})
    void otherRequests_areNoUses(String path) throws Exception {
        try (UsageHub hub = started()) {
            hub.get(path, "User-Agent", UsageHub.BROWSER, "X-Forwarded-For", UsageHub.address(1));
            hub.send("HEAD", "/records/home/oai_dc/oai:x:1", "User-Agent", UsageHub.BROWSER, "X-Forwarded-For",
                    UsageHub.address(1));
            hub.round();
            assertThat(hub.store.usage().days()).isEmpty();
        }
    }

    @Test
    void linkToTheResource_isAUse() throws Exception {
        try (UsageHub hub = started()) {
            assertThat(hub.get("/id/oai:x:1.resource", "User-Agent", UsageHub.BROWSER, "X-Forwarded-For", UsageHub.address(1))
                    .headers().firstValue("Location")).contains("https://texts.example.org/oai:x:1");
            hub.nextDay();
            assertThat(uses(hub, FIRST)).isOne();
        }
    }

    @Test
    void agentAboveTheRate_isAProgramUntilTheEndOfTheDay() throws Exception {
        try (UsageHub hub = started()) {
            for (int request = 0; request < AgentRates.OF_AN_AGENT + 5; request++) {
                hub.read(1, 1);
            }
            hub.clock.advance(Duration.ofHours(1));
            hub.read(1, 1);
            hub.read(2, 1);
            hub.nextDay();
            assertThat(uses(hub, FIRST)).isEqualTo(AgentRates.OF_AN_AGENT + 1);
        }
    }

    @Test
    void hugeAndForgedHeaders_areHarmless() throws Exception {
        try (UsageHub hub = started()) {
            for (String agent : List.of("Mozilla/5.0 " + "x".repeat(5_000), "Mozilla/5.0 \u00e9\u00fc <script>",
                    "Mozilla/5.0 '; drop",
                    "Mozilla/5.0 %0a%0d")) {
                assertThat(
                        hub.get("/records/home/oai_dc/oai:x:1", "User-Agent", agent, "Referer", "http://x/" + "r".repeat(2_000),
                                "X-Forwarded-For", "not an address, 198.51.100.1, unknown").statusCode())
                        .isEqualTo(200);
            }
            hub.nextDay();
            assertThat(uses(hub, FIRST)).isEqualTo(3);
            assertThat(hub.store.usage().agents(LocalDate.parse("2025-03-01"), null, 10)).hasSize(3)
                    .allMatch(name -> name.matches("[0-9a-f]{20}"));
        }
    }

    @Test
    void readers_leaveNoTraceInTheDataDirectory() throws Exception {
        try (UsageHub hub = started()) {
            for (int reader = 201; reader <= 203; reader++) {
                hub.get("/records/home/oai_dc/oai:x:1", "User-Agent", UsageHub.BROWSER + " Peculiar/1.0", "X-Forwarded-For",
                        UsageHub.address(reader), "Cookie", "session=Biscuit", "Authorization", "Basic QmlzY3VpdA==", "Referer",
                        "https://referring.example.net/");
            }
            hub.nextDay();
            assertThat(identifiers(hub.list("usage-agents", "ctxo", ""))).hasSize(3);
        }
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                String bytes = Files.readString(file, StandardCharsets.ISO_8859_1);
                assertThat(
                        Stream.of("198.51.201", "198.51.202", "Firefox", "Peculiar", "Biscuit", "QmlzY3VpdA", "referring.example")
                                .filter(bytes::contains))
                        .as(file.toString()).isEmpty();
            }
        }
    }

    @Test
    void sameReader_isAnotherAgentOnAnotherDay_andAfterARestart() throws Exception {
        try (UsageHub hub = started()) {
            hub.read(1, 1);
            hub.read(1, 1);
            hub.restart(ON);
            hub.read(1, 1);
            hub.nextDay();
            hub.read(1, 1);
            hub.nextDay();
            List<String> first = hub.store.usage().agents(LocalDate.parse("2025-03-01"), null, 10);
            List<String> second = hub.store.usage().agents(LocalDate.parse("2025-03-02"), null, 10);
            assertThat(first).hasSize(2).doesNotContainAnyElementsOf(second);
            assertThat(second).hasSize(1);
            assertThat(uses(hub, FIRST)).as("uses before the restart are kept").isEqualTo(4);
        }
    }

    @Test
    void withoutTheSetting_nothingIsCountedAndNothingIsServed() throws Exception {
        try (UsageHub hub = new UsageHub(folder, Map.of())) {
            for (int reader = 1; reader <= 3; reader++) {
                hub.read(reader, 1, 2);
            }
            hub.clock.advance(Duration.ofDays(1));
            assertThat(hub.hub().part(UsagePart.class)).isEmpty();
            assertThat(hub.get("/oai/usage-documents?verb=Identify").statusCode()).isEqualTo(404);
            assertThat(hub.store.usage().days()).isEmpty();
            assertThat(hub.store.source("usage-documents")).isEmpty();
            assertThat(hub.get("/oai/home?verb=GetRecord&metadataPrefix=oai_dc&identifier=oai:x:1").body())
                    .doesNotContain("<related");
            assertThat(hub.get("/metrics").body()).doesNotContain("usage");
            assertThat(hub.get("/openurl?rft_id=info:oai/oai:x:1&svc_id=info:sheaf/svc:related").statusCode()).isEqualTo(303);
        }
    }

    @Test
    void turnedOff_everythingIsDeleted() throws Exception {
        try (UsageHub hub = started()) {
            for (int reader = 1; reader <= 3; reader++) {
                hub.read(reader, 1, 2);
            }
            hub.nextDay();
            hub.restart(Map.of());
            UsageEnd end = hub.hub().part(UsageEnd.class).orElseThrow();
            end.close();
            new UsageEnd(hub.store, () -> {}).delete();
            assertThat(hub.store.usage().days()).isEmpty();
            assertThat(hub.store.source("usage-documents")).isEmpty();
            assertThat(hub.store.relations().from(FIRST, CoUse.KIND, null, 10)).isEmpty();
            assertThat(hub.store.changes(MetadataPrefix.OAI_DC, 0, 100)).filteredOn(
                    stored -> stored.source().startsWith("usage-")).isNotEmpty().extracting(StoredRecord::record)
                    .allMatch(OaiRecord::deleted);
            hub.restart(Map.of());
            assertThat(hub.hub().part(UsageEnd.class)).as("nothing is left").isEmpty();
        }
    }

    @Test
    void sourceOfThatName_isNotTouched_andTheOperatorIsTold() throws Exception {
        try (UsageHub hub = new UsageHub(folder, Map.of())) {
            hub.store.put(Source.imported("usage-agents", "My agents"));
            hub.restart(ON);
            assertThat(hub.hub().notices()).anyMatch(text -> text.contains("usage-logs") && text.contains("'usage-agents'"));
            hub.read(1, 1);
            assertThat(hub.store.usage().days()).isEmpty();
            hub.restart(Map.of());
            assertThat(hub.store.source("usage-agents")).isPresent();
        }
    }

    @Test
    void closedSource_isLeftOutEvenOfEarlierUses() throws Exception {
        try (UsageHub hub = started()) {
            LocalDate day = LocalDate.parse("2025-03-01");
            for (String agent : List.of("agent0001", "agent0002", "agent0003")) {
                hub.store.usage().add(List.of(new Use(day, agent, new ItemKey("closed", "oai:z:1"), 1),
                        new Use(day, agent, FIRST, 1)));
            }
            hub.nextDay();
            assertThat(hub.list("usage-documents", "oai_dc", "")).contains("oai:x:1").doesNotContain("oai:z:1");
            assertThat(hub.list("usage-agents", "ctxo", "")).contains("oai:x:1").doesNotContain("oai:z:1");
            assertThat(hub.store.relations().from(FIRST, CoUse.KIND, null, 10)).isEmpty();
        }
    }

    @Test
    void agentsOfAClosedRepository_areNamedNowhereElse() throws Exception {
        try (UsageHub hub = started()) {
            for (int reader = 1; reader <= 3; reader++) {
                hub.read(reader, 1);
            }
            hub.nextDay();
            assertThat(hub.list("usage-documents", "ctxo", "")).contains("<ctx:requester>");
            new UsagePublication(hub.store, hub.url(), 3, _ -> true, false, hub.clock).publish(() -> false);
            assertThat(hub.list("usage-documents", "ctxo", "")).contains("agents=\"3\"").doesNotContain("<ctx:requester>");
        }
    }

    @Test
    void interruptedPublication_withdrawsNothing() throws Exception {
        try (UsageHub hub = started()) {
            for (int reader = 1; reader <= 3; reader++) {
                hub.read(reader, 1);
            }
            hub.nextDay();
            new UsagePublication(hub.store, hub.url(), 3, _ -> true, true, hub.clock).publish(() -> true);
            assertThat(hub.list("usage-documents", "ctxo", "")).contains("oai:x:1").doesNotContain("deleted");
        }
    }

    @Test
    void removedRepository_comesBackWithTheNextDay() throws Exception {
        try (UsageHub hub = started()) {
            for (int reader = 1; reader <= 3; reader++) {
                hub.read(reader, 1);
            }
            hub.nextDay();
            hub.store.remove("usage-documents", false);
            assertThat(hub.get("/oai/usage-documents?verb=Identify").statusCode()).isEqualTo(404);
            hub.read(4, 2);
            hub.nextDay();
            assertThat(hub.list("usage-documents", "ctxo", "")).contains("oai:x:1", "<metadata>");
        }
    }

    @Test
    void recordsReadTogether_areNamedAboutTheRecord_inEveryRepository() throws Exception {
        try (UsageHub hub = started()) {
            String get = "?verb=GetRecord&metadataPrefix=oai_dc&identifier=";
            String shown = URLEncoder
                    .encode(identifiers(hub.get("/oai?verb=ListIdentifiers&metadataPrefix=oai_dc").body()).stream()
                            .filter(identifier -> identifier.endsWith("1")).findFirst().orElseThrow(), StandardCharsets.UTF_8);
            assertThat(hub.list("home", "oai_dc", "")).doesNotContain("<related");
            for (int reader = 1; reader <= 3; reader++) {
                hub.read(reader, 1, 2);
            }
            hub.read(4, 1, 3);
            hub.read(5, 2, 3);
            hub.nextDay();
            // 3 of the 4 agents of each read both.
            String related = "<record identifier=\"oai:x:2\" repository=\"" + hub.url()
                    + "/oai/home\" together=\"3\" score=\"0.750\"/>";
            for (String record : List.of("/oai/home" + get + "oai:x:1", "/oai" + get + shown, "/oai/some" + get + shown)) {
                assertThat(hub.get(record).body()).as(record).contains(related).doesNotContain("oai:x:3\"");
            }
            Document xml = SampleHub.parse(hub.get("/oai/home" + get + "oai:x:1").body());
            NodeList containers = xml.getElementsByTagNameNS(UsageNamespace.URI, "related");
            assertThat(containers.getLength()).isEqualTo(1);
            validate(hub, containers.item(0));
            String list = hub.list("home", "oai_dc", "");
            assertThat(list).as("also in lists that were rendered before").contains(related);
            assertThat(list.split("<related", -1)).hasSize(3);
            assertThat(hub.get("/oai/home?verb=ListIdentifiers&metadataPrefix=oai_dc").body()).doesNotContain("<related");
            assertThat(hub.get("/records/home/oai_dc/oai:x:1").body()).contains("Also read", "/records/home/oai_dc/oai:x:2");
            assertThat(hub.get("/records/home/oai_dc/oai:x:5").body()).doesNotContain("Also read");
            assertThat(hub.store.get("home", MetadataPrefix.OAI_DC, "oai:x:1").orElseThrow().record().about()).as("not stored")
                    .isEmpty();
        }
    }

    @Test
    void openUrl_answersTheRecordsReadTogether() throws Exception {
        try (UsageHub hub = started()) {
            for (int reader = 1; reader <= 3; reader++) {
                hub.read(reader, 1, 2);
            }
            hub.nextDay();
            String asked = "/openurl?url_ver=Z39.88-2004&rft_id=info:oai/oai:x:1&svc_id=info:sheaf/svc:related";
            HttpResponse<String> page = hub.get(asked);
            assertThat(page.statusCode()).isEqualTo(200);
            assertThat(page.body()).contains("Readers of \u201cTitle of oai:x:1\u201d also read", "/records/home/oai_dc/oai:x:2",
                    "Title of oai:x:2");
            assertThat(hub.get(asked, "Accept-Language", "de").body()).contains("lasen auch");
            HttpResponse<String> json = hub.get(asked, "Accept", "application/json");
            assertThat(json.body()).isEqualTo("{\"source\":\"home\",\"identifier\":\"oai:x:1\",\"related\":[{\"source\":\"home\","
                    + "\"identifier\":\"oai:x:2\",\"title\":\"Title of oai:x:2\",\"page\":\"" + hub.url()
                    + "/records/home/oai_dc/oai:x:2\",\"together\":3,\"score\":1.0}]}");
            assertThat(hub.get(asked.replace("x:1", "x:5")).body()).contains("Nothing is known");
            assertThat(hub.get(asked.replace("x:1", "x:99")).statusCode()).isEqualTo(404);
            hub.save("home", new OaiRecord(UsageHub.header("oai:x:2", true), null));
            assertThat(hub.get(asked).body()).as("withdrawn meanwhile").contains("Nothing is known");
        }
    }

    @Test
    void figures_areInTheMetrics() throws Exception {
        try (UsageHub hub = started()) {
            hub.read(1, 1, 2);
            hub.round();
            assertThat(hub.get("/metrics").body()).contains("sheaf_usage_counted_total 2.0", "sheaf_usage_dropped_total 0.0");
        }
    }

    @Test
    void fullQueue_dropsAndCounts() {
        UseQueue queue = new UseQueue();
        LocalDate day = LocalDate.parse("2025-03-01");
        for (int use = 0; use < UseQueue.CAPACITY + 7; use++) {
            queue.add(day, "agent%05d".formatted(use % 100), FIRST);
        }
        assertThat(queue.dropped()).isEqualTo(7);
        assertThat(queue.take()).hasSize(100).allMatch(use -> use.times() == UseQueue.CAPACITY / 100);
        assertThat(queue.take()).isEmpty();
        queue.add(day, "agent00001", FIRST);
        assertThat(queue.take()).hasSize(1);
    }

    @Test
    void rates_rememberABoundedNumberOfAgents() {
        AgentRates rates = new AgentRates(AgentRates.OF_AN_AGENT);
        for (int agent = 0; agent < AgentRates.MOST_AGENTS + 100; agent++) {
            rates.admits("agent" + agent, Instant.EPOCH);
        }
        assertThat(rates.size()).isEqualTo(AgentRates.MOST_AGENTS);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "yes", "1", "0 days", "367", "30 weeks", "-3", "1e2", "30 days or so"})
    void wrongPeriod_isRefusedWithTheExpectedValues(String value) {
        assertThatThrownBy(() -> UsageFeature.USAGE_LOGS.check(value)).isInstanceOf(IllegalArgumentException.class)
                .hasMessage(
                        "expected: the days for which uses are kept, from 2 to 366, such as 30 days; leave the setting out to count nothing");
    }

    @ParameterizedTest
    @CsvSource({"30 days, 30", "2d, 2", "366, 366", "7 d, 7"})
    void period_isReadInSeveralForms(String value, int days) {
        assertThat(UsageSettings.days(value)).isEqualTo(days);
        assertThatThrownBy(() -> UsageFeature.LEAST.check("1")).hasMessage("expected: a whole number from 2 to 1000, such as 3");
        assertThat(UsageSettings.least("5")).isEqualTo(5);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
            "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36|true",
            "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Mobile/15E148 Safari/604.1|true",
            "Mozilla/5.0 (Linux; Android 10; CUBOT NOTE 20) AppleWebKit/537.36 Chrome/140.0 Mobile Safari/537.36|true",
            "Lynx/2.9.2 libwww-FM/2.14|true", "Mozilla/5.0 (compatible; GPTBot/1.2; +https://openai.com/gptbot)|false",
            "Mozilla/5.0 (compatible; Yahoo! Slurp)|false", "Wget/1.24|false", "'  '|false", "|false"})
    void browsers_areToldFromPrograms(String userAgent, boolean isBrowser) {
        assertThat(Readers.isBrowser(userAgent)).isEqualTo(isBrowser);
    }
}
