package dev.sheaf.platform.acceptance;

import java.net.URLEncoder;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import dev.sheaf.core.Datestamp;
import dev.sheaf.core.DeletedRecordPolicy;
import dev.sheaf.core.Granularity;
import dev.sheaf.core.Header;
import dev.sheaf.core.MetadataFormat;
import dev.sheaf.core.MetadataPrefix;
import dev.sheaf.core.Namespaces;
import dev.sheaf.core.OaiRecord;
import dev.sheaf.core.OaiResponse;
import dev.sheaf.core.OaiSet;
import dev.sheaf.core.RepositoryDescription;
import dev.sheaf.core.ResumptionToken;
import dev.sheaf.core.SetSpec;
import dev.sheaf.core.XmlFragment;
import dev.sheaf.core.store.SourceDescription;
import dev.sheaf.platform.server.ServerStartException;
import dev.sheaf.provider.ProviderSettings;
import dev.sheaf.testkit.SampleRecords;
import dev.sheaf.testkit.repository.ListedRepository;

import static org.assertj.core.api.Assertions.assertThat;

/** Mistakes that data providers have been seen to make, each with its symptom: Sheaf's provider, running, does not make them. */
class ServerFaultsTest {

    private static final String ALL = "&metadataPrefix=oai_dc";
    private static final MetadataFormat MARC = new MetadataFormat(new MetadataPrefix("marc21"),
            "http://www.loc.gov/standards/marcxml/schema/MARC21slim.xsd", Namespaces.MARC21);

    @TempDir
    private Path data = Path.of("");
    private final List<ServingHub> running = new ArrayList<>();

    private ServingHub hub() throws ServerStartException {
        return hub(ServerFaultsTest::smallPages);
    }

    private ServingHub hub(UnaryOperator<ProviderSettings> settings) throws ServerStartException {
        ServingHub hub = new ServingHub(data, settings);
        running.add(hub);
        return hub;
    }

    private static ProviderSettings smallPages(ProviderSettings settings) {
        return settings.withPages(3, 3, 3);
    }

    @AfterEach
    void stop() {
        running.forEach(ServingHub::close);
    }

    private static OaiRecord live(int number, String... sets) {
        return SampleRecords.live(number, sets);
    }

    private static OaiRecord deleted(int number, String... sets) {
        return SampleRecords.deleted(number, Datestamp.parse("2024-06-01"), sets);
    }

    private static OaiRecord[] many(int count) {
        return SampleRecords.many(count).toArray(OaiRecord[]::new);
    }

    private static List<String> identifiers(List<OaiRecord> records) {
        return records.stream().map(OaiRecord::identifier).toList();
    }

    private static List<String> expected(int... numbers) {
        return IntStream.of(numbers).mapToObj(SampleRecords::identifier).toList();
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }

    private static OaiRecord got(OaiResponse response) {
        return ((OaiResponse.GetRecord) response.answer()).record();
    }

    private static RepositoryDescription identify(ServingHub hub) throws Exception {
        return ((OaiResponse.Identify) hub.ask("verb=Identify").answer()).description();
    }

    /** 19: a bad identifier comes back unescaped, and the error page is malformed or a 500. */
    @Test
    void identifierWithMarkup_isEscaped() throws Exception {
        ServingHub hub = hub();
        hub.save("a", live(1));
        for (String hostile : List.of("<b>&\"'", "]]>", "<script>alert(1)</script>", "&amp;&#0;", "\u0001\uFFFE", "a b", "é𝄞")) {
            HttpResponse<byte[]> response = hub.get("/oai/a?verb=GetRecord&identifier=" + encoded(hostile) + ALL);

            assertThat(ServingHub.codes(ServingHub.read(response))).as(hostile).containsAnyOf("idDoesNotExist", "badArgument");
            assertThat(ServingHub.text(response)).doesNotContain("<b>", "<script>", "\u0001");
        }
    }

