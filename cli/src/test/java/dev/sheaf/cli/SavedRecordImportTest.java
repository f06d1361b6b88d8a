package dev.sheaf.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/** Records of the protocol outside of responses, as harvesters save them, and static repositories. */
class SavedRecordImportTest {

    private static final String RECORD = "<record%s><header><identifier>oai:wild.example:%d</identifier>"
            + "<datestamp>2022-06-02T15:17:27Z</datestamp></header><metadata><oai_dc:dc"
            + " xmlns:oai_dc=\"http://www.openarchives.org/OAI/2.0/oai_dc/\" xmlns:dc=\"http://purl.org/dc/elements/1.1/\">"
            + "<dc:title>A record saved alone</dc:title></oai_dc:dc></metadata></record>";
    private static final String OAI = " xmlns=\"http://www.openarchives.org/OAI/2.0/\"";

    @TempDir
    private Path folder;

    private String exported() {
        return Typed.in(folder, "export", "--format", "jsonl", "--prefix", "oai_dc").out();
    }

    @ParameterizedTest
    @ValueSource(strings = {OAI, ""})
    void recordAlone_isTakenWithItsIdentifier(String namespace) throws IOException {
        Files.writeString(folder.resolve("alone.xml"), RECORD.formatted(namespace, 1));

        Typed typed = Typed.in(folder, "import", "x", "alone.xml");

        assertThat(typed.err()).contains("x: 1 new").doesNotContain("refused");
        assertThat(exported()).contains("oai:wild.example:1", "A record saved alone");
    }

    @Test
    void recordsInAWrapper_areTaken_andOneWithoutMetadataIsRefusedWithItsPlace() throws IOException {
        Files.writeString(folder.resolve("saved.xml"), "<Records>\n" + RECORD.formatted(OAI, 1) + "\n" + RECORD.formatted(OAI, 2)
                + "\n<record" + OAI
                + "><header><identifier>oai:wild.example:3</identifier><datestamp>2022-01-01</datestamp></header>"
                + "</record>\n<record" + OAI + "><header status=\"deleted\"><identifier>oai:wild.example:4</identifier>"
                + "<datestamp>2022-01-01</datestamp></header></record></Records>");

        Typed typed = Typed.in(folder, "import", "x", "saved.xml");

        assertThat(typed.err()).contains("refused: ", "saved.xml, line 4: it has neither metadata nor the status deleted",
                "x: 2 new, 1 deleted, 1 refused");
    }

    @Test
    void staticRepository_comesBackAsItWasExported() throws IOException {
        Files.writeString(folder.resolve("saved.xml"),
                "<Records>" + RECORD.formatted(OAI, 1) + RECORD.formatted(OAI, 2) + "</Records>");
        Typed.in(folder, "import", "x", "saved.xml");
        Typed written = Typed.in(folder, "export", "--source", "x", "--static", "sr.xml", "--at",
                "http://www.example.org/sr.xml");
        assertThat(written.status()).as(written.err()).isZero();
        Path other = Files.createDirectory(folder.resolve("other"));

        Typed typed = Typed.in(other, "import", "sr", folder.resolve("sr.xml").toString());

        assertThat(typed.err()).contains("sr: 2 new").doesNotContain("refused");
        assertThat(Typed.in(other, "export", "--format", "jsonl", "--prefix", "oai_dc").out()).contains("oai:wild.example:1",
                "oai:wild.example:2", "A record saved alone");
    }
}
