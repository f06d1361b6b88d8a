package dev.sheaf.cli;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import static org.assertj.core.api.Assertions.assertThat;

/** Spelling proposals of {@code sheaf search}. */
class SearchCommandTest {

    @TempDir
    Path place;

    @BeforeEach
    void twoBooks() throws Exception {
        Files.writeString(place.resolve("books.csv"), """
                identifier,title
                oai:x.example:1,Gothic architecture
                oai:x.example:2,Roman architecture
                """);
        Typed imported = Typed.in(place, "import", "books", "books.csv");
        assertThat(imported.status()).as(imported.err()).isZero();
    }

    @Test
    void misspeltWord_isProposedOnTheErrorStream() {
        Typed found = Typed.in(place, "search", "architcture");
        assertThat(found.status()).isZero();
        assertThat(found.err()).contains("Nothing found.").contains("Did you mean 'architecture'? 2 found");
        assertThat(found.out()).isEmpty();
    }

    @Test
    void indexThatACommandMakes_isOpenToItsOwnerOnly() throws Exception {
        Typed.in(place, "search", "architecture");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(place.resolve("sheaf-data/index"))))
                .isEqualTo("rwx------");
    }

    @Test
    void misspeltWord_isProposedInJson() {
        JsonNode found = JsonMapper.shared().readTree(Typed.in(place, "search", "gotic architecture", "--json").out());
        assertThat(found.path("suggestion").path("query").asString("")).isEqualTo("gothic architecture");
        assertThat(found.path("suggestion").path("total").asLong(0)).isEqualTo(1);
    }

    @Test
    void knownOrUnknowableWord_isNotProposed() {
        assertThat(Typed.in(place, "search", "architecture").err()).contains("2 found").doesNotContain("Did you mean");
        assertThat(Typed.in(place, "search", "xyzzyqq").err()).contains("Nothing found.").doesNotContain("Did you mean");
        assertThat(JsonMapper.shared().readTree(Typed.in(place, "search", "xyzzyqq", "--json").out()).has("suggestion"))
                .isFalse();
    }
}
