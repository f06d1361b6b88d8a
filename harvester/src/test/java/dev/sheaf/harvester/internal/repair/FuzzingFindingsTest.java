package dev.sheaf.harvester.internal.repair;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

import dev.sheaf.core.xml.OaiFormatException;
import dev.sheaf.harvester.client.ResponseReader;
import dev.sheaf.harvester.repair.Reading;

import static org.assertj.core.api.Assertions.assertThat;

/** The rules for reading any bytes hold for the inputs that fuzzing has found, and for pages cut at every place. */
class FuzzingFindingsTest {

    private static final Path FOUND = Path.of("src", "test", "resources", "repair", "found");

    static List<Path> found() throws IOException {
        try (Stream<Path> files = Files.list(FOUND)) {
            return files.sorted().toList();
        }
    }

    private static void holds(byte[] body) {
        Reading first;
        try {
            first = ResponseReader.REPAIRING.read(body, "text/xml");
        } catch (OaiFormatException _) {
            return;
        }
        try {
            Reading again = ResponseReader.REPAIRING.read(first.utf8(), "");
            assertThat(again.isFaultless()).isTrue();
            assertThat(again.response()).isEqualTo(first.response());
        } catch (OaiFormatException failure) {
            throw new AssertionError("what was repaired cannot be read", failure);
        }
        assertThat(first.repairs())
                .allSatisfy(repair -> assertThat(repair.position()).isBetween(0L, (long) body.length));
        assertThat(first.damaged()).allSatisfy(damaged -> assertThat(Arrays.copyOfRange(body, (int) damaged.position(),
                (int) damaged.position() + damaged.raw().length)).isEqualTo(damaged.raw()));
    }

    @ParameterizedTest
    @MethodSource("found")
    void inputsFoundByFuzzing_areRepairedOrRefused(Path file) throws IOException {
        holds(Files.readAllBytes(file));
    }

    @ParameterizedTest
    @ValueSource(strings = {"sound", "html-in-description", "invalid-bytes-in-the-middle"})
    void pageTruncatedAnywhere_isReadOrRefused(String name) {
        byte[] body = RepairTest.fixture(name);
        for (int length = 0; length < body.length; length += 2) {
            holds(Arrays.copyOf(body, length));
        }
    }
}
