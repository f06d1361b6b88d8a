package dev.sheaf.harvester.internal.repair;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import dev.sheaf.core.OaiResponse;
import dev.sheaf.harvester.client.ResponseReader;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

/** Responses of protocol 1.0 and 1.1: those of the samples, and all recorded ones where they lie next to the checkout. */
class RecordedEarlyResponsesTest {

    @ParameterizedTest
    @CsvSource({"../testkit/samples, 12", "../../shared/data, 43"})
    void earlyResponses_areReadInTheFormOfProtocol20(Path data, int expected) throws Exception {
        Path index = data.resolve("oai-responses").resolve("index.tsv");
        assumeTrue(Files.exists(index), "skipped: the recorded responses are not beside this checkout, in ../shared/data");
        List<String[]> early;
        try (Stream<String> lines = Files.lines(index)) {
            early = lines.map(line -> line.split("\t", -1)).filter(line -> line[4].startsWith("1.")).toList();
        }
        Map<String, Integer> answers = new TreeMap<>();
        for (String[] line : early) {
            OaiResponse response = ResponseReader.REPAIRING.read(Files.readAllBytes(data.resolve(line[0])), "text/xml")
                    .response();
            assertThat(response.responseDate().text()).as(line[0]).matches("[0-9-]+T[0-9:]+[+-][0-9:]+");
            assertThat(response.request().arguments()).as(line[0]).containsKey("verb");
            answers.merge(line[2] + " read as " + answer(response.answer()), 1, Integer::sum);
        }
        answers.forEach((what, times) -> System.out.println(times + " × " + what));
        assertThat(early).hasSize(expected);
    }

    private static String answer(OaiResponse.Answer answer) {
        return switch (answer) {
            case OaiResponse.Errors errors -> errors.errors().getFirst().code();
            case OaiResponse.ListRecords list -> "ListRecords with " + list.records().size();
            case OaiResponse.ListIdentifiers list -> "ListIdentifiers with " + list.headers().size();
            default -> answer.getClass().getSimpleName();
        };
    }
}
