package dev.sheaf.formats.dublincore;

import org.junit.jupiter.api.Test;

import dev.sheaf.core.Namespaces;
import dev.sheaf.core.XmlFragment;
import dev.sheaf.core.xml.OaiFormatException;
import dev.sheaf.formats.dublincore.DublinCore.Element;
import dev.sheaf.formats.dublincore.DublinCore.Value;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class DublinCoreTest {

    private static XmlFragment record(String elements) {
        return XmlFragment
                .of("<oai_dc:dc xmlns:oai_dc=\"" + Namespaces.OAI_DC + "\" xmlns:dc=\"" + Namespaces.DC + "\">" + elements
                        + "</oai_dc:dc>");
    }

    @Test
    void keepsOrderAndLanguages() throws OaiFormatException {
        DublinCore dc = DublinCore.read(record("<dc:title xml:lang='de'>Erster</dc:title><dc:creator>C</dc:creator>"
                + "<dc:title xml:lang='fr'>Deuxi\u00e8me</dc:title>"));
        assertThat(dc.values(Element.TITLE)).containsExactly(new Value(Element.TITLE, "Erster", "de"),
                new Value(Element.TITLE, "Deuxi\u00e8me", "fr"));
        assertThat(dc.first(Element.CREATOR)).contains(new Value(Element.CREATOR, "C", null));
        assertThat(dc.firstText(Element.RIGHTS)).isNull();
    }

    @Test
    void language_appliesToNestedElements_untilAnotherIsStated() throws OaiFormatException {
        DublinCore dc = DublinCore.read(XmlFragment.of("<dc xml:lang='la'><title>a</title><title xml:lang=''>b</title>"
                + "<subject xml:lang='en'>c</subject></dc>"));
        assertThat(dc.values()).extracting(Value::language).containsExactly("la", null, "en");
    }

    @Test
    void elements_areReadInAnyCaseAndNamespace() throws OaiFormatException {
        DublinCore dc = DublinCore.read(XmlFragment.of("<x:dc xmlns:x='urn:x' xmlns:dc='http://purl.org/dc/elements/1.0/'>"
                + "<dc:Title>one</dc:Title><title>two</title><abstract>three</abstract></x:dc>"));
        assertThat(dc.texts(Element.TITLE)).containsExactly("one", "two");
        assertThat(dc.values()).contains(new Value(null, "three", null));
    }

    @Test
    void blanksAreCollapsedAndEmptyValuesDropped() throws OaiFormatException {
        DublinCore dc = DublinCore
                .read(record("<dc:title>\n  one \t two\u00a0 \n</dc:title><dc:title>  </dc:title><dc:title/>"));
        assertThat(dc.texts(Element.TITLE)).containsExactly("one two");
    }

    @Test
    void nestedText_belongsToItsElement() throws OaiFormatException {
        DublinCore dc = DublinCore.read(record(
                "<dc:creator><name>Ada</name><name>Lovelace</name></dc:creator><dc:description>a <b>bold</b> claim &amp; <![CDATA[<more>]]></dc:description>"));
        assertThat(dc.texts(Element.CREATOR)).containsExactly("Ada Lovelace");
        assertThat(dc.texts(Element.DESCRIPTION)).containsExactly("a bold claim & <more>");
    }

    @Test
    void doctype_isRefused_andBrokenXmlIsEmpty() {
        XmlFragment doctype = XmlFragment.of("<!DOCTYPE dc [<!ENTITY e 'x'>]><dc><title>&e;</title></dc>");
        assertThatThrownBy(() -> DublinCore.read(doctype)).isInstanceOf(OaiFormatException.class);
        assertThat(DublinCore.readOrEmpty(doctype).values()).isEmpty();
        assertThat(DublinCore.readOrEmpty(XmlFragment.of("<a><b></a>")).values()).isEmpty();
        assertThat(DublinCore.readOrEmpty(null).values()).isEmpty();
    }

    @Test
    void deepNestingIsRefusedAtOnce() {
        int depth = 100_000;
        XmlFragment deep = XmlFragment.of("<a>".repeat(depth) + "x" + "</a>".repeat(depth));
        assertThatThrownBy(() -> DublinCore.read(deep)).isInstanceOf(OaiFormatException.class).hasMessageContaining("500 deep");
    }
}
