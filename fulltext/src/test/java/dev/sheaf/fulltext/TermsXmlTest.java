package dev.sheaf.fulltext;

import java.io.ByteArrayInputStream;
import java.util.Optional;
import java.util.Random;
import java.util.stream.Stream;

import javax.xml.XMLConstants;
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

class TermsXmlTest {

    private static final String BEGIN = "<terms xmlns='https://sheaf.dev/ns/1.0/tf_basic/'>";

    @Test
    void vector_isWrittenInCodePointOrder_withAllThatItTells() {
        TermVector vector = new TermVector.Builder().add("opera", 26).add("minora", 36).length(4711).language("la")
                .analyzer("tokenizer=standard case=lower stop=none stem=none").source("https://example.org/opera.pdf?a=1&b=2")
                .build();
        assertThat(new String(TermsXml.write(vector, IndexFormat.TF_BASIC), UTF_8)).isEqualTo("<terms"
                + " xmlns=\"https://sheaf.dev/ns/1.0/tf_basic/\" xmlns:xsi=\"http://www.w3.org/2001/XMLSchema-instance\""
                + " xsi:schemaLocation=\"https://sheaf.dev/ns/1.0/tf_basic/ https://sheaf.dev/ns/1.0/tf_basic.xsd\" length=\"4711\""
                + " distinct=\"2\" language=\"la\" analyzer=\"tokenizer=standard case=lower stop=none stem=none\""
                + " source=\"https://example.org/opera.pdf?a=1&amp;b=2\"><term name=\"minora\" freq=\"36\"/>"
                + "<term name=\"opera\" freq=\"26\"/></terms>");
    }

    @ParameterizedTest
    @EnumSource(IndexFormat.class)
    void randomVectors_comeBackEqual_andAreValid(IndexFormat format) throws Exception {
        Random random = new Random(format.prefix().hashCode());
        Schema schema = SchemaFactory.newInstance(XMLConstants.W3C_XML_SCHEMA_NS_URI)
                .newSchema(new StreamSource(new ByteArrayInputStream(schema(format).orElseThrow())));
        for (int i = 0; i < 200; i++) {
            TermVector vector = random(random, format);
            byte[] xml = TermsXml.write(vector, format);
            schema.newValidator().validate(new StreamSource(new ByteArrayInputStream(xml)));
            TermVector read = TermsXml.read(xml);
            assertThat(read).isEqualTo(vector);
            assertThat(TermsXml.write(read, format)).isEqualTo(xml);
        }
    }

    static Optional<byte[]> schema(IndexFormat format) {
        return NamespaceSchemas.find(format.schemaAddress().substring(format.schemaAddress().lastIndexOf('/') + 1));
    }

    private static TermVector random(Random random, IndexFormat format) {
        TermVector.Builder builder = new TermVector.Builder().language(random.nextBoolean() ? "de" : "")
                .analyzer(random.nextBoolean() ? "a \"b\" <c>\n\t&" : "").source(random.nextBoolean() ? "file:///x y" : "");
        for (int i = random.nextInt(20); i > 0; i--) {
            StringBuilder term = new StringBuilder();
            for (int j = random.nextInt(5); j >= 0; j--) {
                int kind = random.nextInt(4);
                term.appendCodePoint(
                        kind == 0 ? random.nextInt(0x110000) : kind == 1 ? random.nextInt(0x80) : 'a' + random.nextInt(3));
            }
            switch (format) {
                case TERMS -> builder.add(term.toString());
                case TF_BASIC -> builder.add(term.toString(), 1 + random.nextInt(1000));
                case TF_POSITIONAL -> builder.add(term.toString(), random.ints(1 + random.nextInt(4), 0, 100).toArray());
            }
        }
        if (format == IndexFormat.TERMS && builder.build().size() == 0) {
            builder.add("a");
        }
        if (format == IndexFormat.TF_BASIC && builder.build().size() == 0) {
            builder.add("a", 1);
        }
        return builder.length(random.nextInt(5000)).build();
    }

    @Test
    void textWithoutTerms_isLegal() throws MalformedIndexException {
        TermVector empty = new TermVector.Builder().length(0).build();
        for (IndexFormat format : IndexFormat.values()) {
            assertThat(TermsXml.read(TermsXml.write(empty, format)).size()).isZero();
        }
    }

    @Test
    void formatThatNeedsMoreThanTheVectorHas_isRefused() {
        TermVector frequencies = new TermVector.Builder().add("a", 1).build();
        assertThatThrownBy(() -> TermsXml.write(frequencies, IndexFormat.TF_POSITIONAL))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("the positions of the terms are unknown; tf_positional needs them");
        TermVector terms = new TermVector.Builder().add("a").build();
        assertThatThrownBy(() -> TermsXml.write(terms, IndexFormat.TF_BASIC)).isInstanceOf(IllegalArgumentException.class)
                .hasMessage("the frequencies of the terms are unknown; tf_basic needs them");
    }

