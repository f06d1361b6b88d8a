package dev.sheaf.cli;

import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.zip.GZIPOutputStream;

import javax.xml.parsers.DocumentBuilderFactory;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.w3c.dom.Element;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import dev.sheaf.cli.documentation.Pages;
import dev.sheaf.core.MetadataFormat;
import dev.sheaf.core.MetadataPrefix;
import dev.sheaf.core.OaiRecord;
import dev.sheaf.core.XmlFragment;
import dev.sheaf.simulator.Behaviour;
import dev.sheaf.simulator.ReceivedRequest;
import dev.sheaf.simulator.ScriptedProvider;
import dev.sheaf.simulator.misbehaviour.MisbehavingServer;
import dev.sheaf.testkit.SampleRecords;

import static org.assertj.core.api.Assertions.assertThat;

class ValidateCommandTest {

    @TempDir
    private Path folder;
    private final ScriptedProvider provider = ScriptedProvider.start(Clock.systemUTC());

    @AfterEach
    void close() {
        provider.close();
    }

    private Typed validate(String... options) {
        String[] arguments = new String[options.length + 2];
        arguments[0] = "validate";
        arguments[1] = provider.baseUrl();
        System.arraycopy(options, 0, arguments, 2, options.length);
        return Typed.in(folder, arguments);
    }

    /** Breaks one MUST: the content type. */
    private void sendHtml() {
        provider.when(ReceivedRequest.any(), Behaviour.header("Content-Type", "text/html"));
    }

    @Test
    void conformingRepository_passes() {
        try (MisbehavingServer server = MisbehavingServer.start(Clock.systemUTC())) {
            Typed validated = Typed.in(folder, "validate", server.baseUrl("well-behaved"), "--all");
            assertThat(validated.status()).as(validated.out() + validated.err()).isZero();
            assertThat(validated.out()).contains("Judged by OAI-PMH 2.0: ", "Met: ", "PASSED: every MUST")
                    .doesNotContain("MUST, not met");
        }
    }

    @Test
    void brokenRule_isReportedWithRequestReasonAndRemedy() {
        provider.put(SampleRecords.many(8));
        sendHtml();
        Typed validated = validate();
        assertThat(validated.status()).isEqualTo(1);
        assertThat(validated.out()).contains("MUST, not met: ", "http.content-type (S3.1.2.1)", "wrong: ", "why: ", "remedy: ",
                "GET " + provider.baseUrl() + "?verb=Identify -> HTTP 200", "FAILED: ");
    }

    @Test
    void jsonReport_namesRuleRequestAndOutcome() {
        provider.put(SampleRecords.many(8));
        sendHtml();
        Typed validated = validate("--json");
        assertThat(validated.status()).isEqualTo(1);
        assertThat(validated.err()).contains("does not conform");
        JsonNode report = JsonMapper.shared().readTree(validated.out());
        assertThat(report.path("outcome").asString()).isEqualTo("failed");
        assertThat(report.path("counts").path("failed").asInt()).isPositive();
        JsonNode result = report.path("results").valueStream()
                .filter(one -> one.path("rule").asString().equals("http.content-type"))
                .findFirst().orElseThrow();
        assertThat(result.path("level").asString()).isEqualTo("MUST");
        assertThat(result.path("verdict").asString()).isEqualTo("failed");
        assertThat(result.path("violations").get(0).path("message").asString()).contains("text/html");
        assertThat(result.path("remedy").asString()).contains("Content-Type");
    }

    @Test
    void junitReport_hasATestCaseForEachRule() throws Exception {
        provider.put(SampleRecords.many(8));
        sendHtml();
        validate("--junit", "report.xml");
        byte[] file = Files.readAllBytes(folder.resolve("report.xml"));
        assertThat(new String(file, StandardCharsets.UTF_8)).startsWith("<?xml version=\"1.0\" encoding=\"UTF-8\"?>");
        Element root = DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(new ByteArrayInputStream(file))
                .getDocumentElement();
        Element suite = (Element) root.getElementsByTagName("testsuite").item(0);
        assertThat(suite.getAttribute("name")).isEqualTo(provider.baseUrl());
        assertThat(suite.getElementsByTagName("testcase").getLength()).isGreaterThan(100)
                .isEqualTo(Integer.parseInt(suite.getAttribute("tests")));
        assertThat(suite.getElementsByTagName("failure").getLength()).isPositive()
                .isEqualTo(Integer.parseInt(suite.getAttribute("failures")));
        assertThat(suite.getElementsByTagName("skipped").getLength()).isEqualTo(Integer.parseInt(suite.getAttribute("skipped")));
    }

