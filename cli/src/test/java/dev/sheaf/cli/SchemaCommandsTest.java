package dev.sheaf.cli;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import dev.sheaf.simulator.ScriptedProvider;

import static org.assertj.core.api.Assertions.assertThat;

/** The commands that check and compare schemas, and that lead to a new format. */
class SchemaCommandsTest {

    private static final String SCHEMA = """
            <xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" targetNamespace="https://example.org/ns/heritage/"
             elementFormDefault="qualified"><xs:element name="thing"><xs:complexType><xs:sequence>
            <xs:element name="name" type="xs:string"/></xs:sequence></xs:complexType></xs:element></xs:schema>
            """;
    private static final String RECORD = """
            <thing xmlns="https://example.org/ns/heritage/" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"
             xsi:schemaLocation="https://example.org/ns/heritage/ https://example.org/ns/heritage.xsd"><name>Vase</name></thing>
            """;

    @TempDir
    private Path folder = Path.of("");

    private Typed type(String... words) {
        return Typed.in(folder, words);
    }

    private void write(String name, String text) throws IOException {
        Files.writeString(folder.resolve(name), text);
    }

    @Test
    void aSchemaThatCanBeUsed_isShownWithItsNamespaceAndElements() throws Exception {
        write("heritage.xsd", SCHEMA);
        Typed checked = type("schema", "check", "heritage.xsd");
        assertThat(checked.status()).as(checked.out() + checked.err()).isZero();
        assertThat(checked.out()).contains("target namespace: https://example.org/ns/heritage/", "global elements: thing",
                "heritage.xsd can be used.").doesNotContain("advice");
    }

    @Test
    void aSchemaWithFaults_isReportedWithTheirPlaces() throws Exception {
        write("heritage.xsd", SCHEMA.replace("xs:string", "xs:strnig"));
        Typed checked = type("schema", "check", "heritage.xsd");
        assertThat(checked.status()).isEqualTo(1);
        assertThat(checked.out()).contains("fault: ", "line 3", "strnig", "heritage.xsd cannot be used.");
        write("plain.xsd", "<xs:schema xmlns:xs='http://www.w3.org/2001/XMLSchema'/>");
        assertThat(type("schema", "check", "plain.xsd").out()).contains("advice: It has no target namespace",
                "advice: elementFormDefault is not 'qualified'", "advice: It declares no global element");
        write("web.html", "<!DOCTYPE html><html/>");
        assertThat(type("schema", "check", "web.html").err()).contains("document type declaration").doesNotContain("Exception");
        assertThat(type("schema", "check", "gone.xsd").err()).contains("there is no file gone.xsd");
    }

    @Test
    void documentsBesideASchema_areFound() throws Exception {
        write("heritage.xsd", SCHEMA.replace("<xs:element name=\"thing\">",
                "<xs:include schemaLocation=\"heritage-types.xsd\"/><xs:element name=\"thing\">"));
        assertThat(type("schema", "check", "heritage.xsd").out()).contains("heritage-types.xsd", "which is not there");
        write("heritage-types.xsd", "<xs:schema xmlns:xs='http://www.w3.org/2001/XMLSchema'/>");
        assertThat(type("schema", "check", "heritage.xsd").out()).contains("include: heritage-types.xsd",
                "advice: It refers to 'heritage-types.xsd' by a relative address", "can be used.");
    }

    @Test
    void aLocalCopy_isComparedWithTheOneOnTheWeb() throws Exception {
        try (ScriptedProvider web = ScriptedProvider.start(Clock.systemUTC())) {
            web.answer("file=heritage.xsd", SCHEMA.getBytes(StandardCharsets.UTF_8));
            String address = web.baseUrl() + "?file=heritage.xsd";
            write("heritage.xsd", SCHEMA);
            assertThat(type("schema", "compare", "heritage.xsd", address).out()).contains("byte by byte");
            write("heritage.xsd", "<!-- a copy -->" + SCHEMA);
            Typed same = type("schema", "compare", "heritage.xsd", address);
            assertThat(same.status()).as(same.err()).isZero();
            assertThat(same.out()).contains("Both allow the same");
            write("heritage.xsd", SCHEMA.replace("name=\"name\"", "name=\"title\""));
            Typed other = type("schema", "compare", "heritage.xsd", address);
            assertThat(other.status()).isEqualTo(1);
            assertThat(other.out())
                    .contains("element 'thing', complexType, sequence: number 1 is element 'title' in heritage.xsd, and"
                            + " element 'name' in " + address, "1 difference.");
            assertThat(type("schema", "compare", "heritage.xsd", web.baseUrl() + "?file=nothing").err())
                    .contains("is no XML Schema").doesNotContain("Exception");
        }
        assertThat(type("schema", "compare", "heritage.xsd", "ftp://example.org/x.xsd").status()).isEqualTo(2);
    }

