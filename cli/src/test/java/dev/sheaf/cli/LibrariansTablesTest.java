package dev.sheaf.cli;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.json.JsonMapper;

import dev.sheaf.core.Limit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

/** Tables as librarians have them: with headings in their language, titles above the header, old encodings. */
class LibrariansTablesTest {

    private static final String POLISH = "Zażółć gęślą jaźń; książka o łąkach i źródłach, której treść jest długa i pełna różnych słów; następnie są też inne wiersze";
    private static final String RUSSIAN = "Война и мир; роман о жизни русского общества, который написал великий писатель в девятнадцатом веке";

    @TempDir
    private Path folder;

    private Typed imported(String csv, String... more) throws IOException {
        return imported(csv.getBytes(StandardCharsets.UTF_8), more);
    }

    private Typed imported(byte[] csv, String... more) throws IOException {
        Files.write(folder.resolve("table.csv"), csv);
        String[] arguments = new String[more.length + 3];
        arguments[0] = "import";
        arguments[1] = "table";
        arguments[2] = "table.csv";
        System.arraycopy(more, 0, arguments, 3, more.length);
        return Typed.in(folder, arguments);
    }

    private String exported() {
        return Typed.in(folder, "export").out();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '!', value = {"ID;Title;Author;Year;Keywords;ISBN",
            "Nr.;Titel;Verfasser;Erscheinungsjahr;Schlagwörter;ISBN",
            "Numéro;Titre;Auteur;Année;Mots-clés;ISBN", "Número;Título;Autor;Año;Palabras clave;ISBN",
            "Numero;Titolo;Autore;Anno;Parole chiave;ISBN",
            "Identificador;TÍTULO;Autor;Ano;Palavras-chave;ISBN", "Nummer;Titel;Auteur;Jaar;Trefwoorden;ISBN",
            "Numer;Tytuł;Autor;Rok wydania;Słowa kluczowe;ISBN"})
    void headingsInManyLanguages_areUnderstood(String header) throws IOException {
        Typed typed = imported(header + "\n7;One;Somebody;1999;novel||war;978-3\n");
        assertThat(typed.err()).contains("are mapped by their names", "table: 1 new").doesNotContain("not used");
        assertThat(exported()).contains(":table/7<", "<dc:title>One</dc:title>", "<dc:creator>Somebody</dc:creator>",
                "<dc:date>1999</dc:date>",
                "<dc:subject>war</dc:subject>", "<dc:identifier>978-3</dc:identifier>");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '!', value = {"Bestand 2024", "Bestand der Bibliothek;;;", "Stand:;12.5.2024;;"})
    void titleAboveTheHeader_isLeftOut(String title) throws IOException {
        Typed typed = imported(title + "\n\nNr;Titel;Verfasser;Jahr\n1;A;B;1999\n2;C;D;2000\n");
        assertThat(typed.err()).contains("the header of", "line 3", "table: 2 new");
        assertThat(exported()).contains("<dc:title>C</dc:title>");
        Files.writeString(folder.resolve("m.yaml"), "identifier: Nr\ndc:\n  title: Verfasser\n");
        assertThat(imported(title + "\nNr;Titel;Verfasser;Jahr\n1;A;B;1999\n", "--mapping", "m.yaml").err()).contains("line 2",
                "1 changed, 1 deleted");
    }

    @Test
    void rowOfWordsThatAreHeadingsElsewhere_isNoHeader() throws IOException {
        assertThat(imported("id,title,creator\n1,Titel,Autor\n2,Data,Jahr\n").err()).contains("table: 2 new")
                .doesNotContain("header");
        assertThat(imported("nr,name,shelf\n1,Titel,Autor\n").status()).isEqualTo(1);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '!', value = {"windows-1250!" + POLISH, "ISO-8859-2!" + POLISH, "windows-1251!" + RUSSIAN,
            "KOI8-R!" + RUSSIAN,
            "UTF-16LE!" + RUSSIAN, "UTF-16BE!Plain",
            "windows-1252!Zwölf Boxkämpfer jagen Viktor quer über den großen Sylter Deich", "UTF-8!" + POLISH})
    void encoding_isSeenFromTheText(String charset, String title) throws IOException {
        byte[] bytes = ("id,title\n1,\"" + title + "\"\n").getBytes(Charset.forName(charset));
        Typed typed = imported(bytes);
        assertThat(exported()).as(typed.err()).contains("<dc:title>" + title + "</dc:title>");
        if (charset.equals("UTF-8")) {
            assertThat(typed.err()).doesNotContain("read as");
        } else {
            assertThat(typed.err()).contains("read as ");
        }
    }