    /** 20: CDATA becomes text, and declarations of namespaces are lost where a record is taken out of its page. */
    @Test
    void metadata_isServedWithTheHarvestedBytes() throws Exception {
        ServingHub hub = hub();
        String metadata = """
                <oai_dc:dc xmlns:oai_dc='http://www.openarchives.org/OAI/2.0/oai_dc/' xmlns:dc="http://purl.org/dc/elements/1.1/"
                   xmlns:unused="urn:x"><!-- kept --><dc:title><![CDATA[a < b & c]]></dc:title><dc:title>&#233;&lt;\t</dc:title></oai_dc:dc>""";
        hub.save("a", new OaiRecord(live(1).header(), XmlFragment.of(metadata)));

        for (String query : List.of("verb=ListRecords" + ALL, "verb=GetRecord&identifier=" + SampleRecords.identifier(1) + ALL)) {
            assertThat(ServingHub.text(hub.get("/oai/a?" + query))).contains("<metadata>" + metadata + "</metadata>");
        }
    }

    /** 25: the last page carries a token when the size of the list is a multiple of the page. */
    @Test
    void fullLastPage_hasNoTokenToAnEmptyPage() throws Exception {
        ServingHub hub = hub();
        hub.save("a", many(6));
        for (String verb : List.of("ListRecords", "ListIdentifiers")) {
            List<OaiResponse> pages = hub.walk("a", verb, ALL);
            assertThat(pages).hasSize(2).allSatisfy(page -> assertThat(ServingHub.records(page)).hasSize(3));
        }
    }

    /** 28: the last page of a list has no token at all. 42: the token is empty though more exist. */
    @Test
    void onlyTheLastPage_hasAnEmptyToken() throws Exception {
        ServingHub hub = hub();
        hub.save("a", many(8));
        hub.save("small", many(3));
        for (String verb : List.of("ListRecords", "ListIdentifiers")) {
            List<OaiResponse> pages = hub.walk("a", verb, ALL);
            assertThat(pages).extracting(page -> Objects.requireNonNull(ServingHub.token(page)).isLast()).containsExactly(false,
                    false, true);
            assertThat(pages).extracting(page -> Objects.requireNonNull(ServingHub.token(page)).cursor()).containsExactly(0L, 3L,
                    6L);
            assertThat(pages).extracting(page -> Objects.requireNonNull(ServingHub.token(page)).completeListSize())
                    .containsOnly(8L);
        }
        assertThat(ServingHub.token(hub.ask("small", "verb=ListRecords" + ALL))).as("a list in one page has none").isNull();
    }

    /** 29: a token expires after a minute, or with the process. 30: it is good for once. */
    @Test
    void token_staysValidAfterARestartAndAYear() throws Exception {
        ServingHub hub = hub();
        hub.save("a", many(8));
        String token = ServingHub.next(hub.ask("verb=ListRecords" + ALL));
        List<OaiRecord> page = ServingHub.records(hub.ask("verb=ListRecords&resumptionToken=" + token));
        hub.restart(null);
        hub.clock.advance(Duration.ofDays(365));
        for (int again = 0; again < 3; again++) {
            assertThat(ServingHub.records(hub.ask("verb=ListRecords&resumptionToken=" + token))).hasSize(3).isEqualTo(page);
        }
        assertThat(ServingHub.token(hub.ask("verb=ListRecords&resumptionToken=" + token)))
                .extracting(ResumptionToken::expirationDate).isNull();
    }

