package dev.sheaf.harvester;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;

import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamReader;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import dev.sheaf.core.MetadataPrefix;
import dev.sheaf.core.OaiError;
import dev.sheaf.core.store.HarvestOutcome;
import dev.sheaf.core.store.Source;
import dev.sheaf.core.xml.XmlInput;
import dev.sheaf.harvester.http.FetchRules;
import dev.sheaf.harvester.http.HttpFetcher;
import dev.sheaf.harvester.http.RecordingPause;
import dev.sheaf.simulator.Behaviour;
import dev.sheaf.simulator.ScriptedProvider;
import dev.sheaf.testkit.SettableClock;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

/** Lists of the samples, and those recorded from real repositories where they lie beside the checkout. */
class RecordedResponsesTest {

    /** A line of the index: file, origin, verb, format, version, well-formed and more. */
    private static boolean isList(String[] line) {
        return line[2].equals("ListRecords") && line[4].equals("2.0") && line[5].equals("yes");
    }

    @ParameterizedTest
    @CsvSource({"../testkit/samples, 3", "../../shared/data, 100"})
    void allRecordsOfRecordedResponses_areHarvested(Path data, int least) throws Exception {
        Path index = data.resolve("oai-responses").resolve("index.tsv");
        assumeTrue(Files.exists(index), "skipped: the recorded responses are not beside this checkout, in ../shared/data");
        List<String[]> lists;
        try (Stream<String> lines = Files.lines(index)) {
            lists = lines.map(line -> line.split("\t", -1)).filter(RecordedResponsesTest::isList).toList();
        }
        assertThat(lists).hasSizeGreaterThanOrEqualTo(least);
        try (HttpFetcher fetcher = new HttpFetcher()) {
            for (String[] line : lists) {
                byte[] response = read(data.resolve(line[0]));
                assertThat(received(fetcher, response)).as(line[0]).isEqualTo(records(response));
            }
        }
    }

    /** Elements named record directly below ListRecords; some formats have records of their own. */
    private static long records(byte[] response) throws Exception {
        XMLStreamReader reader = XmlInput.pull(response);
        long records = 0;
        int depth = 0;
        while (reader.hasNext()) {
            int event = reader.next();
            if (event == XMLStreamConstants.START_ELEMENT && depth++ == 2 && reader.getLocalName().equals("record")) {
                records++;
            } else if (event == XMLStreamConstants.END_ELEMENT) {
                depth--;
            }
        }
        return records;
    }

    private static byte[] read(Path file) throws IOException {
        try (InputStream in = file.toString().endsWith(".gz")
                ? new GZIPInputStream(Files.newInputStream(file))
                : Files.newInputStream(file)) {
            return in.readAllBytes();
        }
    }

    private static long received(HttpFetcher fetcher, byte[] response) {
        RecordingSink sink = new RecordingSink();
        try (ScriptedProvider provider = ScriptedProvider.start(SettableClock.at("2024-05-10T09:00:00Z"))) {
            provider.answer("verb=ListRecords&metadataPrefix=oai_dc", response)
                    .when(request -> request.argument("resumptionToken") != null,
                            Behaviour.errors(new OaiError(OaiError.Code.NO_RECORDS_MATCH, "")));
            HarvestOutcome outcome = new Harvester(fetcher, FetchRules.DEFAULT, SettableClock.at("2024-05-10T09:00:00Z"),
                    new RecordingPause()).harvest(Source.harvested("recorded", provider.baseUrl()),
                            HarvestOptions.DEFAULT.withLists(List.of(MetadataPrefix.OAI_DC), List.of()), sink,
                            ProgressListener.NONE);
            return outcome.counts().received();
        }
    }
}
