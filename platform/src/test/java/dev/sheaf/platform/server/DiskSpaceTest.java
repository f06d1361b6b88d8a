package dev.sheaf.platform.server;

import java.nio.file.Path;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

class DiskSpaceTest {

    @TempDir
    private Path folder;

    @Test
    void fullDisk_isReported() {
        assertThat(new DiskSpace(folder, 1).get()).isEmpty();
        assertThat(new DiskSpace(folder, Long.MAX_VALUE).get().orElseThrow()).contains("MB are free")
                .doesNotContain(folder.toString());
        assertThat(new DiskSpace(folder.resolve("gone")).get()).contains("the data directory cannot be read");
    }
}