    @Test
    void moreDifferencesThanAreShown_areNotCountedAsFifty() throws Exception {
        StringBuilder elements = new StringBuilder();
        for (int i = 0; i < 60; i++) {
            elements.append("<xs:element name='e").append(i).append("' type='xs:string'/>");
        }
        String schema = "<xs:schema xmlns:xs='http://www.w3.org/2001/XMLSchema'>" + elements + "</xs:schema>";
        write("one.xsd", schema);
        write("other.xsd", schema.replace("xs:string", "xs:int"));

        String out = type("schema", "compare", "one.xsd", "other.xsd").out();

        assertThat(out).contains("More than 50 differences; the first 50 are shown.");
        assertThat(out.lines().filter(line -> line.startsWith("the schema"))).hasSizeLessThanOrEqualTo(50);
        assertThat(out.lines()).hasSize(51);
    }

    @Test
    void aNewFormat_isMadeStepByStep() throws Exception {
        Typed first = type("schema", "new-format", "heritage");
        assertThat(first.status()).isEqualTo(1);
        assertThat(first.out()).contains("1. Prefix: heritage - right", "2. Namespace: next");
        String namespace = "https://example.org/ns/heritage/";
        assertThat(type("schema", "new-format", "heritage", "--namespace", namespace).out()).contains("3. Schema: next",
                "targetNamespace=\"https://example.org/ns/heritage/\"");
        write("heritage.xsd", SCHEMA);
        assertThat(type("schema", "new-format", "heritage", "--namespace", namespace, "--schema", "heritage.xsd").out())
                .contains("3. Schema: heritage.xsd - right", "4. Address of the schema: next");
        String url = "https://example.org/ns/heritage.xsd";
        assertThat(type("schema", "new-format", "heritage", "--namespace", namespace, "--schema", "heritage.xsd", "--schema-url",
                url)
                .out()).contains("5. Sample record: next", "Its root is thing with xmlns=\"https://example.org/ns/heritage/\"");
        write("record.xml", RECORD);
        Typed ready = type("schema", "new-format", "heritage", "--namespace", namespace, "--schema", "heritage.xsd",
                "--schema-url",
                url, "--sample", "record.xml");
        assertThat(ready.status()).as(ready.out()).isZero();
        assertThat(ready.out()).contains("The format is ready.", "<metadataPrefix>heritage</metadataPrefix>");
    }

    @Test
    void aStepThatIsWrong_saysWhy() throws Exception {
        assertThat(type("schema", "new-format", "oai_dc").out()).contains("oai_dc is the format that the protocol defines");
        assertThat(type("schema", "new-format", "a b").out()).contains("a prefix has letters, digits");
        assertThat(type("schema", "new-format", "heritage", "--namespace", "heritage").out()).contains("it is no absolute URI");
        write("heritage.xsd", SCHEMA);
        assertThat(type("schema", "new-format", "heritage", "--namespace", "urn:x", "--schema", "heritage.xsd").out())
                .contains("its target namespace is 'https://example.org/ns/heritage/'");
        write("record.xml", RECORD.replace("<name>", "<nme>").replace("</name>", "</nme>").replace("heritage.xsd", "other.xsd"));
        Typed wrong = type("schema", "new-format", "heritage", "--namespace", "https://example.org/ns/heritage/", "--schema",
                "heritage.xsd", "--schema-url", "https://example.org/ns/heritage.xsd", "--sample", "record.xml");
        assertThat(wrong.status()).isEqualTo(1);
        assertThat(wrong.out()).contains("5. Sample record: record.xml - wrong",
                "xsi:schemaLocation names https://example.org/ns/other.xsd instead of https://example.org/ns/heritage.xsd",
                "line 2, column", "nme");
    }
}
