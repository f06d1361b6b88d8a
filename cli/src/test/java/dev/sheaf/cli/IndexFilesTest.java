package dev.sheaf.cli;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import dev.sheaf.fulltext.IndexPolicy;
import dev.sheaf.fulltext.ciff.CiffBuilder;
import dev.sheaf.fulltext.ciff.CiffDescription;

import static org.assertj.core.api.Assertions.assertThat;

/** Indices in the Common Index File Format, imported and exported. */
class IndexFilesTest {

    private static final IndexPolicy POLICY = IndexPolicy.parse("tokenizer=standard case=lower stop=none stem=none");
    private static final String WHALES = "oai:library.example.org:whales";

    @TempDir
    private Path folder;
    @TempDir
    private Path temporary;
    private byte[] file = {};

    @BeforeEach
    void writeFile() throws IOException {
        file = index("The whale, the whale", "Rivers of the north", "");
    }

    /** An index of texts; the first is named by a URI and the others are not. */
    private byte[] index(String... texts) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (CiffBuilder builder = new CiffBuilder(temporary, 1 << 20)) {
            for (int i = 0; i < texts.length; i++) {
                builder.add(i == 0 ? WHALES : "text " + i, POLICY.index(texts[i], "", "", false));
            }
            builder.writeTo(out, CiffDescription.of(List.of(POLICY.text())));
        }
        return out.toByteArray();
    }

    private Typed imported(byte[] content) throws IOException {
        Files.write(folder.resolve("texts.ciff"), content);
        return Typed.in(folder, "import", "texts", "texts.ciff");
    }

    @Test
    void importedIndex_isSearchableAndServed() throws IOException {
        Typed imported = imported(file);
        assertThat(imported.status()).as(imported.err()).isZero();
        assertThat(imported.err()).contains("3 new");
        assertThat(Typed.in(folder, "search", "whale").out()).contains(WHALES);
        assertThat(Typed.in(folder, "search", "nothing").err()).contains("Nothing found");
        assertThat(Typed.in(folder, "export", "--prefix", "oai_dc__tf_basic").out())
                .contains("<term name=\"whale\" freq=\"2\"/>", "length=\"4\"");
        assertThat(Typed.in(folder, "export").out()).as("oai_dc is taken out of the combined record")
                .contains("<dc:title>" + WHALES + "</dc:title>");
    }

    @Test
    void exportedIndex_isTheImportedFile_exceptForLocalNames() throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (CiffBuilder builder = new CiffBuilder(temporary, 1 << 20)) {
            for (int i = 0; i < 200; i++) {
                builder.add("oai:library.example.org:" + i,
                        POLICY.index("text number " + i + " of many " + i % 7, "", "", false));
            }
            builder.writeTo(out, CiffDescription.of(List.of(POLICY.text())));
        }
        assertThat(imported(out.toByteArray()).status()).isZero();
        Typed exported = Typed.in(folder, "export", "--source", "texts", "--format", "ciff", "-o", "again.ciff");
        assertThat(exported.status()).as(exported.err()).isZero();
        assertThat(exported.err()).contains("200 documents exported").doesNotContain("warning", "left out");
        assertThat(folder.resolve("again.ciff")).hasBinaryContent(out.toByteArray());
        assertThat(Typed.in(folder, "export", "--format", "ciff", "-o", "everything.ciff.gz").status()).isZero();
        try (GZIPInputStream packed = new GZIPInputStream(Files.newInputStream(folder.resolve("everything.ciff.gz")))) {
            assertThat(packed.readAllBytes()).isEqualTo(out.toByteArray());
        }
    }

    @Test
    void aggregate_isExportedUnderItsId() throws IOException {
        imported(file);
        Typed.in(folder, "aggregate", "add", "all", "--source", "texts");
        Typed exported = Typed.in(folder, "export", "--source", "all", "--format", "ciff", "-o", "all.ciff");
        assertThat(exported.err()).contains("3 documents exported");
    }

    @Test
    void documentThatHasGone_isWithdrawn_andLeavesTheExport() throws IOException {
        imported(file);
        assertThat(imported(index("The whale, the whale", "Rivers of the south")).err()).contains("1 changed", "1 deleted");
        assertThat(Typed.in(folder, "export", "--source", "texts", "--format", "ciff", "-o", "left.ciff").err())
                .contains("2 documents exported");
        assertThat(Typed.in(folder, "search", "north").err()).contains("Nothing found");
    }

    @Test
    void compressedFile_isTaken() throws IOException {
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        try (GZIPOutputStream gzip = new GZIPOutputStream(packed)) {
            gzip.write(file);
        }
        Files.write(folder.resolve("texts.ciff.gz"), packed.toByteArray());
        assertThat(Typed.in(folder, "import", "texts", "texts.ciff.gz").err()).contains("3 new");
    }

    @Test
    void secondDocumentWithTheSameName_isRefused() throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (CiffBuilder builder = new CiffBuilder(temporary, 1 << 20)) {
            builder.add(WHALES, POLICY.index("first", "", "", false));
            builder.add(WHALES, POLICY.index("second", "", "", false));
            builder.writeTo(out, "another program");
        }
        assertThat(imported(out.toByteArray()).err()).contains("1 new", "same identifier as", "document 1");
        assertThat(Typed.in(folder, "search", "first").out()).contains(WHALES);
    }

    @Test
    void truncatedFile_isRefused_andNothingIsWithdrawn() throws IOException {
        imported(file);
        for (int length = 0; length < file.length; length += 7) {
            Typed cut = imported(Arrays.copyOf(file, length));
            assertThat(cut.status()).as("the first " + length + " bytes: " + cut.err()).isEqualTo(1);
            assertThat(cut.err()).contains("texts.ciff").doesNotContain("Exception", "fault of Sheaf");
        }
        assertThat(Typed.in(folder, "search", "north").err()).contains("1 found");
        assertThat(Typed.in(folder, "search", "whale").err()).contains("1 found");
    }

    @Test
    void randomChangesOfBytes_neverEndInATrace() throws IOException {
        Random random = new Random(7);
        for (int round = 0; round < 60; round++) {
            byte[] changed = file.clone();
            for (int i = random.nextInt(1, 4); i > 0; i--) {
                changed[random.nextInt(changed.length)] = (byte) random.nextInt(256);
            }
            assertThat(imported(changed).err()).as("round " + round).doesNotContain("Exception", "fault of Sheaf", "OutOfMemory");
        }
    }

    @Test
    void exportWithoutAnIndex_saysWhereIndicesComeFrom() throws IOException {
        Files.writeString(folder.resolve("a.csv"), "id,title\n1,A\n");
        Typed.in(folder, "import", "table", "a.csv");
        Typed exported = Typed.in(folder, "export", "--format", "ciff", "-o", "none.ciff");
        assertThat(exported.status()).isEqualTo(1);
        assertThat(exported.err()).contains("there is no index of full texts", "sheaf publish");
        assertThat(folder.resolve("none.ciff")).doesNotExist();
        imported(file);
        assertThat(Typed.in(folder, "export", "--format", "ciff", "--prefix", "oai_dc").err())
                .contains("no index in the format 'oai_dc'", "There are: oai_dc__tf_basic");
        assertThat(Typed.in(folder, "export", "--format", "ciff", "--source", "nobody").err())
                .contains("no source or aggregate 'nobody'");
        assertThat(Typed.in(folder, "import", "x", "texts.ciff", "--format", "ciff", "--prefix", "oai_dc").status()).isEqualTo(2);
    }
}
