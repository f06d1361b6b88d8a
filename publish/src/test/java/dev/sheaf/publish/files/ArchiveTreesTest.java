package dev.sheaf.publish.files;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Date;
import java.util.zip.GZIPOutputStream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveOutputStream;
import org.apache.commons.compress.archivers.tar.TarConstants;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import dev.sheaf.harvester.http.FetchRules;
import dev.sheaf.harvester.http.HttpFetcher;
import dev.sheaf.harvester.http.Pause;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

@SuppressWarnings("JavaUtilDate")
class ArchiveTreesTest {

    private static final long TIME = 1_700_000_000_000L;

    @TempDir
    private Path folder = Path.of("");

    private FileTree open(Path archive) throws IOException {
        try (HttpFetcher fetcher = new HttpFetcher()) {
            FileTrees trees = new FileTrees(Logins.NONE, fetcher, FetchRules.DEFAULT, Pause.REAL, folder);
            return trees.open(FileTrees.address(archive.getFileName().toString(), folder), "https://www.example.org/x");
        }
    }

    private Path zip(String... names) throws IOException {
        Path file = folder.resolve("a.zip");
        try (ZipOutputStream out = new ZipOutputStream(Files.newOutputStream(file))) {
            for (String name : names) {
                ZipEntry entry = new ZipEntry(name);
                entry.setTime(TIME);
                out.putNextEntry(entry);
                out.write(("content of " + name).getBytes(StandardCharsets.UTF_8));
                out.closeEntry();
            }
        }
        return file;
    }

    private static void add(TarArchiveOutputStream tar, String name, byte type, String content) throws IOException {
        TarArchiveEntry entry = new TarArchiveEntry(name, type);
        byte[] bytes = content.getBytes(StandardCharsets.UTF_8);
        entry.setModTime(new Date(TIME));
        entry.setSize(type == TarConstants.LF_NORMAL ? bytes.length : 0);
        if (type == TarConstants.LF_SYMLINK) {
            entry.setLinkName("/etc/passwd");
        }
        tar.putArchiveEntry(entry);
        if (type == TarConstants.LF_NORMAL) {
            tar.write(bytes);
        }
        tar.closeArchiveEntry();
    }

    private Path tar(String name) throws IOException {
        Path file = folder.resolve(name);
        OutputStream plain = new BufferedOutputStream(Files.newOutputStream(file));
        try (TarArchiveOutputStream tar = new TarArchiveOutputStream(
                name.endsWith("gz") ? new GZIPOutputStream(plain) : plain, "UTF-8")) {
            add(tar, "./sub/ä.txt", TarConstants.LF_NORMAL, "old");
            add(tar, "sub/ä.txt", TarConstants.LF_NORMAL, "new text");
            add(tar, "b.txt", TarConstants.LF_NORMAL, "b");
            add(tar, "../evil.txt", TarConstants.LF_NORMAL, "e");
            add(tar, "link.txt", TarConstants.LF_SYMLINK, "");
            add(tar, ".hidden/c.txt", TarConstants.LF_NORMAL, "c");
        }
        return file;
    }

    @Test
    void zipArchive_isReadLikeAFolder() throws IOException {
        try (FileTree tree = open(zip("a.txt", "sub/ü b.txt", "sub/.hidden"))) {
            Walked walked = Walked.of(tree);
            assertThat(walked.files).containsOnlyKeys("a.txt", "sub/ü b.txt");
            assertThat(walked.files.get("a.txt")).isEqualTo(new FoundFile("a.txt", 16, TIME));
            assertThat(Walked.text(tree, "sub/ü b.txt", folder)).isEqualTo("content of sub/ü b.txt");
            assertThat(tree.url("sub/ü b.txt")).contains("https://www.example.org/x/sub/%C3%BC%20b.txt");
        }
    }

    @Test
    void namesThatLeadOutOfAZipArchive_reachNoOtherFile() throws IOException {
        Files.writeString(folder.resolve("secret.txt"), "secret");
        try (FileTree tree = open(zip("a.txt", "../secret.txt", "/etc/passwd", "sub/../../secret.txt"))) {
            Walked walked = Walked.of(tree);
            assertThat(walked.files).containsOnlyKeys("a.txt", "etc/passwd");
            assertThat(walked.passedOver).hasSize(2);
            for (String path : walked.files.keySet()) {
                assertThat(path).doesNotContain("..");
                assertThat(Walked.text(tree, path, folder)).startsWith("content of ");
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"a.tar", "a.tgz", "a.tar.gz"})
    void tarArchive_isReadLikeAFolder_withTheLastOfEqualNames(String name) throws IOException {
        try (FileTree tree = open(tar(name))) {
            Walked walked = Walked.of(tree);
            assertThat(walked.files).containsOnlyKeys("sub/ä.txt", "b.txt");
            assertThat(walked.files.get("sub/ä.txt")).isEqualTo(new FoundFile("sub/ä.txt", 8, TIME));
            assertThat(walked.passedOver).containsExactlyInAnyOrder("../evil.txt: its name leads out of the archive",
                    "link.txt: it is a link or a device");
            assertThat(Walked.text(tree, "sub/ä.txt", folder)).isEqualTo("new text");
            assertThat(Walked.text(tree, "b.txt", folder)).isEqualTo("b");
        }
        try (var left = Files.list(folder)) {
            assertThat(left.map(file -> file.getFileName().toString())).noneMatch(file -> file.startsWith("unpacked"));
        }
    }

    @Test
    void contentThatIsLargerThanItsEntrySays_isBounded() throws IOException {
        try (FileTree tree = open(zip("a.txt"))) {
            assertThat(Walked.of(tree).files).containsOnlyKeys("a.txt");
            assertThatThrownBy(() -> tree.content("a.txt", 5, folder)).isInstanceOf(IOException.class)
                    .hasMessageContaining("more than 5 bytes");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"a.zip", "a.tar.gz", "a.tar"})
    void damagedArchive_isAFailureOfTheTree_whichNamesIt(String name) throws IOException {
        Path file = folder.resolve(name);
        Files.write(file, "this is no archive at all, whatever its name says".repeat(30).getBytes(StandardCharsets.UTF_8));
        assertThatThrownBy(() -> {
            try (FileTree tree = open(file)) {
                Walked.of(tree);
            }
        }).isInstanceOf(TreeException.class).hasMessageContaining(name);
    }

    @Test
    void truncatedPackedArchive_isAFailureOfTheTree() throws IOException {
        Path whole = tar("whole.tgz");
        Path cut = folder.resolve("cut.tgz");
        byte[] bytes = Files.readAllBytes(whole);
        Files.write(cut, java.util.Arrays.copyOf(bytes, bytes.length / 2));
        assertThatThrownBy(() -> open(cut)).isInstanceOf(TreeException.class).hasMessageContaining("cut.tgz");
    }

    @Test
    void packedZeros_areNotUnpackedBeyondTheBound() throws IOException {
        Path bomb = folder.resolve("bomb.tgz");
        try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(bomb))) {
            byte[] zeros = new byte[1 << 20];
            for (int i = 0; i < 40; i++) {
                out.write(zeros);
            }
        }
        long begun = System.nanoTime();
        assertThatThrownBy(() -> {
            try (FileTree tree = ArchiveTree.open(bomb, null, folder, 8 << 20)) {
                Walked.of(tree);
            }
        }).isInstanceOf(TreeException.class).hasMessageContaining("more than 8388608 bytes");
        assertThat(Duration.ofNanos(System.nanoTime() - begun)).isLessThan(Duration.ofSeconds(20));
    }
}
