package dev.sheaf.cli;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import static org.assertj.core.api.Assertions.assertThat;

class WorkbookImportTest {

    private static final JsonMapper JSON = JsonMapper.shared();
    private static final String MAIN = "xmlns=\"http://schemas.openxmlformats.org/spreadsheetml/2006/main\"";

    @TempDir
    private Path folder;

    /** A workbook of two sheets, the parts of which tests replace. */
    private Map<String, String> parts(String rows) {
        Map<String, String> parts = new LinkedHashMap<>();
        parts.put("[Content_Types].xml", "<Types xmlns=\"http://schemas.openxmlformats.org/package/2006/content-types\"/>");
        parts.put("xl/workbook.xml", "<workbook " + MAIN
                + " xmlns:r=\"http://schemas.openxmlformats.org/officeDocument/2006/relationships\"><workbookPr/><sheets>"
                + "<sheet name=\"Books\" sheetId=\"1\" r:id=\"rId1\"/><sheet name=\"Other\" sheetId=\"2\" r:id=\"rId2\"/></sheets></workbook>");
        parts.put("xl/_rels/workbook.xml.rels",
                "<Relationships xmlns=\"http://schemas.openxmlformats.org/package/2006/relationships\">"
                        + "<Relationship Id=\"rId1\" Target=\"worksheets/sheet1.xml\"/>"
                        + "<Relationship Id=\"rId2\" Target=\"/xl/worksheets/sheet2.xml\"/></Relationships>");
        parts.put("xl/styles.xml", "<styleSheet " + MAIN
                + "><numFmts><numFmt numFmtId=\"164\" formatCode=\"[$-407]d. mmm yyyy;@\"/>"
                + "<numFmt numFmtId=\"165\" formatCode=\"&quot;day &quot;0.00\"/></numFmts><cellStyleXfs><xf numFmtId=\"14\"/></cellStyleXfs>"
                + "<cellXfs><xf numFmtId=\"0\"/><xf numFmtId=\"164\"/><xf numFmtId=\"165\"/><xf numFmtId=\"22\"/></cellXfs></styleSheet>");
        parts.put("xl/sharedStrings.xml", "<sst " + MAIN
                + "><si><t>id</t></si><si><t>title</t></si><si><t>date</t></si><si><r><t>Rich </t></r>"
                + "<r><rPr><b/></rPr><t xml:space=\"preserve\">&amp; bold</t></r><rPh><t>pronounced</t></rPh></si></sst>");
        parts.put("xl/worksheets/sheet1.xml", "<worksheet " + MAIN + "><sheetData>" + rows + "</sheetData></worksheet>");
        parts.put("xl/worksheets/sheet2.xml",
                "<x:worksheet xmlns:x=\"http://purl.oclc.org/ooxml/spreadsheetml/main\"><x:sheetData>"
                        + "<x:row><x:c t=\"inlineStr\"><x:is><x:t>title</x:t></x:is></x:c></x:row>"
                        + "<x:row><x:c t=\"str\"><x:f>A1</x:f><x:v>From the other</x:v></x:c></x:row></x:sheetData></x:worksheet>");
        return parts;
    }

    private void write(Map<String, String> parts) throws IOException {
        try (OutputStream out = Files.newOutputStream(folder.resolve("books.xlsx"));
                ZipOutputStream zip = new ZipOutputStream(out)) {
            for (Map.Entry<String, String> part : parts.entrySet()) {
                zip.putNextEntry(new ZipEntry(part.getKey()));
                zip.write(part.getValue().getBytes(StandardCharsets.UTF_8));
                zip.closeEntry();
            }
        }
    }

    private static final String HEADER = "<row r=\"2\"><c r=\"A2\" t=\"s\"><v>0</v></c><c r=\"B2\" t=\"s\"><v>1</v></c>"
            + "<c r=\"D2\" t=\"s\"><v>2</v></c></row>";

    private Typed imported(String rows) throws IOException {
        write(parts(rows));
        return Typed.in(folder, "import", "books", "books.xlsx");
    }

    private List<JsonNode> exported() {
        return Typed.in(folder, "export", "--source", "books", "--format", "jsonl").out().lines().map(JSON::readTree).toList();
    }

    private List<String> metadata() {
        return exported().stream().map(node -> node.path("metadata").asString("")).toList();
    }

