package dev.sheaf.cli;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.marc4j.MarcStreamWriter;
import org.marc4j.marc.MarcFactory;
import org.marc4j.marc.Record;
import tools.jackson.databind.json.JsonMapper;

import static org.assertj.core.api.Assertions.assertThat;

/** MARC in its exchange format, files of reference managers, OpenDocument tables. */
class LibraryFormatsImportTest {

    @TempDir
    private Path folder;

    private void copy(String name, String as) throws IOException {
        try (InputStream in = Objects.requireNonNull(
                LibraryFormatsImportTest.class.getResourceAsStream(name))) {
            Files.copy(in, folder.resolve(as));
        }
    }

    private String exported(String prefix) {
        StringBuilder all = new StringBuilder();
        Typed.in(folder, "export", "--format", "jsonl", "--prefix", prefix).out().lines().map(JsonMapper.shared()::readTree)
                .forEach(node -> all.append(node.path("identifier").asString()).append(' ')
                        .append(node.path("metadata").asString()).append('\n'));
        return all.toString();
    }

    /** A record with its texts as bytes: what stands above ASCII is written as it is given. */
    private static byte[] marc(String number, String title, char status, char coding) {
        MarcFactory factory = MarcFactory.newInstance();
        Record record = factory.newRecord("00000" + status + "am " + coding + "2200000 u 4500");
        record.addVariableField(factory.newControlField("001", number));
        record.addVariableField(factory.newDataField("245", '0', '0', "a", title));
        record.addVariableField(factory.newDataField("700", '1', ' ', "a", "Second, Person", "4", "aut"));
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        MarcStreamWriter writer = new MarcStreamWriter(out, "ISO8859_1");
        writer.write(record);
        writer.close();
        return out.toByteArray();
    }

    private static String bytes(String text) {
        return new String(text.getBytes(StandardCharsets.UTF_8), StandardCharsets.ISO_8859_1);
    }

    @Test
    void marcRecordsOfEveryEncoding_becomeMarcXml() throws IOException {
        ByteArrayOutputStream file = new ByteArrayOutputStream();
        file.write(marc("u 1", bytes("Zwölf日本 & <x>"), 'n', 'a'));
        file.write(marc("m2", "R\u00e2eve", 'n', ' '));
        file.write(marc("w3", bytes("Größe"), 'n', ' '));
        file.write("\r\n".getBytes(StandardCharsets.US_ASCII));
        file.write(marc("gone", "Gone", 'd', ' '));
        Files.write(folder.resolve("koha.mrc"), file.toByteArray());
        Typed typed = Typed.in(folder, "import", "koha", "koha.mrc");
        assertThat(typed.err()).contains("koha: 3 new, 1 deleted");
        assertThat(exported("marc21")).contains(":koha/u%201 ", "Zwölf日本 &amp; &lt;x&gt;", "R\u00e9ve", "Größe",
                "<leader>00000nam a2200000 u 4500</leader>", "<subfield code=\"4\">aut</subfield>", ":koha/gone ");
        assertThat(exported("oai_dc")).contains("<dc:title>R\u00e9ve");
        assertThat(Typed.in(folder, "import", "koha", "koha.mrc").err()).contains("koha: 4 the same");
    }

    /** In MARC-8 other scripts, exponents and characters by their number are written in ASCII with escape sequences. */
    @Test
    void marc8OfSevenBits_isNotTakenForUtf8() throws IOException {
        ByteArrayOutputStream file = new ByteArrayOutputStream();
        file.write(marc("cyrillic", "\u001b(NwOJNA\u001b(B i mir", 'n', ' '));
        file.write(marc("exponent", "E=mc\u001bp2\u001bs, H\u001bb2\u001bsO", 'n', ' '));
        file.write(marc("number", "Alpha &#x4E2D;&#x6587;", 'n', ' '));
        file.write(marc("greek", "\u001bga\u001bs-decay", 'n', 'a'));
        Files.write(folder.resolve("m8.mrc"), file.toByteArray());
        Typed typed = Typed.in(folder, "import", "m8", "m8.mrc");
        assertThat(typed.err()).contains("m8: 4 new").doesNotContain("warning");
        assertThat(exported("marc21")).contains("Война i mir", "E=mc²", "H₂O", "Alpha 中文", "α-decay").doesNotContain("\ufffd");
    }