    @Test
    void unreachableHost_isNotJudged() throws Exception {
        String gone = provider.baseUrl();
        provider.close();
        Typed validated = Typed.in(folder, "validate", gone, "--junit", "report.xml");
        assertThat(validated.status()).isEqualTo(1);
        assertThat(validated.out()).contains("NOT JUDGED: no connection").doesNotContain("http.content-type");
        assertThat(validated.err()).contains("could not be judged: no connection").doesNotContain("Exception");
        assertThat(Files.readString(folder.resolve("report.xml"))).contains("errors=\"1\"", "<error type=\"not judged\"");
    }

    @Test
    void webPageInsteadOfResponses_isNotJudged() {
        provider.when(ReceivedRequest.any(), Behaviour.text(_ -> "<!DOCTYPE html><html><body>Log in</body></html>"));
        Typed validated = validate();
        assertThat(validated.status()).isEqualTo(1);
        assertThat(validated.out()).contains("NOT JUDGED").contains("the base URL?");
    }

    @Test
    void textsOfTheRepository_cannotControlATerminal() {
        provider.put(SampleRecords.many(3));
        provider.when(ReceivedRequest.any(), Behaviour.header("Content-Type", "text/html; name=\u001b[31mred"));
        Typed validated = validate();
        assertThat(validated.out()).doesNotContain("\u001b");
    }

    @Test
    void savedResponses_areJudgedWithoutARequest() throws Exception {
        provider.put(SampleRecords.many(8));
        String page = fetched("verb=ListRecords&metadataPrefix=oai_dc");
        Path saved = Files.createDirectory(folder.resolve("saved"));
        Files.writeString(saved.resolve("identify.xml"), fetched("verb=Identify"));
        Files.writeString(saved.resolve("page.xml"), page.replaceFirst("<datestamp>[^<]*", "<datestamp>yesterday"));
        int before = provider.requests().size();
        Typed validated = Typed.in(folder, "validate", "saved");
        assertThat(validated.status()).as(validated.out() + validated.err()).isEqualTo(1);
        assertThat(validated.out()).contains("2 saved responses were judged", "dates.granularity", "yesterday", "page.xml",
                "saved without their HTTP headers").doesNotContain("identify.protocol-version");
        assertThat(provider.requests()).hasSize(before);
    }

    @Test
    void savedResponseThatIsRight_passes() throws Exception {
        Path file = folder.resolve("page.xml.gz");
        try (MisbehavingServer server = MisbehavingServer.start(Clock.systemUTC());
                OutputStream out = new GZIPOutputStream(Files.newOutputStream(file))) {
            out.write(fetched(server.baseUrl("well-behaved"), "verb=ListRecords&metadataPrefix=oai_dc")
                    .getBytes(StandardCharsets.UTF_8));
        }
        Typed validated = Typed.in(folder, "validate", "page.xml.gz");
        assertThat(validated.status()).as(validated.out() + validated.err()).isZero();
    }

    @Test
    void savedResponseWithAnIncompleteEcho_isNotJudgedAsAWrongRequest() throws Exception {
        Path file = folder.resolve("record.xml");
        try (MisbehavingServer server = MisbehavingServer.start(Clock.systemUTC())) {
            String url = server.baseUrl("well-behaved");
            String listed = fetched(url, "verb=ListIdentifiers&metadataPrefix=oai_dc");
            String identifier = listed.replaceFirst("(?s).*?<identifier>([^<]*)</identifier>.*", "$1");
            String record = fetched(url, "verb=GetRecord&metadataPrefix=oai_dc&identifier="
                    + URLEncoder.encode(identifier, StandardCharsets.UTF_8));
            Files.writeString(file, record.replaceFirst("(<request[^>]*) identifier=\"[^\"]*\"", "$1"));
        }
        Typed validated = Typed.in(folder, "validate", "record.xml");
        assertThat(validated.status()).as(validated.out() + validated.err()).isEqualTo(1);
        assertThat(validated.out()).contains("envelope.request-arguments", "lacks identifier")
                .doesNotContain("is answered by GetRecord instead of");
    }

