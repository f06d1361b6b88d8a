package dev.sheaf.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import dev.sheaf.testkit.SampleDocuments;

import static org.assertj.core.api.Assertions.assertThat;

/** The command {@code publish}, with the processes that extract. */
class PublishCommandTest {

    private static final int REFUSED = 7;

    @TempDir
    private Path folder;

    private void write(String name, byte[] content) throws IOException {
        Files.write(Files.createDirectories(folder.resolve("papers")).resolve(name), content);
    }

    @Test
    void publishedFolder_isFound_andSourceShowNamesEachRefusedFile() throws IOException {
        write("good.pdf", SampleDocuments.pdf("On Sheaves", "Ann Author", "words of whales"));
        for (int i = 0; i < REFUSED; i++) {
            write("empty" + i + ".pdf", new byte[0]);
        }
        Typed published = Typed.in(folder, "publish", "papers", "papers", "--identifier-domain", "example.org");
        assertThat(published.status()).as(published.err()).isZero();
        assertThat(published.err()).contains("papers: 1 new; " + REFUSED + " files refused");
        assertThat(Typed.in(folder, "search", "whales").out()).contains("oai:example.org:papers/good");
        String shown = Typed.in(folder, "source", "show", "papers").out();
        for (int i = 0; i < REFUSED; i++) {
            assertThat(shown).contains(folder.resolve("papers").resolve("empty" + i + ".pdf") + ": it is empty");
        }
        Typed again = Typed.in(folder, "publish", "papers");
        assertThat(again.err()).contains("papers: 1 the same; " + REFUSED + " files refused");
    }

    @Test
    void folderThatDoesNotExist_isReportedInOneSentence() {
        Typed typed = Typed.in(folder, "publish", "docs", "/no/such/folder");
        assertThat(typed.status()).isEqualTo(1);
        assertThat(typed.err()).contains("there is no file or folder /no/such/folder. Nothing was changed.")
                .doesNotContain("fault of Sheaf", "unexpected", "..");
    }
}