    /** Systems that write neither UTF-8 nor MARC-8 write what their computer does. A single word may be read both ways, a file not. */
    @Test
    void marcInTheEncodingOfAComputer_isReadAsThatWithANote() throws IOException {
        ByteArrayOutputStream file = new ByteArrayOutputStream();
        file.write(marc("l1", "\u00c9tude de la po\u00e9sie \u00e0 Gen\u00e8ve, o\u00f9 l'\u00e9t\u00e9", 'n', ' '));
        file.write(marc("l2", "\u00dcber die Gr\u00f6\u00dfe der B\u00e4ume", 'n', ' '));
        file.write(marc("l3", "Po\u00e9sie", 'n', ' '));
        file.write(marc("u4", bytes("Größe"), 'n', ' '));
        Files.write(folder.resolve("latin.mrc"), file.toByteArray());
        Typed typed = Typed.in(folder, "import", "latin", "latin.mrc");
        assertThat(typed.err()).contains("latin: 4 new", "neither UTF-8 nor MARC-8: read as windows-1252");
        assertThat(exported("marc21")).contains("Étude de la poésie à Genève, où l'été", "Über die Größe der Bäume", ">Poésie<",
                ">Größe<");
    }

    /** Valid MARC-8 of the same file stays MARC-8, and a record of UTF-8 with one damaged character stays UTF-8. */
    @Test
    void marcThatIsNotTheUtf8ItsLeaderSays_isReadAsItIsWithANote() throws IOException {
        ByteArrayOutputStream file = new ByteArrayOutputStream();
        file.write(marc("l1", "\u00c9tude de la po\u00e9sie \u00e0 Gen\u00e8ve, o\u00f9 l'\u00e9t\u00e9", 'n', 'a'));
        file.write(marc("l2", "\u00dcber die Gr\u00f6\u00dfe der B\u00e4ume", 'n', 'a'));
        file.write(marc("m3", "R\u00e2eve", 'n', ' '));
        file.write(marc("u4", bytes("Größe"), 'n', 'a'));
        file.write(marc("u5", bytes("Zwölf ") + "Caf\u00c3 am Platz", 'n', 'a'));
        Files.write(folder.resolve("says.mrc"), file.toByteArray());
        Typed typed = Typed.in(folder, "import", "says", "says.mrc");
        assertThat(typed.err()).contains("says: 5 new", "neither UTF-8 nor MARC-8: read as windows-1252",
                "says.mrc, record 5: it contains U+FFFD").doesNotContain("record 1:", "record 2:");
        assertThat(exported("marc21")).contains("Étude de la poésie à Genève, où l'été", "Über die Größe der Bäume", "R\u00e9ve",
                ">Größe<", "Zwölf Caf\ufffd am Platz");
    }

    /** MARC-8 has all accents from E0 to FE but two, which are ü and ý in Latin-1. */
    @Test
    void marcWithLettersThatMarc8DoesNotHave_isNotTakenForIt() throws IOException {
        Files.write(folder.resolve("ue.mrc"), marc("l1", "M\u00fcller, B\u00fccher", 'n', ' '));
        assertThat(Typed.in(folder, "import", "ue", "ue.mrc").err()).contains("ue: 1 new", "read as windows-1252");
        assertThat(exported("marc21")).contains("Müller, Bücher");
    }

    @Test
    void recordOfMarc8WithADamagedCharacter_isReportedWithAWarning() throws IOException {
        ByteArrayOutputStream file = new ByteArrayOutputStream();
        file.write(marc("m1", "R\u00e2eve ".repeat(20), 'n', ' '));
        file.write(marc("m2", "\u00c9tude", 'n', ' '));
        Files.write(folder.resolve("damaged.mrc"), file.toByteArray());
        assertThat(Typed.in(folder, "import", "damaged", "damaged.mrc").err()).contains("damaged: 2 new",
                "damaged.mrc, record 2: it contains bytes that are invalid in MARC-8").doesNotContain("record 1", "read as");
    }

    /** Systems count characters instead of bytes, or an editor has changed the text. */
    @Test
    void marcRecordWithWrongLengths_isReadByItsTerminators() throws IOException {
        byte[] characters = marc("c1", "Etudes ete", 'n', 'a');
        String text = new String(characters, StandardCharsets.ISO_8859_1);
        ByteArrayOutputStream file = new ByteArrayOutputStream();
        file.write(text.replace("Etudes ete", "Études été").getBytes(StandardCharsets.UTF_8));
        file.write(("00030" + text.substring(5).replace("c1", "c2")).getBytes(StandardCharsets.US_ASCII));
        file.write(("99999" + text.substring(5).replace("c1", "c3")).getBytes(StandardCharsets.US_ASCII));
        file.write(
                (text.substring(0, 12) + "09000" + text.substring(17).replace("c1", "c4")).getBytes(StandardCharsets.US_ASCII));
        Files.write(folder.resolve("w.mrc"), file.toByteArray());
        Typed typed = Typed.in(folder, "import", "w", "w.mrc");
        assertThat(typed.err()).contains("w: 4 new", "w.mrc, record 1: the lengths in it are wrong");
        assertThat(exported("marc21")).contains("<subfield code=\"a\">Études été</subfield>", "Second, Person", ":w/c2 ",
                ":w/c3 ",
                ":w/c4 ");
    }

