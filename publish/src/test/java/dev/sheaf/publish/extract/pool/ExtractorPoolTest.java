package dev.sheaf.publish.extract.pool;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import dev.sheaf.publish.extract.ExtractedText;
import dev.sheaf.publish.extract.RefusedDocumentException;
import dev.sheaf.testkit.SampleDocuments;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** Documents of all kinds, extracted by a real process. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ExtractorPoolTest {

    @TempDir
    private Path folder = Path.of("");
    private @Nullable ExtractorPool pool;

    @BeforeAll
    void start() {
        pool = new ExtractorPool(new ExtractionLimits(1, 256, 30, 1_000_000, 10), "", List.of(), folder);
    }

    @AfterAll
    void stop() {
        pool().close();
    }

    private ExtractorPool pool() {
        return requireNonNull(pool);
    }

    private ExtractedText extract(String name, byte[] content)
            throws RefusedDocumentException, IOException, InterruptedException {
        Path file = Files.write(folder.resolve(name), content);
        return pool().extract(file, name);
    }

    private void isRefused(String name, byte[] content, String reason) {
        assertThatThrownBy(() -> extract(name, content)).isInstanceOf(RefusedDocumentException.class)
                .hasMessageContaining(reason);
    }

    private static void says(ExtractedText text, String type, String words, Map<String, List<String>> metadata) {
        assertThat(text.type()).isEqualTo(type);
        assertThat(text.text()).contains(words);
        assertThat(text.metadata()).isEqualTo(metadata);
    }

    @Test
    void pdf_givesTextTitleAndAuthor() throws Exception {
        ExtractedText text = extract("a.pdf", SampleDocuments.pdf("On Sheaves", "Ann Author", "first page words", "second page"));
        assertThat(text.type()).isEqualTo("application/pdf");
        assertThat(text.text()).contains("first page words", "second page");
        assertThat(text.metadata()).containsEntry("title", List.of("On Sheaves")).containsEntry("creator", List.of("Ann Author"))
                .doesNotContainKeys("language", "description", "subject");
    }

    @Test
    void documentsOfOffices_giveTextTitleAndAuthor() throws Exception {
        says(extract("a.docx", SampleDocuments.docx("On Sheaves", "Ann Author", "some words")),
                "application/vnd.openxmlformats-officedocument.wordprocessingml.document", "some words",
                Map.of("title", List.of("On Sheaves"), "creator", List.of("Ann Author")));
        ExtractedText open = extract("a.odt", SampleDocuments.odt("Über Garben", "Ann Author", "einige Wörter"));
        says(open, "application/vnd.oasis.opendocument.text", "einige Wörter", Map.of("title", List.of("Über Garben"), "creator",
                List.of("Ann Author"), "language", List.of("de-AT")));
        assertThat(open.language()).isEqualTo("de-AT");
        assertThat(extract("a.rtf", SampleDocuments.text("{\\rtf1\\ansi{\\info{\\title On Sheaves}}some words\\par}")).text())
                .contains("some words");
    }

    @Test
    void electronicBook_givesTextAndMetadata() throws Exception {
        says(extract("a.epub", SampleDocuments.epub("On Sheaves", "Ann Author", "once upon a time")), "application/epub+zip",
                "once upon a time", Map.of("title", List.of("On Sheaves"), "creator", List.of("Ann Author"), "language",
                        List.of("en"), "identifier", List.of("urn:isbn:9780000000002")));
    }

    @Test
    void webPage_givesTextWithoutMarkup_andMetadataOfItsHead() throws Exception {
        says(extract("a.html", SampleDocuments.text("<!DOCTYPE html><html lang='en'><head><title>On Sheaves</title>",
                "<meta name='DC.Creator' content='Ann Author'><meta name='keywords' content='sheaf, bundle'>",
                "<meta name='description' content='A page'><script>var hidden = 1;</script></head>",
                "<body><p>some <b>words</b></p></body></html>")), "text/html", "some words",
                Map.of("title", List.of("On Sheaves"), "creator", List.of("Ann Author"), "subject", List.of("sheaf", "bundle"),
                        "description", List.of("A page"), "language", List.of("en")));
        assertThat(extract("b.html", SampleDocuments.text("<html><body><script>hidden()</script>shown</body></html>")).text())
                .contains("shown").doesNotContain("hidden");
    }

    @Test
    void sgml_givesTitleAndText_andNoTwoElementsBecomeOneWord() throws Exception {
        says(extract("a.sgml", SampleDocuments.text("<!DOCTYPE ARTICLE PUBLIC '-//X//DTD'><ARTICLE><TITLE>On Sheaves</TITLE>",
                "<PARA>some <EM>words<PARA>more of them</ARTICLE>")), "text/sgml", "some words more of them",
                Map.of("title", List.of("On Sheaves")));
        says(extract("b.sgm", SampleDocuments.text("<memo><to>Ann<from>Bob<title>Sheaves</title><body>words")), "text/sgml",
                "Ann Bob Sheaves words", Map.of("title", List.of("Sheaves")));
    }

    @Test
    void webPageUnderTheNameOfSgml_isAWebPage() throws Exception {
        for (String start : List.of("<!DOCTYPE HTML PUBLIC '-//W3C//DTD HTML 3.2//EN'>", "<HTML>")) {
            ExtractedText text = extract("page.sgml",
                    SampleDocuments.text(start + "<HEAD><TITLE>On Sheaves</TITLE></HEAD><P>some words<SCRIPT>hidden()</SCRIPT>"));
            assertThat(text.type()).isEqualTo("text/html");
            assertThat(text.text()).contains("some words").doesNotContain("hidden");
        }
    }

    @Test
    void markup_givesItsText() throws Exception {
        assertThat(extract("a.xml", SampleDocuments.text("<?xml version='1.0'?><a xmlns:dc='http://purl.org/dc/elements/1.1/'>",
                "<dc:title>On Sheaves</dc:title><b>some words</b></a>"))).satisfies(text -> {
                    assertThat(text.text()).contains("some words");
                    assertThat(text.metadata()).containsEntry("title", List.of("On Sheaves"));
                });
        assertThat(extract("a.fb2", SampleDocuments.text("<?xml version='1.0' encoding='UTF-8'?>",
                "<FictionBook xmlns='http://www.gribuser.ru/xml/fictionbook/2.0'><body><section><p>once upon a time</p></section>",
                "</body></FictionBook>")).text()).contains("once upon a time");
    }

    @Test
    void plainText_isReadInItsEncoding() throws Exception {
        assertThat(extract("a.txt", SampleDocuments.text("some words, größer")).text()).contains("größer");
        assertThat(extract("b.txt", "größere Wörter über Straßen, die schön sind, und Bäume"
                .getBytes(java.nio.charset.StandardCharsets.ISO_8859_1)).text()).contains("größere Wörter");
        assertThat(extract("README", SampleDocuments.text("words without an extension")).type()).isEqualTo("text/plain");
    }

    @Test
    void documentWithoutATitle_hasNone() throws Exception {
        assertThat(extract("report-2024.txt", SampleDocuments.text("Annual report", "words")).metadata()).isEmpty();
        assertThat(extract("b.html",
                SampleDocuments.text("<html><head><title>Untitled Document</title></head><body>x</body></html>"))
                .metadata()).isEmpty();
    }

    @Test
    void pictureAndProgram_haveNoText() throws Exception {
        byte[] png = {(byte) 0x89, 'P', 'N', 'G', 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13, 'I', 'H', 'D', 'R', 0, 0, 0, 1, 0, 0, 0,
                1};
        assertThat(extract("a.png", png).type()).isEqualTo("image/png");
        assertThat(extract("a.png", png).text()).isNull();
        assertThat(extract("a.css", SampleDocuments.text("body { color: red }")).text()).isNull();
        assertThat(pool().type(folder.resolve("a.png"), "a.png")).isEqualTo("image/png");
    }

    @Test
    void encryptedPdf_isRefused_exceptWithoutAPassword() throws Exception {
        isRefused("locked.pdf", SampleDocuments.lockedPdf(), "it is encrypted, and opens only with a password");
    }

    @Test
    void mislabelledFiles_areRefused_withBothTypes() {
        isRefused("login.pdf", SampleDocuments.text("<!DOCTYPE html><html><body>Please log in</body></html>"),
                "it is mislabelled: its name promises application/pdf, but its content is text/html");
        isRefused("a.docx", SampleDocuments.pdf("x", "y", "z"), "its content is application/pdf");
        isRefused("a.txt", SampleDocuments.pdf("x", "y", "z"),
                "its name promises text/plain, but its content is application/pdf");
        isRefused("a.pdf", new byte[]{1, 2, 3, 4, 5, 6, 7, 8, 0, 0, 1}, "it is mislabelled");
    }

    @Test
    void truncatedFiles_areRefused_andNotTakenForShortOnes() {
        byte[] pdf = SampleDocuments.pdf("x", "y", "one", "two", "three");
        isRefused("cut.pdf", java.util.Arrays.copyOf(pdf, pdf.length - 200), "it breaks off");
        byte[] docx = SampleDocuments.docx("x", "y", "words ".repeat(100));
        isRefused("cut.docx", java.util.Arrays.copyOf(docx, docx.length / 2), "it breaks off");
        byte[] epub = SampleDocuments.epub("x", "y", "words ".repeat(100));
        isRefused("cut.epub", java.util.Arrays.copyOf(epub, epub.length - 40), "it breaks off");
        isRefused("empty.pdf", new byte[0], "it is empty");
    }

    @Test
    void damagedPdf_isRefused() {
        isRefused("damaged.pdf",
                SampleDocuments.text("%PDF-1.7", "1 0 obj", "<< /Type /Catalog /Pages 2 0 R >>", "endobj", "xref",
                        "garbage", "trailer", "<< /Root 9 0 R >>", "startxref", "99999", "%%EOF"),
                "it is damaged, or no application/pdf");
    }

    @Test
    void entitiesOfMarkup_areNeitherExpandedWithoutEnd_norReadFromFiles() throws Exception {
        StringBuilder laughs = new StringBuilder("<?xml version='1.0'?><!DOCTYPE l [<!ENTITY a0 'ha'>");
        for (int i = 1; i < 40; i++) {
            laughs.append("<!ENTITY a").append(i).append(" '").append(("&a" + (i - 1) + ";").repeat(10)).append("'>");
        }
        laughs.append("]><l>&a39;</l>");
        assertNoMoreThan("laughs.xml", laughs.toString(), 10_000);
        Path secret = Files.writeString(folder.resolve("secret"), "s3cret");
        assertNoMoreThan("external.xml", "<?xml version='1.0'?><!DOCTYPE l [<!ENTITY x SYSTEM '" + secret.toUri()
                + "'>]><l>&x;</l>", 100);
        assertNoMoreThan("external.svg", "<?xml version='1.0'?><!DOCTYPE svg [<!ENTITY x SYSTEM '" + secret.toUri()
                + "'>]><svg xmlns='http://www.w3.org/2000/svg'><text>&x;</text></svg>", 100);
    }

    private void assertNoMoreThan(String name, String content, int characters) throws Exception {
        try {
            ExtractedText text = extract(name, SampleDocuments.text(content));
            assertThat(text.text()).satisfies(all -> assertThat(String.valueOf(all).length()).isLessThan(characters))
                    .doesNotContain("s3cret");
        } catch (RefusedDocumentException refused) {
            assertThat(refused.reason()).doesNotContain("s3cret");
        }
    }

    @Test
    void zipBomb_isRefused() {
        Map<String, String> parts = new java.util.LinkedHashMap<>();
        parts.put("mimetype", "application/epub+zip");
        parts.put("META-INF/container.xml", "<container xmlns='urn:oasis:names:tc:opendocument:xmlns:container'><rootfiles>"
                + "<rootfile full-path='b.opf'/></rootfiles></container>");
        parts.put("b.opf", "<package xmlns='http://www.idpf.org/2007/opf'><manifest><item id='c' href='c.xhtml' "
                + "media-type='application/xhtml+xml'/></manifest><spine><itemref idref='c'/></spine></package>");
        parts.put("c.xhtml", "<html xmlns='http://www.w3.org/1999/xhtml'><body><p>" + "word ".repeat(4_000_000)
                + "</p></body></html>");
        assertThatThrownBy(() -> extract("bomb.epub", SampleDocuments.zip(parts))).isInstanceOf(RefusedDocumentException.class);
    }

    @Test
    void textBeyondTheBound_isReadUpToIt_withTheOptionThatRaisesIt() throws Exception {
        ExtractedText text = extract("long.txt", SampleDocuments.text("word ".repeat(300_000)));
        assertThat(String.valueOf(text.text())).startsWith("word word").hasSizeBetween(999_990, 1_000_000);
        assertThat(text.remarks()).containsExactly("only its first 1,000,000 characters are indexed (--option text=N)");
    }

    @ParameterizedTest
    @CsvSource({"2, 1", "10, 2"})
    void killedProcess_isStartedAgain_andTheDocumentGetsAnotherChance(int files, int kills) throws Exception {
        pool().describe();
        long before = pool().started();
        for (int i = 0; i < files; i++) {
            if (i < kills) {
                // A sandbox is a process of its own; what runs in it dies a moment later, and may answer before.
                List<ProcessHandle> killed = pool().pids().stream().flatMap(pid -> ProcessHandle.of(pid).stream())
                        .flatMap(process -> Stream.concat(process.descendants(), Stream.of(process))).toList();
                killed.forEach(ProcessHandle::destroyForcibly);
                for (ProcessHandle one : killed) {
                    one.onExit().get(20, TimeUnit.SECONDS);
                }
            }
            assertThat(extract("a" + i + ".txt", SampleDocuments.text("some words")).text()).contains("some words");
        }
        assertThat(pool().started() - before).isEqualTo(kills);
    }
}
