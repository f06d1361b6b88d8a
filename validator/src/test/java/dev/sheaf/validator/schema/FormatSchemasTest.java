package dev.sheaf.validator.schema;

import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Optional;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import dev.sheaf.core.Datestamp;
import dev.sheaf.core.Header;
import dev.sheaf.core.MetadataFormat;
import dev.sheaf.core.MetadataPrefix;
import dev.sheaf.core.OaiRecord;
import dev.sheaf.core.XmlFragment;
import dev.sheaf.harvester.http.BaseUrl;
import dev.sheaf.harvester.http.FetchRules;
import dev.sheaf.harvester.http.HttpFetcher;
import dev.sheaf.simulator.ScriptedProvider;
import dev.sheaf.validator.PageCheck;
import dev.sheaf.validator.PageFindings;
import dev.sheaf.validator.evidence.ValidationOptions;
import dev.sheaf.validator.report.RuleResult;
import dev.sheaf.validator.report.Verdict;
import dev.sheaf.validator.run.Validation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class FormatSchemasTest {

    private static final String NAMESPACE = "https://example.org/ns/heritage/";
    private static final String SCHEMA = """
            <xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:h="https://example.org/ns/heritage/"
             targetNamespace="https://example.org/ns/heritage/" elementFormDefault="qualified">
            <xs:import namespace="http://www.w3.org/XML/1998/namespace" schemaLocation="http://www.w3.org/2001/03/xml.xsd"/>
            <xs:element name="thing"><xs:complexType><xs:sequence>
            <xs:element name="name" type="xs:string"/><xs:element name="year" type="xs:gYear" minOccurs="0"/>
            </xs:sequence><xs:attribute ref="xml:lang"/></xs:complexType></xs:element></xs:schema>
            """;
    private static final String RECORD = "<h:thing xmlns:h='https://example.org/ns/heritage/' xml:lang='en'>%s</h:thing>";

    @TempDir
    private Path folder;
    private final ScriptedProvider provider = ScriptedProvider.start(Clock.systemUTC());
    private final HttpFetcher fetcher = new HttpFetcher();

    @AfterEach
    void close() {
        fetcher.close();
        provider.close();
    }

    private static PageFindings check(FormatSchemas schemas, String content) {
        String page = """
                <OAI-PMH xmlns="http://www.openarchives.org/OAI/2.0/"><responseDate>2024-01-01T00:00:00Z</responseDate>
                <request verb="ListRecords" metadataPrefix="x">http://example.org/oai</request><ListRecords><record>
                <header><identifier>oai:example.org:1</identifier><datestamp>2024-01-01</datestamp></header>
                <metadata>%s</metadata></record></ListRecords></OAI-PMH>""".formatted(RECORD.formatted(content));
        return PageCheck.of(page.getBytes(StandardCharsets.UTF_8), "text/xml", schemas);
    }

    private FormatSchemas given(String schema) throws Exception {
        Files.createDirectories(folder.resolve("example.org/ns"));
        Files.writeString(folder.resolve("example.org/ns/heritage.xsd"), schema);
        return new FormatSchemas(FolderSource.of(folder), null);
    }

    @Test
    void recordsInAFormatWithASchemaOfOnesOwn_areJudgedByIt() throws Exception {
        FormatSchemas schemas = given(SCHEMA);
        assertThat(check(schemas, "<h:name>Vase</h:name>").isValid()).isTrue();
        PageFindings found = check(schemas, "<h:year>old</h:year>");
        assertThat(found.invalidRecords()).isEqualTo(1);
        assertThat(found.examples().getFirst().identifier()).isEqualTo("oai:example.org:1");
        assertThat(check(FormatSchemas.none(), "<h:year>old</h:year>").otherFormats()).isEqualTo(1);
    }

    @Test
    void aSchemaOfOnesOwnThatIsBroken_isNotUsedAndSaysWhy() throws Exception {
        FormatSchemas schemas = given(SCHEMA.replace("type=\"xs:string\"", "type=\"h:missing\""));
        assertThat(check(schemas, "<h:name>Vase</h:name>").otherFormats()).isEqualTo(1);
        assertThat(schemas.faults().get(NAMESPACE)).contains("heritage.xsd, line 5").contains("h:missing");
    }

    private List<RuleResult> validate(String schemaAddress) {
        provider.format(new MetadataFormat(new MetadataPrefix("heritage"), schemaAddress, NAMESPACE));
        provider.put(new MetadataPrefix("heritage"), List.of(new OaiRecord(
                new Header("oai:example.org:1", Datestamp.parse("2024-05-01T00:00:00Z"), List.of(), false),
                XmlFragment.of(RECORD.formatted("<h:year>1850</h:year>")))));
        return new Validation(fetcher, FetchRules.DEFAULT, Clock.systemUTC(), (_, _) -> {},
                () -> new FormatSchemas(null,
                        new FetchedSource(fetcher, FetchRules.DEFAULT, URI.create(provider.baseUrl()), (_, _) -> {})))
                .run(BaseUrl.parse(provider.baseUrl()), ValidationOptions.DEFAULT).results();
    }

    private static RuleResult result(List<RuleResult> results, String rule) {
        return results.stream().filter(one -> one.rule().equals(rule)).findFirst().orElseThrow();
    }

    @Test
    void aSchemaThatTheSourceNames_isFetchedAndUsed() {
        provider.answer("file=schema", SCHEMA.getBytes(StandardCharsets.UTF_8));
        List<RuleResult> results = validate(provider.baseUrl() + "?file=schema");
        assertThat(result(results, "formats.schema").verdict()).isEqualTo(Verdict.PASSED);
        RuleResult records = result(results, "records.schema");
        assertThat(records.verdict()).as(records.reason()).isEqualTo(Verdict.FAILED);
        assertThat(records.violations().getFirst().message()).contains("name");
    }

    @Test
    void aSchemaWithADocumentType_isRefused() {
        provider.answer("file=schema", ("<!DOCTYPE xs:schema [<!ENTITY a \"" + "x".repeat(1000) + "\">]>" + SCHEMA)
                .getBytes(StandardCharsets.UTF_8));
        RuleResult result = result(validate(provider.baseUrl() + "?file=schema"), "formats.schema");
        assertThat(result.verdict()).isEqualTo(Verdict.WARNED);
        assertThat(result.violations().getFirst().message()).contains("document type declaration");
    }

    /** The source names another host in a private network: its operator did not type that address. */
    @Test
    void aSchemaInAPrivateNetwork_isNotFetched() {
        try (ScriptedProvider inner = ScriptedProvider.start(Clock.systemUTC())) {
            inner.answer("file=schema", SCHEMA.getBytes(StandardCharsets.UTF_8));
            RuleResult result = result(validate(inner.baseUrl() + "?file=schema"), "formats.schema");
            assertThat(result.verdict()).isEqualTo(Verdict.WARNED);
            assertThat(result.violations().getFirst().message()).contains("cannot be fetched");
            assertThat(inner.requests()).isEmpty();
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '^', value = {"<a/> | its root is 'a'",
            "<xs:schema xmlns:xs='http://www.w3.org/2001/XMLSchema'> | is not well-formed XML",
            "<xs:schema xmlns:xs='http://www.w3.org/2001/XMLSchema' targetNamespace='urn:other'/> | is a schema of the namespace 'urn:other'"})
    void aDocumentThatIsNoSchemaOfTheFormat_isReported(String document, String message) {
        provider.answer("file=schema", document.getBytes(StandardCharsets.UTF_8));
        assertThat(result(validate(provider.baseUrl() + "?file=schema"), "formats.schema").violations().getFirst().message())
                .contains(message);
    }

    @Test
    void documentsThatASchemaNeeds_areNeverOpenedByTheirAddress() throws Exception {
        Path secret = Files.writeString(folder.resolve("secret.txt"), "<xs:schema xmlns:xs='http://www.w3.org/2001/XMLSchema'/>");
        SchemaDocument document = SchemaDocument.read("own.xsd", ("<xs:schema xmlns:xs='http://www.w3.org/2001/XMLSchema'>"
                + "<xs:include schemaLocation='" + secret.toUri() + "'/></xs:schema>").getBytes(StandardCharsets.UTF_8));
        assertThatThrownBy(() -> SchemaCompiler.compile(document, SchemaSource.NONE)).isInstanceOf(SchemaFault.class)
                .hasMessageContaining("secret.txt, which is not there");
    }

    @Test
    void schemasThatIncludeEachOther_areReadOnce() throws Exception {
        SchemaDocument document = SchemaDocument.read("http://example.org/a.xsd",
                ("<xs:schema xmlns:xs='http://www.w3.org/2001/XMLSchema'><xs:include schemaLocation='a.xsd'/>"
                        + "<xs:element name='a'/></xs:schema>").getBytes(StandardCharsets.UTF_8));
        assertThat(SchemaCompiler.compile(document, (_, _) -> Optional.of(document))).isNotNull();
    }

    private static List<String> differences(String one, String other) throws SchemaFault {
        String wrap = "<xs:schema xmlns:xs='http://www.w3.org/2001/XMLSchema' xmlns:p='urn:a' targetNamespace='urn:a'>%s</xs:schema>";
        return SchemaComparison.differences(SchemaDocument.read("A", wrap.formatted(one).getBytes(StandardCharsets.UTF_8)),
                SchemaDocument.read("B", wrap.replace("xmlns:p", "xmlns:q").formatted(other).getBytes(StandardCharsets.UTF_8)));
    }

    @Test
    void schemasThatAllowTheSame_haveNoDifferences() throws Exception {
        assertThat(differences("<xs:element name='a' type='p:t'/><xs:simpleType name='t'><xs:restriction base='xs:string'>"
                + "<xs:enumeration value='1'/><xs:enumeration value='2'/></xs:restriction></xs:simpleType>",
                "<!-- c --><xs:simpleType name='t'><xs:annotation><xs:documentation>x</xs:documentation></xs:annotation>"
                        + "<xs:restriction base='xs:string'><xs:enumeration value='2'/><xs:enumeration value='1'/></xs:restriction>"
                        + "</xs:simpleType><xs:element name='a' type='q:t' id='i'/>"))
                .isEmpty();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '^', value = {
            "<xs:element name='a'/> | <xs:element name='b'/> | element 'a' is in A alone",
            "<xs:element name='a'/> | <xs:element name='a' type='xs:string'/> | element 'a': type is missing in A, and '{http://www.w3.org/2001/XMLSchema}string' in B",
            "<xs:simpleType name='t'><xs:restriction base='xs:string'><xs:enumeration value='1'/></xs:restriction></xs:simpleType> | <xs:simpleType name='t'><xs:restriction base='xs:string'/></xs:simpleType> | enumeration '1' is in A alone",
            "<xs:complexType name='t'><xs:sequence><xs:any minOccurs='0'/></xs:sequence></xs:complexType> | <xs:complexType name='t'><xs:sequence><xs:any/></xs:sequence></xs:complexType> | minOccurs is '0' in A, and missing in B",
            "<xs:complexType name='t'><xs:sequence><xs:element name='a'/><xs:element name='b'/></xs:sequence></xs:complexType> | <xs:complexType name='t'><xs:sequence><xs:element name='b'/><xs:element name='a'/></xs:sequence></xs:complexType> | number 1 is element 'a' in A, and element 'b' in B"})
    void aDifferenceOfTwoSchemas_isNamedWithItsPlace(String one, String other, String difference) throws Exception {
        assertThat(differences(one, other)).anyMatch(found -> found.contains(difference));
    }
}