    @Test
    void firstSheet_isReadWithTextsNumbersAndDates() throws IOException {
        Typed typed = imported("<row r=\"1\"/>" + HEADER
                + "<row r=\"3\"><c r=\"A3\"><v>9.7800000000000003E2</v></c><c r=\"B3\" t=\"s\"><v>3</v></c><c r=\"D3\" s=\"1\"><v>36292</v></c></row>"
                + "<row r=\"4\"><c r=\"A4\" s=\"2\"><v>1.5</v></c><c r=\"B4\" t=\"inlineStr\"><is><t>a_x000D_\nb</t></is></c><c r=\"D4\" s=\"3\"><v>36292.5</v></c></row>"
                + "<row r=\"5\"><c r=\"C5\" t=\"e\"><v>#REF!</v></c></row>"
                + "<row r=\"7\"><c r=\"B7\" t=\"b\"><v>1</v></c></row>"
                + "<row r=\"8\"><c r=\"A8\"><v>978</v></c><c r=\"E8\"><v>5</v></c></row>");
        assertThat(typed.status()).as(typed.err()).isZero();
        assertThat(typed.err()).contains("books.xlsx, sheet 'Books', row 7: it has no value at 'id'")
                .contains("row 8: it has a value beyond the last column of the header: '5'").contains("books: 2 new, 2 refused");
        assertThat(exported()).extracting(node -> node.path("identifier").asString()).anyMatch(id -> id.endsWith(":books/978"))
                .anyMatch(id -> id.endsWith(":books/1.5"));
        assertThat(metadata().getFirst()).contains("<dc:title>Rich &amp; bold</dc:title>", "<dc:date>1999-05-12</dc:date>");
        assertThat(metadata().getLast()).contains("<dc:title>a\nb</dc:title>", "<dc:date>1999-05-12T12:00:00</dc:date>");
    }

    @Test
    void sheetNamedByTheMapping_isRead() throws IOException {
        write(parts(HEADER));
        Files.writeString(folder.resolve("books.yaml"), "sheet: other\ndc:\n  title: title\n");
        Typed typed = Typed.in(folder, "import", "books", "books.xlsx", "--mapping", "books.yaml");
        assertThat(typed.err()).contains("books: 1 new");
        assertThat(metadata()).singleElement().asString().contains("From the other");
        Files.writeString(folder.resolve("books.yaml"), "sheet: third\ndc:\n  title: title\n");
        assertThat(Typed.in(folder, "import", "books", "books.xlsx", "--mapping", "books.yaml").err())
                .contains("it has no sheet 'third'. Its sheets: Books, Other");
    }

    @Test
    void workbookWithDatesFrom1904_isReadCorrectly() throws IOException {
        Map<String, String> parts = parts(HEADER
                + "<row r=\"3\"><c r=\"A3\"><v>1</v></c><c r=\"B3\" t=\"s\"><v>3</v></c><c r=\"D3\" s=\"1\"><v>34830</v></c></row>");
        parts.computeIfPresent("xl/workbook.xml", (_, xml) -> xml.replace("<workbookPr/>", "<workbookPr date1904=\"1\"/>"));
        write(parts);
        Typed.in(folder, "import", "books", "books.xlsx");
        assertThat(metadata()).singleElement().asString().contains("<dc:date>1999-05-12</dc:date>");
    }

    @Test
    void reportsADamagedWorkbookInOneMessage() throws IOException {
        write(Map.of("readme.txt", "nothing"));
        assertThat(Typed.in(folder, "import", "books", "books.xlsx").err()).contains("it is not a workbook");
        assertThat(imported(HEADER + "<row r=\"3\"><c r=\"A3\" t=\"s\"><v>99</v></c></row>").err())
                .contains("a cell in row 3 refers to text '99', which does not exist");
        assertThat(imported(HEADER + "<row r=\"3\"><c r=\"A3\"><v>1</").err()).contains("damaged");
        Map<String, String> parts = parts(HEADER);
        parts.put("xl/worksheets/sheet1.xml",
                "<!DOCTYPE x [<!ENTITY e SYSTEM \"file:///etc/passwd\">]><worksheet><sheetData>&e;</sheetData></worksheet>");
        write(parts);
        Typed typed = Typed.in(folder, "import", "books", "books.xlsx");
        assertThat(typed.status()).isEqualTo(1);
        assertThat(typed.err()).contains("DOCTYPE").doesNotContain("root:");
        byte[] whole = Files.readAllBytes(folder.resolve("books.xlsx"));
        Files.write(folder.resolve("books.xlsx"), java.util.Arrays.copyOf(whole, whole.length / 2));
        assertThat(Typed.in(folder, "import", "books", "books.xlsx").err()).contains("not a workbook, or a damaged one");
    }

