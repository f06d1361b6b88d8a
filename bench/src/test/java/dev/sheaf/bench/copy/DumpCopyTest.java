package dev.sheaf.bench.copy;

import java.nio.file.Path;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

class DumpCopyTest {

    @TempDir
    private Path folder;

    @Test
    void copiesOfASmallRepository_areEqualAndDeltasAreSmall() throws Exception {
        try (DumpCopy copy = new DumpCopy(folder)) {
            DumpCopy.Result result = copy.run(2_000, 300);
            assertThat(result.dump()).isPositive();
            assertThat(result.packed()).isBetween(0.001, 1.1);
            assertThat(DumpCopy.table(result, 2_000, 300)).contains("2,000 records", "all copies are equal");
        }
    }
}
