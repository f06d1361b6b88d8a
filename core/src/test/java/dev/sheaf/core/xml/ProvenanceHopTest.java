package dev.sheaf.core.xml;

import java.nio.charset.StandardCharsets;
import java.util.List;

import org.junit.jupiter.api.Test;

import dev.sheaf.core.Datestamp;
import dev.sheaf.core.Provenance;
import dev.sheaf.core.XmlFragment;

import static org.assertj.core.api.Assertions.assertThat;

class ProvenanceHopTest {

    private static final XmlFragment RIGHTS = XmlFragment.of("<rights xmlns='http://example.org/rights'>free</rights>");

    private static Provenance hop(String host) {
        return new Provenance("https://" + host + ".example.org/oai?a=1&b=2", "oai:example.org:1",
                Datestamp.received("2024-01-01"), "http://www.openarchives.org/OAI/2.0/oai_dc/",
                Datestamp.received("2025-03-01T12:00:00Z"), false, null);
    }

    private static Provenance read(List<XmlFragment> abouts) {
        return ProvenanceReader.read(abouts.getFirst()).orElseThrow();
    }

    @Test
    void recordWithoutProvenance_getsOneHopAndKeepsItsOtherContainers() {
        List<XmlFragment> abouts = ProvenanceHop.addTo(List.of(RIGHTS), hop("a"));
        assertThat(abouts).hasSize(2).last().isSameAs(RIGHTS);
        assertThat(read(abouts)).isEqualTo(hop("a"));
        assertThat(abouts.getFirst()).isEqualTo(ProvenanceWriter.write(hop("a")));
    }

    @Test
    void receivedProvenance_isNestedWithItsBytes() {
        List<XmlFragment> abouts = List.of();
        for (String host : List.of("a", "b", "c")) {
            abouts = ProvenanceHop.addTo(abouts, hop(host));
        }
        Provenance chain = read(abouts);
        assertThat(abouts).hasSize(1);
        assertThat(chain.hops()).isEqualTo(3);
        assertThat(chain.baseUrl()).startsWith("https://c");
        assertThat(chain.innermost()).isEqualTo(hop("a"));
        assertThat(ProvenanceChain.hops(abouts.getFirst().utf8())).isEqualTo(3);
    }

    @Test
    void provenanceWithAnotherLayout_isNestedToo() {
        XmlFragment foreign = XmlFragment
                .of("""
                        <p:provenance xmlns:p="http://www.openarchives.org/OAI/2.0/provenance"><!-- ours -->
                         <p:originDescription altered="1" harvestDate="2002-02-02T14:10:02Z">
                          <p:baseURL>http://the.oa.org</p:baseURL> <p:identifier>oai:r2.org:klik001</p:identifier>
                          <p:datestamp>2002-01-01</p:datestamp><p:metadataNamespace>http://www.openarchives.org/OAI/2.0/oai_dc/</p:metadataNamespace>
                         </p:originDescription></p:provenance>""");
        List<XmlFragment> abouts = ProvenanceHop.addTo(List.of(RIGHTS, foreign), hop("b"));
        assertThat(abouts).hasSize(2).last().isSameAs(RIGHTS);
        assertThat(read(abouts).origin()).isEqualTo(ProvenanceReader.read(foreign).orElseThrow());
        assertThat(ProvenanceChain.hops(abouts.getFirst().utf8())).isEqualTo(2);
    }

    @Test
    void invalidProvenance_isKeptBesideTheNewHop() {
        XmlFragment noDate = XmlFragment
                .of("""
                        <provenance xmlns="http://www.openarchives.org/OAI/2.0/provenance"><originDescription harvestDate="yesterday" altered="false">\
                        <baseURL>http://the.oa.org</baseURL><identifier>oai:r2.org:1</identifier><datestamp>2002-01-01</datestamp>\
                        <metadataNamespace>urn:x</metadataNamespace></originDescription></provenance>""");
        List<XmlFragment> abouts = ProvenanceHop.addTo(List.of(noDate), hop("b"));
        assertThat(abouts).hasSize(2).last().isSameAs(noDate);
        assertThat(read(abouts).origin()).isNull();
    }

    @Test
    void chainAtItsLimit_doesNotGrow() {
        List<XmlFragment> abouts = List.of();
        for (int i = 0; i < 250; i++) {
            abouts = ProvenanceHop.addTo(abouts, hop("h" + i));
        }
        assertThat(read(abouts).hops()).isBetween(2, Provenance.MAX_HOPS);
        assertThat(abouts).hasSize(3).allSatisfy(about -> assertThat(ProvenanceReader.read(about)).isPresent());
    }

    @Test
    void containerThatOnlyResemblesProvenance_isNotReadAsAChain() {
        String whole = ProvenanceWriter.write(hop("a")).toString();
        for (int i = 0; i < whole.length(); i++) {
            assertThat(ProvenanceChain.hops(whole.substring(0, i).getBytes(StandardCharsets.UTF_8))).isZero();
        }
        assertThat(ProvenanceChain.hops(XmlFragment.of(whole + " ").utf8())).isZero();
        assertThat(ProvenanceChain.hops(XmlFragment.of(whole.replace("<datestamp>", "<datestamp>x<b/>")).utf8())).isZero();
        assertThat(ProvenanceChain.hops(XmlFragment.of(whole.replace("altered=\"false\"", "altered=\"no\"")).utf8())).isZero();
    }
}
