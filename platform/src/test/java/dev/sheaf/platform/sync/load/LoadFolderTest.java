package dev.sheaf.platform.sync.load;

import java.nio.file.Files;
import java.nio.file.Path;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

class LoadFolderTest {

    @TempDir
    private Path folder;

    @Test
    void filesOfAKilledProcess_areDeletedByTheNextLoad_andThoseOfALivingOneAreNot() throws Exception {
        Path temporary = Files.createDirectory(folder.resolve("temporary"));
        Path left = Files.createDirectory(temporary.resolve("sheaf-dump-left"));
        Files.writeString(left.resolve("0.zst"), "half");
        Files.createFile(left.resolve("lock"));
        Path foreign = Files.createDirectory(temporary.resolve("sheaf-dump-foreign"));
        Files.writeString(foreign.resolve("0.zst"), "without a lock");
        try (LoadFolder one = LoadFolder.create(temporary)) {
            Files.writeString(one.path().resolve("0.zst"), "half");
            assertThat(left).doesNotExist();
            assertThat(foreign).exists();
            try (LoadFolder other = LoadFolder.create(temporary)) {
                assertThat(other.path()).isNotEqualTo(one.path());
                assertThat(one.path().resolve("0.zst")).exists();
            }
        }
        assertThat(temporary).isDirectoryNotContaining("glob:**-[0-9]*");
    }
}