    @Test
    void lineEndsOfWindowsWithinACell_areLineFeeds() throws IOException {
        imported("id;title;description\r\n1;A;\"one\r\ntwo\"\r\n");
        assertThat(exported()).contains("<dc:description>one\ntwo</dc:description>").doesNotContain("&#");
    }

    @Test
    void suggestedMapping_saysWhyAndWorks() throws IOException {
        Files.writeString(folder.resolve("t.csv"), """
                Liste;;;;
                Nr.;Titel;Verfasser;Regal "oben"\\;Jahr
                1;A;"X, Y; Z, W";R 1;1999
                2;B;"Q, R";R 2;12.5.2001
                """);
        Typed typed = Typed.in(folder, "import", "t", "t.csv", "--suggest-mapping");
        assertThat(typed.status()).as(typed.err()).isZero();
        assertThat(typed.out()).contains("identifier: \"Nr.\"", "all different", "creator: {column: \"Verfasser\", split: \";\"}",
                "';' stands in 1 of 2 values", "#   ELEMENT: {column: \"Regal \\\"oben\\\"\\\\\"}", "for example 'R 1', 'R 2'");
        assertThat(Typed.in(folder, "source", "list", "--json").out().strip()).isEqualTo("[]");
        Files.writeString(folder.resolve("m.yaml"), typed.out());
        assertThat(Typed.in(folder, "import", "t", "t.csv", "--mapping", "m.yaml").err()).contains("t: 2 new");
        assertThat(exported()).contains(":t/1<", "<dc:creator>Z, W</dc:creator>", "<dc:date>2001-05-12</dc:date>");
        Files.writeString(folder.resolve("none.csv"), "a,b\n1,2\u00851\n1,4\n");
        assertThat(Typed.in(folder, "import", "t", "none.csv", "--suggest-mapping").out()).contains("# identifier: \"b\"",
                "a guess");
    }

    @Test
    void suggestedMappingOfJsonLines_namesPathsAndWorks() throws IOException {
        Files.writeString(folder.resolve("o.jsonl"), """
                {"id":"7","title":"A","creators":["X, Y","Z, W"],"published":{"year":"1999"},"shelf":[{"room":"1"}]}
                no object
                {"id":"8","title":"B","creators":[],"published":{"year":"2001"}}
                """);
        Typed typed = Typed.in(folder, "import", "o", "o.jsonl", "--suggest-mapping");
        assertThat(typed.status()).as(typed.err()).isZero();
        assertThat(typed.out()).contains("first 2 objects", "identifier: \"id\"", "creator: {column: \"creators\"}",
                "date: {column: \"published.year\"}", "#   ELEMENT: {column: \"shelf.room\"}");
        Files.writeString(folder.resolve("o.yaml"), typed.out());
        assertThat(Typed.in(folder, "import", "o", "o.jsonl", "--mapping", "o.yaml").err()).contains("2 new, 1 refused");
        assertThat(exported()).contains("<dc:creator>Z, W</dc:creator>", "<dc:date>1999</dc:date>");
    }

    @Test
    void suggestionForRecordsThatNeedNone_isRefusedWithTheReason() throws IOException {
        Files.writeString(folder.resolve("r.xml"), "<collection><record><title>A</title></record></collection>");
        Files.writeString(folder.resolve("r.bib"), "@book{a, title={A}}");
        Files.writeString(folder.resolve("e.jsonl"), "{\"identifier\":\"oai:a:1\",\"metadata\":\"<a/>\"}");
        Files.writeString(folder.resolve("p.jsonl"), "[1, \"two\", [3]]");
        for (String[] file : new String[][]{{"r.xml", "without a mapping"}, {"r.bib", "import has a mapping for its fields"},
                {"e.jsonl", "was written by export"}, {"p.jsonl", "no JSON object"}}) {
            Typed typed = Typed.in(folder, "import", "r", file[0], "--suggest-mapping");
            assertThat(typed.status()).as(file[0]).isEqualTo(1);
            assertThat(typed.err()).contains(file[1]).doesNotContain("at dev.sheaf");
            assertThat(typed.out()).isEmpty();
        }
    }