    @Test
    void damagedMarcRecord_isReportedWithItsNumber_andTheOthersAreImported() throws IOException {
        byte[] good = marc("1", "One", 'n', 'a');
        byte[] bad = marc("2", "Two", 'n', 'a');
        for (int i = 24; i < 48; i++) {
            bad[i] = 'x';
        }
        ByteArrayOutputStream file = new ByteArrayOutputStream();
        file.write(good);
        file.write(bad);
        file.write("no leader\u001d".getBytes(StandardCharsets.US_ASCII));
        file.write(marc("3", "Three", 'n', 'a'));
        file.write(marc("1", "Again", 'n', 'a'));
        file.write(good, 0, good.length - 5);
        Files.write(folder.resolve("dump"), file.toByteArray());
        Typed typed = Typed.in(folder, "import", "koha", "dump");
        assertThat(typed.err())
                .contains("dump, record 2: it is not readable as MARC", "dump, record 3: it does not begin with a MARC leader",
                        "dump, record 5: it has the same identifier as", "dump, record 6: the file ends within it",
                        "koha: 2 new, 4 refused")
                .doesNotContain("Exception");
    }

    @Test
    void bibTex_becomesDublinCore() throws IOException {
        copy("references.bib", "references.bib");
        Typed typed = Typed.in(folder, "import", "refs", "references.bib");
        assertThat(typed.err())
                .contains("references.bib, line 15: not readable as BibTeX: a brace is missing: the next entry begins at line 16",
                        "references.bib, line 17: not readable as BibTeX", "refs: 4 new, 2 refused")
                .doesNotContain("Exception");
        assertThat(exported("oai_dc")).contains(":refs/meinhof1906 ", "<dc:creator>Müller, Jérôme</dc:creator>",
                "<dc:creator>Institute and Friends</dc:creator>", "<dc:title>Linguistische Studien in Ostafrika</dc:title>",
                "<dc:source>Journal of African Arts 9(2), 278-333</dc:source>", "<dc:date>1906-03</dc:date>",
                "<dc:identifier>https://doi.org/10.1000/182</dc:identifier>", "<dc:subject>phonology</dc:subject>",
                "<dc:identifier>ISBN 0-201-13447-0</dc:identifier>", "<dc:title>After the broken one</dc:title>",
                "<dc:title>A &amp; B &lt;c&gt;</dc:title>", "<dc:type>doctoral thesis</dc:type>",
                "<dc:description>50% done</dc:description>",
                "http://a.example/x_y?a=1&amp;b=2", ":refs/ab%3Ac_d/e ").doesNotContain("others");
    }

    @Test
    void bibTexEntriesInParentheses_mayHoldParenthesesInQuotesAndBraces() throws IOException {
        Files.writeString(folder.resolve("p.bib"), """
                @book(a, title = "Parens (yes) and {)} more", author = {Knuth, D. E. (ed.)}, year = "1984")
                @book{b, title = "A quote "" here", note = {5" disk}}
                @book{c, title = {After (all)}}
                """);
        assertThat(Typed.in(folder, "import", "p", "p.bib").err()).contains("p: 2 new, 1 refused");
        assertThat(exported("oai_dc")).contains("<dc:title>Parens (yes) and ) more</dc:title>", "<dc:date>1984</dc:date>",
                "<dc:title>After (all)</dc:title>");
    }

    @Test
    void ris_becomesDublinCore() throws IOException {
        copy("references.ris", "export.txt");
        Typed typed = Typed.in(folder, "import", "refs", "export.txt");
        assertThat(typed.err()).contains("export.txt, line 19: the entry has no end", "export.txt, line 26: it has no title",
                "refs: 2 new, 2 refused");
        assertThat(exported("oai_dc")).contains(":refs/r1 ", "<dc:title>A title that goes on</dc:title>",
                "<dc:creator>Müller, Jérôme</dc:creator>",
                "<dc:source>Journal of Tests 12(3), 45-67</dc:source>", "<dc:date>2001-05-03</dc:date>",
                "<dc:subject>two</dc:subject>",
                "<dc:identifier>ISSN 1234-5678</dc:identifier>", "<dc:type>article</dc:type>",
                "<dc:identifier>ISBN 978-0-201-13447-0</dc:identifier>");
    }

