package dev.sheaf.formats.crosswalk;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

import org.junit.jupiter.api.Test;

import dev.sheaf.core.XmlFragment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class CrosswalksTest {

    private final Crosswalks crosswalks = new Crosswalks();

    @Test
    void marcFields_areMappedAsByTheLibraryOfCongress() throws Exception {
        List<String> values = DublinCoreValues.of(crosswalks.apply(TargetFormat.OAI_DC, "oai:x:1", XmlFragment
                .of("""
                        <record xmlns="http://www.loc.gov/MARC21/slim">
                          <leader>00000nam a2200000 a 4500</leader>
                          <controlfield tag="008">960320s1925    nyu           000 1 eng  </controlfield>
                          <datafield tag="020" ind1=" " ind2=" "><subfield code="a">0140185127 (pbk.)</subfield></datafield>
                          <datafield tag="100" ind1="1" ind2=" "><subfield code="a">Woolf, Virginia,</subfield><subfield code="d">1882-1941.</subfield><subfield code="e">author</subfield></datafield>
                          <datafield tag="245" ind1="1" ind2="0"><subfield code="a">Mrs Dalloway /</subfield><subfield code="c">Virginia Woolf</subfield></datafield>
                          <datafield tag="260" ind1=" " ind2=" "><subfield code="a">New York :</subfield><subfield code="b">Harcourt, Brace,</subfield><subfield code="c">1925.</subfield></datafield>
                          <datafield tag="520" ind1=" " ind2=" "><subfield code="a">One day in London.</subfield></datafield>
                          <datafield tag="650" ind1=" " ind2="0"><subfield code="a">Married women</subfield><subfield code="v">Fiction.</subfield></datafield>
                          <datafield tag="651" ind1=" " ind2="0"><subfield code="a">London (England)</subfield><subfield code="v">Fiction.</subfield></datafield>
                          <datafield tag="856" ind1="4" ind2="0"><subfield code="u">https://example.org/dalloway</subfield></datafield>
                        </record>""")));
        assertThat(values).containsExactly("title=Mrs Dalloway", "creator=Woolf, Virginia, 1882-1941.",
                "subject=Married women--Fiction.", "description=One day in London.", "publisher=New York : Harcourt, Brace",
                "date=1925", "type=text", "identifier=https://example.org/dalloway", "identifier=urn:ISBN:0140185127",
                "language=eng", "coverage=London (England)--Fiction.");
    }

    @Test
    void namesOfMods_areCreators_exceptWithAnotherRole() throws Exception {
        List<String> values = DublinCoreValues.of(crosswalks.apply(TargetFormat.OAI_DC, "oai:x:2", XmlFragment
                .of("""
                        <m:mods xmlns:m="http://www.loc.gov/mods/v3">
                          <m:titleInfo><m:nonSort>The</m:nonSort><m:title>Waves</m:title><m:subTitle>a novel</m:subTitle></m:titleInfo>
                          <m:name><m:namePart type="family">Woolf</m:namePart><m:namePart type="given">Virginia</m:namePart></m:name>
                          <m:name><m:namePart>Bell, Vanessa</m:namePart><m:role><m:roleTerm>Illustrator</m:roleTerm></m:role></m:name>
                          <m:originInfo><m:publisher>Hogarth Press</m:publisher><m:dateIssued point="start">1931</m:dateIssued><m:dateIssued point="end">1932</m:dateIssued></m:originInfo>
                          <m:identifier type="doi">10.1000/182</m:identifier><m:identifier type="isbn" invalid="yes">1</m:identifier>
                          <m:language><m:languageTerm>eng</m:languageTerm></m:language>
                        </m:mods>""")));
        assertThat(values).containsExactly("title=The Waves: a novel", "creator=Woolf, Virginia", "publisher=Hogarth Press",
                "contributor=Bell, Vanessa", "date=1931/1932", "identifier=https://doi.org/10.1000/182", "language=eng");
    }

    @Test
    void dublinCoreInsideAnUnknownFormat_isTakenUnchanged() throws Exception {
        List<String> values = DublinCoreValues.of(crosswalks.apply(TargetFormat.OAI_DC, "oai:x:3", XmlFragment
                .of("""
                        <r xmlns:t="http://purl.org/dc/terms/"><t:title xml:lang="en">Jacob's Room</t:title><t:issued>1922</t:issued><t:other>no</t:other></r>
                        """)));
        assertThat(values).containsExactly("title@en=Jacob's Room", "date=1922");
    }

    @Test
    void elementsOfAnUnknownFormat_areMappedByTheirNames() throws Exception {
        List<String> values = DublinCoreValues.of(crosswalks.apply(TargetFormat.OAI_DC, "oai:x:4", XmlFragment
                .of("""
                        <article><front><article-meta><article-id pub-id-type="doi">10.1000/xyz</article-id>
                          <title-group><article-title>On <i>Being</i> Ill</article-title></title-group>
                          <contrib-group><contrib><name><surname>Woolf</surname><given-names>Virginia</given-names></name></contrib></contrib-group>
                          <pub-date><year>1926</year></pub-date></article-meta></front>
                          <back><ref-list><ref><article-title>Another</article-title><year>1900</year></ref></ref-list></back></article>
                        """)));
        assertThat(values).containsExactly("title=On Being Ill", "creator=Woolf, Virginia", "date=1926",
                "identifier=https://doi.org/10.1000/xyz");
    }

    @Test
    void aRecordWithoutATitleIsNamedByItsIdentifier() throws Exception {
        assertThat(DublinCoreValues.of(crosswalks.apply(TargetFormat.OAI_DC, "oai:x:<5>", XmlFragment.of("<empty/>"))))
                .containsExactly("title=oai:x:<5>");
    }

    @Test
    void stylesheet_readsNothingOutsideOfTheRecord() throws IOException {
        // The stylesheets are ours, but a fault in them must not open the machine either.
        Path secret = Files.createTempFile("secret", ".xml");
        Files.writeString(secret, "<secret/>");
        try {
            net.sf.saxon.s9api.Processor processor = HardenedProcessor.create();
            for (String expression : List.of("doc('%s')", "unparsed-text('%s')", "collection('%s')")) {
                assertThatThrownBy(() -> processor.newXPathCompiler().evaluateSingle(expression.formatted(secret.toUri()), null))
                        .as(expression).isInstanceOf(net.sf.saxon.s9api.SaxonApiException.class);
            }
        } finally {
            Files.delete(secret);
        }
    }
}
