package dev.sheaf.formats.crosswalk;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

import dev.sheaf.formats.crosswalk.SharedSamples.Sample;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Title, creators, dates and identifiers of records, as somebody who read the originals next to them found them right:
 * {@code crosswalk/judged-samples.tsv} for the samples in every clone, {@code crosswalk/judged.tsv} for real records, both written by
 * {@link CrosswalkTable} and then read. {@code crosswalk/judged-by-hand.tsv} holds the judgement of
 * each row, field by field.
 */
class JudgedSamplesTest {

    static Stream<Arguments> collections() {
        return Stream.of(Arguments.of(SharedSamples.SAMPLES, "judged-samples.tsv", 20),
                Arguments.of(SharedSamples.DATA, "judged.tsv", 200));
    }

    @ParameterizedTest
    @MethodSource("collections")
    void records_becomeTheDublinCoreOfTheJudgedSamples(Path data, String table, int least) throws Exception {
        Assumptions.assumeTrue(Files.isDirectory(data.resolve("oai-responses")),
                "skipped: the sample records are not beside this checkout, in ../shared/data");
        List<String> judged = judged(table);
        // Only files with a judged record are read: the others are most of the collection.
        Set<String> files = judged.stream().map(row -> row.split("[\t#]", 2)[0]).collect(Collectors.toSet());
        Map<String, Sample> samples = new HashMap<>();
        new SharedSamples(data).in(files::contains).forEach(sample -> samples.put(sample.name(), sample));
        Crosswalks crosswalks = new Crosswalks();
        List<String> made = new ArrayList<>();
        for (String row : judged) {
            made.add(CrosswalkTable.row(crosswalks, Objects.requireNonNull(samples.get(row.split("\t", 2)[0]), row)));
        }
        assertThat(made).hasSizeGreaterThan(least).containsExactlyElementsOf(judged);
    }

    @Test
    void judgedSamples_areComplete() throws Exception {
        List<String> expected = new ArrayList<>();
        for (String row : judged("judged.tsv")) {
            List<String> cells = new ArrayList<>(List.of(row.split("\t", -1)));
            // Without a title the record is called after the item.
            cells.set(1, cells.get(1).replace("oai:sample:1", ""));
            expected.add(cells.getFirst() + cells.subList(1, 5).stream().map(cell -> cell.isBlank() ? " none" : " right")
                    .collect(Collectors.joining()));
        }
        List<String> judgements = lines("judged-by-hand.tsv").stream().filter(line -> !line.startsWith("#")).skip(1)
                .map(line -> line.split("\t")).peek(cells -> assertThat(cells[1]).as(cells[0]).isIn("yes", "earlier"))
                .map(cells -> String.join(" ", cells[0], cells[2], cells[3], cells[4], cells[5])).toList();
        assertThat(judgements).containsExactlyElementsOf(expected);
    }

    private static List<String> judged(String table) throws IOException {
        return lines(table).stream().filter(line -> !line.startsWith("== ")).toList();
    }

    private static List<String> lines(String name) throws IOException {
        try (InputStream in = JudgedSamplesTest.class.getResourceAsStream("/crosswalk/" + name)) {
            return new String(Objects.requireNonNull(in).readAllBytes(), StandardCharsets.UTF_8).lines().toList();
        }
    }
}
