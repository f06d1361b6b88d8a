package dev.sheaf.harvester.internal.repair;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;

import dev.sheaf.core.OaiRecord;
import dev.sheaf.core.OaiResponse;
import dev.sheaf.core.xml.OaiFormatException;
import dev.sheaf.harvester.client.ResponseReader;
import dev.sheaf.harvester.repair.Damaged;
import dev.sheaf.harvester.repair.Reading;
import dev.sheaf.harvester.repair.RepairNote;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

/** All responses recorded from real repositories that are not well-formed, where they are at hand next to the checkout. */
class RecordedMalformedResponsesTest {

    private static final Path DATA = Path.of("..", "..", "shared", "data");
    private static final Path TABLE = Path.of("target", "recorded-malformed.md");
    private static final Pattern REPAIR = Pattern.compile("`([a-z-]+)`");
    private static final Path PAGE = Path.of("..", "results", "malformed-responses.md");

    /** A description of each response, in the order of the table. */
    private static final Map<String, String> RESPONSES = new LinkedHashMap<>();

    static {
        RESPONSES.put("copac.ac.uk/ListRecords-oai_dc-malformed.xml", "ListRecords, white space in front of the XML declaration");
        RESPONSES.put("export.arxiv.org/ListRecords-oai_dc-malformed.xml", "ListRecords, a page with more documents behind it");
        RESPONSES.put("gh--dpla--ingestion3/ListRecords-malformed.xml", "ListRecords, pieces of it in the source of a program");
        RESPONSES.put("zenodo.org/ListIdentifiers-malformed.xml", "ListIdentifiers, an end tag is missing");
        RESPONSES.put("misanthropy.kapsi.fi/GetRecord-oai_dc-malformed.xml", "GetRecord, an end tag of another element");
        RESPONSES.put("openarchives.org-examples/GetRecord-oai_marc-malformed.xml",
                "GetRecord of protocol 1.0, `&` in an address");
        RESPONSES.put("ep.eur.nl/Identify-malformed.xml", "Identify, an entity that nothing declares");
        RESPONSES.put("ep.eur.nl/unparsed-malformed.xml", "Identify, an element that is never ended");
        RESPONSES.put("oai-pmh.europeana.eu/ListMetadataFormats-malformed.xml",
                "ListMetadataFormats, a namespace prefix that is not declared");
        RESPONSES.put("duckduckgo.com/notxml-html.html", "a web page, HTTP status 200");
    }

    private static final String EXPECTED = """
            | response | result | repaired | in quarantine |
            |---|---|---|---|
            | recorded response 1: ListRecords, white space in front of the XML declaration | 1 record, no token | `around` white space before the XML declaration was left out, at byte 0 | nothing |
            | recorded response 2: ListRecords, a page with more documents behind it | 3 records, token `6460044\\|1001` | `around` another response follows in the same body: both were read as one, at byte 2096, the first of 2 | nothing |
            | recorded response 3: ListRecords, pieces of it in the source of a program | 4 records, token `token50` | `end-tags` the end tag &lt;/root> that ended nothing was left out, at byte 617, the first of 3; `unescaped` the ampersand of the unknown entity 'badentity' was escaped, at byte 226, the first of 2; `end-tags` the end tag &lt;/record> was missing and was added, at byte 534 | a record without identifier; oai:example:001: not deleted, yet without metadata; oai:example:002: not deleted, yet without metadata; oai:example:050: not deleted, yet without metadata |
            | recorded response 4: ListIdentifiers, an end tag is missing | 3 headers, no token | `end-tags` the end tag &lt;/ListIdentifiers> was missing and was added, at byte 1288 | nothing |
            | recorded response 5: GetRecord, an end tag of another element | the record | `end-tags` of urn:nbn:fi:csc-ida2014010800372m the end tag &lt;/foaf:Person> was missing and was added, at byte 2294 | nothing |
            | recorded response 6: GetRecord of protocol 1.0, `&` in an address | the record | `unescaped` an ampersand that begins nothing was escaped, at byte 444, the first of 2 | nothing |
            | recorded response 7: Identify, an entity that nothing declares | the description of DSpace at Erasmus | `unescaped` the ampersand of the unknown entity 'bogus' was escaped, at byte 287 | nothing |
            | recorded response 8: Identify, an element that is never ended | the description of DSpace at Erasmus | `end-tags` the start tag &lt;bogus> of an element that never ends was left out, at byte 1305 | nothing |
            | recorded response 9: ListMetadataFormats, a namespace prefix that is not declared | 1 format | `prefix` the undeclared prefix 'xsi' was declared as http://www.w3.org/2001/XMLSchema-instance, at byte 0 | nothing |
            | recorded response 10: a web page, HTTP status 200 | refused: not well-formed XML at line 1, column 1: a DOCTYPE is not allowed here | nothing | nothing |
            """;

