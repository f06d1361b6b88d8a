package dev.sheaf.core.xml;

import org.junit.jupiter.api.Test;

import dev.sheaf.core.Datestamp;
import dev.sheaf.core.Provenance;
import dev.sheaf.core.XmlFragment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class ProvenanceWriterTest {

    @Test
    void provenanceKeepsTheWholeChain() {
        Provenance origin = new Provenance("http://a.org/oai", "oai:a.org:1", Datestamp.parse("2001-01-01"), "urn:f",
                Datestamp.parse("2002-02-02T02:02:02Z"), false, null);
        Provenance chain = new Provenance("http://b.org/oai?a&b", "oai:a.org:1",
                Datestamp.received("2003-03-03T03:03:03.5+01:00"), "urn:f", Datestamp.parse("2004-04-04"), true, origin);

        XmlFragment written = ProvenanceWriter.write(chain);

        assertThat(ProvenanceReader.read(written)).contains(chain);
        assertThat(written.toString()).contains("http://www.openarchives.org/OAI/2.0/provenance.xsd");
    }

    @Test
    void provenanceThatWouldNotBeValidIsNotWritten() {
        Provenance broken = new Provenance("http://a.org/oai", "oai:a.org:1", Datestamp.received("2001-02-30"), "urn:f",
                Datestamp.parse("2002-02-02"), false, null);
        Provenance around = new Provenance("http://b.org/oai", "oai:a.org:1", Datestamp.parse("2003-03-03"), "urn:f",
                Datestamp.parse("2004-04-04"), false, broken);

        assertThat(broken.fault()).hasValueSatisfying(fault -> assertThat(fault).contains("datestamp", "2001-02-30"));
        assertThatThrownBy(() -> ProvenanceWriter.write(around)).isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("2001-02-30");
        assertThat(new Provenance("", "a", Datestamp.parse("2001-01-01"), "urn:f", Datestamp.parse("2001-01-01"), false, null)
                .fault()).hasValueSatisfying(fault -> assertThat(fault).contains("baseURL"));
        assertThat(new Provenance("http://a.org", "oai:a.org:1", Datestamp.received("0000-01-01T00:00:00Z"), "urn:f",
                Datestamp.parse("2001-01-01"), false, null).fault()).as("XML Schema has no year 0").isPresent();
        assertThat(new Provenance("http://a.org", "two words", Datestamp.parse("2001-01-01"), "urn:f",
                Datestamp.parse("2001-01-01"), false, null).fault()).isPresent();
    }
}
