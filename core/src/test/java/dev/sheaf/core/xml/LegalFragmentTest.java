package dev.sheaf.core.xml;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import dev.sheaf.core.MetadataFormat;
import dev.sheaf.core.MetadataPrefix;
import dev.sheaf.core.Namespaces;
import dev.sheaf.core.Sha256;
import dev.sheaf.core.XmlFragment;

import static org.assertj.core.api.Assertions.assertThat;

class LegalFragmentTest {

    private static final MetadataFormat MARC = new MetadataFormat(new MetadataPrefix("marc21"), "", Namespaces.MARC21);
    private static final MetadataFormat UNKNOWN = new MetadataFormat(new MetadataPrefix("x"), "", "");

    private static LegalFragment.Checked check(String xml, MetadataFormat format) {
        return LegalFragment.metadata(XmlFragment.of(xml), format);
    }

    @ParameterizedTest
    @ValueSource(strings = {"<a xmlns='urn:a'/>", "<p:a xmlns:p=\"http://a.example.org/%20#b\" q=\"a>b\"><b/></p:a>",
            "<a xmlns='urn:a'>text with xmlns=\"no name\" in it</a>", "<a xmlns='urn:a'> xmlns </a>",
            "<a\n xmlns\n=\n'urn:a'/>", "<a x='1' xmlns='urn:a&amp;b'/>",
            "<p:a xmlns:p='urn:a' xmlns='http://www.openarchives.org/OAI/2.0/'/>"})
    void legalFragment_isUnchanged(String xml) {
        assertThat(check(xml, UNKNOWN)).isEqualTo(new LegalFragment.Checked(XmlFragment.of(xml), ""));
    }

    @ParameterizedTest
    @ValueSource(strings = {"<record><leader a='1'>x &lt; y</leader></record>",
            "<record xmlns=''><leader a='1'>x &lt; y</leader></record>",
            "<record xmlns='http://www.openarchives.org/OAI/2.0/'><leader a='1'>x &lt; y</leader></record>",
            "<record xmlns='http://www.openarchives.org/OAI/1.1/OAI_ListRecords'><leader xmlns='' a='1'><![CDATA[x < y]]></leader></record>",
            "<o:record xmlns:o='http://www.openarchives.org/OAI/2.0/'><o:leader a='1'>x &lt; y</o:leader></o:record>"})
    void putsTheRootIntoTheNamespaceOfTheFormat(String xml) {
        LegalFragment.Checked checked = check(xml, MARC);

        assertThat(checked.what()).contains("were put into " + Namespaces.MARC21);
        XmlFragment fragment = java.util.Objects.requireNonNull(checked.fragment());
        assertThat(CanonicalDigest.of(fragment.utf8(), Sha256.begin())).isEqualTo(CanonicalDigest.of(
                XmlFragment.of("<record xmlns='" + Namespaces.MARC21 + "'><leader a='1'>x &lt; y</leader></record>").utf8(),
                Sha256.begin()));
        assertThat(check(fragment.toString(), MARC).what()).as("nothing is left to do").isEmpty();
    }

    /** Names are remembered in a bounded number of places, which many names share. */
    @Test
    void eachNamespaceNameIsCheckedByItself_amongThousands() {
        for (int round = 0; round < 2; round++) {
            for (int i = 0; i < 3_000; i++) {
                String legal = "urn:example:" + i;
                assertThat(check("<a xmlns='" + legal + "'><xmlns b='xm xmln s'/></a>", UNKNOWN).what()).isEmpty();
                assertThat(check("<a xmlns='" + legal + "'><s xmlns:b='" + legal + " x'/></a>", UNKNOWN).what())
                        .contains("were escaped");
            }
        }
    }

