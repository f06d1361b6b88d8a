package dev.sheaf.publish.files;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class LocalTreeTest {

    @TempDir
    private Path root = Path.of("");

    private void write(String path, String text) throws IOException {
        Path file = root.resolve(path);
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
    }

    private FileTree tree() {
        return new LocalTree(root, "https://www.example.org/papers/");
    }

    @Test
    void filesOfAllFolders_areFound_withSizeAndTime() throws IOException {
        write("a.pdf", "12345");
        write("sub/deep/ä b.txt", "1");
        Files.setLastModifiedTime(root.resolve("a.pdf"), FileTime.fromMillis(1_700_000_000_123L));
        Walked walked = Walked.of(tree());
        assertThat(walked.files).containsOnlyKeys("a.pdf", "sub/deep/ä b.txt")
                .containsEntry("a.pdf", new FoundFile("a.pdf", 5, 1_700_000_000_123L));
        assertThat(tree().url("sub/deep/ä b.txt")).contains("https://www.example.org/papers/sub/deep/%C3%A4%20b.txt");
        assertThat(Walked.text(tree(), "sub/deep/ä b.txt", root)).isEqualTo("1");
    }

    @Test
    void hiddenAndTemporaryFiles_areLeftOut() throws IOException {
        write(".hidden/a.pdf", "");
        write("sub/.b.pdf", "");
        write("sub/c.txt~", "");
        write("~$d.docx", "");
        write("e.txt", "");
        assertThat(Walked.of(tree()).files).containsOnlyKeys("e.txt");
    }

    @Test
    void folderThatBecomesALinkAfterTheWalk_isNotFollowed() throws IOException {
        write("sub/deep/a.txt", "1");
        FileTree tree = tree();
        assertThat(Walked.of(tree).files).containsOnlyKeys("sub/deep/a.txt");
        Files.move(root.resolve("sub"), root.resolve("other"));
        Files.createSymbolicLink(root.resolve("sub"), root.resolve("other"));
        assertThatThrownBy(() -> Walked.text(tree, "sub/deep/a.txt", root)).isInstanceOf(IOException.class)
                .hasMessage("a folder above it has become a symbolic link");
    }

    @Test
    void linksAreNotFollowed_unlessThatIsWanted_andLoopsAreNoticed() throws IOException {
        write("sub/a.txt", "1");
        Files.createSymbolicLink(root.resolve("sub/up"), root);
        Files.createSymbolicLink(root.resolve("b.txt"), root.resolve("sub/a.txt"));
        Walked plain = Walked.of(tree());
        assertThat(plain.files).containsOnlyKeys("sub/a.txt");
        assertThat(plain.passedOver).hasSize(2).allMatch(message -> message.contains("symbolic link"));
        Walked following = Walked.of(tree(), new CrawlBounds(100, 10, 100, true));
        assertThat(following.files).containsOnlyKeys("sub/a.txt", "b.txt");
        assertThat(following.passedOver).containsExactly("sub/up: it is a symbolic link to a folder around it");
    }

    @Test
    void linkInPlaceOfAFile_isNotReadAfterTheWalk() throws IOException {
        write("a.txt", "1");
        write("elsewhere.txt", "secret");
        FileTree tree = tree();
        Walked.of(tree);
        Files.delete(root.resolve("a.txt"));
        Files.createSymbolicLink(root.resolve("a.txt"), root.resolve("elsewhere.txt"));
        assertThatThrownBy(() -> tree.content("a.txt", 100, root)).isInstanceOf(IOException.class)
                .hasMessageContaining("no regular file");
    }

    @Test
    void rootItself_mayBeALink() throws IOException {
        write("folder/a.txt", "1");
        Path link = Files.createSymbolicLink(root.resolve("link"), root.resolve("folder"));
        FileTree tree = new LocalTree(link, null);
        assertThat(Walked.of(tree).files).containsOnlyKeys("a.txt");
        assertThat(Walked.text(tree, "a.txt", root)).isEqualTo("1");
    }

    @Test
    void folderBelowTheBound_isReportedAsUnread() throws IOException {
        write("1/2/3/a.txt", "");
        write("1/b.txt", "");
        Walked walked = Walked.of(tree(), new CrawlBounds(100, 2, 100, false));
        assertThat(walked.files).containsOnlyKeys("1/b.txt");
        assertThat(walked.unread).singleElement().asString().startsWith("1/2: it lies deeper");
    }

    @Test
    void missingRoot_isAFailureOfTheTree() {
        assertThatThrownBy(() -> Walked.of(new LocalTree(root.resolve("none"), null))).isInstanceOf(TreeException.class)
                .hasMessage("there is no file or folder " + root.resolve("none"));
    }

    @Test
    void oneFile_isATreeOfItsOwn() throws IOException {
        write("a.pdf", "123");
        FileTree tree = new LocalTree(root.resolve("a.pdf"), null);
        assertThat(Walked.of(tree).files).containsOnlyKeys("a.pdf");
        assertThat(Walked.text(tree, "a.pdf", root)).isEqualTo("123");
    }

    @Test
    void largerFile_isRefused_withItsSize() throws IOException {
        write("a.pdf", "12345");
        assertThatThrownBy(() -> tree().content("a.pdf", 4, root)).isInstanceOf(IOException.class)
                .hasMessageContaining("it has 5 bytes, and at most 4 are read");
    }
}
