package dev.sheaf.core.xml;

import java.util.Arrays;
import java.util.List;
import java.util.Objects;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import dev.sheaf.core.Datestamp;
import dev.sheaf.core.Header;
import dev.sheaf.core.OaiRecord;
import dev.sheaf.core.OaiResponse;
import dev.sheaf.core.SetSpec;
import dev.sheaf.core.XmlFragment;

import static org.assertj.core.api.Assertions.assertThat;

class RecordHashTest {

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            <a:x xmlns:a='urn:x' b='1' c='2'/>              | <x xmlns="urn:x" c="2"  b="1"></x>
            <x xmlns='urn:x'>a<!-- c -->b</x>               | <x xmlns='urn:x'><![CDATA[ab]]></x>
            <x xmlns='urn:x'>&lt;&#233;</x>                 | <x xmlns='urn:x'>&#60;é</x>
            <x xmlns='urn:x' xmlns:unused='urn:u'><y/></x>  | <x xmlns='urn:x'><y xmlns="urn:x"/></x>
            """)
    void equivalentXml_hasTheSameHash(String one, String other) {
        assertThat(hash(one)).isEqualTo(hash(other));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            <x xmlns='urn:x'/>                     | <x xmlns='urn:y'/>
            <x><y/>a</x>                           | <x>a<y/></x>
            <x><y>a</y></x>                        | <x><y/>a</x>
            <x a='b'/>                             | <x a='c'/>
            <x a='b'/>                             | <x><a>b</a></x>
            <x><a/><b/></x>                        | <x><b/><a/></x>
            <x xmlns:xsi='http://www.w3.org/2001/XMLSchema-instance' xmlns:p='urn:1' xsi:type='p:t'/> | <x xmlns:xsi='http://www.w3.org/2001/XMLSchema-instance' xmlns:p='urn:2' xsi:type='p:t'/>
            """)
    void otherContent_hasAnotherHash(String one, String other) {
        assertThat(hash(one)).isNotEqualTo(hash(other));
    }

    @Test
    void hash_dependsOnStatusAndSetsButNotOnDatestampOrSetOrder() {
        byte[] first = RecordHash.of(record("2024-01-01", false, "a", "b"));
        assertThat(RecordHash.of(record("2025-01-01", false, "b", "a"))).isEqualTo(first);
        assertThat(RecordHash.of(record("2024-01-01", false, "a"))).isNotEqualTo(first);
        assertThat(RecordHash.of(record("2024-01-01", true, "a", "b"))).isNotEqualTo(first);
    }

    @Test
    void hashOfARecord_coversOnlyTheOriginOfItsProvenance() {
        String origin = origin("2002-01-01", "http://origin/", "");
        byte[] first = RecordHash.of(about(provenance(origin)));
        assertThat(RecordHash.of(about(provenance(origin("2009-09-09", "http://hop/", origin))))).isEqualTo(first);
        assertThat(RecordHash.of(about(provenance(origin("2002-01-01", "http://elsewhere/", ""))))).isNotEqualTo(first);
        assertThat(RecordHash.of(about("<rights xmlns='urn:r'/>"))).isNotEqualTo(first);
    }

    @Test
    void digestMadeWhileReading_equalsThatOfTheFragmentAlone() throws OaiFormatException {
        byte[] response = Xml.listRecords(Xml.record("<x xmlns='urn:x'><y xsi:type='q' z='1'>é</y></x>"));
        OaiRecord read = ((OaiResponse.ListRecords) OaiReader.read(response).answer()).records().getFirst();
        XmlFragment metadata = Objects.requireNonNull(read.metadata());
        OaiRecord again = new OaiRecord(read.header(), XmlFragment.of(metadata.toString()));
        assertThat(RecordHash.of(again)).isEqualTo(RecordHash.of(read)).hasSize(RecordHash.LENGTH);
    }

    private static String provenance(String origin) {
        return "<provenance xmlns='http://www.openarchives.org/OAI/2.0/provenance'>" + origin + "</provenance>";
    }

    private static String origin(String harvested, String baseUrl, String inner) {
        return "<originDescription harvestDate='" + harvested + "' altered='false'><baseURL>" + baseUrl
                + "</baseURL><identifier>oai:o:1</identifier><datestamp>2001-01-01</datestamp><metadataNamespace>urn:x</metadataNamespace>"
                + inner + "</originDescription>";
    }

    private static OaiRecord about(String about) {
        return new OaiRecord(new Header("a", Datestamp.received("2024-01-01"), List.of(), false), XmlFragment.of("<x/>"),
                List.of(XmlFragment.of(about)));
    }

    private static OaiRecord record(String datestamp, boolean deleted, String... sets) {
        return new OaiRecord(
                new Header("a", Datestamp.received(datestamp), Arrays.stream(sets).map(SetSpec::new).toList(), deleted),
                deleted ? null : XmlFragment.of("<x/>"));
    }

    private static byte[] hash(String metadata) {
        return RecordHash.of(
                new OaiRecord(new Header("a", Datestamp.received("2024-01-01"), List.of(), false), XmlFragment.of(metadata)));
    }
}
