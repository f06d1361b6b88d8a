package dev.sheaf.fulltext;

import java.io.ByteArrayInputStream;
import java.util.stream.Stream;

import javax.xml.XMLConstants;
import javax.xml.transform.Source;
import javax.xml.transform.stream.StreamSource;
import javax.xml.validation.Schema;
import javax.xml.validation.SchemaFactory;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

import dev.sheaf.core.xml.NamespaceSchemas;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class IndexedXmlTest {

    private static final byte[] METADATA = ("<d:dc xmlns:d=\"urn:d\" xmlns:xsi=\"http://www.w3.org/2001/XMLSchema-instance\""
            + " xsi:type=\"d:x\"><d:title>A </metadata><![CDATA[ & ]]>\u00e4</d:title></d:dc>")
            .replace("</metadata>", "&lt;/metadata>")
            .getBytes(UTF_8);
    private static final String BEGIN = "<indexed xmlns='https://sheaf.dev/ns/1.0/indexed/'>";

    @ParameterizedTest
    @EnumSource(IndexFormat.class)
    void joinedParts_comeBackByteForByte(IndexFormat format) throws MalformedIndexException {
        byte[] index = TermsXml.write(new TermVector.Builder().add("a", new int[]{1, 5}).build(), format);
        IndexedXml.Parts parts = IndexedXml.split(IndexedXml.join(METADATA, index, format));
        assertThat(parts.metadata()).isEqualTo(METADATA);
        assertThat(parts.index()).isEqualTo(index);
        assertThat(parts.format()).isEqualTo(format.prefix());
    }

    @ParameterizedTest
    @EnumSource(IndexFormat.class)
    void joinedRecord_isValid(IndexFormat format) throws Exception {
        Schema schema = SchemaFactory.newInstance(XMLConstants.W3C_XML_SCHEMA_NS_URI)
                .newSchema(new Source[]{source(NamespaceSchemas.find("indexed.xsd").orElseThrow()),
                        source(TermsXmlTest.schema(format).orElseThrow()),
                        source("<xs:schema xmlns:xs='http://www.w3.org/2001/XMLSchema' targetNamespace='urn:d'><xs:element name='dc'/></xs:schema>"
                                .getBytes(UTF_8))});
        byte[] index = TermsXml.write(new TermVector.Builder().add("a", new int[]{1, 5}).build(), format);
        schema.newValidator().validate(source(IndexedXml.join("<dc xmlns='urn:d'/>".getBytes(UTF_8), index, format)));
    }

    private static Source source(byte[] xml) {
        return new StreamSource(new ByteArrayInputStream(xml));
    }

    @Test
    void foreignRecord_isTakenApart_andItsPartsDeclareWhatTheyUse() throws MalformedIndexException {
        IndexedXml.Parts parts = IndexedXml.split("""
                <?xml version="1.0"?>
                <i:indexed xmlns:i="https://sheaf.dev/ns/1.0/indexed/" xmlns:d="urn:d" xmlns="https://sheaf.dev/ns/1.0/tf_basic/">
                  <i:metadata> <d:dc/> </i:metadata>
                  <!-- index -->
                  <i:index format=" tf_positional "><terms><term name="opera" freq="2" pos="0 17"/></terms></i:index>
                </i:indexed>""".getBytes(UTF_8));
        assertThat(new String(parts.metadata(), UTF_8)).isEqualTo("<d:dc xmlns:d=\"urn:d\"/>");
        assertThat(parts.format()).isEqualTo("tf_positional");
        assertThat(TermsXml.read(parts.index()).positions(0)).containsExactly(0, 17);
    }

    static Stream<Arguments> malformed() {
        String metadata = "<metadata><a xmlns='urn:a'/></metadata>";
        return Stream.of(Arguments.of("", "not well-formed"), //
                Arguments.of("<indexed/>", "is not expected here"), //
                Arguments.of(BEGIN + "</indexed>", "a metadata and an index element are expected"), //
                Arguments.of(BEGIN + metadata + "</indexed>", "there are [metadata]"), //
                Arguments.of(BEGIN + metadata + metadata + "</indexed>", "there are [metadata, metadata]"), //
                Arguments.of(BEGIN + metadata + "<index><a xmlns='urn:a'/></index></indexed>", "does not state its format"), //
                Arguments.of(BEGIN + metadata + "<index format='x'/></indexed>", "there is no element within index"), //
                Arguments.of(BEGIN + metadata + "<index format='x'><a xmlns='urn:a'/><a xmlns='urn:a'/></index></indexed>",
                        "more than one element within index"), //
                Arguments.of(BEGIN + metadata + "<index format='x'>text<a xmlns='urn:a'/></index></indexed>",
                        "text is not expected"), //
                Arguments.of(BEGIN + metadata + "<index xmlns='' format='x'><a xmlns='urn:a'/></index></indexed>",
                        "is not expected here"), //
                Arguments.of(BEGIN + metadata + "<index format='x'><a xmlns='urn:a'>", "not well-formed"), //
                Arguments.of("<!DOCTYPE a>" + BEGIN + "</indexed>", "DOCTYPE"));
    }

    @ParameterizedTest
    @MethodSource("malformed")
    void malformedRecord_isRefusedWithItsReason(String xml, String reason) {
        assertThatThrownBy(() -> IndexedXml.split(xml.getBytes(UTF_8))).isInstanceOf(MalformedIndexException.class)
                .hasMessageContaining(reason);
    }

    @Test
    void prefixesOfCombinedFormats_areTakenApart() {
        assertThat(IndexFormat.TF_BASIC.combinedPrefix("oai_dc")).isEqualTo("oai_dc__tf_basic");
        assertThat(IndexFormat.ofCombined("oai_dc__tf_basic")).contains(new IndexFormat.Combined("oai_dc", IndexFormat.TF_BASIC));
        assertThat(IndexFormat.ofCombined("a__b__terms")).contains(new IndexFormat.Combined("a__b", IndexFormat.TERMS));
        assertThat(IndexFormat.ofCombined("oai_dc")).isEmpty();
        assertThat(IndexFormat.ofCombined("oai_dc__mets")).isEmpty();
        assertThat(IndexFormat.ofCombined("__terms")).isEmpty();
    }
}