    @Test
    void foreignOrderAndSpelling_areNormalised() throws MalformedIndexException {
        TermVector vector = TermsXml.read((BEGIN + "\n <!-- of a scanner --><term freq=' 2 ' name='z'/>"
                + "<term name='o\u0308l' freq='+1'></term></terms>").getBytes(UTF_8));
        assertThat(TermVectorTest.terms(vector)).containsExactly("z", "\u00f6l");
        assertThat(vector.length()).isEqualTo(3);
    }

    static Stream<Arguments> malformed() {
        return Stream.of(Arguments.of("<terms", "not well-formed"), //
                Arguments.of("<terms xmlns='urn:x'/>", "is no index"), //
                Arguments.of("<!DOCTYPE terms [<!ENTITY a 'b'>]>" + BEGIN + "</terms>", "DOCTYPE"), //
                Arguments.of(BEGIN + "<term name='a' freq='1'/>", "not well-formed"), //
                Arguments.of(BEGIN + "<term freq='1'/></terms>", "term 1 has no name"), //
                Arguments.of(BEGIN + "<term name='' freq='1'/></terms>", "term 1 has no name"), //
                Arguments.of(BEGIN + "<term name='a'/></terms>", "the term 'a' has no freq"), //
                Arguments.of(BEGIN + "<term name='a' freq='0'/></terms>", "at least 1 is expected"), //
                Arguments.of(BEGIN + "<term name='a' freq='-1'/></terms>", "at least 1 is expected"), //
                Arguments.of(BEGIN + "<term name='a' freq='1.0'/></terms>", "freq of the term 'a' is '1.0'"), //
                Arguments.of(BEGIN + "<term name='a' freq='99999999999999999999'/></terms>", "more than 100,000,000 tokens"), //
                Arguments.of(BEGIN + "<term name='a' freq='1'/><term name='a' freq='2'/></terms>", "'a' occurs twice"), //
                Arguments.of(BEGIN + "<term name='&#246;' freq='1'/><term name='o&#776;' freq='2'/></terms>", "occurs twice"), //
                Arguments.of(BEGIN + "<term name='a' freq='1'>b</term></terms>", "text is not expected"), //
                Arguments.of(BEGIN + "<term name='a' freq='1'><b/></term></terms>", "is not empty"), //
                Arguments.of(BEGIN + "<word name='a' freq='1'/></terms>", "'word' is not expected"), //
                Arguments.of(BEGIN + "<term xmlns='' name='a' freq='1'/></terms>", "'term' is not expected"), //
                Arguments.of(BEGIN + "<term name='a' freq='2' pos='1'/></terms>", "freq 2 and 1 positions"), //
                Arguments.of(BEGIN + "<term name='a' freq='1' pos='1 2'/></terms>", "freq 1 and more positions"), //
                Arguments.of(BEGIN + "<term name='a' freq='2' pos='2 1'/></terms>", "do not ascend: 1 follows 2"), //
                Arguments.of(BEGIN + "<term name='a' freq='1' pos='-1'/></terms>", "pos of the term 'a' is '-1'"), //
                Arguments.of(BEGIN.replace(">", " distinct='2'>") + "<term name='a' freq='1'/></terms>",
                        "distinct is 2, but there are 1 terms"), //
                Arguments.of(BEGIN.replace(">", " length='1'>") + "<term name='a' freq='2'/></terms>",
                        "length is 1, but the terms have 2 tokens"), //
                Arguments.of(BEGIN.replace(">", " length='-1'>") + "</terms>", "length is '-1'"), //
                Arguments.of(BEGIN + "<term name='" + "x".repeat(10_001) + "' freq='1'/></terms>",
                        "longer than 10,000 characters"));
    }

    @ParameterizedTest
    @MethodSource("malformed")
    void malformedIndex_isRefusedWithItsReason(String xml, String reason) {
        assertThatThrownBy(() -> TermsXml.read(xml.getBytes(UTF_8))).isInstanceOf(MalformedIndexException.class)
                .hasMessageContaining(reason);
    }

    @Test
    void listOfPositions_takesNoMoreMemoryThanItsText() {
        String xml = BEGIN + "<term name='a' freq='100000000' pos='1 2 3'/></terms>";
        assertThatThrownBy(() -> TermsXml.read(xml.getBytes(UTF_8))).hasMessageContaining("freq 100000000 and 3 positions");
    }
}
