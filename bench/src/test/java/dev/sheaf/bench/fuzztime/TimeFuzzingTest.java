package dev.sheaf.bench.fuzztime;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * A short search for inputs whose reading takes more processor time for each byte the longer they are; {@code bench/fuzz-time} searches longer.
 * The seed is printed and may be given: {@code -Dsheaf.fuzz.seed=N}.
 */
@Timeout(300)
@Isolated("The processor time of all threads is measured.")
class TimeFuzzingTest {

    private static final int SHAPES = 25;
    private static final int BYTES = 4_096;

    @TempDir
    private Path folder;

    private Parsers parsers;

    @BeforeEach
    void open() {
        parsers = new Parsers(folder);
    }

    @TestFactory
    Stream<DynamicTest> timeOfAByteDoesNotGrowWithTheInput() {
        long seed = Long.getLong("sheaf.fuzz.seed", 20261123);
        System.out.println("fuzzing of the seed " + seed);
        return parsers.all().stream().map(parser -> DynamicTest.dynamicTest(parser.name(), () -> assertThat(
                TimeFuzzing.run(parser, BYTES, seed, tried -> tried < SHAPES, null)).extracting(GrowthCheck.Finding::text)
                .isEqualTo(List.of())));
    }

    @AfterEach
    void close() throws IOException {
        parsers.close();
    }
}
