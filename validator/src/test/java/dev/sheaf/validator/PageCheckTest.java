package dev.sheaf.validator;

import java.nio.charset.StandardCharsets;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

class PageCheckTest {

    private static final String DC = """
            <oai_dc:dc xmlns:oai_dc="http://www.openarchives.org/OAI/2.0/oai_dc/" xmlns:dc="http://purl.org/dc/elements/1.1/" \
            xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" \
            xsi:schemaLocation="http://www.openarchives.org/OAI/2.0/oai_dc/ http://nothing.invalid/oai_dc.xsd">%s</oai_dc:dc>""";

    private static PageFindings check(String... records) {
        StringBuilder page = new StringBuilder("""
                <?xml version="1.0" encoding="UTF-8"?>
                <OAI-PMH xmlns="http://www.openarchives.org/OAI/2.0/">
                <responseDate>2024-01-01T00:00:00Z</responseDate>
                <request verb="ListRecords" metadataPrefix="oai_dc">http://example.org/oai</request>
                <ListRecords>
                """);
        for (String record : records) {
            page.append(record).append('\n');
        }
        return PageCheck.of(page.append("</ListRecords></OAI-PMH>").toString().getBytes(StandardCharsets.UTF_8));
    }

    private static String record(int number, String metadata) {
        return "<record><header><identifier>oai:example.org:" + number + "</identifier><datestamp>2024-01-01</datestamp></header>"
                + "<metadata>" + metadata + "</metadata></record>";
    }

    @Test
    void validPage_hasNoFaults() {
        PageFindings findings = check(record(1, DC.formatted("<dc:title>A</dc:title>")), record(2, DC.formatted("")));
        assertThat(findings.examples()).isEmpty();
        assertThat(findings.isValid()).isTrue();
        assertThat(findings.records()).isEqualTo(2);
    }

    @Test
    void fault_isReportedWithItsRecordAndLine() {
        PageFindings findings = check(record(1, DC.formatted("<dc:title>A</dc:title>")),
                record(2, DC.formatted("<dc:colour>red</dc:colour><dc:size>big</dc:size>")),
                record(3, DC.formatted("<dc:title>C</dc:title>")));
        assertThat(findings.records()).isEqualTo(3);
        assertThat(findings.invalidRecords()).isOne();
        assertThat(findings.envelopeFaults()).isZero();
        assertThat(findings.examples()).singleElement().satisfies(fault -> {
            assertThat(fault.identifier()).isEqualTo("oai:example.org:2");
            assertThat(fault.line()).isEqualTo(7);
            assertThat(fault.message()).contains("colour").doesNotStartWith("cvc-");
        });
    }

    @Test
    void faultInAHeader_countsForItsRecord() {
        PageFindings findings = check("<record><header status=\"gone\"><identifier>oai:example.org:9</identifier>"
                + "<datestamp>yesterday</datestamp></header></record>");
        assertThat(findings.invalidRecords()).isOne();
        assertThat(findings.examples().getFirst().identifier()).isEqualTo("oai:example.org:9");
    }

    @Test
    void formatsWithoutASchema_areNotChecked() {
        PageFindings findings = check(
                record(1, "<lido:lido xmlns:lido=\"http://www.lido-schema.org\"><lido:x>a<b/>c</lido:x></lido:lido>"),
                record(2, DC.formatted("<dc:date>1900</dc:date>")));
        assertThat(findings.examples()).isEmpty();
        assertThat(findings.records()).isEqualTo(2);
    }

    @Test
    void emptyMetadata_countsAsAFaultOfItsRecord() {
        PageFindings findings = check(record(1, ""), record(2, DC.formatted("")));
        assertThat(findings.invalidRecords()).isOne();
        assertThat(findings.examples().getFirst().identifier()).isEqualTo("oai:example.org:1");
    }

    @Test
    void faultOutsideTheRecords_countsForTheEnvelope() {
        PageFindings findings = PageCheck.of("""
                <OAI-PMH xmlns="http://www.openarchives.org/OAI/2.0/"><responseDate>2024-01-01T00:00:00.123Z</responseDate>
                <request>http://example.org/oai</request><error code="noRecordsMatch"/></OAI-PMH>"""
                .getBytes(StandardCharsets.UTF_8));
        assertThat(findings.envelopeFaults()).isPositive();
        assertThat(findings.invalidRecords()).isZero();
        assertThat(findings.examples().getFirst().identifier()).isNull();
        assertThat(findings.examples().getFirst().message()).contains("2024-01-01T00:00:00.123Z");
    }

    @Test
    void invalidValue_isReportedWithItsElement_andItsRuleWithoutTheValue() {
        String wrong = "<record><header><identifier>oai:example.org:%d</identifier><datestamp>%s</datestamp></header></record>";
        PageFindings findings = check(wrong.formatted(1, "yesterday"), wrong.formatted(2, "2024-13-01"),
                record(3, DC.formatted("<dc:title xml:lang=\"?\">A</dc:title>")));
        assertThat(findings.invalidRecords()).isEqualTo(3);
        assertThat(findings.examples().getFirst().message()).startsWith("datestamp: ").contains("yesterday");
        assertThat(findings.examples().getLast().message()).startsWith("attribute xml:lang of dc:title: ").contains("?");
        assertThat(findings.rules()).hasSize(2).containsValue(2).containsValue(1)
                .allSatisfy((rule, _) -> assertThat(rule).doesNotContain("yesterday").doesNotContain("2024-13"));
    }