    @Test
    void putsDublinCoreIntoItsContainer() {
        for (String xml : new String[]{"<dc><title>A &amp; B</title></dc>",
                "<dc xmlns='http://www.openarchives.org/OAI/2.0/'><title>A &amp; B</title></dc>",
                "<dc xmlns:d='http://purl.org/dc/elements/1.1/'><d:title>A &amp; B</d:title></dc>",
                "<dc xmlns='http://purl.org/dc/elements/1.1/'><title>A &amp; B</title></dc>",
                "<d:dc xmlns:d='http://purl.org/dc/elements/1.1/'><d:title>A &amp; B</d:title></d:dc>",
                "<o:dc xmlns:o='http://www.openarchives.org/OAI/2.0/oai_dc' xmlns:d='http://purl.org/dc/elements/1.1/'>"
                        + "<d:title>A &amp; B</d:title></o:dc>"}) {
            assertThat(String.valueOf(check(xml, MetadataFormat.OAI_DC).fragment())).contains("<oai_dc:dc",
                    "<dc:title>A &amp; B</dc:title>");
        }
    }

    @Test
    void formatWithoutANamespace_getsThatOfItsSchemaLocation() {
        LegalFragment.Checked checked = check(
                "<r xmlns:xsi='" + Namespaces.XSI + "' xsi:schemaLocation='urn:r http://r.example.org/r.xsd'/>",
                UNKNOWN);

        assertThat(String.valueOf(checked.fragment())).contains("xmlns=\"urn:r\"");
    }

    @Test
    void ofSeveralNamespacesOfASchemaLocation_thatOfTheRootCounts() {
        String locations = "xmlns:xsi='" + Namespaces.XSI
                + "' xsi:schemaLocation='http://www.loc.gov/METS/ http://l.example.org/mets.xsd ";

        assertThat(String.valueOf(check("<mods " + locations + Namespaces.MODS + " http://l.example.org/mods.xsd'/>", UNKNOWN)
                .fragment())).contains("xmlns=\"" + Namespaces.MODS + "\"");
        assertThat(String.valueOf(check("<thing " + locations + "urn:thing http://l.example.org/thing.xsd'/>", UNKNOWN)
                .fragment())).contains("xmlns=\"urn:thing\"");
        assertThat(String.valueOf(check("<thing " + locations + "'/>", UNKNOWN).fragment()))
                .contains("xmlns=\"" + Namespaces.LOCAL);
    }

    @Test
    void placeholderInASchemaLocation_isNoNamespace() {
        assertThat(String.valueOf(check(
                "<r xmlns:xsi='" + Namespaces.XSI + "' xsi:schemaLocation='${namespace} ${schema}'/>", UNKNOWN).fragment()))
                .contains("xmlns=\"" + Namespaces.LOCAL);
    }

