package dev.sheaf.publish.extract.worker;

import java.nio.file.Path;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import dev.sheaf.publish.extract.ExtractedText;

import static org.assertj.core.api.Assertions.assertThat;

/** Training of the extractor. */
class ExtractorTrainingTest {

    @TempDir
    private Path folder;

    @Test
    void samples_areReadByTheParserOfTheirType() throws Exception {
        assertThat(ExtractorTraining.read(folder)).hasSize(8)
                .allSatisfy(text -> assertThat(text.text()).contains(ExtractorTraining.TEXT))
                .extracting(ExtractedText::type).doesNotHaveDuplicates();
    }
}