    @Test
    void rules_areListedInTheOrderOfThePage() {
        PageFindings findings = check(IntStream.range(0, 9).mapToObj(i -> record(i, DC.formatted("<dc:colour" + i + "/>")))
                .toArray(String[]::new));
        assertThat(findings.rules().keySet().stream().map(rule -> rule.replaceFirst("(?s).*?(colour\\d).*", "$1")))
                .containsExactly("colour0", "colour1", "colour2", "colour3", "colour4", "colour5", "colour6", "colour7",
                        "colour8");
    }

    @Test
    void recordsInFormatsWithoutASchema_areCounted() {
        PageFindings findings = check(record(1, "<lido:lido xmlns:lido=\"http://www.lido-schema.org\"/>"),
                record(2, DC.formatted("")));
        assertThat(findings.otherFormats()).isOne();
        assertThat(findings.isValid()).isTrue();
    }

    @Test
    void secondElementInMetadata_isReportedInAnyFormat() {
        PageFindings findings = check(record(1, "<x xmlns='urn:x'/><y xmlns='urn:x'/>"));
        assertThat(findings.invalidRecords()).isOne();
        assertThat(findings.examples().getFirst().message()).contains("more than one element");
    }

    @Test
    void unreadablePage_isReported() {
        PageFindings cut = PageCheck.of("<OAI-PMH xmlns=\"http://www.openarchives.org/OAI/2.0/\"><responseDate>20"
                .getBytes(StandardCharsets.UTF_8));
        assertThat(cut.envelopeFaults()).isPositive();
        PageFindings nothing = PageCheck.of(new byte[0]);
        assertThat(nothing.isValid()).isFalse();
        assertThat(nothing.examples().getFirst().message()).contains("what follows was not checked");
        assertThat(PageCheck.of("<!DOCTYPE a [<!ENTITY b 'c'>]><a>&b;</a>".getBytes(StandardCharsets.UTF_8)).isValid()).isFalse();
    }

    @Test
    void pageAfterASyntaxError_isCheckedInItsRepairedForm() {
        PageFindings findings = check(record(1, DC.formatted("<dc:title>A</dc:title>")),
                record(2, DC.formatted("<dc:title>Fish & chips</dc:title>")),
                record(3, DC.formatted("<dc:colour>red</dc:colour>")),
                record(4, DC.formatted("<dc:title>D</dc:title>")));
        assertThat(findings.records()).isEqualTo(4);
        assertThat(findings.envelopeFaults()).isOne();
        assertThat(findings.examples().getFirst().message()).startsWith("not well-formed XML at line 7")
                .contains("checked as repaired");
        assertThat(findings.invalidRecords()).isEqualTo(2);
        assertThat(findings.examples()).extracting(PageFindings.Fault::identifier)
                .containsExactly(null, "oai:example.org:2", "oai:example.org:3");
        assertThat(findings.rules()).containsKeys("the response is not well-formed",
                "the record is not well-formed as received");
        assertThat(findings.uncheckedRecords()).isZero();
    }

    @Test
    void unrepairableRecords_areCounted() {
        PageFindings findings = PageCheck.of("""
                <OAI-PMH xmlns="http://www.openarchives.org/OAI/2.0/"><responseDate>2024-01-01T00:00:00Z</responseDate>
                <request verb="ListRecords" metadataPrefix="oai_dc">http://example.org/oai</request><ListRecords>
                """.concat(record(1, DC.formatted("<dc:title>A</dc:title>")) + '\n'
                + record(2, DC.formatted("<dc:title>B</dc:title>")).substring(0, 200)).getBytes(StandardCharsets.UTF_8));
        assertThat(findings.records()).isEqualTo(2);
        assertThat(findings.uncheckedRecords()).isOne();
        assertThat(findings.invalidRecords()).isZero();
        assertThat(findings.isValid()).isFalse();
        assertThat(findings.examples().getLast()).satisfies(fault -> {
            assertThat(fault.identifier()).isEqualTo("oai:example.org:2");
            assertThat(fault.line()).isEqualTo(4);
            assertThat(fault.message()).startsWith("not checked, because it cannot be read");
        });
    }

    @Test
    void eachUnreadableRecord_isReportedWithItsFirstLine() {
        String broken = DC.formatted("<dc:title xmlns:a='urn:x' xmlns:b='urn:x' a:k='' b:k=''>A</dc:title>");
        PageFindings findings = check(record(1, broken), record(2, DC.formatted("\n")), record(3, broken), record(4, broken));
        assertThat(findings.uncheckedRecords()).isEqualTo(3);
        assertThat(findings.examples().stream().filter(fault -> fault.message().startsWith("not checked")))
                .extracting(PageFindings.Fault::identifier, PageFindings.Fault::line)
                .containsExactly(tuple("oai:example.org:1", 6L), tuple("oai:example.org:3", 9L), tuple("oai:example.org:4", 10L));
    }

    @Test
    void encodingNamedInTheHttpHeaderOnly_isNoFault() {
        String page = """
                <OAI-PMH xmlns="http://www.openarchives.org/OAI/2.0/"><responseDate>2024-01-01T00:00:00Z</responseDate>
                <request verb="GetRecord">http://example.org/oai</request><GetRecord>
                """ + record(1, DC.formatted("<dc:title>M\u00fcnchen</dc:title>")) + "</GetRecord></OAI-PMH>";
        PageFindings findings = PageCheck.of(page.getBytes(StandardCharsets.ISO_8859_1), "text/xml; charset=ISO-8859-1");
        assertThat(findings.examples()).isEmpty();
        assertThat(findings.records()).isOne();
    }
}