    @Test
    void refer_becomesDublinCoreAndMayHaveAMapping() throws IOException {
        copy("references.enw", "references.enw");
        Typed typed = Typed.in(folder, "import", "refs", "references.enw");
        assertThat(typed.err()).contains("refs: 2 new");
        assertThat(exported("oai_dc")).contains(":refs/m1 ", "<dc:title>Middlemarch</dc:title>",
                "<dc:source>Blackwood 1</dc:source>",
                "<dc:subject>y nonsense goes on</dc:subject>", "<dc:type>journal article</dc:type>");
        Files.writeString(folder.resolve("m.yaml"), "identifier: {hash: [T]}\ndc:\n  title: T\n  date: D\n");
        Typed mapped = Typed.in(folder, "import", "mapped", "references.enw", "--mapping", "m.yaml");
        assertThat(mapped.err()).contains("mapped: 2 new");
    }

    @Test
    void risWithTextAroundEntries_reportsEachLostEntry() throws IOException {
        Files.writeString(folder.resolve("p.ris"), """
                Provider: Somebody
                Database: Something

                TY  - JOUR
                ID  - r1
                TI  - One
                ER  -

                TI  - Without a beginning
                ID  - r2
                ER  -
                TY  - JOUR
                ID  - r3
                TI  - Three
                ER  -
                TI  - At the end
                """);
        Typed typed = Typed.in(folder, "import", "p", "p.ris");
        assertThat(typed.err()).contains("text outside of entries is left out, the first in line 1",
                "p.ris, line 9: the entry has no beginning", "p.ris, line 16: the entry has no beginning",
                "p: 2 new, 2 refused");
    }

    /** Abbreviations are parsed together with each entry. */
    @Test
    void oneAbbreviationOfBibTex_doesNotSpoilTheFile() throws IOException {
        Files.writeString(folder.resolve("s.bib"), """
                @string(jan = "January")
                @string{bad = }
                @STRING{acm = {ACM (Press)}}
                @article{a, title={One}, journal = acm # " Journal", month = jan, year = 2001}
                """);
        Typed typed = Typed.in(folder, "import", "s", "s.bib");
        assertThat(typed.err()).contains("s.bib, line 2: an abbreviation", "s: 1 new").doesNotContain("refused");
        assertThat(exported("oai_dc")).contains("<dc:source>ACM (Press) Journal</dc:source>", "<dc:date>2001-01</dc:date>");
    }

    @Test
    void abstractOfEndNote_mayHaveParagraphs() throws IOException {
        Files.writeString(folder.resolve("e.enw"), """
                %0 Journal Article
                %T One
                %X First paragraph

                second paragraph
                %D 1999
                %F k1


                %0 Book
                %T Two
                %F k2

                %T Three
                %F k3
                """);
        assertThat(Typed.in(folder, "import", "e", "e.enw").err()).contains("e: 3 new").doesNotContain("refused");
        assertThat(exported("oai_dc")).contains("<dc:description>First paragraph second paragraph</dc:description>",
                "<dc:date>1999</dc:date>", ":e/k3 ");
    }

    private void ods(String content) throws IOException {
        try (ZipOutputStream zip = new ZipOutputStream(Files.newOutputStream(folder.resolve("books.ods")))) {
            zip.putNextEntry(new ZipEntry("mimetype"));
            zip.write("application/vnd.oasis.opendocument.spreadsheet".getBytes(StandardCharsets.US_ASCII));
            zip.putNextEntry(new ZipEntry("content.xml"));
            zip.write(("<office:document-content xmlns:office='urn:oasis:names:tc:opendocument:xmlns:office:1.0'"
                    + " xmlns:table='urn:oasis:names:tc:opendocument:xmlns:table:1.0' xmlns:text='urn:oasis:names:tc:opendocument:xmlns:text:1.0'>"
                    + "<office:body><office:spreadsheet>" + content
                    + "</office:spreadsheet></office:body></office:document-content>")
                    .getBytes(StandardCharsets.UTF_8));
        }
    }

    private static String text(String value) {
        return "<table:table-cell office:value-type='string'><text:p>" + value + "</text:p></table:table-cell>";
    }

    private static String row(String... cells) {
        return "<table:table-row>" + String.join("", cells)
                + "<table:table-cell table:number-columns-repeated='16300'/></table:table-row>";
    }

