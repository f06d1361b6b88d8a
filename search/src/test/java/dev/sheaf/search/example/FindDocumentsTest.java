package dev.sheaf.search.example;

import java.nio.file.Path;
import java.util.Map;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/** The example in docs/library.md works. */
class FindDocumentsTest {

    @TempDir
    Path directory = Path.of("");

    @Test
    void documentsAreFoundByTheirWords() {
        assertThat(FindDocuments.find(directory, Map.of("a.txt", "Rivers of Europe", "b.txt", "Mountains"), "river"))
                .containsExactly("a.txt");
        assertThat(FindDocuments.find(directory, Map.of("b.txt", "River banks"), "river")).containsExactlyInAnyOrder("a.txt",
                "b.txt");
    }
}
