package dev.sheaf.core.description;

import java.time.Duration;
import java.time.Instant;
import java.util.List;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import dev.sheaf.core.XmlFragment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class DescriptionTest {

    @ParameterizedTest
    @ValueSource(strings = {"oai:arXiv.org:hep-th/9901001", "oai:foo.org:ab%20cd", "oai:foo.org:ab?cd",
            "oai:foo.org:some-local-id-54",
            "oai:ebibpol.p.lodz.pl:1", "oai:a.b:a:b;c/d?e@f&g=h+i$j,k-l_m.n!o~p*q'r(s)"})
    void oaiIdentifierOfTheGuideline_isAccepted(String identifier) {
        OaiIdentifierDescription description = OaiIdentifierDescription.of(identifier).orElseThrow();

        assertThat(description.sampleIdentifier()).isEqualTo(identifier);
        assertThat(description.fits(identifier)).isTrue();
        assertThat(description.fits(identifier + "0")).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"something:arXiv.org:hep-th/9901001", "oai:999:abc123", "oai:wibble:abc123", "oai:wibble.org:ab cd",
            "oai:wibble.org:ab#cd", "oai:wibble.org:ab<cd", "oai:wibble.org:ab%3ccd", "oai:wibble.org:ab%2", "oai:wibble.org:",
            "OAI:wibble.org:a", "oai:wibble.org.:a", "oai:wibble..org:a", "oai:wib_ble.org:a", "oai:wibble.org:é", "oai:w.1x:a"})
    void identifierThatViolatesTheGuideline_isNoOaiIdentifier(String identifier) {
        assertThat(OaiIdentifierDescription.of(identifier)).isEmpty();
    }

    @Test
    void identifierWithAnotherRepositoryOrLetterCase_doesNotFit() {
        OaiIdentifierDescription description = new OaiIdentifierDescription("arXiv.org", "oai:arXiv.org:1");

        assertThat(description.fits("oai:arxiv.org:1")).isFalse();
        assertThat(description.fits("oai:arXiv.org.uk:1")).isFalse();
        assertThat(description.fits("http://arXiv.org/1")).isFalse();
    }

    @Test
    void sampleIdentifierOfAnotherRepository_isRefused() {
        assertThatThrownBy(() -> new OaiIdentifierDescription("a.org", "oai:b.org:1")).hasMessageContaining("oai:b.org:1")
                .hasMessageContaining("'a.org'");
        assertThatThrownBy(() -> new OaiIdentifierDescription("archive", "oai:archive:1")).hasMessageContaining("'archive'")
                .hasMessageContaining("dot");
    }

    @Test
    void invalidContainer_isRefusedWithTheFaultyValue() {
        assertThatThrownBy(() -> new Friends(List.of("ftp://a.org/"))).hasMessageContaining("'ftp://a.org/'");
        assertThatThrownBy(() -> new Friends(List.of("http:/a.org"))).hasMessageContaining("http(s)");
        assertThatThrownBy(() -> new Friends(List.of("http://a.org/a b"))).hasMessageContaining("not a URI");
        assertThatThrownBy(() -> new Branding.CollectionIcon("icon.png", null, null, null, null))
                .hasMessageContaining("absolute");
        assertThatThrownBy(() -> new Branding.CollectionIcon("http://a.org/i.png", null, null, 0, null))
                .hasMessageContaining("width");
        assertThatThrownBy(() -> new Branding.MetadataRendering("http://a.org/x", "http://a.org/ns", "application/xslt+xml"))
                .hasMessageContaining("text/xsl");
        assertThatThrownBy(() -> new Gateway("http://a.org/", "http://b.org/", List.of(), null, null))
                .hasMessageContaining("gatewayAdmin");
        assertThatThrownBy(() -> new Gateway("http://a.org/", "http://b.org/", List.of("nobody"), null, null))
                .hasMessageContaining("'nobody'");
        assertThatThrownBy(() -> new RightsManifest(List.of())).hasMessageContaining("at least one");
        assertThatThrownBy(() -> new Rights.Reference("by-nd")).hasMessageContaining("'by-nd'");
        assertThatThrownBy(() -> new Rights.Definition(XmlFragment.of("<free/>"))).hasMessageContaining("namespace");
        assertThatThrownBy(() -> new Syndication(null, 0, null)).hasMessageContaining("0");
        assertThatThrownBy(() -> new DublinCoreDescription.Statement("author", "A", null)).hasMessageContaining("'author'");
    }

    @Test
    void updateInterval_isThePeriodDividedByTheFrequency() {
        assertThat(new Syndication(Syndication.Period.HOURLY, 2, null).interval()).isEqualTo(Duration.ofMinutes(30));
        assertThat(new Syndication(null, null, Instant.EPOCH).interval()).isEqualTo(Duration.ofDays(1));
        assertThat(new Syndication(Syndication.Period.MONTHLY, null, null).interval()).isEqualTo(Duration.ofSeconds(2_629_746));
    }

    @Test
    void longIdentifier_isAccepted() {
        String identifier = "oai:repository.example.org:" + "%2Fx".repeat(100_000);
        assertThat(OaiIdentifierDescription.namespaceOf(identifier)).contains("repository.example.org");
        assertThat(OaiIdentifierDescription.namespaceOf(identifier + "%2f")).isEmpty();
    }

    @Test
    void escapedText_isAllowedInAnIdentifier() {
        String escaped = OaiIdentifierDescription.escaped("ab cd/%?\u00e9");
        assertThat(escaped).isEqualTo("ab%20cd/%25?%C3%A9");
        assertThat(OaiIdentifierDescription.isOfTheForm("oai:repository.example.org:" + escaped)).isTrue();
    }
}