    @Test
    void workbookThatUnpacksToTooMuch_isRefused() throws IOException {
        Typed typed = imported(HEADER + "<row r=\"3\"><c r=\"A3\"><v>1</v></c></row>" + "<row/>".repeat(4_000_000));
        assertThat(Files.size(folder.resolve("books.xlsx"))).isLessThan(100_000);
        assertThat(typed.err()).contains("unpacks to more than a workbook's does").contains("1 new, 1 refused");
        assertThat(imported(HEADER + "<row r=\"3\"><c r=\"ZZZZZ3\"><v>1</v></c></row>").err())
                .contains("beyond the last possible column");
    }

    /** Programs keep "May 1999" as its first day, and inventory number 00042 as 42: what the librarian has written is what the cell shows. */
    @Test
    void numbersAndDates_areReadAsTheyAreShown() throws IOException {
        Map<String, String> parts = parts(HEADER
                + row(3, "<c r=\"A3\" s=\"1\"><v>42</v></c>", "36281", 2)
                + row(4, "<c r=\"A4\" s=\"0\"><v>42</v></c>", "36526", 3)
                + row(5, "<c r=\"A5\" s=\"1\"><v>1234567</v></c>", "36282", 2)
                + row(6, "<c r=\"A6\" s=\"0\"><v>6</v></c>", "36281", 4)
                + row(7, "<c r=\"A7\" s=\"0\"><v>7</v></c>", "36281", 5)
                + row(8, "<c r=\"A8\" s=\"0\"><v>8</v></c>", "2020-01-02T00:00:00", 0).replace("s=\"0\"><v>2020",
                        "t=\"d\"><v>2020"));
        parts.put("xl/styles.xml", "<styleSheet " + MAIN + "><numFmts><numFmt numFmtId=\"164\" formatCode=\"00000\"/>"
                + "<numFmt numFmtId=\"165\" formatCode=\"[$-407]mmmm\\ yyyy;@\"/><numFmt numFmtId=\"166\" formatCode=\"yyyy\"/></numFmts>"
                + "<cellXfs><xf numFmtId=\"0\"/><xf numFmtId=\"164\"/><xf numFmtId=\"165\"/><xf numFmtId=\"166\"/><xf numFmtId=\"17\"/>"
                + "<xf numFmtId=\"14\"/></cellXfs></styleSheet>");
        write(parts);
        assertThat(Typed.in(folder, "import", "books", "books.xlsx").err()).contains("books: 6 new");
        assertThat(exported().stream().map(node -> node.path("identifier").asString("").replaceAll(".*/", "") + " "
                + node.path("metadata").asString("").replaceAll("(?s).*<dc:date>(.*)</dc:date>.*", "$1")).toList())
                .containsExactlyInAnyOrder("00042 1999-05", "42 2000", "1234567 1999-05-02", "6 1999-05", "7 1999-05-01",
                        "8 2020-01-02");
    }

    private static String row(int number, String id, String date, int style) {
        return "<row r=\"" + number + "\">" + id + "<c r=\"B" + number + "\" t=\"inlineStr\"><is><t>T</t></is></c><c r=\"D"
                + number
                + "\" s=\"" + style + "\"><v>" + date + "</v></c></row>";
    }

    @Test
    void cellWithAFormulaWithoutAResult_isReportedWithRowAndCell() throws IOException {
        Typed typed = imported(HEADER
                + "<row r=\"3\"><c r=\"A3\"><v>1</v></c><c r=\"B3\"><f>A1&amp;A2</f><v></v></c><c r=\"D3\"><f>1+1</f><v>2</v></c></row>"
                + "<row r=\"4\"><c r=\"A4\"><v>2</v></c><c r=\"B4\" t=\"e\"><f>A1/0</f><v>#DIV/0!</v></c></row>"
                + "<row r=\"5\"><c r=\"A5\"><v>3</v></c><c r=\"B5\" t=\"str\"><f>A1</f><v>computed</v></c></row>");
        assertThat(typed.err()).contains("row 3: cell B3 has a formula without a stored result", "row 3: the record has no title",
                "row 4: cell B4 has an error instead of a value: #DIV/0!", "books: 3 new").doesNotContain("D3", "row 5");
    }
}