    @Test
    void everyRecordOfMalformedResponses_isReadOrQuarantined() throws IOException {
        Path index = DATA.resolve("oai-responses").resolve("index.tsv");
        assumeTrue(Files.exists(index), "skipped: the recorded responses are not beside this checkout, in ../shared/data");
        try (Stream<String> lines = Files.lines(index)) {
            assertThat(lines.map(text -> text.split("\t", -1)).filter(line -> line[5].equals("no"))
                    .map(line -> line[0].substring("oai-responses/".length())))
                    .containsExactlyInAnyOrderElementsOf(RESPONSES.keySet());
        }
        StringBuilder table = new StringBuilder("""
                | response | result | repaired | in quarantine |
                |---|---|---|---|
                """);
        int number = 0;
        for (Map.Entry<String, String> response : RESPONSES.entrySet()) {
            number++;
            table.append("| recorded response ").append(number).append(": ").append(response.getValue()).append(" | ")
                    .append(row(Files.readAllBytes(DATA.resolve("oai-responses").resolve(response.getKey())))).append(" |\n");
        }
        Files.createDirectories(TABLE.getParent());
        Files.writeString(TABLE, table);
        assertThat(table).asString().isEqualTo(EXPECTED);
    }

    /** The samples run in every clone: both records of each come out after one repair, and the web page is refused. */
    @Test
    void everyRecordOfTheSamples_isRead() throws IOException {
        Path samples = Path.of("..", "testkit", "samples");
        List<String> read = new ArrayList<>();
        for (String text : Files.readAllLines(samples.resolve("oai-responses").resolve("index.tsv"))) {
            String[] line = text.split("\t", -1);
            if (line[5].equals("no")) {
                String row = row(Files.readAllBytes(samples.resolve(line[0])));
                // The number of records or that there are none, and the kind of the repair.
                Matcher repair = REPAIR.matcher(row);
                read.add(line[0].replaceFirst(".*/", "") + ": " + row.split("[ :]", 2)[0]
                        + (repair.find() ? " " + repair.group(1) : ""));
            }
        }
        assertThat(read).containsExactlyInAnyOrder("ListRecords-oai_dc-ampersand.xml: 2 unescaped",
                "ListRecords-oai_dc-end-tag.xml: 2 end-tags", "ListRecords-oai_dc-white-space.xml: 2 around",
                "ListRecords-oai_dc-control.xml: 2 characters", "notxml-html.html: refused");
    }

    @Test
    void documentationOfRepairs_isUpToDate() throws IOException {
        assertThat(Files.readString(PAGE)).contains("\n" + EXPECTED);
    }

    private static String row(byte[] body) {
        try {
            Reading reading = ResponseReader.REPAIRING.read(body, "text/xml");
            return cell(what(reading.response().answer()) + (reading.isCut() ? ", cut" : "")) + " | "
                    + list(reading.repairs().stream().map(RecordedMalformedResponsesTest::described).toList()) + " | "
                    + list(Stream.concat(reading.damaged().stream().map(RecordedMalformedResponsesTest::damaged),
                            records(reading.response().answer()).stream().flatMap(RecordedMalformedResponsesTest::unacceptable))
                            .toList());
        } catch (OaiFormatException failure) {
            return "refused: " + cell(String.valueOf(failure.getMessage())) + " | nothing | nothing";
        }
    }

    private static String described(RepairNote one) {
        return cell("`" + one.kind().text() + "` " + (one.identifier() == null ? "" : "of " + one.identifier() + " ") + one);
    }

    private static String damaged(Damaged one) {
        return cell((one.identifier() == null ? "a record without identifier" : one.identifier()) + ", " + one.raw().length
                + " bytes from byte " + one.position() + ": " + one.reason());
    }

    private static List<OaiRecord> records(OaiResponse.Answer answer) {
        return switch (answer) {
            case OaiResponse.ListRecords list -> list.records();
            case OaiResponse.GetRecord one -> List.of(one.record());
            default -> List.of();
        };
    }

    /** Returns the reason why a readable record cannot be stored, if there is one: the harvest puts it into quarantine. */
    private static Stream<String> unacceptable(OaiRecord record) {
        if (record.identifier().isBlank()) {
            return Stream.of("a record without identifier");
        }
        return record.deleted() || record.metadata() != null
                ? Stream.empty()
                : Stream.of(cell(record.identifier()) + ": not deleted, yet without metadata");
    }

    private static String cell(String text) {
        return text.replace("|", "\\|").replace("<", "&lt;").replaceAll("\\s+", " ");
    }

    private static String list(List<String> texts) {
        return texts.isEmpty() ? "nothing" : texts.stream().collect(Collectors.joining("; "));
    }

    private static String count(int number, String what) {
        return number + " " + what + (number == 1 ? "" : "s");
    }

    private static String what(OaiResponse.Answer answer) {
        return switch (answer) {
            case OaiResponse.ListRecords list -> count(list.records().size(), "record") + ", "
                    + (list.resumptionToken() == null ? "no token" : "token `" + list.resumptionToken().value() + "`");
            case OaiResponse.ListIdentifiers list -> count(list.headers().size(), "header") + ", "
                    + (list.resumptionToken() == null ? "no token" : "a token");
            case OaiResponse.GetRecord _ -> "the record";
            case OaiResponse.Identify identify -> "the description of " + identify.description().repositoryName();
            case OaiResponse.ListMetadataFormats list -> count(list.formats().size(), "format");
            case OaiResponse.ListIndexFormats list -> count(list.formats().size(), "index format");
            case OaiResponse.ListSets list -> count(list.sets().size(), "set");
            case OaiResponse.Errors errors -> errors.errors().toString();
        };
    }
}
