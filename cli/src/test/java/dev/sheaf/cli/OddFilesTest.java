package dev.sheaf.cli;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import dev.sheaf.testkit.SampleDocuments;

import static org.assertj.core.api.Assertions.assertThat;

/** Files that are odd and readable are published as what they are. */
class OddFilesTest {

    @TempDir
    private Path folder;

    private void write(String name, byte[] content) throws IOException {
        Files.write(Files.createDirectories(folder.resolve("papers")).resolve(name), content);
    }

    private Typed publish(String... more) {
        List<String> words = new ArrayList<>(List.of("publish", "papers", "papers", "--identifier-domain", "example.org"));
        words.addAll(List.of(more));
        Typed published = Typed.in(folder, words.toArray(String[]::new));
        assertThat(published.status()).as(published.err()).isZero();
        return published;
    }

    private String found(String words) {
        return Typed.in(folder, "search", words, "--in", "fulltext", "--limit", "100").out();
    }

    /** A PDF whose pages are drawn by these commands. */
    private static byte[] pdf(String information, String... pages) {
        List<byte[]> objects = new ArrayList<>();
        StringBuilder kids = new StringBuilder();
        for (int i = 0; i < pages.length; i++) {
            kids.append(5 + 2 * i).append(" 0 R ");
        }
        objects.add(bytes("<< /Type /Catalog /Pages 2 0 R >>"));
        objects.add(bytes("<< /Type /Pages /Count " + pages.length + " /Kids [" + kids + "] >>"));
        objects.add(bytes("<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>"));
        objects.add(bytes("<< " + information + " >>"));
        for (int i = 0; i < pages.length; i++) {
            objects.add(
                    bytes("<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Resources << /Font << /F1 3 0 R >> >> /Contents "
                            + (6 + 2 * i) + " 0 R >>"));
            objects.add(SampleDocuments.pdfStream(bytes(pages[i])));
        }
        return SampleDocuments.pdf(objects, "/Root 1 0 R /Info 4 0 R");
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.ISO_8859_1);
    }

    private static String line(int size, int y, String text) {
        return "BT /F1 " + size + " Tf 72 " + y + " Td (" + text + ") Tj ET\n";
    }

    private static final String BODY = line(10, 500, "Plain words of the text of an ordinary page, set in small type.")
            + line(10, 488, "More plain words of the text of an ordinary page, set in small type.");

    @Test
    void textThatBeginsLikeAnotherFormat_isAText() throws IOException {
        List<String> beginnings = List.of("ID3 and C4.5 are decision tree learners", "MZUMBE UNIVERSITY",
                "the BOOKMOBI of bookmobiles",
                "CWS Kerala", "FWS of fish", "FLV files", "GIF89a is a format", "AC1015 drawings", "LZIP packs", "MThd begins",
                "OggS pages", "BZh is",
                "Rar! he said", "%!PS is how", "%PDF-1.4 begins each file", "PK begins", "RIFF of guitars", "II* and MM*",
                "SIMPLE  = words", "7z and",
                "8BPS of layers", "MSCF cabinets", "Cr24 notes", "wOFF fonts", "ITSF help", "SQLite format 3 is",
                "!<arch> of triumph", "{\\rtf1 begins",
                "x".repeat(128) + "DICM", "y".repeat(257) + "ustar", "z".repeat(60) + "BOOKMOBI", "\u00ff\u00fb sounds");
        for (int i = 0; i < beginnings.size(); i++) {
            write("text" + i + ".txt",
                    (beginnings.get(i) + "\nfollowed by walrus" + i + " and more\n").getBytes(StandardCharsets.UTF_8));
        }
        Typed published = publish();
        assertThat(published.err()).contains("papers: " + beginnings.size() + " new").doesNotContain("refused");
        for (int i = 0; i < beginnings.size(); i++) {
            assertThat(found("walrus" + i)).as(beginnings.get(i)).contains("papers/text" + i);
        }
    }

    @Test
    void pictureUnderTheNameOfAText_isRefused() throws IOException {
        write("picture.txt", new byte[]{'G', 'I', 'F', '8', '9', 'a', 1, 0, 1, 0, 0, 0, 0, ';'});
        write("text.txt", bytes("words"));
        assertThat(publish().err()).contains("papers: 1 new; 1 file refused", "mislabelled");
    }

    @Test
    void damagedPage_costsWhatFollowsOnItAlone_andTheRecordSaysSo() throws IOException {
        write("damaged.pdf", pdf("/Title (On Walruses) /Author (Ann Author)", line(10, 700, "first walruses"),
                line(10, 700, "second dolphins") + "BI /W 10 /H 10 /CS /G /BPC 8 IQ\n" + line(10, 600, "lost"),
                line(10, 700, "third whales")));
        Typed published = publish();
        assertThat(published.err()).contains("papers: 1 new", "damaged.pdf: partly read: page 2 of 3 cannot be read whole")
                .doesNotContain("refused");
        for (String word : List.of("walruses", "dolphins", "whales")) {
            assertThat(found(word)).as(word).contains("papers/damaged");
        }
        assertThat(Typed.in(folder, "export", "--format", "jsonl", "--source", "papers").out())
                .contains("Full text: partly read: page 2 of 3");
    }

    @Test
    void textBeyondTheBound_isIndexedUpToIt_andTheRecordSaysSo() throws IOException {
        write("huge.txt",
                ("begin walrus\n" + "several words again\n".repeat(1_050_000) + "dolphin\n").getBytes(StandardCharsets.UTF_8));
        assertThat(publish().err()).contains("papers: 1 new", "huge.txt: only its first 20,000,000 characters are indexed")
                .doesNotContain("refused");
        assertThat(found("walrus")).contains("papers/huge");
        assertThat(found("dolphin")).isEmpty();
    }

    @Test
    void wordDividedAtTheEndOfALine_isFoundWhole() throws IOException {
        write("typeset.pdf",
                pdf("/Title (On Typesetting)",
                        line(10, 700, "the examina-") + line(10, 688, "tion of walruses and more examination, a well-")
                                + line(10, 676, "known matter, well-known to all, with uncom-")
                                + line(10, 664, "monly rare words")));
        publish();
        assertThat(found("examination")).contains("papers/typeset");
        assertThat(found("tion")).as("half of a word that stands whole elsewhere").isEmpty();
        assertThat(found("well known")).contains("papers/typeset");
        assertThat(found("wellknown")).isEmpty();
        assertThat(found("uncommonly")).as("a word that stands nowhere else").contains("papers/typeset");
        assertThat(found("monly")).contains("papers/typeset");
    }

    @Test
    void titlesAndAuthorsOfProducers_giveWayToThoseOfThePage() throws IOException {
        String page = line(12, 760, "Journal of Examples, Volume 3, Issue 2") + line(20, 700, "The Walruses of the North:")
                + line(20, 676, "An Introduc-") + line(20, 652, "tion")
                + line(12, 620, "Anna von Author, Bert B. Writer and Carl Scribe")
                + line(10, 600, "University of Examples") + BODY;
        Map<String, String> stated = new LinkedHashMap<>();
        List<String> titles = List.of("", "Microsoft Word - walrus final.docx", "manual.dvi", "untitled", "Untitled-1", "CMR10",
                "C:\\\\\\\\papers\\\\\\\\walrus.tex",
                "10.1234/walrus.2020.5", "arXiv:2001.01234v2 [math.ST] 4 Jan 2020", "gkn123 1..8",
                "Paper Title \\(use style: paper title\\)", "QuarkXPress",
                "Layout 1", "PowerPoint Presentation", "walrus_final_v3", "Instructions for Authors", "pone.0012345",
                "Type your title here");
        List<String> authors = List.of("", "Administrator", "tsetter3", "anonymous", "user", "jdoe", "Adobe InDesign",
                "DOMAIN\\\\\\\\jdoe", "LaTeX");
        for (int i = 0; i < titles.size(); i++) {
            stated.put("paper" + i, "/Title (" + titles.get(i) + ") /Author (" + authors.get(i % authors.size()) + ")");
        }
        for (Map.Entry<String, String> paper : stated.entrySet()) {
            write(paper.getKey() + ".pdf", pdf(paper.getValue(), page));
        }
        write("kept.pdf", pdf("/Title (Kept as it is stated) /Author (Dora Given; Emil Given)", page));
        write("untitled_letter.pdf", pdf("/Title (untitled)", BODY));
        publish();
        for (Map.Entry<String, String> paper : stated.entrySet()) {
            assertThat(Typed.in(folder, "search", "identifier:" + paper.getKey()).out()).as(paper.getValue())
                    .contains("1. The Walruses of the North: An Introduction\n",
                            "   Anna von Author; Bert B. Writer; Carl Scribe");
        }
        assertThat(Typed.in(folder, "search", "identifier:kept").out()).contains("1. Kept as it is stated",
                "Dora Given; Emil Given");
        assertThat(Typed.in(folder, "search", "identifier:untitled_letter").out()).contains("1. untitled_letter");
    }
}
