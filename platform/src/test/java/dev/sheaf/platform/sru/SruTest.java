package dev.sheaf.platform.sru;

import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.List;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;

import static dev.sheaf.platform.sru.SampleHub.children;
import static dev.sheaf.platform.sru.SampleHub.parse;
import static dev.sheaf.platform.sru.SampleHub.query;
import static dev.sheaf.platform.sru.SampleHub.texts;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

/** SRU over real HTTP: operations, versions, indexes, databases, access and attacks. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class SruTest {

    private static final String SRW = "http://www.loc.gov/zing/srw/";

    private @Nullable SampleHub started;

    @BeforeAll
    void start(@TempDir Path folder) throws Exception {
        started = new SampleHub(folder, new SruFeature());
    }

    @AfterAll
    void stop() {
        hub().close();
    }

    private SampleHub hub() {
        return requireNonNull(started);
    }

    private Document ask(String path, String... keysAndValues) throws Exception {
        HttpResponse<String> response = hub().get(path + (keysAndValues.length == 0 ? "" : "?" + query(keysAndValues)));
        assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
        assertThat(response.headers().firstValue("Content-Security-Policy").orElse("")).contains("sandbox");
        return parse(response.body());
    }

    private Document search(String path, String cql, String... more) throws Exception {
        String[] all = new String[more.length + 6];
        System.arraycopy(new String[]{"operation", "searchRetrieve", "version", "1.2", "query", cql}, 0, all, 0, 6);
        System.arraycopy(more, 0, all, 6, more.length);
        return ask(path, all);
    }

    private List<String> find(String path, String cql) throws Exception {
        Document found = search(path, cql);
        assertThat(texts(found, "diagnostic")).as(cql).isEmpty();
        List<String> identifiers = texts(found, "recordIdentifier");
        assertThat(texts(found, "numberOfRecords")).as(cql).containsExactly(Integer.toString(identifiers.size()));
        return identifiers.stream().sorted().toList();
    }

    private List<String> find(String cql) throws Exception {
        return find("/sru", cql);
    }

    private static String diagnostic(Document response) {
        List<String> uris = texts(response, "uri");
        return uris.isEmpty() ? "" : uris.getFirst().replace("info:srw/diagnostic/1/", "");
    }

    private String diagnostic(String cql) throws Exception {
        Document response = search("/sru", cql);
        assertThat(texts(response, "numberOfRecords")).containsExactly("0");
        assertThat(texts(response, "records")).isEmpty();
        return diagnostic(response);
    }

    @Test
    void searchRetrieve12_hasTheElementsInTheirOrder() throws Exception {
        Document response = search("/sru", "river", "maximumRecords", "1");
        Element root = response.getDocumentElement();
        assertThat(root.getNamespaceURI()).isEqualTo(SRW);
        assertThat(root.getLocalName()).isEqualTo("searchRetrieveResponse");
        assertThat(children(root)).containsExactly("version", "numberOfRecords", "records", "nextRecordPosition",
                "echoedSearchRetrieveRequest");
        Element record = (Element) response.getElementsByTagNameNS(SRW, "record").item(0);
        assertThat(children(record)).containsExactly("recordSchema", "recordPacking", "recordData", "recordIdentifier",
                "recordPosition");
        assertThat(texts(response, "numberOfRecords")).containsExactly("2");
        assertThat(texts(response, "nextRecordPosition")).containsExactly("2");
        assertThat(texts(response, "recordSchema")).containsExactly("info:srw/schema/1/dc-v1.1");
        assertThat(response.getElementsByTagNameNS("http://purl.org/dc/elements/1.1/", "title").getLength()).isEqualTo(1);
        Element echoed = (Element) response.getElementsByTagNameNS(SRW, "echoedSearchRetrieveRequest").item(0);
        assertThat(children(echoed)).containsExactly("version", "query", "maximumRecords");
    }

    @Test
    void searchRetrieve11_hasNoIdentifierOfTheRecord() throws Exception {
        Document response = ask("/sru", "operation", "searchRetrieve", "version", "1.1", "query", "mountains");
        assertThat(texts(response, "version")).containsExactly("1.1", "1.1");
        assertThat(texts(response, "recordIdentifier")).isEmpty();
        assertThat(texts(response, "recordPosition")).containsExactly("1");
    }

    @Test
    void searchRetrieve20_needsNeitherOperationNorVersion() throws Exception {
        HttpResponse<String> raw = hub().get("/sru?" + query("query", "mountains", "recordXMLEscaping", "string"));
        assertThat(raw.headers().firstValue("Content-Type").orElse("")).startsWith("application/sru+xml");
        Document response = parse(raw.body());
        assertThat(response.getDocumentElement().getNamespaceURI())
                .isEqualTo("http://docs.oasis-open.org/ns/search-ws/sruResponse");
        assertThat(children(response.getDocumentElement())).containsExactly("version", "numberOfRecords", "records",
                "echoedSearchRetrieveRequest", "resultCountPrecision");
        assertThat(texts(response, "recordXMLEscaping")).first().isEqualTo("string");
        Document record = parse(texts(response, "recordData").getFirst());
        assertThat(texts(record, "title")).containsExactly("Mountains");
        Document failed = ask("/sru", "query", "(");
        assertThat(failed.getElementsByTagNameNS("http://docs.oasis-open.org/ns/search-ws/diagnostic", "uri").getLength())
                .isEqualTo(1);
        assertThat(texts(ask("/sru", "query", "river smith", "queryType", "searchTerms"), "numberOfRecords"))
                .containsExactly("1");
    }

    @ParameterizedTest
    @CsvSource({"info:srw/schema/1/dc-v1.1,dc,info:srw/schema/1/dc-schema", "dc,dc,info:srw/schema/1/dc-schema",
            "marcxml,record,http://www.loc.gov/MARC21/slim",
            "info:srw/schema/1/marcxml-v1.1,record,http://www.loc.gov/MARC21/slim",
            "mods,mods,http://www.loc.gov/mods/v3", "info:srw/schema/1/mods-v3.8,mods,http://www.loc.gov/mods/v3",
            "info:srw/schema/1/mods-v3.3,mods,http://www.loc.gov/mods/v3",
            "oai_dc,dc,http://www.openarchives.org/OAI/2.0/oai_dc/"})
    void records_comeInEverySchema(String schema, String root, String namespace) throws Exception {
        Document response = search("/sru", "history", "recordSchema", schema);
        assertThat(response.getElementsByTagNameNS(namespace, root).getLength()).isEqualTo(2);
        assertThat(texts(response, "diagnostic")).isEmpty();
        Document escaped = search("/sru", "history", "recordSchema", schema, "recordPacking", "string");
        assertThat(escaped.getElementsByTagNameNS(namespace, root).getLength()).isZero();
        for (String record : texts(escaped, "recordData")) {
            assertThat(parse(record).getDocumentElement().getNamespaceURI()).isEqualTo(namespace);
        }
    }

    @Test
    void recordOfTheSource_takesPrecedenceOverACrosswalk() throws Exception {
        assertThat(texts(search("/sru", "mountains", "recordSchema", "marcxml"), "subfield")).containsExactly("A title");
    }

    @Test
    void explain_answersTheBareAddress_andNamesEverything() throws Exception {
        Document response = ask("/sru");
        assertThat(response.getDocumentElement().getLocalName()).isEqualTo("explainResponse");
        assertThat(response.getDocumentElement().getNamespaceURI()).isEqualTo(SRW);
        assertThat(texts(response, "recordSchema")).containsExactly("http://explain.z3950.org/dtd/2.0/");
        assertThat(((Element) response.getElementsByTagNameNS("*", "database").item(0)).getAttribute("numRecs")).isEqualTo("4");
        assertThat(texts(response, "database")).containsExactly("sru");
        assertThat(texts(response, "name")).contains("title", "serverChoice", "isbn", "datestamp");
        assertThat(response.getElementsByTagNameNS("*", "schema").getLength()).isEqualTo(4);
        for (String version : List.of("1.1", "1.2")) {
            assertThat(texts(ask("/sru", "operation", "explain", "version", version), "version")).contains(version);
        }
        HttpResponse<String> oasis = hub().get("/sru", "Accept", "application/sru+xml");
        assertThat(parse(oasis.body()).getDocumentElement().getNamespaceURI()).contains("docs.oasis-open.org");
        Document ofSource = ask("/sru/home");
        assertThat(texts(ofSource, "database")).containsExactly("sru/home");
        assertThat(((Element) ofSource.getElementsByTagNameNS("*", "database").item(0)).getAttribute("numRecs")).isEqualTo("3");
        assertThat(texts(ofSource, "title")).contains("Home & <own>");
    }

    @Test
    void everyIndexOfExplain_answersOrNamesTheFormOfItsTerm() throws Exception {
        for (SruIndex index : SruIndex.values()) {
            String answer = diagnostic(search("/sru", index.set().text() + "." + index.text() + " = river"));
            assertThat(answer).as(index.text()).isIn("", "36");
        }
    }

    @Test
    void explain_namesTheIndexesByWhichRecordsCanBeSorted_andNoOthers() throws Exception {
        NodeList indexes = ask("/sru").getElementsByTagNameNS("*", "index");
        assertThat(indexes.getLength()).isEqualTo(SruIndex.values().length);
        for (int i = 0; i < indexes.getLength(); i++) {
            Element index = (Element) indexes.item(i);
            Element name = (Element) index.getElementsByTagNameNS("*", "name").item(0);
            String sorted = "cql.allRecords=1 sortBy " + name.getAttribute("set") + "." + name.getTextContent();
            boolean isSortable = diagnostic(search("/sru", sorted)).isEmpty()
                    || diagnostic(search("/sru", sorted + "/sort.descending")).isEmpty();
            assertThat(index.getAttribute("sort")).as(sorted).isEqualTo(Boolean.toString(isSortable));
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {"river|oai:x:1 oai:x:2", "RIVER|oai:x:1 oai:x:2", "\"river history\"|oai:x:1",
            "title = river|oai:x:1 oai:x:2", "dc.title all \"river history\"|oai:x:1 oai:x:2",
            "dc.title all \"river - history\"|oai:x:1 oai:x:2", "title any \"- mountains\"|oai:x:3",
            "title all \"river hist*\"|oai:x:1 oai:x:2", "title any \"lakes moun*\"|oai:x:2 oai:x:3 oai:y:9",
            "title = \"river history\"|oai:x:1",
            "title adj \"history river\"|", "title any \"mountains lakes\"|oai:x:2 oai:x:3 oai:y:9", "title = moun*|oai:x:3",
            "creator = smith|oai:x:1 oai:x:3", "bath.author = smith and bath.title = river|oai:x:1",
            "smith not river|oai:x:3", "(river or mountains) and smith|oai:x:1 oai:x:3", "river or mountains and jones|oai:x:2",
            "date = 1990|oai:x:1", "date < 1990|oai:y:9", "date >= 2001|oai:x:2 oai:x:3",
            "date within \"1980 2005\"|oai:x:1 oai:x:2",
            "date <> 1990|oai:x:2 oai:x:3 oai:y:9", "cql.allRecords = 1|oai:x:1 oai:x:2 oai:x:3 oai:y:9",
            "bath.isbn = 316148410X|oai:x:2", "bath.isbn = 978-3-16-148410-0|oai:x:2", "bath.issn = 0028-0836|oai:x:3",
            "identifier == \"doi:10.1000/182\"|oai:x:1", "identifier = \"10.1000/182\"|oai:x:1",
            "bath.standardIdentifier = \"10.1000/182\"|oai:x:1",
            "oai.identifier == oai:x:3|oai:x:3", "oai.identifier exact OAI:X:3|oai:x:3", "subject == mills|oai:x:1 oai:x:2",
            "subject == mill|", "subject = mill|oai:x:1 oai:x:2",
            "> x = \"info:srw/cql-context-set/1/dc-v1.1\" x.title = river|oai:x:1 oai:x:2",
            "oai.datestamp = 2025-03-01|oai:y:9", "oai.datestamp >= 2025-03-03|oai:x:3",
            "oai.datestamp < 2025-03-03|oai:x:1 oai:x:2 oai:y:9",
            "oai.datestamp within \"2025-03-01 2025-03-02\"|oai:x:1 oai:x:2 oai:y:9",
            "oai.datestamp > 2025-03-02T12:00:00Z|oai:x:3", "oai.datestamp > 2030-01-01|"})
    void query_findsItsRecords(String cql, @Nullable String identifiers) throws Exception {
        assertThat(find(cql)).as(cql).isEqualTo(identifiers == null ? List.of() : List.of(identifiers.split(" ")));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {"x.title = a|15", "dc.nosuch = a|16", "bath.nosuch = a|16", "title encloses a|19",
            "title foo a|19",
            "title =/respectCase a|20", "title == a|22", "title < a|22", "bath.isbn < 316148410X|22", "\"\"|27", "*|29", "a*|29",
            "f?sh|28", "^fish|31",
            "date > abc|36", "bath.isbn = 123|36", "oai.datestamp = yesterday|36",
            "oai.datestamp = \"+1000000000-12-31T23:59:59Z\"|36", "oai.datestamp < \"2025-03-01T12:00:00.5Z\"|36",
            "cql.resultSetId = a|50", "a prox b|39",
            "(a|13",
            "> x = \"urn:nosuch\" x.title = a|15"})
    void unsupportedQuery_hasItsDiagnostic(String cql, String number) throws Exception {
        assertThat(diagnostic(cql)).as(cql).isEqualTo(number);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {"operation=searchRetrieve&version=1.2|7", "operation=searchRetrieve&query=a|7",
            "version=1.2&query=a|7",
            "operation=nosuch&version=1.2|4", "operation=scan&version=1.2&scanClause=a|4", "scanClause=a|4",
            "operation=searchRetrieve&version=3.0&query=a|5", "query=a&nosuch=1|8", "query=a&startRecord=0|6",
            "query=a&startRecord=x|6",
            "query=a&startRecord=99999999999|6", "query=a&maximumRecords=-1|6", "query=a&query=b|6", "query=%C3%28|6",
            "query=river&startRecord=3|61",
            "query=river&startRecord=10000&maximumRecords=10|61", "query=a&recordSchema=nosuch|66",
            "query=a&recordXMLEscaping=x|71", "query=a&recordPacking=x|71",
            "operation=searchRetrieve&version=1.2&query=a&recordPacking=unpacked|71", "query=a&recordXPath=/a|72",
            "query=a&queryType=x|6",
            "query=a&sortKeys=nosuch|88", "query=a&sortKeys=title%20date|84", "query=a+sortBy+title+date|84",
            "query=a+sortBy+creator|88",
            "query=a+sortBy+title/sort.descending|90", "query=a+sortBy+title&sortKeys=title|94",
            "query=a+sortBy+title/sort.respectCase|91",
            "query=a&sortKeys=title,,1,1|91", "query=a&sortKeys=title,nosuch|87", "query=a+sortBy+date/sort.missingOmit|92",
            "query=a&stylesheet=javascript:alert(1)|111", "query=a&stylesheet=file:///etc/passwd|111",
            "query=a&stylesheet=http://a/%22?%3E|111"})
    void faultyRequest_hasItsDiagnostic_withStatus200(String query, String number) throws Exception {
        Document response = ask("/sru?" + query);
        assertThat(diagnostic(response)).as(query).isEqualTo(number);
        assertThat(texts(response, "message").getFirst()).as("message of " + number).doesNotContain("Diagnostic");
    }

    @Test
    void order_followsSortByAndSortKeys() throws Exception {
        assertThat(texts(search("/sru", "cql.allRecords=1 sortBy dc.date"), "recordIdentifier")).containsExactly("oai:y:9",
                "oai:x:1",
                "oai:x:2", "oai:x:3");
        assertThat(texts(search("/sru", "cql.allRecords=1 sortBy date/sort.descending"), "recordIdentifier"))
                .containsExactly("oai:x:3", "oai:x:2", "oai:x:1", "oai:y:9");
        assertThat(texts(search("/sru", "cql.allRecords=1", "sortKeys", "title"), "recordIdentifier")).containsExactly("oai:x:2",
                "oai:x:3", "oai:x:1", "oai:y:9");
        assertThat(texts(search("/sru", "cql.allRecords=1", "sortKeys", "date,dc,0"), "recordIdentifier")).first()
                .isEqualTo("oai:x:3");
        assertThat(texts(search("/sru", "cql.allRecords=1", "sortKeys", "datestamp,,0"), "recordIdentifier"))
                .isEqualTo(texts(search("/sru", "cql.allRecords=1 sortBy oai.datestamp/sort.descending"), "recordIdentifier"))
                .hasSize(4);
    }

    @Test
    void pages_followEachOther() throws Exception {
        Document second = search("/sru", "cql.allRecords=1 sortBy date", "startRecord", "3", "maximumRecords", "2");
        assertThat(texts(second, "recordPosition")).containsExactly("3", "4");
        assertThat(texts(second, "nextRecordPosition")).isEmpty();
        Document none = search("/sru", "cql.allRecords=1", "maximumRecords", "0");
        assertThat(texts(none, "numberOfRecords")).containsExactly("4");
        assertThat(texts(none, "records")).isEmpty();
        assertThat(texts(search("/sru", "nosuchword"), "numberOfRecords")).containsExactly("0");
    }

    @Test
    void lastPageThatIsRetrieved_isShorter_andNoneFollows() throws Exception {
        // The hub has few records, so the details tell which limit was met.
        assertThat(texts(search("/sru", "cql.allRecords=1", "startRecord", "9991", "maximumRecords", "30"), "details"))
                .containsExactly("9991");
        assertThat(texts(search("/sru", "cql.allRecords=1", "startRecord", "10001"), "details").getFirst())
                .contains("first 10000 records");
    }

    @Test
    void requestThatCannotBeDecoded_getsTheFormOfItsOperation() throws Exception {
        Document response = ask("/sru?query=%FF");
        assertThat(response.getDocumentElement().getLocalName()).isEqualTo("searchRetrieveResponse");
        assertThat(diagnostic(response)).isEqualTo("6");
    }

    @Test
    void operationExplain_needsNoVersion() throws Exception {
        assertThat(diagnostic(ask("/sru?operation=explain"))).isEmpty();
        HttpResponse<String> oasis = hub().get("/sru?operation=explain", "Accept", "application/sru+xml");
        assertThat(parse(oasis.body()).getDocumentElement().getNamespaceURI()).contains("docs.oasis-open.org");
    }

    @Test
    void databases_areEverythingSourcesAndAggregates() throws Exception {
        assertThat(find("/sru/local", "river")).isEmpty();
        assertThat(find("/sru/local", "winter")).containsExactly("oai:y:9");
        assertThat(find("/sru/home", "cql.allRecords=1")).containsExactly("oai:x:1", "oai:x:2", "oai:x:3");
        assertThat(find("/sru/oai", "river")).containsExactly("oai:x:1", "oai:x:2");
        assertThat(find("/sru/asked", "cql.allRecords=1")).containsExactly("oai:x:1", "oai:x:2", "oai:x:3");
        assertThat(find("/sru/waters", "winter or mountains")).containsExactly("oai:x:3", "oai:y:9");
        assertThat(find("/sru/part", "cql.allRecords=1")).containsExactly("oai:x:1", "oai:x:2");
        assertThat(find("/sru/part", "mountains")).isEmpty();
        assertThat(diagnostic(search("/sru/nosuch", "river"))).isEqualTo("235");
        assertThat(diagnostic(ask("/sru/nosuch"))).isEqualTo("235");
    }

    @Test
    void closedSource_isNeitherFoundNorCountedNorSearched() throws Exception {
        assertThat(find("secret")).isEmpty();
        assertThat(find("identifier == \"doi:10.1000/999\"")).isEmpty();
        assertThat(find("oai.identifier == oai:x:secret")).isEmpty();
        assertThat(hub().get("/sru/closed").statusCode()).isEqualTo(403);
        assertThat(hub().get("/sru/closed?" + query("query", "river")).statusCode()).isEqualTo(403);
    }

    @Test
    void form_isAnsweredAsAnAddress() throws Exception {
        String form = query("operation", "searchRetrieve", "version", "1.2", "query", "title = \"river history\"");
        HttpResponse<String> posted = hub().post("/sru", form);
        assertThat(posted.body()).isEqualTo(hub().get("/sru?" + form).body());
        assertThat(texts(parse(posted.body()), "numberOfRecords")).containsExactly("1");
        assertThat(hub().post("/sru", "query=" + "a".repeat(70_000)).statusCode()).isEqualTo(413);
    }

    @Test
    void styleSheet_isNamedInAnInstruction() throws Exception {
        HttpResponse<String> response = hub()
                .get("/sru?" + query("query", "river", "stylesheet", "https://example.org/a.xsl?a=1&b=2"));
        assertThat(response.body())
                .contains("<?xml-stylesheet type=\"text/xsl\" href=\"https://example.org/a.xsl?a=1&amp;b=2\"?>");
        parse(response.body());
    }

    @ParameterizedTest
    @ValueSource(strings = {"</sru:query><evil/>", "]]><evil/>", "<!--", "&evil;", "\u0000\u0001", "\"'<>&", "\ud800",
            "<?evil?>"})
    void markupInParameters_isEscapedInEveryAnswer(String attack) throws Exception {
        for (String version : List.of("1.1", "1.2", "2.0")) {
            for (String parameter : List.of("query", "recordSchema", "startRecord", "sortKeys", "stylesheet", "x-extra",
                    "operation",
                    "version", "<a>")) {
                StringBuilder query = new StringBuilder(query(parameter, attack));
                for (String[] usual : new String[][]{{"operation", "searchRetrieve"}, {"version", version}, {"query", "river"}}) {
                    query.append(parameter.equals(usual[0]) ? "" : "&" + query(usual));
                }
                HttpResponse<String> response = hub().get("/sru?" + query.toString().replace("<a>", "%3Ca%3E"));
                assertThat(response.statusCode()).isEqualTo(200);
                assertThat(texts(parse(response.body()), "evil")).isEmpty();
            }
        }
    }

    @Test
    void bombs_areRefusedAtOnce() throws Exception {
        String clauses = "a or ".repeat(10_000) + "a";
        assertThat(diagnostic(parse(hub().post("/sru", query("query", clauses)).body()))).isEqualTo("12");
        String fewer = "a or ".repeat(700) + "a";
        assertThat(diagnostic(fewer)).isEqualTo("38");
        assertThat(diagnostic("(".repeat(1_000) + "a" + ")".repeat(1_000))).isEqualTo("13");
        assertThat(diagnostic("a".repeat(2_000))).isEqualTo("23");
        assertThat(diagnostic("title any \"" + "word ".repeat(190) + "\"")).isEqualTo("38");
        assertThat(diagnostic(search("/sru", "ab* ".repeat(20).strip().replace(" ", " or ")))).isEmpty();
        assertThat(diagnostic("x".repeat(40) + "-y-z".repeat(240))).isEmpty();
        StringBuilder many = new StringBuilder("query=a");
        for (int i = 0; i < 2_000; i++) {
            many.append("&x-").append(i).append("=1");
        }
        assertThat(diagnostic(parse(hub().post("/sru", many.toString()).body()))).isEqualTo("8");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            /sru/nosuch | query | whale               | nosuch          | this server has no database 'nosuch'; it has 5: asked, home, local, part, waters
            /sru/lokal  | query | whale               | lokal           | Did you mean 'local'?
            /sru        | query | dc.titel=whale      | dc.titel        | this server has no index 'dc.titel'; it has 37, among them dc.title,
            /sru        | query | titel=whale         | titel           | this server has no index 'titel'; it has 21, among them title,
            /sru        | query | x.title=whale       | x               | this server has no context set 'x'; it has 4: bath, cql, dc, oai
            /sru        | query | > p="nosuch" p.a=b  | nosuch          | this server has no context set 'nosuch'
            /sru        | query | title like whale    | like            | this server has no relation 'like'; it has 11:
            /sru        | query | title =/stm whale   | stm             | Did you mean 'stem'?
            /sru        | query | whale sortBy tittle | tittle          | this server has no sort key 'tittle'; it has
            /sru        | query=whale&recordSchema   | marcxm | marcxm | it has 4: dc, marcxml, mods, oai_dc. Did you mean 'marcxml'?
            /sru        | query=whale&maximumRecord  | 3      | maximumRecord   | Did you mean 'maximumRecords'?
            /sru        | query=whale&version=1.2&operation | serchRetrieve | serchRetrieve | it has 2: explain, searchRetrieve. Did you mean 'searchRetrieve'?
            /sru        | query=whale&queryType      | cqll   | queryType       | this server has no query type 'cqll'; it has 2: cql, searchTerms
            """)
    void wrongName_isNamed_andThoseThatThereAre(String path, String key, String value, String details, String message)
            throws Exception {
        Document response = parse(hub().get(path + "?" + query(key, value)).body());
        assertThat(texts(response, "details")).containsExactly(details);
        assertThat(texts(response, "message").getFirst()).contains(message).doesNotContain("closed");
    }
}
