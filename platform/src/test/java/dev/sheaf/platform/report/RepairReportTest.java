package dev.sheaf.platform.report;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.stream.IntStream;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import dev.sheaf.core.store.Repair;
import dev.sheaf.core.store.Source;
import dev.sheaf.store.HubIdentity;
import dev.sheaf.store.HubStore;
import dev.sheaf.store.open.HubStores;
import dev.sheaf.store.sources.ProxiedFault;
import dev.sheaf.store.sources.ProxiedTally;
import dev.sheaf.testkit.SettableClock;

import static org.assertj.core.api.Assertions.assertThat;

class RepairReportTest {

    private static final Instant MAY = Instant.parse("2024-05-10T09:00:00Z");
    private static final Instant JUNE = Instant.parse("2024-06-10T09:00:00Z");
    private static final Source SOURCE = Source.harvested("library", "https://library.example.org/oai");

    @SuppressWarnings("NullAway.Init")
    private HubStore store;

    @BeforeEach
    void open(@TempDir Path data) {
        store = HubStores.open(data, new HubIdentity("Test hub", "admin@hub.example.org", "hub.example.org"),
                SettableClock.at("2024-06-10T09:00:00Z"));
        store.put(SOURCE);
    }

    @AfterEach
    void close() {
        store.close();
    }

    private void met(Instant at, String identifier, String kind, String what, String before, String after) {
        store.faults().save("library", at, new ProxiedTally(1, 0, 9, 1, 0),
                List.of(new ProxiedFault(identifier, kind, "oai_dc", 12, what, before, after)));
    }

    private String written(RepairReportFormat format) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        format.write(RepairReport.of(store, SOURCE, JUNE), out);
        return out.toString(StandardCharsets.UTF_8);
    }

    @Test
    void report_listsRecordsFaultsAndTheirFirstDate() throws IOException {
        met(MAY, "oai:a:1", "unescaped", "an ampersand was escaped", "Birds & bees", "Birds &amp; bees");
        met(JUNE, "oai:a:1", "unescaped", "an ampersand was escaped", "Birds & bees", "Birds &amp; bees");
        met(JUNE, "oai:a:2", "dropped", "elements are nested too deep", "<record>", "");
        JsonNode report = JsonMapper.shared().readTree(written(RepairReportFormat.JSON));

        assertThat(report.path("name").asString("")).isEqualTo("library");
        assertThat(report.path("baseUrl").asString("")).isEqualTo("https://library.example.org/oai");
        assertThat(report.path("made").asString("")).isEqualTo(JUNE.toString());
        JsonNode lost = report.path("kinds").path(0);
        assertThat(lost.path("fault").asString("")).isEqualTo("Records could not be repaired, so harvesters do not get them.");
        assertThat(lost.path("remedy").asString("")).startsWith("Look at the record in the response");
        assertThat(lost.path("since").asString("")).isEqualTo(JUNE.toString());
        JsonNode repaired = report.path("kinds").path(1);
        assertThat(repaired.path("records").asInt(0)).isEqualTo(1);
        assertThat(repaired.path("since").asString("")).isEqualTo(MAY.toString());
        assertThat(repaired.path("last").asString("")).isEqualTo(JUNE.toString());
        assertThat(repaired.path("faults").path(0)).isEqualTo(JsonMapper.shared().readTree("""
                {"identifier": "oai:a:1", "prefix": "oai_dc", "met": "proxy-repaired", "what": "an ampersand was escaped",
                "received": "Birds & bees", "repaired": "Birds &amp; bees",
                "since": "2024-05-10T09:00:00Z", "last": "2024-06-10T09:00:00Z", "times": 2}"""));
    }

    @Test
    void page_showsRemedyAndFirstDate() throws IOException {
        met(MAY, "oai:a:1", "unescaped", "an ampersand was escaped", "Birds & bees", "Birds &amp; bees");

        assertThat(written(RepairReportFormat.HTML)).contains("Faults until 2024-06-10.",
                "1 record, since 2024-05-10, last seen 2024-05-10. What helps: Write texts with an XML library",
                "<td>oai:a:1 in oai_dc</td><td>an ampersand was escaped</td>",
                "received: <code>Birds &amp; bees</code>", "repaired: <code>Birds &amp;amp; bees</code>");
    }

    @ParameterizedTest
    @EnumSource
    void everyKindOfRepairIsExplained(Repair.Kind kind) {
        assertThat(FaultKinds.of(kind.text())).isNotEqualTo(FaultKinds.of("never heard of"));
    }

    @Test
    void foreignTextIsEscapedInThePage() throws IOException {
        met(JUNE, "oai:a:<script>alert(1)</script>", "unescaped", "\"x\" onload='y'", "<img src=x onerror=alert(1)>", "&lt;");
        String page = written(RepairReportFormat.HTML);

        assertThat(page).contains("oai:a:&lt;script&gt;", "&lt;img src=x", "&amp;lt;", "9 records passed on")
                .doesNotContain("<script", "<img");
    }

    @Test
    void foreignTextHasNoControlSequences() throws IOException {
        met(JUNE, "oai:a:\u009b2J", "unescaped", "a\u001b[2J", "one\ntwo\u0007\u007f é", "\u0090");
        String json = written(RepairReportFormat.JSON);

        assertThat(json).contains("oai:a:\\u009b2J", "\\u007F é")
                .doesNotContainPattern("[\\u0000-\\u0009\\u000b-\\u001f\\u007f-\\u009f]");
        JsonNode fault = JsonMapper.shared().readTree(json).path("kinds").path(0).path("faults").path(0);
        assertThat(fault.path("received").asString("")).isEqualTo("one\ntwo\u0007\u007f é");
        assertThat(fault.path("repaired").asString("")).isEqualTo("\u0090");
    }

    @Test
    void reportStatesWhatItLeavesOut() throws IOException {
        many("unescaped", 0, RepairReport.MOST);
        many("dropped", 0, 1);
        assertThat(RepairReport.of(store, SOURCE, JUNE).isShortened()).as("all are in it").isFalse();

        many("unescaped", RepairReport.MOST, RepairReport.MOST + 1);
        RepairReport report = RepairReport.of(store, SOURCE, JUNE);
        assertThat(report.faults()).hasSize(RepairReport.MOST + 1);
        assertThat(report.isShortened()).isTrue();
        assertThat(JsonMapper.shared().readTree(written(RepairReportFormat.JSON)).path("shortened").booleanValue()).isTrue();
        assertThat(written(RepairReportFormat.HTML)).contains("<p>There are more faults than these.</p>");
    }

    private void many(String kind, int from, int to) {
        store.faults().save("library", JUNE, ProxiedTally.NONE, IntStream.range(from, to)
                .mapToObj(n -> new ProxiedFault("oai:a:" + n, kind, "oai_dc", 12, "something was wrong", "", "")).toList());
    }

    @Test
    void reportOfASourceWithoutFaults_saysThereAreNone() throws IOException {
        assertThat(JsonMapper.shared().readTree(written(RepairReportFormat.JSON)).path("kinds").isEmpty()).isTrue();
        assertThat(written(RepairReportFormat.HTML)).contains("No faults are known.");
    }
}
