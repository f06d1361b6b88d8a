package dev.sheaf.bench.recorded;

import java.nio.file.Files;
import java.nio.file.Path;

import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** The page of the documentation has the figures that the present rules give. {@code bench/recorded} writes it. */
class RecordedFindingsTest {

    private static final Path RECORDED = Path.of("..", "..", "shared", "data", "oai-responses");
    private static final Path PAGE = Path.of("..", "docs", "why-repositories-fail.md");

    @Test
    void pageOfTheDocumentation_isWhatTheRulesFind() throws Exception {
        Assumptions.assumeTrue(Files.isDirectory(RECORDED),
                "skipped: the recorded responses are not beside this checkout, in ../shared/data");
        String page = RecordedFindings.page(RecordedFindings.reports(new RecordedRepositories(RECORDED)));
        assertThat(PAGE).hasContent(page);
    }
}
