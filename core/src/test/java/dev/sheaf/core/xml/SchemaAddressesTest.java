package dev.sheaf.core.xml;

import java.nio.charset.StandardCharsets;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import dev.sheaf.core.MetadataFormat;
import dev.sheaf.core.MetadataPrefix;
import dev.sheaf.core.XmlFragment;

import static org.assertj.core.api.Assertions.assertThat;

class SchemaAddressesTest {

    private static final String NS = "https://sheaf.dev/ns/1.0/";
    private static final SchemaAddresses HUB = SchemaAddresses.at("http://hub.example.org/a&b");

    @Test
    void pairsOfSheafsNamespaces_nameTheHub_andAllOtherBytesStay() {
        String before = "<i xmlns='" + NS + "indexed/' xmlns:x='http://www.w3.org/2001/XMLSchema-instance' x:schemaLocation = '\n"
                + NS + "indexed/\t%s urn:a b.xsd'><!-- <a x:schemaLocation=\"" + NS
                + "terms/ kept\"> --><![CDATA[<a x:schemaLocation=\""
                + NS + "terms/ kept\">]]>x:schemaLocation=\"" + NS + "terms/ kept\"<t a='>' x:schemaLocation=\"" + NS
                + "terms/ %s\" b=\"schemaLocation\"/></i>";
        XmlFragment other = XmlFragment.of(before.formatted("http://other/x.xsd", "/y"));

        XmlFragment here = HUB.of(other);

        assertThat(here).hasToString(before.formatted("http://hub.example.org/a&amp;b/ns/1.0/indexed.xsd",
                "http://hub.example.org/a&amp;b/ns/1.0/terms.xsd"));
        assertThat(SchemaAddresses.STORED.of(here)).hasToString(before.formatted(NS + "indexed.xsd", NS + "terms.xsd"));
        assertThat(HUB.of(here)).isSameAs(here);
    }

    @Test
    void firstTag_mayHaveAGreaterThanSignInAValue() {
        String before = "<i title='a > b' xmlns='" + NS + "indexed/' x:schemaLocation='" + NS + "indexed/ %s'/>";

        assertThat(HUB.of(XmlFragment.of(before.formatted("http://other/x.xsd"))))
                .hasToString(before.formatted("http://hub.example.org/a&amp;b/ns/1.0/indexed.xsd"));
        assertThat(SchemaAddresses.isStated(XmlFragment.of("<a title='>' x:schemaLocation='urn:a a.xsd'/>"))).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"<a xmlns='urn:a' x:schemaLocation='urn:a http://other/a.xsd'/>", "<a",
            "<a x='https://sheaf.dev/ns/1.0/",
            "<a x:schemaLocation='https://sheaf.dev/ns/1.0/unknown/ http://other/a.xsd'/>",
            "<a x:schemaLocation='https://sheaf.dev/ns/1.0/terms/'/>", "<a b='https://sheaf.dev/ns/1.0/'><!-- ", "", "<",
            "<a x:schemaLocation='https://sheaf.dev/ns/1.0/local/../ns http://other/a.xsd'/>"})
    void elementsWithoutSuchAPair_stayTheSame(String xml) {
        XmlFragment element = XmlFragment.of(xml);

        assertThat(HUB.of(element)).isSameAs(element);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "http://other/schemas/local/sheet/record.xsd", "http://other/%zz.xsd", "http://other/a b.xsd",
            "junk"})
    void localFormats_haveASchemaWhateverWasStated(String stated) {
        MetadataFormat format = new MetadataFormat(new MetadataPrefix("sheet"), stated, NS + "local/a%20b");

        assertThat(HUB.of(format).schema()).isEqualTo("http://hub.example.org/a&b/schemas/local/a%2520b/record.xsd");
        assertThat(LocalSchema.of("a%20b", "record.xsd")).hasValueSatisfying(
                xsd -> assertThat(new String(xsd, StandardCharsets.UTF_8)).contains(NS + "local/a%20b\""));
    }
}
