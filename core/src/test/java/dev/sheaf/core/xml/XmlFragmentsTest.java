package dev.sheaf.core.xml;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import dev.sheaf.core.XmlFragment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class XmlFragmentsTest {

    @ParameterizedTest
    @ValueSource(strings = {"<a/>", "<a/>\n", "<?xml version='1.0'?>\n<a/>", "\uFEFF<a/>", "<a/><!-- after -->\n\n",
            "<!-- before --><a/> <?pi x?>", "<a/>   \r\n\t "})
    void rootElement_isExtractedWithoutItsSurroundings(String document) throws OaiFormatException {
        assertThat(XmlFragments.parse(Xml.utf8(document))).hasToString("<a xmlns=\"\"/>");
    }

    @Test
    void longElement_isCutAtItsEndTag() throws OaiFormatException {
        String element = "<b xmlns='urn:b'>" + "<c>é</c>\n".repeat(20_000) + "</b >";
        assertThat(XmlFragments.parse(Xml.utf8(element + "\n"))).hasToString(element);
    }

    @Test
    void rootNameAndNamespace_areReported() {
        XmlFragment fragment = XmlFragment.of("<p:root xmlns:p='urn:p'/>");
        assertThat(XmlFragments.rootName(fragment)).isEqualTo("root");
        assertThat(XmlFragments.rootNamespace(fragment)).isEqualTo("urn:p");
        assertThat(XmlFragments.rootNamespace(XmlFragment.of("<root/>"))).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "text", "<a>", "<a/><b/>", "<!DOCTYPE a><a/>", "<a>\u0001</a>", "<a>&#xFFFE;</a>", "<p:a/>"})
    void refusesAFragmentThatIsNotOneElement(String document) {
        assertThatThrownBy(() -> XmlFragments.parse(Xml.utf8(document))).isInstanceOf(OaiFormatException.class);
    }
}
