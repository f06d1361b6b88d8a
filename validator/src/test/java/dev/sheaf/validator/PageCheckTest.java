package dev.sheaf.validator;

import java.nio.charset.StandardCharsets;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

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
    void aValidPageHasNoFaults() {
        PageFindings findings = check(record(1, DC.formatted("<dc:title>A</dc:title>")), record(2, DC.formatted("")));
        assertThat(findings.examples()).isEmpty();
        assertThat(findings.isValid()).isTrue();
        assertThat(findings.records()).isEqualTo(2);
    }

    @Test
    void aFaultIsToldWithItsRecordAndLine() {
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
    void aFaultInAHeaderIsItsRecords() {
        PageFindings findings = check("<record><header status=\"gone\"><identifier>oai:example.org:9</identifier>"
                + "<datestamp>yesterday</datestamp></header></record>");
        assertThat(findings.invalidRecords()).isOne();
        assertThat(findings.examples().getFirst().identifier()).isEqualTo("oai:example.org:9");
    }

    @Test
    void formatsWithoutASchemaArePassedOver() {
        PageFindings findings = check(
                record(1, "<lido:lido xmlns:lido=\"http://www.lido-schema.org\"><lido:x>a<b/>c</lido:x></lido:lido>"),
                record(2, DC.formatted("<dc:date>1900</dc:date>")));
        assertThat(findings.examples()).isEmpty();
        assertThat(findings.records()).isEqualTo(2);
    }

    @Test
    void emptyMetadataIsAFaultOfItsRecord() {
        PageFindings findings = check(record(1, ""), record(2, DC.formatted("")));
        assertThat(findings.invalidRecords()).isOne();
        assertThat(findings.examples().getFirst().identifier()).isEqualTo("oai:example.org:1");
    }

    @Test
    void aFaultAroundTheRecordsIsTheEnvelopes() {
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
    void whatIsNotWellFormedIsOneFaultAndEndsTheCheck() {
        PageFindings cut = PageCheck.of("<OAI-PMH xmlns=\"http://www.openarchives.org/OAI/2.0/\"><responseDate>20"
                .getBytes(StandardCharsets.UTF_8));
        assertThat(cut.envelopeFaults()).isPositive();
        assertThat(PageCheck.of(new byte[0]).isValid()).isFalse();
        assertThat(PageCheck.of("<!DOCTYPE a [<!ENTITY b 'c'>]><a>&b;</a>".getBytes(StandardCharsets.UTF_8)).isValid()).isFalse();
    }
}
