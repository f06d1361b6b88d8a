package dev.sheaf.cli;

import java.io.BufferedWriter;
import java.io.IOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

/** XML files that hold many records. */
class XmlCollectionImportTest {

    private static final JsonMapper JSON = JsonMapper.shared();

    @TempDir
    private Path folder;

    private Typed imported(String file, String content, String... more) throws IOException {
        Files.writeString(folder.resolve(file), content);
        String[] arguments = new String[more.length + 3];
        arguments[0] = "import";
        arguments[1] = "local";
        arguments[2] = file;
        System.arraycopy(more, 0, arguments, 3, more.length);
        return Typed.in(folder, arguments);
    }

    private List<JsonNode> exported(String prefix) {
        return Typed.in(folder, "export", "--format", "jsonl", "--prefix", prefix).out().lines().map(JSON::readTree).toList();
    }

    private List<String> identifiers(String prefix) {
        return exported(prefix).stream().map(node -> node.path("identifier").asString().replaceFirst("^oai:[^:]*:", "")).sorted()
                .toList();
    }

    private static String marc(String number, String title) {
        return "<record><leader>00000nam a2200000 u 4500</leader><controlfield tag=\"001\">" + number + "</controlfield>"
                + "<datafield tag=\"245\" ind1=\"0\" ind2=\"0\"><subfield code=\"a\">" + title
                + "</subfield></datafield></record>";
    }

    @Test
    void fileOfOneDeletedMarcRecord_isImportedAsDeleted() throws IOException {
        assertThat(imported("gone.xml", "<record xmlns='http://www.loc.gov/MARC21/slim'><leader>00000dam a2200000 a 4500</leader>"
                + "<controlfield tag='001'>9</controlfield></record>").err()).contains("1 deleted");
    }

    @Test
    void marcxmlCollection_becomesAnItemForEachRecordNamedByItsControlNumber() throws IOException {
        Typed typed = imported("marc.xml", "<?xml version=\"1.0\"?>\n<collection xmlns=\"http://www.loc.gov/MARC21/slim\">\n"
                + marc("b 1", "One") + "\n" + marc("b2", "Two") + "\n" + marc("b3", "Three &nbsp;") + "</collection>");
        assertThat(typed.status()).as(typed.err()).isZero();
        assertThat(typed.err()).contains("marc.xml: 3 records, 2 taken").contains("line 5: ").contains("entity")
                .contains("local: 2 new, 1 refused");
        assertThat(identifiers("marc21")).containsExactly("local/b%201", "local/b2");
        assertThat(exported("oai_dc").getFirst().path("metadata").asString()).contains("<dc:title>One</dc:title>");
    }

    @Test
    void marcRecordWhoseLeaderSaysDeleted_isImportedAsDeleted() throws IOException {
        Typed typed = imported("marc.xml", "<m:collection xmlns:m=\"http://www.loc.gov/MARC21/slim\">"
                + (marc("b1", "One") + marc("b2", "Two").replace("00000nam", "00000dam")).replaceAll("<(/?)", "<$1m:")
                + "</m:collection>");
        assertThat(typed.err()).contains("local: 1 new, 1 deleted");
    }

