package dev.sheaf.platform.acceptance;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.GZIPInputStream;

import dev.sheaf.core.OaiRecord;
import dev.sheaf.core.OaiResponse;
import dev.sheaf.core.xml.OaiFormatException;
import dev.sheaf.harvester.repair.ResponseReader;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

/** Responses of real servers, recorded; they lie beside the project where they are at hand, and tests that need them skip themselves. */
final class RecordedResponses {

    /** The folder of recorded and collected data. */
    static final Path DATA = Path.of("..", "..", "shared", "data");

    private RecordedResponses() {}

    /**
     * One recorded response.
     *
     * @param file where it lies, below the folder of data
     * @param verb that it answers
     * @param format metadataPrefix asked for, else the payload's root
     * @param protocol its version; empty where an independent parser could not tell
     * @param isWellFormed as that parser found it
     */
    record Recorded(String file, String verb, String format, String protocol, boolean isWellFormed, byte[] bytes) {

        /** One for each server. */
        String folder() {
            return file.substring(0, file.lastIndexOf('/'));
        }

        /** As a harvest reads it, repaired where need be. */
        OaiResponse read() throws OaiFormatException {
            return ResponseReader.REPAIRING.read(bytes, "text/xml;charset=utf-8").response();
        }
    }

    /** The protocol 2.0 responses that an independent parser found well-formed. */
    static List<Recorded> wellFormed() throws IOException {
        return all().stream().filter(one -> one.protocol().equals("2.0") && one.isWellFormed())
                // Five mocks lack the protocol's envelope.
                .filter(one -> !one.file().contains("MyCoRe-Org--mycore/ListSets")).toList();
    }

    /** The responses of all versions of the protocol, well-formed or not. */
    static List<Recorded> all() throws IOException {
        Path index = DATA.resolve("oai-responses").resolve("index.tsv");
        assumeTrue(Files.exists(index), "the recorded responses are not at hand: this test is skipped");
        List<Recorded> found = new ArrayList<>();
        List<String> lines = Files.readAllLines(index);
        for (String line : lines.subList(1, lines.size())) {
            String[] columns = line.split("\t", -1);
            // Static repositories are another format, and a page of a search engine is none at all.
            if (columns[2].equals("StaticRepository") || columns[2].equals("notxml")) {
                continue;
            }
            Path file = DATA.resolve(columns[0]);
            try (InputStream in = columns[0].endsWith(".gz")
                    ? new GZIPInputStream(Files.newInputStream(file))
                    : Files.newInputStream(file)) {
                found.add(new Recorded(columns[0], columns[2], columns[3], columns[4], columns[5].equals("yes"),
                        in.readAllBytes()));
            }
        }
        return found;
    }

    /** The records that a response holds. */
    static List<OaiRecord> records(OaiResponse response) {
        return switch (response.answer()) {
            case OaiResponse.ListRecords list -> list.records();
            case OaiResponse.GetRecord one -> List.of(one.record());
            case OaiResponse.Errors _,OaiResponse.Identify _,OaiResponse.ListMetadataFormats _,OaiResponse.ListSets _,OaiResponse.ListIdentifiers _ -> List
                    .of();
        };
    }
}
