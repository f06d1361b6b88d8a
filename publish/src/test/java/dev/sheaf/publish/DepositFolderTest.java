package dev.sheaf.publish;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.time.Clock;
import java.util.List;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import dev.sheaf.core.store.Source;
import dev.sheaf.publish.CollectionSettings.Location;
import dev.sheaf.publish.extract.pool.ExtractionLimits;
import dev.sheaf.publish.files.CrawlBounds;
import dev.sheaf.store.HubIdentity;
import dev.sheaf.store.HubStore;
import dev.sheaf.store.crawls.CrawledFile;
import dev.sheaf.store.crawls.Deposit;
import dev.sheaf.store.open.HubStores;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** Files that are added to a real folder and removed from it. */
class DepositFolderTest {

    @TempDir
    private Path folder = Path.of("");

    private interface Attempt {
        void with(HubStore store, DepositFolder deposits, Path files) throws IOException;
    }

    private void use(long most, Attempt test) throws IOException {
        Path files = Files.createDirectories(folder.resolve("files"));
        CollectionSettings settings = new CollectionSettings(
                List.of(new Location("sftp://example.org/x", null), new Location(files.toString(), null)),
                CollectionSettings.ORDER, null, List.of(), 0, "", List.of(), null, List.of(),
                new CrawlBounds(10, 10, most, false), ExtractionLimits.DEFAULT, Approval.REQUIRED, null, false);
        try (HubStore store = HubStores.open(folder.resolve("data"), new HubIdentity("Hub", "a@example.org", "example.org"),
                Clock.systemUTC())) {
            store.put(Source.crawled("docs"));
            test.with(store, new DepositFolder(store, "docs", settings), files);
        }
    }

    private static InputStream bytes(String text) {
        return new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8));
    }

    private static List<String> names(Path files) throws IOException {
        try (Stream<Path> found = Files.list(files)) {
            return found.map(file -> String.valueOf(file.getFileName())).sorted().toList();
        }
    }

    @Test
    void filesOfOneName_areAllKept_andNoneReplacesAnother() throws IOException {
        use(1_000, (_, deposits, files) -> {
            assertThat(deposits.add("../x/thesis.pdf", bytes("one"))).isEqualTo("thesis.pdf");
            assertThat(deposits.add("thesis.pdf", bytes("two"))).isEqualTo("thesis-2.pdf");
            assertThat(deposits.add("thesis.html", bytes("three"))).as("no manifestation of another document")
                    .isEqualTo("thesis-3.html");
            assertThat(names(files)).containsExactly("thesis-2.pdf", "thesis-3.html", "thesis.pdf");
            assertThat(files.resolve("thesis.pdf")).hasContent("one");
            assertThat(Files.getPosixFilePermissions(files.resolve("thesis.pdf")))
                    .as("others do not read it before it is approved")
                    .containsExactlyInAnyOrder(PosixFilePermission.OWNER_READ, PosixFilePermission.OWNER_WRITE);
        });
    }

    @Test
    void fileThatIsTooLargeOrBreaksOff_leavesNothing() throws IOException {
        use(3, (_, deposits, files) -> {
            assertThatThrownBy(() -> deposits.add("a.txt", bytes("four"))).hasMessageContaining("larger than");
            assertThatThrownBy(() -> deposits.add("a.txt", new InputStream() {
                @Override
                public int read() throws IOException {
                    throw new IOException("broken off");
                }

                @Override
                public int read(byte[] buffer, int offset, int length) throws IOException {
                    return read();
                }
            })).hasMessageContaining("broken off");
            assertThat(names(files)).isEmpty();
        });
    }

    @Test
    void removedDocument_losesItsFilesAndDecisions_andNoOtherDocumentDoes() throws IOException {
        use(1_000, (store, deposits, files) -> {
            for (String name : List.of("a.txt", "a.b.txt", "a", "ab.txt")) {
                Files.writeString(files.resolve(name), name);
                store.crawledFiles().put("docs", List.of(new CrawledFile(files.toString(), name, 1, 1, new byte[0], "text/plain",
                        "", null)), List.of());
            }
            store.deposits().add("docs", List.of("a", "ab"), Deposit.State.APPROVED, java.time.Instant.EPOCH);
            assertThat(deposits.files("a")).extracting(CrawledFile::path).containsExactly("a", "a.txt");
            assertThat(deposits.remove("a")).containsExactly("a", "a.txt");
            assertThat(names(files)).containsExactly("a.b.txt", "ab.txt");
            assertThat(store.deposits().find("docs", "a")).isEmpty();
            assertThat(store.deposits().find("docs", "ab")).isPresent();
            assertThat(store.crawledFiles().tally("docs").all()).isEqualTo(2);
        });
    }

    @Test
    void fileOnAnotherMachine_isNotRemoved() throws IOException {
        use(1_000, (store, deposits, _) -> {
            store.crawledFiles().put("docs", List.of(new CrawledFile("sftp://example.org/x", "a.txt", 1, 1, new byte[0],
                    "text/plain", "", null)), List.of());
            assertThatThrownBy(() -> deposits.remove("a")).hasMessageContaining("no local folder");
            assertThat(deposits.files("a")).hasSize(1);
            assertThat(deposits.local(deposits.files("a").getFirst())).isEmpty();
        });
    }

    @Test
    void linkOutOfTheFolder_isNotOpened() throws IOException {
        use(1_000, (store, deposits, files) -> {
            Path secret = Files.writeString(folder.resolve("secret"), "s");
            Files.createSymbolicLink(files.resolve("a.txt"), secret);
            CrawledFile file = new CrawledFile(files.toString(), "a.txt", 1, 1, new byte[0], "text/plain", "", null);
            store.crawledFiles().put("docs", List.of(file), List.of());
            assertThat(deposits.local(file)).isEmpty();
        });
    }
}