    /** 34: one poisoned record makes its page a 500 permanently. */
    @Test
    void unreadableRecord_isOmitted_andTheListContinues() throws Exception {
        ServingHub hub = hub();
        hub.save("a", many(10));
        poison(4, 6, 7, 8, 9);

        for (String coding : List.of("identity", "gzip")) {
            assertThat(hub.get("/oai/a?verb=ListRecords" + ALL, "Accept-Encoding", coding).statusCode()).isEqualTo(200);
        }
        OaiResponse first = hub.ask("verb=ListRecords" + ALL);
        OaiResponse second = hub.ask("verb=ListRecords&resumptionToken=" + ServingHub.next(first));
        assertThat(identifiers(ServingHub.records(first))).isEqualTo(expected(0, 1, 2));
        assertThat(identifiers(ServingHub.records(second))).isEqualTo(expected(3, 5));
        assertThat(ServingHub.codes(hub.ask("verb=ListRecords&resumptionToken=" + ServingHub.next(second))))
                .as("nothing that can be read is left: a harvest ends, and does not begin again")
                .containsExactly("noRecordsMatch");
        assertThat(hub.list("a", "ListIdentifiers", ALL)).as("headers can be read").hasSize(10);
        assertThat(hub.get("/oai/a?verb=GetRecord&identifier=" + SampleRecords.identifier(4) + ALL).statusCode())
                .as("no protocol error says that a record is there but cannot be read").isEqualTo(500);
        hub.save("a", SampleRecords.live(4, "corrected", Datestamp.parse("2024-07-01")));
        assertThat(got(hub.ask("verb=GetRecord&identifier=" + SampleRecords.identifier(4) + ALL)).deleted()).isFalse();
        assertThat(identifiers(hub.list("a", "ListRecords", ALL))).contains(SampleRecords.identifier(4)).hasSize(6);
    }

    /** 34: also where every record of the first page is poisoned, or of the whole list. */
    @Test
    void pageOfUnreadableRecords_isSkipped() throws Exception {
        ServingHub hub = hub();
        hub.save("a", many(10));
        poison(0, 1, 2, 6, 7, 8);
        assertThat(identifiers(hub.list("a", "ListRecords", ALL))).isEqualTo(expected(3, 4, 5, 9));
        poison(3, 4, 5, 9);
        // Rendered records are still served; a new process has to read them.
        hub.restart(null);
        assertThat(ServingHub.codes(hub.ask("verb=ListRecords" + ALL))).containsExactly("noRecordsMatch");
    }

