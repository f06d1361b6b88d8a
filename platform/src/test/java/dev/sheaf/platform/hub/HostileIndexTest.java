package dev.sheaf.platform.hub;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.BiFunction;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import dev.sheaf.core.Limit;
import dev.sheaf.core.MetadataPrefix;
import dev.sheaf.core.index.CombinedFormat.Index;
import dev.sheaf.core.store.HarvestOutcome;
import dev.sheaf.core.store.HarvestOutcome.Verdict;
import dev.sheaf.core.store.Quarantined;
import dev.sheaf.core.xml.OaiWriter;
import dev.sheaf.provider.DataProvider;
import dev.sheaf.provider.OaiQueryString;
import dev.sheaf.provider.ProviderSettings;
import dev.sheaf.provider.SegmentForm;
import dev.sheaf.provider.ServedResponse;
import dev.sheaf.provider.TokenKey;
import dev.sheaf.provider.index.IndexProvider;
import dev.sheaf.testkit.SampleIndices;
import dev.sheaf.testkit.SettableClock;
import dev.sheaf.testkit.repository.ListedRepository;

import static org.assertj.core.api.Assertions.assertThat;

/** Providers of indices that do not keep to the extension. */
class HostileIndexTest {

    private static final MetadataPrefix DC = MetadataPrefix.OAI_DC;
    private static final MetadataPrefix COMBINED = SampleIndices.FORMAT.prefix();
    private static final Pattern INDEX = Pattern.compile("<index>(.*?)</index>", Pattern.DOTALL);

    @TempDir
    private Path folder;
    private final SettableClock clock = SettableClock.at("2025-03-01T12:00:00Z");
    private final ListedRepository repository = new ListedRepository(Instant.parse("2025-02-01T00:00:00Z"));
    private final List<String> queries = Collections.synchronizedList(new ArrayList<>());
    private HttpServer server;
    private IndexProvider provider;
    private IndexHub hub;
    /** Changes what a request is answered with. */
    private volatile BiFunction<String, String, String> change = (_, xml) -> xml;

    @BeforeEach
    void start() throws Exception {
        repository.addFormat(SampleIndices.FORMAT);
        for (int i = 1; i <= 6; i++) {
            String identifier = "oai:a:" + i;
            repository.put(identifier, "2025-01-0%dT00:00:00Z".formatted(i));
            repository.put(identifier, COMBINED, "2025-01-0%dT00:00:00Z".formatted(i),
                    SampleIndices.combined(ListedRepository.dublinCore(identifier), Index.TF_BASIC, "words of " + i));
        }
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        provider = new IndexProvider(
                new DataProvider(repository,
                        ProviderSettings.of(baseUrl(), TokenKey.of(TokenKey.freshSecret())).withPages(2, 10, 10)),
                "http://a.example.org/oai", "http://a.example.org/ns/1.0/");
        server.createContext("/", this::answer);
        server.start();
        hub = new IndexHub(folder.resolve("hub"), "hub", HubOptions.of(100), clock);
    }

    @AfterEach
    void stop() {
        hub.close();
        server.stop(0);
    }

    private String baseUrl() {
        return "http://127.0.0.1:" + server.getAddress().getPort() + "/index/oai";
    }

    private void answer(HttpExchange exchange) throws IOException {
        try (exchange) {
            String query = exchange.getRequestURI().getRawQuery();
            queries.add(query);
            ByteArrayOutputStream xml = new ByteArrayOutputStream();
            OaiWriter.write(ServedResponse.joined(provider.answer(OaiQueryString.parse(query), SegmentForm.RECORDS)), xml);
            byte[] body = change.apply(query, xml.toString(StandardCharsets.UTF_8)).getBytes(StandardCharsets.UTF_8);
            exchange.getResponseHeaders().set("Content-Type", "text/xml;charset=utf-8");
            exchange.sendResponseHeaders(200, body.length);
            try (OutputStream out = exchange.getResponseBody()) {
                out.write(body);
            }
        }
    }

    private HarvestOutcome harvest() {
        return hub.harvest("a", baseUrl());
    }

    private List<Quarantined> quarantine() {
        return hub.store.repairs().quarantined("a", 100);
    }

    /** Changes the record of the third item wherever it has an index. */
    private void third(BiFunction<String, String, String> wrong) {
        change = (_, xml) -> {
            int begin = xml.indexOf("<record><header><identifier>oai:a:3<");
            if (begin < 0) {
                return xml;
            }
            int end = xml.indexOf("</record>", begin);
            String record = xml.substring(begin, end);
            Matcher index = INDEX.matcher(record);
            return index.find() ? xml.substring(0, begin) + wrong.apply(record, index.group()) + xml.substring(end) : xml;
        };
    }

