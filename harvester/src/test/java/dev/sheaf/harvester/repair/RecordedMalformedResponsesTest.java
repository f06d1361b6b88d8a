package dev.sheaf.harvester.repair;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;

import dev.sheaf.core.OaiResponse;
import dev.sheaf.core.xml.OaiFormatException;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

/** All responses recorded from real repositories that are not well-formed, where they are at hand beside the checkout. */
class RecordedMalformedResponsesTest {

    private static final Path DATA = Path.of("..", "..", "shared", "data");

    /** How what became of each begins. */
    private static final Map<String, String> EXPECTED = Map.of(
            "copac.ac.uk/ListRecords-oai_dc-malformed.xml", "1 records, token none; repaired: \n        around null: white space",
            "duckduckgo.com/notxml-html.html", "refused: not well-formed",
            "ep.eur.nl/unparsed-malformed.xml", "Identify of DSpace at Erasmus; repaired: \n        end-tags",
            "ep.eur.nl/Identify-malformed.xml", "Identify of DSpace at Erasmus; repaired: \n        unescaped",
            "export.arxiv.org/ListRecords-oai_dc-malformed.xml", "3 records, token 6460044|1001; repaired: \n        around",
            "gh--dpla--ingestion3/ListRecords-malformed.xml", "4 records, token token50; repaired",
            "misanthropy.kapsi.fi/GetRecord-oai_dc-malformed.xml",
            "the record urn:nbn:fi:csc-ida2014010800372m; repaired: \n        end-tags",
            "oai-pmh.europeana.eu/ListMetadataFormats-malformed.xml", "1 formats; repaired: \n        prefix",
            "openarchives.org-examples/GetRecord-oai_marc-malformed.xml",
            "the record oai:lcoa1:loc.gmd/g3711p.rr004620; repaired: \n        unescaped",
            "zenodo.org/ListIdentifiers-malformed.xml", "3 headers; repaired: \n        end-tags");

    @Test
    void everyRecordInThemIsReadOrKept() throws IOException {
        Path index = DATA.resolve("oai-responses").resolve("index.tsv");
        assumeTrue(Files.exists(index), "the recorded responses are not beside this checkout");
        Map<String, String> became = new LinkedHashMap<>();
        try (Stream<String> lines = Files.lines(index)) {
            for (String[] line : lines.map(text -> text.split("\t", -1)).filter(line -> line[5].equals("no")).toList()) {
                became.put(line[0].substring("oai-responses/".length()), read(Files.readAllBytes(DATA.resolve(line[0]))));
            }
        }
        became.forEach((file, what) -> System.out.println(file + "\n    " + what));
        assertThat(became).hasSize(10).allSatisfy((file, what) -> assertThat(what).as(file).startsWith(EXPECTED.get(file)));
    }

    private static String read(byte[] body) {
        try {
            Reading reading = ResponseReader.REPAIRING.read(body, "text/xml");
            return what(reading.response().answer()) + (reading.isCut() ? ", cut" : "")
                    + list("; repaired: ",
                            reading.mended().stream().map(one -> one.kind().text() + " " + one.identifier() + ": " + one)
                                    .toList())
                    + list("; quarantined: ", reading.damaged().stream()
                            .map(one -> one.identifier() + " at byte " + one.position() + ", " + one.raw().length + " bytes: "
                                    + one.reason())
                            .toList());
        } catch (OaiFormatException failure) {
            return "refused: " + failure.getMessage();
        }
    }

    private static String list(String label, List<String> texts) {
        return texts.isEmpty() ? "" : texts.stream().collect(Collectors.joining("\n        ", label + "\n        ", ""));
    }

    private static String what(OaiResponse.Answer answer) {
        return switch (answer) {
            case OaiResponse.ListRecords list -> list.records().size() + " records, token "
                    + (list.resumptionToken() == null ? "none" : list.resumptionToken().value());
            case OaiResponse.ListIdentifiers list -> list.headers().size() + " headers";
            case OaiResponse.GetRecord one -> "the record " + one.record().identifier();
            case OaiResponse.Identify identify -> "Identify of " + identify.description().repositoryName();
            case OaiResponse.ListMetadataFormats list -> list.formats().size() + " formats";
            case OaiResponse.ListSets list -> list.sets().size() + " sets";
            case OaiResponse.Errors errors -> errors.errors().toString();
        };
    }
}