    @Test
    void savedFilesThatAreNoResponses_areNamed() throws Exception {
        Files.createDirectory(folder.resolve("empty"));
        assertThat(Typed.in(folder, "validate", "empty").err()).contains("has no files").doesNotContain("Exception");
        Files.writeString(folder.resolve("cut.gz"), "\u001f\u008b", StandardCharsets.ISO_8859_1);
        assertThat(Typed.in(folder, "validate", "cut.gz").err()).contains("cut.gz cannot be read").doesNotContain("Exception:");
        Files.writeString(folder.resolve("random.xml"), "<oops", StandardCharsets.ISO_8859_1);
        Typed random = Typed.in(folder, "validate", "random.xml");
        assertThat(random.status()).isEqualTo(1);
        assertThat(random.out()).contains("NOT JUDGED: none of the files holds a response of OAI-PMH 2.0");
        Typed missing = Typed.in(folder, "validate", "page-18.xml");
        assertThat(missing.status()).isEqualTo(2);
        assertThat(missing.err()).contains("there is no file or folder 'page-18.xml'");
    }

    @Test
    void errorPageAmongSavedResponses_isNamed_andNotCounted() throws Exception {
        provider.put(SampleRecords.many(2));
        Path saved = Files.createDirectory(folder.resolve("saved"));
        Files.writeString(saved.resolve("identify.xml"), fetched("verb=Identify"));
        Files.writeString(saved.resolve("page-2.html"), "<html><body>Service unavailable</body></html>");
        Typed validated = Typed.in(folder, "validate", "saved");
        assertThat(validated.out())
                .contains("1 saved response was judged; no response of OAI-PMH 2.0 is in page-2.html");
    }

    @Test
    void schemasOfOnesOwn_judgeSavedResponsesToo() throws Exception {
        provider.put(SampleRecords.many(1));
        String page = fetched("verb=ListRecords&metadataPrefix=oai_dc");
        int begin = page.indexOf("<metadata>");
        int end = page.indexOf("</metadata>");
        Files.writeString(folder.resolve("page.xml"), page.substring(0, begin) + "<metadata><h:heritage xmlns:h='urn:h'>"
                + "<h:wrong/></h:heritage>" + page.substring(end));
        Path schemas = Files.createDirectory(folder.resolve("schemas"));
        Files.writeString(schemas.resolve("h.xsd"),
                "<xs:schema xmlns:xs='http://www.w3.org/2001/XMLSchema' targetNamespace='urn:h' "
                        + "elementFormDefault='qualified'><xs:element name='heritage'><xs:complexType><xs:sequence>"
                        + "<xs:element name='title' type='xs:string'/></xs:sequence></xs:complexType></xs:element></xs:schema>");

        Typed validated = Typed.in(folder, "validate", "page.xml", "--schemas", "schemas");

        assertThat(validated.status()).as(validated.err()).isEqualTo(1);
        assertThat(validated.out()).contains("records.schema", "'{\"urn:h\":title}' is expected");
        assertThat(Typed.in(folder, "validate", "page.xml", "--schemas", "none").err()).contains("there is no folder");
        assertThat(Typed.in(folder, "validate", "page.xml", "--fetch-schemas").status()).isEqualTo(2);
    }

    private String fetched(String query) throws Exception {
        return fetched(provider.baseUrl(), query);
    }