    @ParameterizedTest
    @CsvSource(delimiter = ';', quoteCharacter = '\u0001', value = {
            "mods;<modsCollection xmlns='http://www.loc.gov/mods/v3'><mods ID='m1'><titleInfo><title>A</title></titleInfo></mods><mods><recordInfo><recordIdentifier>r2</recordIdentifier></recordInfo></mods></modsCollection>;local/m1,local/r2",
            "ead;<archive><ead xmlns='urn:isbn:1-931666-22-9'><eadheader><eadid>e1</eadid></eadheader></ead><e:ead xmlns:e='urn:isbn:1-931666-22-9'><e:eadheader><e:eadid>e2</e:eadid></e:eadheader></e:ead></archive>;local/e1,local/e2",
            "ore;<feed xmlns='http://www.w3.org/2005/Atom'><title>F</title><entry><id>urn:x:1</id></entry><entry><id>urn:x:2</id></entry></feed>;urn:x:1,urn:x:2",
            "tei;<teiCorpus xmlns='http://www.tei-c.org/ns/1.0'><teiHeader/><TEI xml:id='t1'><text/></TEI><TEI xml:id='t2'><text/></TEI></teiCorpus>;local/t1,local/t2",
            "lido;<lido:lidoWrap xmlns:lido='http://www.lido-schema.org'><lido:lido><lido:lidoRecID>l1</lido:lidoRecID></lido:lido><lido:lido><lido:lidoRecID>l2</lido:lidoRecID></lido:lido></lido:lidoWrap>;local/l1,local/l2",
            "rdf;<r:RDF xmlns:r='http://www.w3.org/1999/02/22-rdf-syntax-ns#' xmlns:dc='http://purl.org/dc/elements/1.1/'><r:Description r:about='urn:x:1'><dc:title>A</dc:title></r:Description><r:Description r:about='urn:x:2'><dc:title>B</dc:title></r:Description></r:RDF>;urn:x:1,urn:x:2",
            "mets;<wrapper><mets xmlns='http://www.loc.gov/METS/' OBJID='o1'><structMap/></mets><mets xmlns='http://www.loc.gov/METS/' OBJID='o2'><structMap/></mets></wrapper>;local/o1,local/o2",
            "book;<books xmlns='urn:b'><book id='1'><title>A</title></book><book id='2'><title>B</title></book></books>;local/1,local/2"})
    void collection_isSplitIntoItsRecords(String prefix, String xml, String identifiers) throws IOException {
        Typed typed = imported("all.xml", xml);
        assertThat(typed.err()).contains("2 records, all taken").contains("local: 2 new");
        assertThat(identifiers(prefix)).containsExactly(identifiers.split(","));
    }

    @ParameterizedTest
    @CsvSource(delimiter = ';', quoteCharacter = '\u0001', value = {
            "<oai_dc:dc xmlns:oai_dc='http://www.openarchives.org/OAI/2.0/oai_dc/' xmlns:dc='http://purl.org/dc/elements/1.1/'><dc:title>A</dc:title><dc:title>B</dc:title></oai_dc:dc>",
            "<metadata xmlns='http://www.lyncode.com/xoai'><element name='dc'><field/></element><element name='others'><field/></element></metadata>",
            "<r:RDF xmlns:r='http://www.w3.org/1999/02/22-rdf-syntax-ns#'><r:Description r:about='urn:x:1'><a>A</a></r:Description><r:Bag><r:li/></r:Bag></r:RDF>",
            "<thing><name>a</name><name>b</name></thing>", "<thing><part><a/></part><other/><part><a/></part></thing>",
            "<mods xmlns='http://www.loc.gov/mods/v3'><name><namePart/></name><name><namePart/></name></mods>"})
    void documentOfOneRecord_staysWhole(String xml) throws IOException {
        assertThat(imported("one.xml", xml).err()).contains("local: 1 new").doesNotContain("records,");
    }

    @Test
    void unknownDocument_isSplitByTheGivenElement() throws IOException {
        String xml = "<answer><info/><docs><x:doc xmlns:x='urn:x'><x:id>1</x:id><t>A</t></x:doc><x:doc xmlns:x='urn:x'><x:id>2</x:id></x:doc></docs></answer>";
        assertThat(imported("answer.xml", xml).err()).contains("imported as one record", "--record-element x:doc",
                "local: 1 new");
        assertThat(imported("answer.xml", xml, "--record-element", "doc").err()).contains("2 records, all taken",
                "2 new, 1 deleted");
        assertThat(imported("answer.xml", xml, "--record-element", "x:doc").err()).contains("2 the same");
        assertThat(imported("answer.xml", xml, "--record-element", "item").err()).contains("the document has no element 'item'");
    }

    @Test
    void recordsKeepTheNamespacesOfTheElementsAroundThem() throws IOException {
        imported("all.xml",
                "<r:rows xmlns:r='urn:r' xmlns='urn:d' xmlns:u='urn:unused'><r:row><t r:k='1'/></r:row><r:row><t/></r:row></r:rows>");
        assertThat(exported("row").stream().map(node -> node.path("metadata").asString())).anyMatch(
                xml -> xml.contains("xmlns:r=\"urn:r\"") && xml.contains("xmlns=\"urn:d\"") && !xml.contains("urn:unused"));
    }

    @Test
    void damagedRecord_isRefusedAndItsNeighboursAreTaken() throws IOException {
        Typed typed = imported("all.xml",
                "<all>\n<r id='1'><a></r>\n<r id='2'><a/></r>\n<r id='3'><a>\u0001</a></r>\n<r id='4'><a/></r></all>",
                "--record-element", "r");
        assertThat(typed.err()).contains("all.xml, line 2: not well-formed", "all.xml, line 4: not well-formed",
                "4 records, 2 taken",
                "2 new, 2 refused");
    }

