package dev.sheaf.publish;

import java.nio.charset.StandardCharsets;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import dev.sheaf.publish.files.CrawlBounds;

import static org.assertj.core.api.Assertions.assertThat;

/** Names of files from outside, plain and hostile. */
class SafeNameTest {

    @ParameterizedTest
    @CsvSource({"thesis.pdf,thesis.pdf", "Übung 1 (Entwurf).docx,Übung 1 (Entwurf).docx", "論文.pdf,論文.pdf",
            "../../etc/passwd,passwd", "..\\..\\boot.ini,boot.ini", "C:\\Users\\me\\thesis.pdf,thesis.pdf", "/,document",
            "..,document", "'',document", ".htaccess,document.htaccess", "...pdf,document.pdf",
            "~$draft.docx,document-draft.docx",
            "draft.txt~,draft.txt", "CON.pdf,_CON.pdf", "nul,_nul", "lpt1.tar.gz,_lpt1.tar.gz", "a<b>|?*.pdf,ab.pdf",
            "thesis.pdf. ,thesis.pdf", "  a   b.pdf,a b.pdf"})
    void nameFromOutside_becomesAPlainOne(String given, String kept) {
        assertThat(SafeName.of(given)).isEqualTo(kept);
    }

    @Test
    void controlAndDirectionCharacters_areLeftOut() {
        assertThat(SafeName.of("a\u0000b\nc\u202egpj.exe\u200b")).isEqualTo("ab cgpj.exe");
        assertThat(SafeName.of("x\ud800.pdf")).isEqualTo("x.pdf");
    }

    @Test
    void composedAndDecomposedLetters_becomeTheSameName() {
        assertThat(SafeName.of("U\u0308bung.pdf")).isEqualTo(SafeName.of("\u00dcbung.pdf"));
    }

    @Test
    void longName_isCutWithoutLosingItsExtension() {
        String kept = SafeName.of("ü".repeat(1_000) + ".pdf");
        assertThat(kept).endsWith("ü.pdf");
        assertThat(kept.getBytes(StandardCharsets.UTF_8).length).isBetween(150, 200);
        assertThat(SafeName.of("a." + "b".repeat(5_000)).length()).isLessThan(200);
    }

    @ParameterizedTest
    @CsvSource({"~", "~$", ".~", "~$~", "$~.~", "a~", "-~"})
    void keptName_isNeverOneThatCrawlsPassOver(String given) {
        String kept = SafeName.of(given);
        assertThat(kept).isNotEmpty();
        assertThat(CrawlBounds.isHidden(kept)).as(kept).isFalse();
    }
}