    private static String fetched(String baseUrl, String query) throws Exception {
        try (InputStream in = URI.create(baseUrl + "?" + query).toURL().openStream()) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    @Test
    void earlierReport_showsWhatHasChangedSince() throws Exception {
        try (MisbehavingServer server = MisbehavingServer.start(Clock.systemUTC())) {
            String baseUrl = server.baseUrl("goes-half-empty");
            Files.writeString(folder.resolve("earlier.json"), Typed.in(folder, "validate", baseUrl, "--json").out());
            server.stage("goes-half-empty").orElseThrow().playRound();
            Typed validated = Typed.in(folder, "validate", baseUrl, "--compare-with", "earlier.json");
            assertThat(validated.status()).as(validated.err()).isEqualTo(1);
            assertThat(validated.out()).contains("changes.records-kept (S2.5.1)",
                    "lacks the record oai:simulated.example.org:1,");
        }
    }

    @Test
    void earlierReportThatIsNone_isRefusedWithItsPlace() throws Exception {
        assertThat(validate("--compare-with", "gone.json").err()).contains("there is no file", "gone.json");
        Files.writeString(folder.resolve("text.json"), "<html>");
        assertThat(validate("--compare-with", "text.json").err()).contains("text.json, line 1, column 1", "not readable as JSON")
                .doesNotContain("Exception");
        Files.writeString(folder.resolve("other.json"), "{\"baseUrl\": \"" + provider.baseUrl() + "\", \"results\": []}");
        assertThat(validate("--compare-with", "other.json").err()).contains("is no report of 'sheaf validate --json'");
        Files.writeString(folder.resolve("another.json"), "{\"baseUrl\": \"https://example.org/oai\", \"listed\": {}}");
        assertThat(validate("--compare-with", "another.json").err()).contains("is the report of https://example.org/oai");
        Files.writeString(folder.resolve("nothing.json"), "{\"baseUrl\": \"" + provider.baseUrl() + "\", \"listed\": {}}");
        assertThat(validate("--compare-with", "nothing.json").err()).contains("nothing to compare with");
        Files.writeString(folder.resolve("wrong.json"), "{\"listed\": {\"records\": [[]]}}");
        assertThat(validate("--compare-with", "wrong.json").err()).contains("wrong.json, line 1, column 25");
        assertThat(provider.requests()).isEmpty();
    }

    @Test
    void profileInTheDocumentation_isJudgedAsItSays() throws Exception {
        Pages.Block example = Pages.blocks().stream()
                .filter(block -> block.page().startsWith("validate.md") && block.language().equals("yaml")).findFirst()
                .orElseThrow();
        Files.write(folder.resolve("own-profile.yaml"), example.lines());
        try (MisbehavingServer server = MisbehavingServer.start(Clock.systemUTC())) {
            Typed validated = Typed.in(folder, "validate", server.baseUrl("well-behaved"), "--profile", "own-profile.yaml");
            assertThat(validated.status()).as(validated.err()).isEqualTo(1);
            assertThat(validated.out()).contains("Judged by Policy of our library", "MUST, not met: 1",
                    "our-policy.theses (Policy, section 5)  There is a set of theses.", "SHOULD, not met: 1",
                    "our-policy.rights (Policy, section 3)", "remedy in DSpace: Fill dc.rights.uri.");
        }
    }

    @Test
    void schemasOfOnesOwn_judgeRecordsInTheirNamespace() throws Exception {
        MetadataPrefix prefix = new MetadataPrefix("thing");
        provider.put(SampleRecords.many(2));
        provider.format(new MetadataFormat(prefix, "http://example.org/thing.xsd", "http://example.org/thing"));
        provider.put(prefix, List.of(new OaiRecord(SampleRecords.live(1).header(),
                XmlFragment.of("<t:thing xmlns:t='http://example.org/thing'><t:year>old</t:year></t:thing>"))));
        Files.createDirectories(folder.resolve("schemas"));
        Files.writeString(folder.resolve("schemas/thing.xsd"), """
                <xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" targetNamespace="http://example.org/thing"
                 elementFormDefault="qualified"><xs:element name="thing"><xs:complexType><xs:sequence>
                <xs:element name="year" type="xs:gYear"/></xs:sequence></xs:complexType></xs:element></xs:schema>""");
        assertThat(validate().out()).doesNotContain("gYear");
        assertThat(validate("--schemas", "schemas").out()).contains("records.schema (S2.5, S3.2)",
                "'old' is not a valid value for 'gYear'");
        assertThat(validate("--schemas", "gone").err()).contains("--schemas: there is no folder").doesNotContain("Exception");
    }

    @Test
    void wrongOptions_areWrongUsage() throws Exception {
        assertThat(validate("--profile", "nobody").err()).contains("'nobody' is neither a file nor one of oai-pmh");
        assertThat(validate("--sample", "0").status()).isEqualTo(2);
        assertThat(Typed.in(folder, "validate", "ftp://example.org/oai").status()).isEqualTo(2);
        Files.writeString(folder.resolve("own.txt"), "title = No name\n");
        assertThat(validate("--profile", "own.txt").err()).contains("the profile cannot be read: own.txt");
        Files.writeString(folder.resolve("own.yaml"), "name: own\ninclude: oai\n");
        assertThat(validate("--profile", "own.yaml").err()).contains("own.yaml, line 2, column 1: 'include' takes 'oai-pmh'");
        assertThat(provider.requests()).isEmpty();
    }

    @Test
    void ownProfile_changesLevels() throws Exception {
        provider.put(SampleRecords.many(8));
        sendHtml();
        Files.writeString(folder.resolve("own.txt"),
                "name = own\ntitle = Own rules\ninclude = http.\nlevel http.content-type = SHOULD\n");
        Typed validated = validate("--profile", "own.txt");
        assertThat(validated.status()).as(validated.out()).isZero();
        assertThat(validated.out()).contains("Judged by Own rules", "SHOULD, not met: 1");
    }
}
