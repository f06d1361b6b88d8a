package dev.sheaf.platform.web;

import java.util.stream.Collectors;

import org.junit.jupiter.api.Test;

import dev.sheaf.core.XmlFragment;

import static org.assertj.core.api.Assertions.assertThat;

class XmlListingTest {

    @Test
    void elements_areShownOneALine() {
        assertThat(listing("<a xmlns='urn:a' b='1'><c>text &amp; more</c><d/><e></e><!-- note --><f><g>x</g></f></a>"))
                .isEqualTo("""
                        <a xmlns="urn:a" b="1">
                          <c>text &amp; more</c>
                          <d/>
                          <e/>
                          <!-- note -->
                          <f>
                            <g>x</g>
                          </f>
                        </a>""");
    }

    @Test
    void keepsMixedContentInOrder() {
        assertThat(listing("<a>one <b>two</b> three</a>")).isEqualTo("""
                <a>
                  one
                  <b>two</b>
                  three
                </a>""");
    }

    @Test
    void showsReferencesAsWritten() {
        assertThat(listing("<a b='&quot;&lt;'>&lt;script><![CDATA[<x>]]></a>"))
                .isEqualTo("<a b=\"&quot;&lt;\">&lt;script&gt;&lt;x&gt;</a>");
    }

    @Test
    void keepsPrefixesAndProcessingInstructions() {
        assertThat(listing("<p:a xmlns:p='urn:p' p:b='c'><?do it?></p:a>"))
                .isEqualTo("<p:a xmlns:p=\"urn:p\" p:b=\"c\">\n  <?do it?>\n</p:a>");
    }

    @Test
    void longElement_isShownInPart() {
        assertThat(listing("<a>" + "<b>x</b>".repeat(200_000) + "</a>")).hasSizeBetween(200_000, 210_000)
                .endsWith("the record as a file is complete");
    }

    @Test
    void deepNesting_isShownInBoundedMemory() {
        assertThat(listing("<a>".repeat(5_000) + "</a>".repeat(5_000))).hasSizeLessThan(220_000);
    }

    @Test
    void showsTextThatCannotBeParsed() {
        assertThat(listing("<a><b></a>")).isEqualTo("<a><b></a>");
    }

    private static String listing(String xml) {
        return XmlListing.of(XmlFragment.of(xml)).stream().map(XmlListing.Piece::text).collect(Collectors.joining());
    }
}
