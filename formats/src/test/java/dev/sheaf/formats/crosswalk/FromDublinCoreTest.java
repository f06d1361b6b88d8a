package dev.sheaf.formats.crosswalk;

import org.junit.jupiter.api.Test;

import dev.sheaf.core.XmlFragment;

import static org.assertj.core.api.Assertions.assertThat;

class FromDublinCoreTest {

    private static final String RECORD = """
            <oai_dc:dc xmlns:oai_dc="http://www.openarchives.org/OAI/2.0/oai_dc/" xmlns:dc="http://purl.org/dc/elements/1.1/">
            <dc:title>Rivers</dc:title><dc:title>Streams</dc:title><dc:creator>Doe, Jane</dc:creator><dc:creator>River Survey</dc:creator>
            <dc:subject>water</dc:subject><dc:description>On rivers.</dc:description><dc:publisher>River Press</dc:publisher>
            <dc:date>2019-05-01</dc:date><dc:type>article</dc:type><dc:format>application/pdf</dc:format>
            <dc:identifier>https://rivers.example/7</dc:identifier><dc:identifier>https://doi.org/10.1234/rivers.7</dc:identifier>
            <dc:language>en</dc:language><dc:coverage>Elbe</dc:coverage><dc:rights>https://creativecommons.org/licenses/by/4.0/</dc:rights>
            </oai_dc:dc>""";
    private static final String EMPTY = "<oai_dc:dc xmlns:oai_dc=\"http://www.openarchives.org/OAI/2.0/oai_dc/\"/>";

    private final Crosswalks crosswalks = new Crosswalks();

    private String made(TargetFormat format, String dublinCore) throws CrosswalkException {
        return crosswalks.apply(format, "oai:x:7", XmlFragment.of(dublinCore)).toString();
    }

    @Test
    void marcHasTheFieldsThatLibrariesLookFor() throws Exception {
        assertThat(made(TargetFormat.MARC21, RECORD)).contains("<leader>00000nam a22000003u 4500</leader>",
                "<controlfield tag=\"001\">oai:x:7</controlfield>",
                "<controlfield tag=\"008\">||||||s2019    xx |||||||||||||||||eng||</controlfield>",
                "<datafield tag=\"024\" ind1=\"7\" ind2=\" \"><subfield code=\"a\">10.1234/rivers.7</subfield><subfield code=\"2\">doi</subfield>",
                "<datafield tag=\"100\" ind1=\"1\" ind2=\" \"><subfield code=\"a\">Doe, Jane</subfield>",
                "<datafield tag=\"245\" ind1=\"1\" ind2=\"0\"><subfield code=\"a\">Rivers</subfield>",
                "<datafield tag=\"246\" ind1=\"3\" ind2=\"3\"><subfield code=\"a\">Streams</subfield>",
                "<subfield code=\"b\">River Press</subfield><subfield code=\"c\">2019-05-01</subfield>",
                "<datafield tag=\"700\" ind1=\"0\" ind2=\" \"><subfield code=\"a\">River Survey</subfield>",
                "<datafield tag=\"856\" ind1=\"4\" ind2=\"0\"><subfield code=\"u\">https://rivers.example/7</subfield>");
    }

    @Test
    void mods_distinguishesKindsOfValues() throws Exception {
        assertThat(made(TargetFormat.MODS, RECORD)).contains("<titleInfo><title>Rivers</title></titleInfo>",
                "<titleInfo type=\"alternative\"><title>Streams</title></titleInfo>", "<typeOfResource>text</typeOfResource>",
                "<dateIssued encoding=\"w3cdtf\">2019-05-01</dateIssued>",
                "<identifier type=\"doi\">10.1234/rivers.7</identifier>", "<url>https://rivers.example/7</url>",
                "<internetMediaType>application/pdf</internetMediaType>", "<geographic>Elbe</geographic>",
                "<recordIdentifier>oai:x:7</recordIdentifier>");
    }

    @Test
    void dataCiteIsNamedByItsDoi() throws Exception {
        assertThat(made(TargetFormat.DATACITE, RECORD)).contains(
                "<identifier identifierType=\"DOI\">10.1234/rivers.7</identifier>",
                "<publicationYear>2019</publicationYear>", "<resourceType resourceTypeGeneral=\"Text\">article</resourceType>",
                "<alternateIdentifier alternateIdentifierType=\"URL\">https://rivers.example/7</alternateIdentifier>");
        assertThat(made(TargetFormat.OAI_DATACITE, RECORD)).isEqualTo(made(TargetFormat.DATACITE, RECORD));
    }

    @Test
    void unknownRequiredValuesOfDataCiteAreUnav() throws Exception {
        assertThat(made(TargetFormat.DATACITE, EMPTY)).contains("<identifier identifierType=\"OAI\">oai:x:7</identifier>",
                "<creatorName>:unav</creatorName>", "<title>:unav</title>", "<publisher>:unav</publisher>",
                "<publicationYear>0000</publicationYear>", "resourceTypeGeneral=\"Other\">:unav<");
    }

    @Test
    void usesDublinCoreOnly() {
        assertThat(Crosswalk.of(XmlFragment.of("<mods xmlns=\"http://www.loc.gov/mods/v3\"/>"), TargetFormat.MARC21)).isEmpty();
    }
}