    @Test
    void openDocumentTable_isReadLikeAWorkbook() throws IOException {
        ods("<table:table table:name='Notes'>" + row(text("nothing")) + "</table:table><table:table table:name='Books'>"
                + row(text("id"), text("title"), text("date"), text("source"))
                + "<table:table-row table:number-rows-repeated='1000000'><table:table-cell table:number-columns-repeated='16384'/></table:table-row>"
                + row("<table:table-cell office:value-type='float' office:value='7'><text:p>7,00</text:p></table:table-cell>",
                        text("A<text:s text:c='2'/>B</text:p><text:p>C"),
                        "<table:table-cell office:value-type='date' office:date-value='1999-05-12'><office:annotation><text:p>note</text:p></office:annotation><text:p>12.5.99</text:p></table:table-cell>",
                        text("x"))
                + "</table:table>");
        Files.writeString(folder.resolve("m.yaml"), "sheet: Books\nidentifier: id\ndc:\n  title: title\n  date: date\n");
        Typed typed = Typed.in(folder, "import", "books", "books.ods", "--mapping", "m.yaml");
        assertThat(typed.err()).contains("books: 1 new");
        assertThat(exported("oai_dc")).contains(":books/7 ", "<dc:title>A  B\nC</dc:title>", "<dc:date>1999-05-12</dc:date>")
                .doesNotContain("note");
    }

    @Test
    void formulaWithoutAValue_isEmpty() throws IOException {
        ods("<table:table table:name='T'>" + row(text("id"), text("title"), text("date")) + row(text("1"), text("A"),
                "<table:table-cell office:value-type='string' xmlns:calcext='urn:org:documentfoundation:names:experimental:calc:xmlns:calcext:1.0'"
                        + " calcext:value-type='error'><text:p>#DIV/0!</text:p></table:table-cell>")
                + "</table:table>");
        assertThat(Typed.in(folder, "import", "books", "books.ods").err()).contains("books: 1 new",
                "row 2: cell C2 has an error instead of a value");
        assertThat(exported("oai_dc")).contains("<dc:title>A</dc:title>").doesNotContain("DIV", "dc:date");
        ods("<table:table table:name='T'>" + row(text("id"), text("title"), text("date")) + row(text("1"),
                "<table:table-cell table:formula='of:=[.A1]'/>",
                "<table:table-cell table:formula='of:=1+1' office:value-type='float' office:value='2'><text:p>2</text:p></table:table-cell>")
                + "</table:table>");
        assertThat(Typed.in(folder, "import", "formulas", "books.ods").err()).contains(
                "row 2: cell B2 has a formula without a stored result").doesNotContain("C2");
    }

    @Test
    void hostileOpenDocument_isRefusedWithAMessage() throws IOException {
        ods("<table:table table:name='T'>" + row(text("id"), text("title"))
                + "<table:table-row table:number-rows-repeated='900000000'>" + text("1") + text("x")
                + "</table:table-row></table:table>");
        assertThat(Typed.in(folder, "import", "bomb", "books.ods", "--dry-run").err()).contains("beyond the last possible row")
                .doesNotContain("Exception");
        ods("<table:table table:name='T'>" + row(text("id"), text("title")) + "<table:table-row>"
                + "<table:table-cell table:number-columns-repeated='999999999' office:value-type='string'><text:p>"
                + "x".repeat(100_000)
                + "</text:p></table:table-cell>" + text("y") + "</table:table-row></table:table>");
        assertThat(Typed.in(folder, "import", "bomb", "books.ods").err()).contains("beyond the last possible column");
        ods("<table:table table:name='T'>" + row(text("id"), text("title"))
                + ("<table:table-row table:style-name='" + "x".repeat(1_000) + "'/>").repeat(30_000) + "</table:table>");
        assertThat(Typed.in(folder, "import", "bomb", "books.ods").err()).contains("unpacks to more");
    }

    @Test
    void lineWithoutEnd_isRefused() throws IOException {
        Files.writeString(folder.resolve("a.ris"), "TY  - JOUR\nTI  - " + "x".repeat(3 << 20));
        assertThat(Typed.in(folder, "import", "a", "a.ris").err()).contains("line 2 is longer than a million characters");
        Files.writeString(folder.resolve("b.bib"),
                "@article{a, title={" + "{".repeat(10_000) + "}".repeat(10_000) + "}}\n@misc{b, title={x}}");
        assertThat(Typed.in(folder, "import", "b", "b.bib").err()).contains("nested more than 50 deep", "b: 1 new, 1 refused");
        assertThat(List.of("marc", "bibtex", "ris", "refer", "ods")).allSatisfy(format -> assertThat(
                Typed.in(folder, "import", "c", "a.ris", "--format", format).err()).doesNotContain("Exception", "\tat "));
    }
}
