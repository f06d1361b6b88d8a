package dev.sheaf.bench.published;

import java.nio.file.Path;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** The experiment with a few documents that are made. {@code bench/index-paper} runs it with real ones. */
class IndexPaperTest {

    private static final int DOCUMENTS = 25;
    private static final int QUERIES = 20;

    @TempDir
    private Path folder;

    @Test
    @Timeout(600)
    void hubThatHarvestsIndices_ranksAsOneThatHasTheFiles_inBothFormats() throws Exception {
        IndexPaper.Outcome outcome = IndexPaper.run(new IndexPaperOptions(null, DOCUMENTS, QUERIES, 5, false), folder);

        assertThat(outcome.steps()).extracting(IndexPaper.Step::documents).containsExactly(DOCUMENTS - 2, DOCUMENTS - 2,
                DOCUMENTS - 2);
        assertThat(outcome.steps()).allSatisfy(step -> {
            assertThat(step.differences()).isEmpty();
            assertThat(step.results()).isGreaterThan(QUERIES * 4);
            assertThat(step.alike()).isEqualTo(step.lists()).isEqualTo(QUERIES * 4);
        });
        assertThat(outcome.isExact()).isTrue();
        assertThat(outcome.indices()).isEqualTo(new IndexPaper.Indices(DOCUMENTS - 2, DOCUMENTS - 2, 1));
        assertThat(outcome.report()).contains("| list of `oai_dc__tf_basic` |", "| list of `oai_dc__tf_positional` |");
    }

    @Test
    void optionsAreRead_andWrongOnesNamed() {
        IndexPaperOptions options = IndexPaperOptions
                .parse(new String[]{"--documents", folder.toString(), "--most", "7", "--queries", "9", "--no-report"});
        assertThat(options).isEqualTo(new IndexPaperOptions(folder, 7, 9, 1, false));
        assertThatThrownBy(() -> IndexPaperOptions.parse(new String[]{"--documents", folder.resolve("none").toString()}))
                .hasMessageStartingWith("--documents: there is no folder");
        assertThatThrownBy(() -> IndexPaperOptions.parse(new String[]{"--most", "4"}))
                .hasMessageStartingWith("--most needs a number from 5");
        assertThatThrownBy(() -> IndexPaperOptions.parse(new String[]{"--rounds"}))
                .hasMessageStartingWith("unknown argument --rounds; known: --documents DIR");
    }
}
