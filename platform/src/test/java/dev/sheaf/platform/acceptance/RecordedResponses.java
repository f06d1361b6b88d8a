package dev.sheaf.platform.acceptance;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.WeakHashMap;
import java.util.zip.GZIPInputStream;

import org.jspecify.annotations.Nullable;

import dev.sheaf.core.OaiRecord;
import dev.sheaf.core.OaiResponse;
import dev.sheaf.core.xml.OaiFormatException;
import dev.sheaf.harvester.client.ResponseReader;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

/** Responses in a folder of data: the samples of the project, or the recorded ones of real servers. */
final class RecordedResponses {

    /** The samples, in every clone. */
    static final Path SAMPLES = Path.of("..", "testkit", "samples");
    /** The folder of recorded and collected data, beside some checkouts. */
    static final Path RECORDED = Path.of("..", "..", "shared", "data");

    /** Responses that were read, as long as somebody holds the recording; by identity. */
    private static final Map<Recorded, OaiResponse> READ = Collections.synchronizedMap(new WeakHashMap<>());

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

        @Override
        public boolean equals(@Nullable Object other) {
            return this == other;
        }

        @Override
        public int hashCode() {
            return System.identityHashCode(this);
        }

        /** One for each server. */
        String folder() {
            return file.substring(0, file.lastIndexOf('/'));
        }

        /** As a harvest reads it, repaired where need be; read once, as tests ask for the formats of a repository with each record. */
        OaiResponse read() throws OaiFormatException {
            OaiResponse known = READ.get(this);
            if (known == null) {
                known = ResponseReader.REPAIRING.read(bytes, "text/xml;charset=utf-8").response();
                READ.put(this, known);
            }
            return known;
        }
    }

    /** The protocol 2.0 responses that an independent parser found well-formed. */
    static List<Recorded> wellFormed(Path data) throws IOException {
        return all(data).stream().filter(one -> one.protocol().equals("2.0") && one.isWellFormed())
                // Five mocks lack the protocol's envelope.
                .filter(one -> !one.file().contains("MyCoRe-Org--mycore/ListSets")).toList();
    }

    /** The responses of all versions of the protocol, well-formed or not; skips the test where the folder is missing. */
    static List<Recorded> all(Path data) throws IOException {
        Path index = data.resolve("oai-responses").resolve("index.tsv");
        assumeTrue(Files.exists(index), "skipped: the recorded responses are not beside this checkout, in ../shared/data");
        List<Recorded> found = new ArrayList<>();
        List<String> lines = Files.readAllLines(index);
        for (String line : lines.subList(1, lines.size())) {
            String[] columns = line.split("\t", -1);
            // Static repositories are another format, and a page of a search engine is none at all.
            if (columns[2].equals("StaticRepository") || columns[2].equals("notxml")) {
                continue;
            }
            Path file = data.resolve(columns[0]);
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
            case OaiResponse.Errors _,OaiResponse.Identify _,OaiResponse.ListMetadataFormats _,OaiResponse.ListIndexFormats _,OaiResponse.ListSets _,OaiResponse.ListIdentifiers _ -> List
                    .of();
        };
    }
}
