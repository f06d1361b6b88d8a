package dev.sheaf.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/** Mappings that make records of other formats than oai_dc. */
class FormatMappingTest {

    private static final String TABLE = """
            id,title,authors,year,degree,isbn
            t1,A & <B>,"Eliot, George; Evans, Mary",1999,PhD,978-3
            t2,Second,,2000,,
            """;

    @TempDir
    private Path folder;

    private Typed imported(String file, String content, String mapping) throws IOException {
        Files.writeString(folder.resolve(file), content);
        Files.writeString(folder.resolve("m.yaml"), mapping);
        return Typed.in(folder, "import", "theses", file, "--mapping", "m.yaml");
    }

    private String exported(String prefix) {
        return Typed.in(folder, "export", "--prefix", prefix).out();
    }

    @Test
    void tableBecomesMarcXml() throws IOException {
        Typed typed = imported("t.csv", TABLE, """
                identifier: id
                record:
                  marc:record:
                    marc:leader: {value: "00000nam a2200000 u 4500"}
                    marc:controlfield: {"@tag": "001", text: id}
                    marc:datafield:
                      - {"@tag": "020", "@ind1": " ", "@ind2": " ", marc:subfield: {"@code": a, text: isbn}}
                      - {"@tag": "245", "@ind1": "0", "@ind2": "0", marc:subfield: {"@code": a, text: title}}
                      - {each: {column: authors, split: ";"}, "@tag": "700", "@ind1": "1", "@ind2": " ",
                         marc:subfield: [{"@code": a, text: _}, {"@code": "4", text: {value: aut}}]}
                """);
        assertThat(typed.err()).contains("theses: 2 new").doesNotContain("not valid");
        assertThat(exported("marc21")).contains(
                "<marc:datafield tag=\"245\" ind1=\"0\" ind2=\"0\"><marc:subfield code=\"a\">A &amp; &lt;B&gt;<",
                "<marc:subfield code=\"a\">Evans, Mary</marc:subfield><marc:subfield code=\"4\">aut</marc:subfield>",
                "xsi:schemaLocation=\"http://www.loc.gov/MARC21/slim http://www.loc.gov/standards/marcxml/schema/MARC21slim.xsd\""
                        + " xmlns:marc=\"http://www.loc.gov/MARC21/slim\"><marc:leader>00000nam a2200000 u 4500</marc:leader>"
                        + "<marc:controlfield tag=\"001\">t2</marc:controlfield><marc:datafield tag=\"245\" ind1=\"0\" ind2=\"0\">"
                        + "<marc:subfield code=\"a\">Second</marc:subfield></marc:datafield></marc:record>");
        assertThat(exported("oai_dc")).contains("<dc:title>A &amp; &lt;B&gt;</dc:title>");
    }

    @Test
    void tableBecomesEtdMs() throws IOException {
        Typed typed = imported("t.csv", TABLE, """
                identifier: id
                format: oai_etdms
                record:
                  etdms:thesis:
                    etdms:title: {column: title, lang: en}
                    etdms:creator: {column: authors, split: ";"}
                    etdms:subject: {value: Thesis}
                    etdms:date: year
                    etdms:type: {value: Electronic Thesis or Dissertation}
                    etdms:identifier: "https://example.org/{id}"
                    etdms:degree: {etdms:name: degree, etdms:level: {value: doctoral}}
                """);
        assertThat(typed.err()).contains("theses: 2 new");
        assertThat(exported("oai_etdms")).contains("<etdms:title xml:lang=\"en\">A &amp; &lt;B&gt;</etdms:title>",
                "<etdms:creator>Eliot, George</etdms:creator><etdms:creator>Evans, Mary</etdms:creator>",
                "<etdms:degree><etdms:name>PhD</etdms:name><etdms:level>doctoral</etdms:level></etdms:degree>",
                "<etdms:identifier>https://example.org/t2</etdms:identifier></etdms:thesis>");
    }

    @Test
    void objectsBecomeMods_andFaultsAreReportedByRecord() throws IOException {
        String mapping = """
                identifier: id
                record:
                  mods:mods:
                    "@version": "3.8"
                    mods:titleInfo: {mods:title: title}
                    mods:name:
                      each: people
                      "@type": "{kind}"
                      mods:namePart: name
                      mods:role: {mods:roleTerm: {"@type": text, text: role}}
                    mods:originInfo: {mods:dateIssued: {"@encoding": w3cdtf, text: year}}
                """;
        Typed typed = imported("t.jsonl",
                """
                        {"id":"1","title":"A","role":"author","people":[{"name":"X","kind":"personal"},{"name":"Y","kind":"corporate","role":"editor"}],"year":1999}
                        {"id":"2","title":"B","people":[{"name":"Z","kind":"animal"}]}
                        """,
                mapping);
        assertThat(typed.err()).contains("t.jsonl, line 2: the record that the mapping makes of it is not valid", "theses: 2 new")
                .doesNotContain("line 1: the record");
        assertThat(exported("mods")).contains(
                "<mods:name type=\"corporate\"><mods:namePart>Y</mods:namePart><mods:role><mods:roleTerm type=\"text\">editor<",
                "<mods:namePart>X</mods:namePart><mods:role><mods:roleTerm type=\"text\">author<",
                "<mods:dateIssued encoding=\"w3cdtf\">1999<");
    }

    @ParameterizedTest
    @ValueSource(strings = {"record:\n  x:y: title\n", "record:\n  mods:mods: {mods:a b: title}\n",
            "record:\n  a: title\n  b: title\n", "record: title\n",
            "record:\n  a: title\ndc:\n  title: title\n", "format: marc21\ndc:\n  title: title\n",
            "record:\n  a: {text: title, b: title}\n",
            "record:\n  a: {b: titel}\n", "namespaces: x\nrecord:\n  a: title\n"})
    void wrongMapping_isOneMessage(String mapping) throws IOException {
        Typed typed = imported("t.csv", TABLE, mapping);
        assertThat(typed.status()).isEqualTo(1);
        assertThat(typed.err()).startsWith("sheaf: mapping ").hasLineCount(1).doesNotContain("Exception");
    }
}
