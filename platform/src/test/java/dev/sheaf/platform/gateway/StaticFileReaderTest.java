package dev.sheaf.platform.gateway;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import dev.sheaf.core.MetadataPrefix;
import dev.sheaf.core.OaiRecord;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class StaticFileReaderTest {

    private static final String BASE = "http://gateway.example.org/static/h.org/r.xml";

    @TempDir
    private Path folder;

    private StaticContent read(String file) throws Exception {
        return read(file.getBytes(StandardCharsets.UTF_8));
    }

    private StaticContent read(byte[] file) throws Exception {
        Path place = Files.createTempFile(folder, "file", ".xml");
        Files.write(place, file);
        return new StaticFileReader(place, place.resolveSibling(place.getFileName() + ".contents")).read();
    }

    @Test
    void exampleOfTheSpecification_isRead_thoughItsEarliestDatestampIsTooLate() throws Exception {
        StaticContent content = read(
                """
                        <?xml version="1.0" encoding="UTF-8"?>
                        <sr:Repository xmlns:sr="http://www.openarchives.org/OAI/2.0/static-repository"
                            xmlns="http://www.openarchives.org/OAI/2.0/" xmlns:dc="http://purl.org/dc/elements/1.1/">
                          <sr:Identify>
                            <repositoryName>Demo repository</repositoryName><baseURL>%s</baseURL><protocolVersion>2.0</protocolVersion>
                            <adminEmail>jondoe@oai.org</adminEmail><earliestDatestamp>2002-09-19</earliestDatestamp>
                            <deletedRecord>no</deletedRecord><granularity>YYYY-MM-DD</granularity>
                          </sr:Identify>
                          <sr:ListMetadataFormats>
                            <metadataFormat><metadataPrefix>oai_dc</metadataPrefix>
                              <schema>http://www.openarchives.org/OAI/2.0/oai_dc.xsd</schema>
                              <metadataNamespace>http://www.openarchives.org/OAI/2.0/oai_dc/</metadataNamespace></metadataFormat>
                            <metadataFormat><metadataPrefix>x</metadataPrefix><schema>http://x.org/x.xsd</schema>
                              <metadataNamespace>urn:x</metadataNamespace></metadataFormat>
                          </sr:ListMetadataFormats>
                          <sr:ListRecords metadataPrefix="oai_dc" xmlns:oai_dc="http://www.openarchives.org/OAI/2.0/oai_dc/">
                            <record><header><identifier>oai:arXiv.org:cs/0112017</identifier><datestamp>2001-12-14</datestamp></header>
                              <metadata><oai_dc:dc><dc:title>Using ]]&gt; &amp; <![CDATA[<dc>]]></dc:title></oai_dc:dc></metadata></record>
                            <!-- two --><record><header><identifier>oai:a:1</identifier><datestamp>2001-12-13</datestamp></header>
                              <metadata><oai_dc:dc/></metadata></record>
                          </sr:ListRecords>
                          <sr:ListRecords metadataPrefix="x">
                            <record><header><identifier>oai:a:1</identifier><datestamp>2003-01-01</datestamp></header>
                              <metadata><y xmlns="urn:x" dc:a="b">text</y></metadata><about><z xmlns="urn:z"/></about>
                              <about><z xmlns="urn:z">2</z></about></record>
                          </sr:ListRecords>
                        </sr:Repository>
                        """
                        .formatted(BASE));
        assertThat(content.description().baseUrl()).isEqualTo(BASE);
        assertThat(content.earliest().text()).isEqualTo("2001-12-13");
        List<OaiRecord> records = content.read(content.list(MetadataPrefix.OAI_DC));
        assertThat(records).extracting(OaiRecord::identifier).containsExactly("oai:a:1", "oai:arXiv.org:cs/0112017");
        assertThat(String.valueOf(records.get(1).metadata())).contains("xmlns:oai_dc=\"", "xmlns:dc=\"",
                "Using ]]&gt; &amp; <![CDATA[<dc>]]>");
        OaiRecord x = content.read(content.list(new MetadataPrefix("x"))).getFirst();
        assertThat(String.valueOf(x.metadata()))
                .isEqualTo("<y xmlns:dc=\"http://purl.org/dc/elements/1.1/\" xmlns=\"urn:x\" dc:a=\"b\">text</y>");
        assertThat(x.about()).extracting(String::valueOf).containsExactly("<z xmlns=\"urn:z\"/>",
                "<z xmlns=\"urn:z\">2</z>");
        assertThat(content.size()).isEqualTo(3);
    }

    @Test
    void mark_beforeTheDocument_isAllowed() throws Exception {
        assertThat(read("\ufeff" + StaticFiles.file(BASE, "a", 3)).size()).isEqualTo(3);
    }

    @Test
    void manyRecords_areReadInPortions() throws Exception {
        StaticContent content = read(StaticFiles.file(BASE, "a", 1_001));
        assertThat(content.list(MetadataPrefix.OAI_DC)).hasSize(1_001);
        StaticEntry last = content.find("oai:example.org:a/1000", MetadataPrefix.OAI_DC).orElseThrow();
        assertThat(String.valueOf(content.read(List.of(last)).getFirst().metadata())).contains("a 1000");
    }

    /** Each row changes the valid file in one place. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', value = {
            "</Repository>||ends early",
            "</Repository>|</Repository><a/>|second root",
            "</Repository>|</Repository>text|text stands",
            "<Repository |<!DOCTYPE Repository [<!ENTITY a 'b'>]><Repository |DOCTYPE",
            "encoding=~UTF-8~|encoding=~ISO-8859-1~|UTF-8",
            "<oai:deletedRecord>no<|<oai:deletedRecord>persistent<|deletedRecord is not 'no'",
            "<oai:granularity>YYYY-MM-DD<|<oai:granularity>YYYY-MM-DDThh:mm:ssZ<|granularity",
            "<oai:earliestDatestamp>2002-09-19<|<oai:earliestDatestamp>2002-09-19T00:00:00Z<|earliestDatestamp",
            "</oai:granularity>|</oai:granularity><oai:compression>gzip</oai:compression>|compression",
            "<oai:adminEmail>jondoe@oai.org</oai:adminEmail>||Identify",
            "<oai:adminEmail>jondoe@oai.org</oai:adminEmail>|<oai:adminEmail>nobody</oai:adminEmail>|Identify",
            "<oai:protocolVersion>2.0<|<oai:protocolVersion>1.1<|Identify",
            "<oai:metadataPrefix>oai_dc<|<oai:metadataPrefix>dc<|oai_dc",
            "<ListRecords metadataPrefix=~oai_dc~>|<ListRecords metadataPrefix=~marc21~>|marc21",
            "<ListRecords metadataPrefix=~oai_dc~>|<ListRecords>|metadataPrefix",
            "<ListRecords metadataPrefix=~oai_dc~>|<ListRecords metadataPrefix=~oai_dc~ x=~y~>|attribute",
            "</ListRecords>|<oai:resumptionToken>x</oai:resumptionToken></ListRecords>|",
            "</ListRecords>|text</ListRecords>|text stands",
            "</ListRecords>|<![CDATA[x]]></ListRecords>|CDATA",
            "</ListRecords>|</ListRecords><ListSets/>|ListSets",
            "2002-01-02|2002-01-02T00:00:00Z|YYYY-MM-DD",
            "2002-01-02|2002-02-30|",
            "a/1<|a/0<|twice",
            "oai:example.org:a/1<|not a uri<|",
            "</oai:datestamp></oai:header>|</oai:datestamp><oai:setSpec>s</oai:setSpec></oai:header>|set",
            "<oai:header>|<oai:header status=~deleted~>|",
            "<oai:record>|<oai:record><oai:other/>|",
            "<dc:title>a 0</dc:title>|<dc:title>a 0</dc:titel>|",
            "<dc:title>a 0</dc:title>|<dc:title>&xxe;</dc:title>|",
            "<dc:title>a 0</dc:title>|<dc:ti>a</dc:ti>|",
            "<dc:title>a 0</dc:title>|<u:title>a</u:title>|",
            "<oai:metadataNamespace>http://www.openarchives.org/OAI/2.0/oai_dc/|<oai:metadataNamespace>urn:x|another namespace",
            "xmlns:oai=~http://www.openarchives.org/OAI/2.0/~|xmlns:oai=~urn:other~|",
            "xmlns=~http://www.openarchives.org/OAI/2.0/static-repository~|xmlns=~urn:other~|namespace"})
    void fileWithAFault_isRefused(String of, String to, String reason) throws Exception {
        String valid = StaticFiles.file(BASE, "a", 3);
        String was = of.replace('~', '"');
        String faulty = valid.replace(was, to == null ? "" : to.replace('~', '"'));
        assertThat(faulty).as("changed").isNotEqualTo(valid);
        assertThatThrownBy(() -> read(faulty)).isInstanceOf(StaticFormatException.class)
                .hasMessageContaining(reason == null ? "" : reason);
    }

    @Test
    void bytesOfAnotherEncoding_areRefused() {
        byte[] utf16 = StaticFiles.file(BASE, "a", 1).getBytes(StandardCharsets.UTF_16);
        byte[] latin1 = StaticFiles.file(BASE, "\u00e4", 1).getBytes(StandardCharsets.ISO_8859_1);
        assertThatThrownBy(() -> read(utf16)).isInstanceOf(StaticFormatException.class);
        assertThatThrownBy(() -> read(latin1)).isInstanceOf(StaticFormatException.class);
        assertThatThrownBy(() -> read(new byte[0])).isInstanceOf(StaticFormatException.class);
        assertThatThrownBy(() -> read(new byte[10_000])).isInstanceOf(StaticFormatException.class);
    }

    @Test
    void deepOrWideMarkup_isRefused() {
        String deep = "<a xmlns='urn:a'>" + "<a>".repeat(100_000) + "</a>".repeat(100_000) + "</a>";
        assertThatThrownBy(() -> read(withMetadata(deep))).isInstanceOf(StaticFormatException.class);
        StringBuilder wide = new StringBuilder("<a xmlns='urn:a'");
        for (int i = 0; i < 100_000; i++) {
            wide.append(" b").append(i).append("=''");
        }
        assertThatThrownBy(() -> read(withMetadata(wide + "/>"))).isInstanceOf(StaticFormatException.class);
        assertThatThrownBy(() -> read("<Repository xmlns:a='" + "x".repeat(1_000_000) + "'/>"))
                .isInstanceOf(StaticFormatException.class);
        assertThatThrownBy(() -> read("<".repeat(1_000_000))).isInstanceOf(StaticFormatException.class);
    }

    private static String withMetadata(String xml) {
        return StaticFiles.around(BASE, "<oai:record><oai:header><oai:identifier>oai:a:1</oai:identifier>"
                + "<oai:datestamp>2002-01-01</oai:datestamp></oai:header><oai:metadata>" + xml + "</oai:metadata></oai:record>");
    }
}
