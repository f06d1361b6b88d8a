package dev.sheaf.platform.acceptance;

import java.io.IOException;
import java.net.URLEncoder;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

import dev.sheaf.core.Datestamp;
import dev.sheaf.core.MetadataFormat;
import dev.sheaf.core.MetadataPrefix;
import dev.sheaf.core.Namespaces;
import dev.sheaf.core.OaiError;
import dev.sheaf.core.OaiRecord;
import dev.sheaf.core.OaiResponse;
import dev.sheaf.provider.OaiQueryString;
import dev.sheaf.testkit.SampleRecords;
import dev.sheaf.testkit.repository.ListedRepository;

import static org.assertj.core.api.Assertions.assertThat;

/** Ten checks and more for each of the eight errors against a running hub, each by GET and by POST (S3.1, S3.2, S3.6). */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ErrorChecksTest {

    private static final MetadataFormat MARC = new MetadataFormat(new MetadataPrefix("marc21"),
            "http://www.loc.gov/standards/marcxml/schema/MARC21slim.xsd", Namespaces.MARC21);
    /** The source {@code a}: sets x, x:y and z, two formats, one item withdrawn. The source {@code plain} has no sets. */
    private static final String A = "a";
    private static final String PLAIN = "plain";

    @TempDir
    private static Path data = Path.of("");
    private final Map<String, List<Check>> checks = new LinkedHashMap<>();
    private ServingHub hub;

    /** A request and all errors that it must get. */
    private record Check(String source, String query, List<String> codes) {}

    @BeforeAll
    void start() throws Exception {
        hub = new ServingHub(data, settings -> settings.withPages(2, 2, 2));
        hub.save(A, record(0, "x"), record(1, "x:y"), record(2, "z"), record(3, "z"), record(4, "x"));
        hub.save(A, MARC, new OaiRecord(record(0, "x").header(), ListedRepository.marc()));
        hub.save(A, MARC, new OaiRecord(record(5, "x").header(), ListedRepository.marc()));
        for (int i = 6; i <= 15; i++) {
            hub.save(A, record(i, "z"), SampleRecords.deleted(i, Datestamp.parse("2024-01-01"), "z"));
        }
        hub.save(PLAIN, record(0), record(1), record(2));
        badVerb();
        badArgument();
        badResumptionToken();
        unknownFormats();
        unknownItems();
        emptyLists();
        noFormats();
        noSets();
    }

    @AfterAll
    void stop() {
        if (hub != null) {
            hub.close();
        }
    }

    private static OaiRecord record(int number, String... sets) {
        return SampleRecords.live(number, sets);
    }

    private void expect(String code, String source, String query, String... others) {
        List<String> codes = new ArrayList<>(List.of(code));
        codes.addAll(List.of(others));
        checks.computeIfAbsent(code, _ -> new ArrayList<>()).add(new Check(source, query, codes));
    }

    private static String item(int number) {
        return "identifier=" + SampleRecords.identifier(number);
    }

    private void badVerb() {
        for (String query : List.of("", "junk", "verb", "verb=", "verb=junk", "verb=identify", "verb=LISTRECORDS",
                "verb=Identify&verb=Identify", "verb=Identify&verb=ListSets", "Verb=Identify", "verb=Identify%20",
                "verb=%00", "verb=Identify%EF%BF%BF", "verb=ListRecord&metadataPrefix=oai_dc", "metadataPrefix=oai_dc",
                "verb=Identify&verb=")) {
            expect("badVerb", A, query);
        }
    }

    private void badArgument() {
        String list = "verb=ListRecords&metadataPrefix=oai_dc";
        for (String query : List.of("verb=Identify&junk=1", "verb=Identify&metadataPrefix=oai_dc",
                "verb=ListSets&metadataPrefix=oai_dc",
                "verb=ListRecords", "verb=ListIdentifiers&from=2024-01-01", list + "&metadataPrefix=oai_dc", list + "&from=junk",
                list + "&until=2023-02-30", list + "&from=2024-01-01&until=2024-01-02T00:00:00Z",
                list + "&from=2024-01-02&until=2024-01-01",
                list + "&from=2024-01-01T00:00:00", list + "&until=2024-01-01T00:00:00%2B00:00",
                list + "&from=2024-01-01T00:00:00.0Z",
                list + "&from=2024-1-1", list + "&from=2024-01", list + "&from=", list + "&set=", list + "&set=x::y",
                list + "&set=a%20b",
                "verb=ListRecords&metadataPrefix=", "verb=ListRecords&metadataPrefix=oai/dc", list + "&resumptionToken%20=",
                "verb=GetRecord&metadataPrefix=oai_dc&identifier=two%20words", "verb=GetRecord&metadataPrefix=oai_dc&identifier=",
                "verb=GetRecord&metadataPrefix=oai_dc&identifier=%EF%BF%BE",
                "verb=GetRecord&metadataPrefix=oai_dc&identifier=%C3%28")) {
            expect("badArgument", A, query);
        }
        expect("badArgument", A, "verb=GetRecord", "badArgument");
        expect("badArgument", A, "verb=ListRecords&metadataPrefix=nothing&from=junk", "cannotDisseminateFormat");
        expect("badArgument", A, "verb=GetRecord&identifier=nobody&metadataPrefix=nothing&x=1", "cannotDisseminateFormat",
                "idDoesNotExist");
        expect("badArgument", A, "verb=ListIdentifiers&resumptionToken=junk&until=2000-02-05", "badResumptionToken");
        expect("badArgument", PLAIN, "verb=ListRecords&metadataPrefix=oai_dc&set=a::b", "noSetHierarchy");
    }

    private void badResumptionToken() throws IOException, InterruptedException {
        String records = ServingHub.next(hub.ask("verb=ListRecords&metadataPrefix=oai_dc"));
        String identifiers = ServingHub.next(hub.ask("verb=ListIdentifiers&metadataPrefix=oai_dc"));
        String sets = ServingHub.next(hub.ask("verb=ListSets"));
        String elsewhere = ServingHub.next(hub.ask(PLAIN, "verb=ListRecords&metadataPrefix=oai_dc"));
        for (String query : List.of("verb=ListRecords&resumptionToken=junk", "verb=ListRecords&resumptionToken=",
                "verb=ListIdentifiers&resumptionToken", "verb=ListSets&resumptionToken=junk",
                "verb=ListRecords&resumptionToken=" + identifiers, "verb=ListIdentifiers&resumptionToken=" + records,
                "verb=ListRecords&resumptionToken=" + sets, "verb=ListSets&resumptionToken=" + records,
                "verb=ListRecords&resumptionToken=" + elsewhere, "verb=ListRecords&resumptionToken=" + records.substring(1),
                "verb=ListRecords&resumptionToken=" + records + "A", "verb=ListRecords&resumptionToken=%20" + records,
                "verb=ListRecords&resumptionToken=" + records + "%0A", "verb=ListRecords&resumptionToken=" + records + records,
                "verb=ListRecords&resumptionToken=" + records.toLowerCase(java.util.Locale.ROOT),
                "verb=ListRecords&resumptionToken=%3Cx%20y%3D%22%26%22%3E",
                "verb=ListRecords&resumptionToken=" + "x".repeat(5_000),
                "verb=ListIdentifiers&resumptionToken=%F0%9D%84%9E")) {
            expect("badResumptionToken", A, query);
        }
    }

    private void unknownFormats() {
        for (String prefix : List.of("nothing", "OAI_DC", "oai-dc", "oai_dc.", "all", "marc", "mods", "a".repeat(1_000),
                "%27%21%28")) {
            expect("cannotDisseminateFormat", A, "verb=ListRecords&metadataPrefix=" + prefix);
            expect("cannotDisseminateFormat", A, "verb=ListIdentifiers&until=2024-01-01&metadataPrefix=" + prefix);
            expect("cannotDisseminateFormat", A, "verb=GetRecord&" + item(0) + "&metadataPrefix=" + prefix);
        }
        expect("cannotDisseminateFormat", A, "verb=GetRecord&metadataPrefix=marc21&" + item(1));
        expect("cannotDisseminateFormat", A, "verb=GetRecord&metadataPrefix=oai_dc&" + item(5));
        expect("cannotDisseminateFormat", PLAIN, "verb=ListRecords&metadataPrefix=marc21");
        expect("cannotDisseminateFormat", A, "verb=GetRecord&identifier=nobody&metadataPrefix=nothing", "idDoesNotExist");
    }

    private void unknownItems() {
        for (String identifier : List.of("nobody", "oai:example.org:", "oai:example.org:99", "OAI:example.org:0",
                "oai:example.org:0%23",
                "oai:example.org:0/", "http://example.org/?a=b%26c", "%C3%A9%F0%9D%84%9E", "urn:x:%E2%80%8B", "x".repeat(2_000),
                "'", "0")) {
            expect("idDoesNotExist", A, "verb=GetRecord&metadataPrefix=oai_dc&identifier=" + identifier);
            expect("idDoesNotExist", A, "verb=ListMetadataFormats&identifier=" + identifier);
        }
        expect("idDoesNotExist", PLAIN, "verb=GetRecord&metadataPrefix=oai_dc&" + item(4));
    }

    private void emptyLists() {
        for (String query : List.of("until=1999-01-01", "from=2999-01-01", "from=2024-05-01&until=2024-05-01", "until=0001-01-01",
                "until=2025-03-01T11:59:59Z", "from=2025-03-01T12:00:01Z", "from=9999-12-31T23:59:59Z", "set=nothing",
                "set=x:y:z", "set=X",
                "set=xy", "set=x&until=2024-01-01")) {
            expect("noRecordsMatch", A, "verb=ListRecords&metadataPrefix=oai_dc&" + query);
            expect("noRecordsMatch", A, "verb=ListIdentifiers&metadataPrefix=oai_dc&" + query);
        }
        expect("noRecordsMatch", A, "verb=ListRecords&metadataPrefix=marc21&set=z");
    }

    private void noFormats() {
        for (int i = 6; i <= 15; i++) {
            expect("noMetadataFormats", A, "verb=ListMetadataFormats&" + item(i));
        }
    }

    private void noSets() {
        for (String query : List.of("verb=ListSets", "verb=ListRecords&metadataPrefix=oai_dc&set=x",
                "verb=ListIdentifiers&metadataPrefix=oai_dc&set=x", "verb=ListRecords&metadataPrefix=oai_dc&set=x:y",
                "verb=ListRecords&set=x&metadataPrefix=oai_dc&from=2024-01-01",
                "verb=ListRecords&metadataPrefix=oai_dc&set=x&until=1999-01-01",
                "verb=ListIdentifiers&metadataPrefix=oai_dc&set=~", "set=!&metadataPrefix=oai_dc&verb=ListRecords",
                "verb=ListIdentifiers&metadataPrefix=oai_dc&from=2999-01-01&set=x",
                "verb=ListRecords&metadataPrefix=oai_dc&set=" + "x".repeat(999))) {
            expect("noSetHierarchy", PLAIN, query);
        }
        expect("noSetHierarchy", PLAIN, "verb=ListRecords&metadataPrefix=nothing&set=x", "cannotDisseminateFormat");
        expect("noSetHierarchy", PLAIN, "verb=ListSets&resumptionToken=junk", "badResumptionToken");
    }

    Stream<Arguments> checks() {
        return checks.entrySet().stream().flatMap(entry -> IntStream.range(0, entry.getValue().size())
                .mapToObj(i -> Arguments.of(entry.getKey(), i, entry.getValue().get(i).query())));
    }

    @ParameterizedTest(name = "{0} {1}: {2}")
    @MethodSource
    void checks(String code, int number, String query) throws Exception {
        Check check = Objects.requireNonNull(checks.get(code)).get(number);
        HttpResponse<byte[]> got = hub.get("/oai/" + check.source() + "?" + query);
        HttpResponse<byte[]> posted = hub.post("/oai/" + check.source(), query);

        for (HttpResponse<byte[]> response : List.of(got, posted)) {
            OaiResponse read = ServingHub.read(response);
            assertThat(ServingHub.codes(read)).containsExactlyInAnyOrderElementsOf(check.codes());
            assertThat(((OaiResponse.Errors) read.answer()).errors()).extracting(OaiError::message)
                    .allSatisfy(message -> assertThat(message).isNotBlank().hasSizeLessThan(400));
            assertThat(read.request().baseUrl()).isEqualTo(hub.sourceUrl(check.source()));
            assertThat(read.responseDate()).isEqualTo(Datestamp.ofSecond(ServingHub.START));
            boolean echo = !check.codes().contains("badVerb") && !check.codes().contains("badArgument");
            assertThat(read.request().arguments()).isEqualTo(echo ? sent(query) : Map.of());
        }
        assertThat(posted.body()).as("POST is answered like GET").isEqualTo(got.body());
    }

    private static Map<String, String> sent(String query) {
        return OaiQueryString.parse(query).list().stream()
                .collect(Collectors.toMap(argument -> argument.key(), argument -> argument.value()));
    }

    @Test
    void eachOfTheEightErrors_hasTenChecks() {
        assertThat(checks).hasSize(OaiError.Code.values().length)
                .allSatisfy((code, requests) -> assertThat(requests.stream().map(Check::query).distinct()).as(code)
                        .hasSizeGreaterThanOrEqualTo(10));
    }

    @Test
    void errorAfterAToken_leavesTheListUnchanged() throws Exception {
        OaiResponse first = hub.ask("verb=ListRecords&metadataPrefix=oai_dc");
        String token = ServingHub.next(first);
        OaiResponse second = hub.ask("verb=ListRecords&resumptionToken=" + token);
        hub.ask("verb=ListRecords&resumptionToken=" + URLEncoder.encode(token + " ", StandardCharsets.UTF_8));

        assertThat(hub.ask("verb=ListRecords&resumptionToken=" + token)).isEqualTo(second);
    }
}