    @Test
    void onlyRootsOfAWellKnownVocabulary_getItsNamespace() {
        MetadataFormat marc = new MetadataFormat(new MetadataPrefix("marc21"), "http://m.example.org/m.xsd", "");

        assertThat(String.valueOf(check("<record><leader/></record>", marc).fragment()))
                .contains("xmlns=\"" + Namespaces.MARC21 + "\"");
        assertThat(String.valueOf(check("<thing/>", marc).fragment())).contains("xmlns=\"" + Namespaces.LOCAL + "marc21\"");
        assertThat(check("<dcterms xmlns='http://purl.org/dc/terms/'/>", MetadataFormat.OAI_DC).what())
                .as("another vocabulary stays as it came").isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"marc21, '', '', http://www.loc.gov/MARC21/slim",
            "x, http://x.example.org/a b.xsd, '', https://sheaf.dev/ns/1.0/local/x",
            "x, http://x.example.org/x.xsd, http://www.openarchives.org/OAI/2.0/, https://sheaf.dev/ns/1.0/local/x",
            "marc21, '', http://www.openarchives.org/OAI/2.0/, http://www.loc.gov/MARC21/slim",
            "x, http://x.example.org/x.xsd, ' urn:x ', urn:x",
            "x, http://arxiv.org/OAI/arXiv.xsd, '', http://arxiv.org/OAI/arXiv/"})
    void listedFormatWithoutANamespace_getsOne(String prefix, String schema, String stated, String expected) {
        MetadataFormat listed = LegalFragment.listed(new MetadataFormat(new MetadataPrefix(prefix), schema, stated));

        assertThat(listed.namespace()).isEqualTo(expected);
    }

    @Test
    void rootWithoutAnyKnownNamespace_getsALocalOne() {
        LegalFragment.Checked checked = check("<r><s/></r>", UNKNOWN);

        assertThat(checked.fragment()).hasToString("<r xmlns=\"https://sheaf.dev/ns/1.0/local/x\"><s></s></r>");
        assertThat(checked.what()).contains("no namespace", "were put into https://sheaf.dev/ns/1.0/local/x");
        assertThat(LegalFragment.container(XmlFragment.of("<r/>")).fragment()).isNull();
    }

    @Test
    void illegalNamespaceNames_areEscapedOnAllElements() {
        LegalFragment.Checked checked = check(
                "<a xmlns='http://a.example.org/a b'><c xmlns:d='http://ä.example.org/' d:e='1'/></a>", UNKNOWN);

        assertThat(String.valueOf(checked.fragment())).contains("\"http://a.example.org/a%20b\"",
                "\"http://%C3%A4.example.org/\"");
        assertThat(checked.what()).contains("escaped");
    }

    /** Prefixes may be written in any script. */
    @ParameterizedTest
    @ValueSource(strings = {"<a xmlns='urn:a'><c xmlns:é='urn:b c' é:e='1'/></a>", "<é:a xmlns:é='urn:b c'/>",
            "<a xmlns='urn:a'><c xmlns:日本='urn:b c'/></a>", "<a xmlns='urn:a'><c\txmlns:d\n=\r'urn:b c'/></a>",
            "<a xmlns='urn:a'><!-- xmlns=\" --><c xmlns:d=\"urn:b c\"/></a>",
            "<a xmlns='urn:a'><?p xmlns='?><c xmlns:d='urn:b c'/></a>",
            "<a xmlns='urn:a'><![CDATA[ xmlns=\"]]><c d=\"\" xmlns:d=\"urn:b c\"/></a>",
            "<a xmlns='urn:a' b=' xmlns=\"' xmlns:d=\"urn:b c\"/>"})
    void escapesNamesOfNamespaces_howeverTheyAreDeclared(String xml) {
        LegalFragment.Checked checked = check(xml, UNKNOWN);

        assertThat(String.valueOf(checked.fragment())).contains("urn:b%20c").doesNotContain("urn:b c");
        assertThat(checked.what()).contains("escaped");
    }

    @ParameterizedTest
    @ValueSource(strings = {"<a b=' xmlns=\"urn:a\" '/>", "<a b=\"\n xmlns='urn:a'\"/>", "<a éxmlns='urn:a'/>",
            "<a><b xmlns='urn:a'/></a>", "<a b='>' c=' xmlns=\"urn:a\"'/>",
            "<é:a xmlns='urn:a' xmlns:é='http://www.openarchives.org/OAI/2.0/'/>"})
    void textThatLooksLikeADeclaration_declaresNoNamespace(String xml) {
        assertThat(check(xml, UNKNOWN).what()).contains("were put into https://sheaf.dev/ns/1.0/local/x");
    }

    @ParameterizedTest
    @CsvSource({"urn:a, urn:a", "'http://a b/', http://a%20b/", "'{x}', %7Bx%7D", "a%zz, a%25zz", "1a:b, 1a%3Ab",
            "a#b#c, a%23b%23c",
            "'http://[a]/', http://%5Ba%5D/"})
    void illegalNamespaceName_becomesAUri(String name, String uri) {
        assertThat(LegalFragment.uri(name)).isEqualTo(uri);
    }
}