    @Test
    void jsonLineNestedTooDeeply_isRefused_andTheOthersAreImported() throws IOException {
        Files.writeString(folder.resolve("deep.jsonl"), "{\"id\":" + "[".repeat(100_000) + "]".repeat(100_000) + "}\n"
                + "{\"identifier\":\"oai:x:1\",\"metadata\":\"<a xmlns='urn:a'/>\"}\n");
        assertThat(Typed.in(folder, "import", "deep", "deep.jsonl").err()).contains("1 new, 1 refused", "line 1")
                .doesNotContain("fault of Sheaf");
    }

    @Test
    void hostileTables_endWithAMessage() throws IOException {
        assertThat(imported("id,title" + ",x".repeat(100_000) + "\n1,A" + ",".repeat(100_000) + "\n").err()).contains("1 new")
                .doesNotContain("Exception");
        assertThat(imported("id,title\n1,\"" + "x".repeat(20 << 20) + "\"\n").err())
                .contains("is longer than " + (Limit.ROW_BYTES.count() >> 20) + " million characters");
    }

    @Test
    void importWithARefusedRow_isNotFailing() throws IOException {
        assertThat(imported("id,title\n1,A\n2\n").err()).contains("1 new, 1 refused");
        assertThat(Typed.in(folder, "source", "list", "--json").out()).contains("\"state\":\"idle\"").doesNotContain("failing");
        assertThat(Typed.in(folder, "source", "show", "table").out()).contains("last import").doesNotContain("never",
                "harvest  ");
    }

    /** Texts may contain any sign. Other values are lists only where most of them repeat parts, or hold several names. */
    @Test
    void suggestedMapping_neverSplitsTexts_andSplitsListsOnly() throws IOException {
        Files.writeString(folder.resolve("t.csv"), """
                id,title,description,subject,publisher,rights
                1,Emma,short; clear,"Drama; Novels","Printed by A; sold by B",a; b
                2,"Hamlet; a tragedy",text,"Drama; Denmark",C,a; b
                3,"Hamlet; a tragedy",text,"Denmark",C,a
                """);
        String suggested = Typed.in(folder, "import", "t", "t.csv", "--suggest-mapping").out();
        assertThat(suggested).contains("title: {column: \"title\"}", "description: {column: \"description\"}",
                "rights: {column: \"rights\"}", "subject: {column: \"subject\", split: \";\"}",
                "publisher: {column: \"publisher\"}  # ';' stands in 1 of 3 values; if it separates values, add split: \";\"");
        Files.writeString(folder.resolve("m.yaml"), suggested);
        assertThat(Typed.in(folder, "import", "t", "t.csv", "--mapping", "m.yaml").err()).contains("t: 3 new");
        assertThat(exported()).contains("<dc:title>Hamlet; a tragedy</dc:title>", "<dc:description>short; clear</dc:description>",
                "<dc:subject>Denmark</dc:subject>", "<dc:publisher>Printed by A; sold by B</dc:publisher>");
    }

    /** The suggested mappings of real catalogues, followed literally, keep every title and description as it is. */
    @Test
    void suggestedMappingsOfRealCatalogues_loseAndSplitNoText() throws IOException {
        Path corpus = Path.of("../../shared/data/corpus");
        assumeTrue(Files.isDirectory(corpus), "skipped: the catalogues are not beside this checkout, in ../shared/data");
        try (Stream<Path> files = Files.list(corpus)) {
            for (Path file : files.toList()) {
                List<String> lines;
                try (BufferedReader reader = new BufferedReader(
                        new InputStreamReader(new GZIPInputStream(Files.newInputStream(file)), StandardCharsets.UTF_8))) {
                    lines = reader.lines().limit(1_200).toList();
                }
                String name = file.getFileName().toString().replaceAll("\\..*", "");
                Files.write(folder.resolve(name + ".jsonl"), lines);
                Files.writeString(folder.resolve(name + ".yaml"),
                        Typed.in(folder, "import", name, name + ".jsonl", "--suggest-mapping").out());
                Typed.in(folder, "--data", name + ".data", "import", name, name + ".jsonl", "--mapping", name + ".yaml",
                        "--identifier-domain", "h.example.org");
                String served = Typed.in(folder, "--data", name + ".data", "export", "--format", "jsonl").out().lines()
                        .map(line -> JsonMapper.shared().readTree(line).path("metadata").asString())
                        .collect(Collectors.joining());
                for (String line : lines) {
                    for (String field : List.of("title", "description")) {
                        String text = JsonMapper.shared().readTree(line).path(field).asString("").strip();
                        String written = text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
                                .replace("\"", "&quot;").replace("\r\n", "\n");
                        assertThat(text.isEmpty() || served.contains("<dc:" + field + ">" + written + "</dc:" + field + ">"))
                                .as("%s: %s", name, text).isTrue();
                    }
                }
            }
        }
    }

