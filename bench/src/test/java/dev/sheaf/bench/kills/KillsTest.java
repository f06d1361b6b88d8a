package dev.sheaf.bench.kills;

import java.nio.file.Path;
import java.util.List;

import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Some kills of each kind of work; {@code bench/kills} makes a thousand. The seed is printed and may be given:
 * {@code -Dsheaf.kills.seed=N}.
 */
@Timeout(300)
class KillsTest {

    private static final int KILLS = 2;
    private static final int RECORDS = 1_500;

    @TempDir
    private Path folder;

    @ParameterizedTest
    @EnumSource
    void killedProcess_losesAndDuplicatesNoRecord(WorkKind kind) throws Exception {
        long seed = Long.getLong("sheaf.kills.seed", 20261122);
        System.out.println("kills of the seed " + seed);
        assertThat(Kills.run(new KillsOptions(KILLS, 1, RECORDS, seed, List.of(kind), folder)))
                .containsExactly(new Kills.Result(kind, KILLS, KILLS));
    }
}