    @Test
    void fileThatBreaksOff_keepsTheRecordsBefore() throws IOException {
        Typed typed = imported("all.xml", "<all><r id='1'><a/></r>\n<r id='2'><a/></r>\n<r id='3'><a/>");
        assertThat(typed.err()).contains("ends early, at line 3, within the record that begins at line 3",
                "2 records, all taken before it broke off",
                "2 new, 1 refused");
    }

    @Test
    void doctype_isSkipped_andNoEntityIsLoaded() throws IOException {
        Files.writeString(folder.resolve("secret.txt"), "TOPSECRET");
        Typed typed = imported("ead.xml", """
                <?xml version="1.0"?>
                <!-- <!DOCTYPE no> -->
                <!DOCTYPE ead PUBLIC "+//ISBN 1-931666-00-8//DTD ead.dtd (EAD) Version 2002//EN" "ead.dtd" [
                  <!ENTITY file SYSTEM "secret.txt"> <!-- ]> -->
                  <!ENTITY a "]>"> <?pi ]> ?>
                ]>
                <ead><eadheader><eadid>e1</eadid></eadheader></ead>
                """);
        assertThat(typed.err()).contains("local: 1 new");
        Typed refused = imported("two.xml",
                "<!DOCTYPE c [<!ENTITY f SYSTEM 'secret.txt'>]>\n<c><r id='1'><a>&f;</a></r><r id='2'><a/></r><r id='3'><a b='&f;'/></r></c>");
        assertThat(refused.err()).contains("3 records, 1 taken")
                .contains("the entity '&f;' is not declared").doesNotContain("operation", "General entity");
        assertThat(Typed.in(folder, "export", "--format", "jsonl").out()).doesNotContain("TOPSECRET");
    }

    @Test
    void hostileDocuments_areRefusedWithAMessage() throws IOException {
        String laughs = "<!DOCTYPE l [<!ENTITY a 'ha'><!ENTITY b '&a;&a;&a;&a;'><!ENTITY c '&b;&b;&b;&b;'>]><l>&c;</l>";
        assertThat(imported("laughs.xml", laughs).err()).contains("refused", "entity").doesNotContain("Exception");
        assertThat(imported("deep.xml", "<a>".repeat(100_000)).err()).contains("refused").doesNotContain("Exception");
        assertThat(imported("deep.xml", "<a>" + "<b>".repeat(2_000) + "</b>".repeat(2_000) + "</a>").err())
                .contains("nested more than 500 deep");
        assertThat(imported("open.xml", "<!DOCTYPE a [" + "<!ENTITY a 'x'>".repeat(1_000)).err())
                .contains("ends within its DOCTYPE").doesNotContain("Exception");
    }

    @Test
    void largeCollection_isReadRecordByRecord() throws IOException {
        Path file = folder.resolve("large.xml");
        String filling = "<t>" + "x".repeat(1_000) + "</t>";
        try (Writer out = new BufferedWriter(Files.newBufferedWriter(file, StandardCharsets.UTF_8))) {
            out.write("<all>");
            for (int i = 0; i < 3_000; i++) {
                out.write("<r id='" + i + "'>" + filling + "</r>");
            }
            out.write("</all>");
        }
        assertThat(Typed.in(folder, "import", "local", "large.xml", "--dry-run", "--show", "0").err())
                .contains("3000 records, all taken");
    }

    @ParameterizedTest
    @CsvSource({"../testkit/samples/metadata-records, three-objects.xml: 3 records",
            "../../shared/data/metadata-records, 10_different_records.xml: 10 records"})
    void realFiles_areSplit(Path data, String split) throws IOException {
        assumeTrue(Files.isDirectory(data), "skipped: the metadata records are not beside this checkout, in ../shared/data");
        Typed marc = Typed.in(folder, "import", "marc", data.resolve("marcxml").toAbsolutePath().toString());
        assertThat(marc.status()).isZero();
        assertThat(marc.err()).contains("marc: ").doesNotContain("Exception");
        Typed rif = Typed.in(folder, "import", "rif", data.resolve("rif-cs").toAbsolutePath().toString());
        assertThat(rif.err()).contains(split + ", all taken").doesNotContain("Exception");
        Typed pubmed = Typed.in(folder, "import", "pubmed", data.resolve("pubmed").toAbsolutePath().toString());
        assertThat(pubmed.err()).contains("records, all taken").doesNotContain("DOCTYPE is not allowed");
    }
}