    @Test
    void whatAnImportKeepsAsItIs_isSaid() throws IOException {
        Files.writeString(folder.resolve("t.csv"), """
                Signatur,Titel,Verfasser/in,Schlagwörter
                A 1,Caf&eacute;   au  lait &amp; more,M,Drama; Sturm und Drang
                A 2,,N,Lyrik
                A 3,T,O,Epik
                """);
        Typed typed = Typed.in(folder, "import", "t", "t.csv");
        assertThat(typed.err()).contains("t.csv, line 3: the record has no title", "';' in 1 of 3 subjects of", "is kept",
                "entities of HTML such as &eacute; stand in 1 of 3 rows", "'entities: html' in a mapping",
                "'Signatur' is different in every row", "with 'identifier: Signatur'");
        Typed suggested = Typed.in(folder, "import", "t", "t.csv", "--suggest-mapping");
        assertThat(suggested.out()).contains("entities: html", "identifier: \"Signatur\"  # different in every row",
                "identifier: {column: \"Signatur\"}", "creator: {column: \"Verfasser/in\"}");
        Files.writeString(folder.resolve("m.yaml"), suggested.out() + "blanks: collapse\n");
        assertThat(Typed.in(folder, "--data", "clean", "import", "t", "t.csv", "--mapping", "m.yaml", "--identifier-domain",
                "h.example.org").err()).contains("3 new").doesNotContain("entities");
        assertThat(Typed.in(folder, "--data", "clean", "export", "--format", "jsonl").out()).contains("t/A%201",
                "<dc:title>Café au lait &amp; more</dc:title>");
    }

    @ParameterizedTest
    @ValueSource(strings = {"Verfasser/in", "Autor/in", "Autor:in", "Autor*in", "Autor_in", "Autor·in", "Autor(in)", "Autor/-in",
            "Autor:innen", "VerfasserInnen", "Autorin / Autor", "auteur·rice", "auteur/trice", "Auteur(e)", "autor/a",
            "autor(es)",
            "autore/autrice", "author(s)", "Author / Creator", "Szerző", "Författare", "Автор", "著者", "作者", "저자", "المؤلف",
            "Συγγραφέας", "Künstler:in"})
    void headingOfAnAuthor_isReadInEveryForm(String heading) throws IOException {
        Files.writeString(folder.resolve("t.csv"), "id;Titel;" + heading + "\n1;A;Somebody\n");
        assertThat(Typed.in(folder, "import", "t", "t.csv").err()).contains("1 new");
        assertThat(exported()).contains("<dc:creator>Somebody</dc:creator>");
    }

    @ParameterizedTest
    @ValueSource(strings = {"Názov", "Název", "題名", "Cím", "Заглавие", "제목", "书名", "العنوان", "Başlık", "Títol", "Nimeke"})
    void headingOfATitle_isReadInManyLanguages(String heading) throws IOException {
        Files.writeString(folder.resolve("t.csv"), "id;" + heading + ";x\n1;A title;y\n");
        assertThat(Typed.in(folder, "import", "t", "t.csv").err()).contains("1 new");
        assertThat(exported()).contains("<dc:title>A title</dc:title>");
    }

    @Test
    void headingOfTwoThings_isNotTakenForOneOfThem() throws IOException {
        Files.writeString(folder.resolve("t.csv"), "id;title;Verfasser/Jahr;Autor und Verlag\n1;A;Q 1999;Z\n");
        assertThat(Typed.in(folder, "import", "t", "t.csv").err()).contains("are not used", "Verfasser/Jahr, Autor und Verlag");
    }
}