    private void poison(int... numbers) throws Exception {
        try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + data.resolve("sheaf.db"));
                PreparedStatement update = connection
                        .prepareStatement("update rec set payload = x'28B52FFD00DEADBEEF' where identifier = ?")) {
            for (int number : numbers) {
                update.setString(1, SampleRecords.identifier(number));
                assertThat(update.executeUpdate()).isPositive();
            }
        }
    }

    /** 39: records of one datestamp come twice or not at all, for the order is not unique. */
    @Test
    void recordsOfOneSecond_areListedOnceEach() throws Exception {
        ServingHub hub = hub();
        hub.save("a", many(100));
        for (String verb : List.of("ListRecords", "ListIdentifiers")) {
            List<OaiRecord> records = hub.list("a", verb, ALL);
            assertThat(records).extracting(record -> record.header().datestamp())
                    .containsOnly(Datestamp.ofSecond(ServingHub.START));
            assertThat(identifiers(records)).containsExactlyInAnyOrderElementsOf(identifiers(SampleRecords.many(100)));
        }
    }

    /** 40: the second-last token is the last one. */
    @Test
    void pages_haveDifferentTokens() throws Exception {
        ServingHub hub = hub();
        hub.save("a", many(14));
        assertThat(hub.walk("a", "ListRecords", ALL)).extracting(page -> Objects.requireNonNull(ServingHub.token(page)).value())
                .hasSize(5)
                .doesNotHaveDuplicates();
    }

    /** 41: a token that is no Base64 is a 500. */
    @Test
    void invalidToken_isAProtocolError() throws Exception {
        ServingHub hub = hub();
        hub.save("a", many(4));
        for (String token : List.of("!", "====", "%25", "A", "AAAA", "%00", "%F0%9F%A6%84", "-1", "../../etc/passwd",
                "x".repeat(7_000))) {
            assertThat(ServingHub.codes(hub.ask("verb=ListRecords&resumptionToken=" + token))).as(token)
                    .contains("badResumptionToken");
        }
    }

    /** 45: from and until of one day give nothing. */
    @Test
    void fromAndUntilOfOneDay_selectThatDay() throws Exception {
        for (Granularity granularity : Granularity.values()) {
            Path folder = data.resolve(granularity.name());
            try (ServingHub hub = new ServingHub(folder, settings -> settings.withGranularity(granularity))) {
                for (String time : List.of("2025-03-01T23:59:59Z", "2025-03-02T00:00:00Z", "2025-03-02T23:59:59Z",
                        "2025-03-03T00:00:00Z")) {
                    hub.clock.set(java.time.Instant.parse(time));
                    hub.save("a", live(time.hashCode() & 0xFFFF));
                }
                assertThat(hub.list("a", "ListRecords", "&from=2025-03-02&until=2025-03-02" + ALL)).hasSize(2);
                assertThat(hub.list("a", "ListIdentifiers", "&from=2025-03-01&until=2025-03-01" + ALL)).hasSize(1);
                assertThat(hub.list("a", "ListRecords", "&from=2025-03-03" + ALL)).hasSize(1);
            }
        }
    }

    /** 46: datestamps have milliseconds. 47: responseDate has them, or a local offset. */
    @Test
    void times_areInWholeSecondsAndUtc() throws Exception {
        ServingHub hub = hub();
        hub.clock.advance(Duration.ofMillis(1_234));
        hub.save("a", live(1));
        hub.clock.advance(Duration.ofNanos(987_654_321));
        for (String query : List.of("verb=Identify", "verb=ListRecords" + ALL, "verb=junk", "verb=ListSets")) {
            assertThat(ServingHub.text(hub.get("/oai/a?" + query)))
                    .containsPattern("<responseDate>\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\dZ</responseDate>");
        }
        assertThat(hub.list("a", "ListRecords", ALL).getFirst().header().datestamp().text()).isEqualTo("2025-03-01T12:00:01Z");
        assertThat(identify(hub).earliestDatestamp().text()).isEqualTo("2025-03-01T12:00:01Z");
    }

    /** 48: a client sends a time that ends in a dot. */
    @Test
    void truncatedTime_isABadArgument() throws Exception {
        ServingHub hub = hub();
        hub.save("a", live(1));
        for (String time : List.of("2025-03-01T12:00:40.", "2025-03-01T12:00:4", "2025-03-01T12:00", "2025-03-01T",
                "2025-03-01T12:00:40.0Z")) {
            assertThat(ServingHub.codes(hub.ask("verb=ListRecords&from=" + time + ALL))).containsExactly("badArgument");
        }
    }

    /** 49: the granularity is written in a way of the server's own. */
    @Test
    void granularity_isWrittenAsTheProtocolSays() throws Exception {
        ServingHub hub = hub();
        hub.save("a", live(1));
        assertThat(ServingHub.text(hub.get("/oai/a?verb=Identify"))).contains("<granularity>YYYY-MM-DDThh:mm:ssZ</granularity>");
        try (ServingHub days = new ServingHub(data.resolve("days"), settings -> settings.withGranularity(Granularity.DAY))) {
            days.save("a", live(1));
            assertThat(ServingHub.text(days.get("/oai/a?verb=Identify"))).contains("<granularity>YYYY-MM-DD</granularity>");
        }
    }

    /** 50: earliestDatestamp is missing, now, 1970, an hour late or of the wrong granularity. */
    @Test
    void earliestDatestamp_isThatOfTheFirstRecord() throws Exception {
        for (Granularity granularity : Granularity.values()) {
            try (ServingHub hub = new ServingHub(data.resolve(granularity.name()),
                    settings -> settings.withGranularity(granularity))) {
                hub.save("a", live(1), live(2));
                hub.clock.advance(Duration.ofDays(1));
                hub.save("a", deleted(1), live(3));
                hub.clock.advance(Duration.ofDays(30));

                Datestamp earliest = identify(hub).earliestDatestamp();
                assertThat(earliest).isEqualTo(Datestamp.of(ServingHub.START, granularity));
                assertThat(hub.list("a", "ListIdentifiers", ALL)).allSatisfy(record -> {
                    assertThat(record.header().datestamp().granularity()).hasValue(granularity);
                    assertThat(record.header().datestamp().text()).isGreaterThanOrEqualTo(earliest.text());
                });
                assertThat(hub.list("a", "ListIdentifiers", "&from=" + earliest + ALL)).hasSize(3);
            }
        }
    }

    /** 57: blanks, slashes and brackets in setSpecs. */
    @Test
    void setWithAnInvalidSetSpec_canBeRequested() throws Exception {
        ServingHub hub = hub();
        List<String> odd = List.of("Open Access", "a+b", "a/b", "<b>", "50%20", "é:ü", "&");
        for (int i = 0; i < odd.size(); i++) {
            hub.save("a", live(i, odd.get(i)));
        }
        List<SetSpec> specs = hub.walk("a", "ListSets", "").stream()
                .flatMap(page -> ((OaiResponse.ListSets) page.answer()).sets().stream()).map(OaiSet::spec).toList();
        assertThat(specs).allMatch(SetSpec::isLegal).doesNotHaveDuplicates();
        for (int i = 0; i < odd.size(); i++) {
            String spec = got(hub.ask("verb=GetRecord&identifier=" + SampleRecords.identifier(i) + ALL)).header().sets()
                    .getFirst().value();
            assertThat(specs).contains(new SetSpec(spec));
            assertThat(identifiers(hub.list("a", "ListRecords", "&set=" + spec + ALL)))
                    .containsExactly(SampleRecords.identifier(i));
        }
    }

    /** 58: sets are listed twice; an empty set argument marks everything as deleted. */
    @Test
    void sets_areListedOnce_andAnEmptySetIsABadArgument() throws Exception {
        ServingHub hub = hub();
        hub.save("a", live(1, "x", "x", "x:y"), live(2, "x:y"), live(3, "z"));
        hub.store().describe("a", new SourceDescription(null, null,
                List.of(new OaiSet(new SetSpec("x"), "X"), new OaiSet(new SetSpec("x"), "X again"),
                        new OaiSet(new SetSpec("z"), "X"))));
        assertThat(hub.walk("a", "ListSets", "").stream().flatMap(page -> ((OaiResponse.ListSets) page.answer()).sets().stream())
                .map(set -> set.spec().value())).containsExactly("x", "x:y", "z");
        assertThat(ServingHub.codes(hub.ask("verb=ListRecords&set=" + ALL))).containsExactly("badArgument");
    }

    /** 59: a set gives another one's records, or all deletions. 68: sets do not give their deletions. */
    @Test
    void set_holdsItsOwnRecordsAndDeletions() throws Exception {
        ServingHub hub = hub();
        hub.save("a", live(1, "x"), live(2, "xy"), live(3, "x:y"), live(4, "x"), live(5, "xy"), live(6));
        hub.save("a", deleted(4, "x"), deleted(5, "xy"), deleted(6));
        for (String verb : List.of("ListRecords", "ListIdentifiers")) {
            List<OaiRecord> listed = hub.list("a", verb, "&set=x" + ALL);
            assertThat(identifiers(listed)).containsExactlyInAnyOrderElementsOf(expected(1, 3, 4));
            assertThat(listed.stream().filter(OaiRecord::deleted).map(OaiRecord::identifier))
                    .containsExactlyElementsOf(expected(4));
            assertThat(Objects.requireNonNullElse(ServingHub.token(hub.ask("verb=" + verb + "&set=xy" + ALL)),
                    new ResumptionToken("", null, 2L, 0L)).completeListSize()).as("the size is that of the set").isEqualTo(2);
        }
    }

    /** 60: setSpecs are missing from headers. */
    @Test
    void headers_nameTheirSets_inEveryVerb() throws Exception {
        ServingHub hub = hub();
        hub.save("a", live(1, "x", "z"), live(2, "x"));
        hub.save("a", deleted(2, "x"));
        for (OaiRecord record : List.of(got(hub.ask("verb=GetRecord&identifier=" + SampleRecords.identifier(1) + ALL)),
                hub.list("a", "ListRecords", ALL).getFirst(), hub.list("a", "ListIdentifiers", ALL).getFirst())) {
            assertThat(record.header().sets()).extracting(SetSpec::value).containsExactlyInAnyOrder("x", "z");
        }
        assertThat(hub.list("a", "ListIdentifiers", ALL).getLast().header().sets()).containsExactly(new SetSpec("x"));
    }

    /** 63: one identifier is live and deleted; a record that is deleted takes its item with it. */
    @Test
    void deletion_concernsOneRecord_andIsListedOnce() throws Exception {
        ServingHub hub = hub();
        hub.save("a", live(1), live(2));
        hub.save("a", MARC, new OaiRecord(live(1).header(), ListedRepository.marc()));
        hub.save("a", MARC, deleted(1));

        assertThat(hub.list("a", "ListRecords", ALL)).noneMatch(OaiRecord::deleted).hasSize(2);
        assertThat(hub.list("a", "ListRecords", "&metadataPrefix=marc21")).allMatch(OaiRecord::deleted).hasSize(1);
        assertThat(got(hub.ask("verb=GetRecord&identifier=" + SampleRecords.identifier(1) + ALL)).deleted()).isFalse();
        OaiResponse formats = hub.ask("verb=ListMetadataFormats&identifier=" + SampleRecords.identifier(1));
        assertThat(((OaiResponse.ListMetadataFormats) formats.answer()).formats()).extracting(MetadataFormat::prefix)
                .containsExactly(MetadataPrefix.OAI_DC);
    }

    /** 64: identifiers come twice in a list, or differ between verbs. 65: a record in several sets comes several times. */
    @Test
    void identifier_isListedOnce_andEqualInEveryVerb() throws Exception {
        ServingHub hub = hub();
        for (int round = 0; round < 3; round++) {
            hub.clock.advance(Duration.ofSeconds(1));
            hub.save("a", SampleRecords.live(1, "T" + round, Datestamp.parse("2024-01-01"), "x", "y", "x:z"), live(2, "y"),
                    live(3));
        }
        for (String arguments : List.of(ALL, "&set=x" + ALL, "&set=y" + ALL)) {
            List<String> records = identifiers(hub.list("a", "ListRecords", arguments));
            assertThat(records).doesNotHaveDuplicates().contains(SampleRecords.identifier(1))
                    .isEqualTo(identifiers(hub.list("a", "ListIdentifiers", arguments)));
            for (String identifier : records) {
                assertThat(got(hub.ask("verb=GetRecord&identifier=" + encoded(identifier) + ALL)).identifier())
                        .isEqualTo(identifier);
            }
        }
    }

    /** 66: a deleted record in ListIdentifiers locks clients that then ask for it. */
    @Test
    void deletedRecordOfAList_isAnsweredByGetRecord() throws Exception {
        ServingHub hub = hub();
        hub.save("a", many(7));
        hub.save("a", deleted(2), deleted(3), deleted(4), deleted(5));
        for (OaiRecord listed : hub.list("a", "ListIdentifiers", ALL)) {
            OaiRecord got = got(hub.ask("verb=GetRecord&identifier=" + listed.identifier() + ALL));
            assertThat(got.header()).isEqualTo(listed.header());
            assertThat(got.metadata() == null).isEqualTo(listed.deleted());
        }
    }

    /** 67: deletions come unexpected. */
    @Test
    void deletedHeaders_areListedOnlyWhereIdentifyAnnouncesThem() throws Exception {
        for (DeletedRecordPolicy policy : DeletedRecordPolicy.values()) {
            try (ServingHub hub = new ServingHub(data.resolve(policy.name()),
                    settings -> settings.withDeletedRecord(policy).withPages(2, 2, 2))) {
                hub.save("a", many(8));
                hub.save("a", deleted(2), deleted(3), deleted(4), deleted(7));
                assertThat(identify(hub).deletedRecord()).isEqualTo(policy.text());
                for (String verb : List.of("ListRecords", "ListIdentifiers")) {
                    assertThat(hub.list("a", verb, ALL).stream().filter(OaiRecord::deleted))
                            .hasSize(policy == DeletedRecordPolicy.NO ? 0 : 4);
                }
                assertThat(ServingHub.codes(hub.ask("verb=GetRecord&identifier=" + SampleRecords.identifier(7) + ALL)))
                        .isEqualTo(policy == DeletedRecordPolicy.NO ? List.of("idDoesNotExist") : List.of());
            }
        }
    }

    /** 69: a repository says that it keeps deletions, and records vanish; identifiers come back as something else. */
    @Test
    void deletedAndReturningRecord_alwaysHasANewDatestamp() throws Exception {
        ServingHub hub = hub();
        hub.save("a", live(1, "x"));
        Set<String> datestamps = new HashSet<>();
        for (int round = 0; round < 4; round++) {
            hub.clock.advance(Duration.ofDays(400));
            hub.save("a", round % 2 == 0 ? deleted(1, "x") : SampleRecords.live(1, "back", Datestamp.parse("2024-01-01"), "x"));
            Header shown = got(hub.ask("verb=GetRecord&identifier=" + SampleRecords.identifier(1) + ALL)).header();
            assertThat(shown.deleted()).isEqualTo(round % 2 == 0);
            assertThat(datestamps.add(shown.datestamp().text())).isTrue();
            assertThat(hub.list("a", "ListIdentifiers", "&set=x" + ALL)).extracting(OaiRecord::header).containsExactly(shown);
        }
        assertThat(identify(hub).deletedRecord()).isEqualTo("persistent");
    }

    /** 80: baseURL is http, ends in a slash, or names localhost or an inner host. */
    @Test
    void behindAProxy_theBaseUrlIsTheExternalOne() throws Exception {
        ServingHub hub = hub();
        hub.save("a", many(4));
        hub.restart("https://oai.example.org/hub/");
        for (String path : List.of("/oai/a", "/oai/a/", "//oai/a")) {
            HttpResponse<byte[]> response = hub.get(path + "?verb=Identify", "X-Forwarded-Host", "inner.example.org");
            if (response.statusCode() == 200) {
                assertThat(ServingHub.text(response)).contains("<baseURL>https://oai.example.org/hub/oai/a</baseURL>")
                        .contains(">https://oai.example.org/hub/oai/a</request>")
                        .doesNotContain("127.0.0.1", "localhost", "inner.");
            }
        }
        assertThat(identify(hub).baseUrl()).isEqualTo("https://oai.example.org/hub/oai/a");
        assertThat(hub.list("a", "ListRecords", ALL)).hasSize(4);
    }

    /** 81: an unknown prefix is a 500. */
    @Test
    void unknownFormat_isAProtocolError() throws Exception {
        ServingHub hub = hub();
        hub.save("a", live(1));
        for (String verb : List.of("ListRecords", "ListIdentifiers", "GetRecord&identifier=" + SampleRecords.identifier(1))) {
            assertThat(ServingHub.codes(hub.ask("verb=" + verb + "&metadataPrefix=nothing")))
                    .containsExactly("cannotDisseminateFormat");
        }
    }

    /** 86: clients that are not logged in get an empty repository, or a form to log in with. */
    @Test
    void outsideClients_readTheWholeRepository() throws Exception {
        ServingHub hub = hub();
        hub.save("a", many(4));
        for (String query : List.of("verb=Identify", "verb=ListMetadataFormats", "verb=ListRecords" + ALL,
                "verb=ListIdentifiers" + ALL,
                "verb=GetRecord&identifier=" + SampleRecords.identifier(1) + ALL)) {
            HttpResponse<byte[]> anonymous = hub.get("/oai/a?" + query);
            assertThat(anonymous.statusCode()).isEqualTo(200);
            assertThat(ServingHub.codes(ServingHub.read(anonymous))).isEmpty();
            assertThat(anonymous.headers().map()).doesNotContainKeys("www-authenticate", "set-cookie", "location");
            assertThat(hub.get("/oai/a?" + query, "Authorization", "Basic bm9ib2R5Og==").body()).isEqualTo(anonymous.body());
        }
        assertThat(hub.list("a", "ListRecords", ALL)).hasSize(4);
    }
}
