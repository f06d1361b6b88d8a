package dev.sheaf.transfer.exports;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

class OutputFileTest {

    @TempDir
    private Path folder;

    private OutputFile written(Path place) throws Exception {
        OutputFile file = OutputFile.begin(place);
        file.out().write("new".getBytes(StandardCharsets.UTF_8));
        return file;
    }

    @Test
    void file_appearsWhenItIsComplete() throws Exception {
        Path place = Files.writeString(folder.resolve("x"), "old");
        try (OutputFile file = written(place)) {
            assertThat(place).hasContent("old");
            file.complete();
        }
        assertThat(place).hasContent("new");
        assertThat(folder).isDirectoryNotContaining("glob:**.partial");
    }

    @Test
    void failure_keepsTheOldFile_andLeavesNoOther() throws Exception {
        Path place = Files.writeString(folder.resolve("x"), "old");
        try (OutputFile _ = written(place)) {
            // Never completed.
        }
        assertThat(place).hasContent("old");
        assertThat(folder).isDirectoryNotContaining("glob:**.partial");
    }

    @Test
    void keepsAnIncompleteFileUnderAnotherName() throws Exception {
        Path place = folder.resolve("x");
        try (OutputFile file = written(place)) {
            file.keepUnfinished();
            assertThat(file.unfinished()).hasContent("new");
        }
        assertThat(folder.resolve("x.partial")).hasContent("new");
        assertThat(place).doesNotExist();
    }
}
