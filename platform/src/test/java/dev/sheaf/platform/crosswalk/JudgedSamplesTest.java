package dev.sheaf.platform.crosswalk;

import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;

import dev.sheaf.platform.crosswalk.SharedSamples.Sample;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Title, creators, dates and identifiers of real records, as somebody who read the originals beside them found them right:
 * {@code crosswalk/judged.tsv}, written by {@link CrosswalkTable} and then read.
 */
class JudgedSamplesTest {

    @Test
    void realRecordsBecomeWhatWasJudgedRight() throws Exception {
        Assumptions.assumeTrue(Files.isDirectory(SharedSamples.DATA.resolve("oai-responses")),
                "skipped: the sample records are not beside this checkout, in ../shared/data");
        Map<String, Sample> samples = new HashMap<>();
        new SharedSamples().all().forEach(sample -> samples.put(sample.name(), sample));
        Crosswalks crosswalks = new Crosswalks();
        List<String> judged = judged();
        List<String> made = new ArrayList<>();
        for (String row : judged) {
            made.add(CrosswalkTable.row(crosswalks, Objects.requireNonNull(samples.get(row.split("\t", 2)[0]), row)));
        }
        assertThat(made).hasSizeGreaterThan(200).containsExactlyElementsOf(judged);
    }

    private static List<String> judged() throws Exception {
        try (InputStream in = JudgedSamplesTest.class.getResourceAsStream("/crosswalk/judged.tsv")) {
            return new String(Objects.requireNonNull(in).readAllBytes(), StandardCharsets.UTF_8).lines()
                    .filter(line -> !line.startsWith("== ")).toList();
        }
    }
}
