package dev.sheaf.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.stream.Stream;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

/** Commands that only read, on a data directory in which nothing can be written. */
class ReadOnlyDataTest {

    @TempDir
    private Path folder;

    private Path data() {
        return folder.resolve("sheaf-data");
    }

    private void permit(String folders, String files) throws IOException {
        List<Path> all;
        try (Stream<Path> found = Files.walk(data())) {
            all = found.toList();
        }
        for (Path path : all) {
            Files.setPosixFilePermissions(path, PosixFilePermissions.fromString(Files.isDirectory(path) ? folders : files));
        }
    }

    @BeforeEach
    void fill() throws IOException {
        Files.writeString(folder.resolve("books.csv"), "id,title\n1,Emma\n2,Walden\n");
        assertThat(Typed.in(folder, "import", "books", "books.csv").status()).isZero();
        assertThat(Typed.in(folder, "search", "emma").status()).isZero();
        permit("r-xr-xr-x", "r--r--r--");
        assumeFalse(Files.isWritable(data()), "skipped: this account may write everywhere");
    }

    @AfterEach
    void letBeDeleted() throws IOException {
        permit("rwx------", "rw-------");
    }

    @ParameterizedTest
    @ValueSource(strings = {"source list", "source list --json", "source show books", "source report books", "export",
            "export --source books --format csv", "stats", "stats books", "search walden", "aggregate list", "identifiers",
            "crosswalk list", "schema list", "doctor", "import books books.csv --dry-run"})
    void commandThatOnlyReads_works(String command) {
        Typed typed = Typed.in(folder, command.split(" "));
        assertThat(typed.status()).as(typed.out() + typed.err()).isZero();
    }

    @Test
    void search_namesTheRecordsItsIndexLacks() throws IOException {
        permit("rwx------", "rw-------");
        Files.writeString(folder.resolve("books.csv"), "id,title\n1,Emma\n2,Walden\n3,Middlemarch\n");
        assertThat(Typed.in(folder, "import", "books", "books.csv").status()).isZero();
        permit("r-xr-xr-x", "r--r--r--");

        Typed typed = Typed.in(folder, "search", "emma");
        assertThat(typed.status()).as(typed.err()).isZero();
        assertThat(typed.out()).contains("Emma");
        assertThat(typed.err()).contains("1 changes behind");
    }

    @Test
    void commandThatWrites_fails() {
        Typed typed = Typed.in(folder, "source", "pause", "books");
        assertThat(typed.status()).isEqualTo(1);
        assertThat(typed.err()).contains("Cannot write to the data directory", "permissions");
    }
}