    @ParameterizedTest
    @CsvSource({"twice, more than one index", "empty, is empty", "none, has no index", "two elements, more than one element",
            "text, is empty", "other namespace, not 'terms'", "no namespace, no namespace of its own",
            "namespace of the envelope, not 'terms'", "unclosed,''", "other element, not 'terms'"})
    void recordWithAWrongIndex_goesToQuarantineAlone(String fault, String reason) {
        third((record, index) -> switch (fault) {
            case "twice" -> record.replace(index, index + index);
            case "empty" -> record.replace(index, "<index/>");
            case "none" -> record.replace(index, "");
            case "two elements" -> record.replace(index, index.replace("</index>", "<x xmlns=\"urn:x\"/></index>"));
            case "text" -> record.replace(index, "<index>opera 2 minora 3</index>");
            case "other namespace" -> record.replace(index, index.replace("/tf_basic/", "/tf_other/"));
            case "no namespace" -> record.replace(index, index.replaceFirst(" xmlns=\"[^\"]*\"", " xmlns=\"\""));
            case "namespace of the envelope" -> record.replace(index, index.replaceFirst(" xmlns=\"[^\"]*\"", ""));
            case "unclosed" -> record.replace(index, index.replace("</terms>", ""));
            case "other element" -> record.replace(index, index.replace("terms", "words"));
            default -> throw new IllegalArgumentException(fault);
        });
        HarvestOutcome outcome = harvest();

        assertThat(outcome.verdict()).as(outcome.toString()).isEqualTo(
                fault.equals("unclosed") ? Verdict.COMPLETE : Verdict.COMPLETE_WITH_QUARANTINE);
        assertThat(hub.records("a", COMBINED)).hasSize(fault.equals("unclosed") ? 6 : 5);
        assertThat(hub.records("a", DC)).as("metadata alone comes by another list").hasSize(6);
        if (!fault.equals("unclosed")) {
            assertThat(hub.records("a", COMBINED)).doesNotContainKey("oai:a:3");
            assertThat(quarantine()).singleElement().satisfies(record -> {
                assertThat(record.identifier()).isEqualTo("oai:a:3");
                assertThat(record.reason()).contains(reason);
            });
        }
    }

    @Test
    void indexBeforeItsMetadata_isReadAnyway() {
        third((record, index) -> record.replace(index, "").replace("<metadata>", index + "<metadata>"));

        assertThat(harvest().verdict()).isEqualTo(Verdict.COMPLETE);
        assertThat(hub.records("a", COMBINED).get("oai:a:3")).isEqualTo(
                SampleIndices.combined(ListedRepository.dublinCore("oai:a:3"), Index.TF_BASIC, "words of 3").toString()
                        .replace("https://sheaf.dev/ns/1.0/indexed.xsd", "https://hub.example.org/ns/1.0/indexed.xsd"));
    }

    @Test
    void indexBeyondTheBoundOfARecord_goesToQuarantine() {
        StringBuilder terms = new StringBuilder();
        for (int i = 0; terms.length() < Math.min(Limit.RECORD_BYTES.number(), 20 << 20); i++) {
            terms.append("<term name=\"w").append(i).append("\" freq=\"1\"/>");
        }
        third((record, index) -> record.replace("</terms>", terms + "</terms>"));
        HarvestOutcome outcome = harvest();

        assertThat(hub.records("a", COMBINED)).doesNotContainKey("oai:a:3").hasSizeGreaterThanOrEqualTo(4);
        assertThat(hub.records("a", DC)).hasSize(6);
        assertThat(outcome.isComplete() ? quarantine().getFirst().reason() : outcome.reason()).contains("raises the limit");
    }

    @Test
    void pagesOfPlainOaiPmhInTheMiddle_leaveNoRecordWithoutAnIndex() {
        change = (query, xml) -> query.contains("resumptionToken")
                ? INDEX.matcher(xml.replace("https://sheaf.dev/ns/1.0/oai-pmh-index/", "http://www.openarchives.org/OAI/2.0/"))
                        .replaceAll("")
                : xml;
        harvest();

        assertThat(hub.records("a", COMBINED)).containsOnlyKeys("oai:a:1", "oai:a:2");
        assertThat(quarantine()).hasSize(4).allMatch(record -> record.reason().contains("has no index"));
    }

    @Test
    void extensionAtABaseUrlThatDoesNotSaySo_isRefused() {
        change = (query, xml) -> query.contains("Identify") || query.contains("ListMetadataFormats") || query.contains("ListSets")
                ? xml.replace("https://sheaf.dev/ns/1.0/oai-pmh-index/", "http://www.openarchives.org/OAI/2.0/")
                : xml;
        HarvestOutcome outcome = harvest();

        assertThat(outcome.isComplete()).isFalse();
        assertThat(outcome.reason()).contains("extension for index harvesting");
        assertThat(hub.records("a", DC)).isEmpty();
        assertThat(queries).noneMatch(query -> query.contains("indexPrefix"));
    }

    @Test
    void unknownIndexFormat_isNamedAndLeftOut() {
        change = (query, xml) -> query.contains("ListIndexFormats")
                ? xml.replace("</ListIndexFormats>", "<indexFormat><indexPrefix>embedding</indexPrefix><schema>urn:s</schema>"
                        + "<indexNamespace>urn:n</indexNamespace></indexFormat></ListIndexFormats>")
                : xml;

        assertThat(harvest().verdict()).isEqualTo(Verdict.COMPLETE);
        assertThat(hub.notes()).anyMatch(note -> note.contains("embedding"));
        assertThat(hub.records("a", COMBINED)).hasSize(6);
    }

    @Test
    void indexFormatsThatCannotBeHad_leaveTheMetadata() {
        change = (query, xml) -> query.contains("ListIndexFormats") ? "<html>no</html>" : xml;
        HarvestOutcome outcome = harvest();

        assertThat(outcome.verdict()).isEqualTo(Verdict.PARTIAL);
        assertThat(outcome.reason()).contains("the index formats are not known");
        assertThat(hub.records("a", DC)).hasSize(6);
    }

    @Test
    void everyRequestOfAList_hasBothPrefixesOrAToken() {
        harvest();

        assertThat(queries).filteredOn(query -> query.startsWith("verb=ListRecords")).containsOnlyOnce(
                "verb=ListRecords&metadataPrefix=oai_dc&indexPrefix=tf_basic")
                // A token may have any characters.
                .noneMatch(query -> query.replaceFirst("resumptionToken=.*", "").contains("__"));
    }
}
