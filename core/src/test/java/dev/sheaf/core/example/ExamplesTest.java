package dev.sheaf.core.example;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import dev.sheaf.core.xml.OaiFormatException;

import static org.assertj.core.api.Assertions.assertThat;

/** The examples in docs/library.md work. */
class ExamplesTest {

    @Test
    void writtenResponse_isReadAgain(@TempDir Path folder) throws IOException, OaiFormatException {
        Path file = folder.resolve("response.xml");
        try (OutputStream out = Files.newOutputStream(file)) {
            WriteResponse.write(Instant.parse("2024-05-10T09:00:00Z"), out);
        }
        assertThat(file).content().contains("<setSpec>novels</setSpec>").contains("<dc:creator>Austen, Jane</dc:creator>");
        assertThat(IdentifiersOfAResponse.read(file)).containsExactly("oai:example.org:1");
    }
}
