package dev.sheaf.platform.acceptance;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.w3c.dom.Element;
import org.w3c.dom.Node;

import dev.sheaf.core.OaiRecord;
import dev.sheaf.core.OaiResponse;
import dev.sheaf.core.XmlFragment;
import dev.sheaf.core.xml.OaiFormatException;
import dev.sheaf.core.xml.OaiReader;
import dev.sheaf.core.xml.OaiWriter;
import dev.sheaf.simulator.CanonicalXml;

import static org.assertj.core.api.Assertions.assertThat;

class RecordedResponsesTest {

    @ParameterizedTest
    @CsvSource({"../testkit/samples, 10", "../../shared/data, 300"})
    void wellFormedResponses_areReadWrittenAndReadAgainEqual(Path data, int least) throws IOException, OaiFormatException {
        List<RecordedResponses.Recorded> all = RecordedResponses.wellFormed(data);
        int records = 0;
        for (RecordedResponses.Recorded recorded : all) {
            OaiResponse response = OaiReader.read(recorded.bytes());
            ByteArrayOutputStream written = new ByteArrayOutputStream();
            OaiWriter.write(response, written);
            assertThat(OaiReader.read(written.toByteArray())).as(recorded.file()).isEqualTo(response);
            records += RecordedResponses.records(response).size();
        }
        System.out.println(all.size() + " recorded responses with " + records + " records read, written and read again equal");
        assertThat(all).hasSizeGreaterThanOrEqualTo(least);
    }

    @ParameterizedTest
    @ValueSource(strings = {"../testkit/samples", "../../shared/data"})
    void metadataAndContainers_equalThoseOfADomParser(Path data) throws IOException, OaiFormatException {
        int fragments = 0;
        for (RecordedResponses.Recorded recorded : RecordedResponses.wellFormed(data)) {
            List<OaiRecord> records = RecordedResponses.records(OaiReader.read(recorded.bytes()));
            if (records.isEmpty()) {
                continue;
            }
            List<XmlFragment> read = new ArrayList<>();
            for (OaiRecord oaiRecord : records) {
                Optional.ofNullable(oaiRecord.metadata()).ifPresent(read::add);
                read.addAll(oaiRecord.about());
            }
            assertThat(read.stream().map(fragment -> CanonicalXml.of(fragment.utf8())).toList()).as(recorded.file())
                    .isEqualTo(domFragments(recorded.bytes()));
            fragments += read.size();
        }
        System.out.println(fragments + " metadata and about fragments canonically equal to what a DOM parser finds");
    }

    private static List<String> domFragments(byte[] bytes) {
        List<String> found = new ArrayList<>();
        for (Element list : children(CanonicalXml.dom(bytes).getDocumentElement())) {
            for (Element record : children(list)) {
                if (!"record".equals(record.getLocalName())) {
                    continue;
                }
                for (Element part : children(record)) {
                    if ("metadata".equals(part.getLocalName()) || "about".equals(part.getLocalName())) {
                        children(part).forEach(content -> found.add(CanonicalXml.of(content)));
                    }
                }
            }
        }
        return found;
    }

    private static List<Element> children(Node parent) {
        List<Element> children = new ArrayList<>();
        for (Node child = parent.getFirstChild(); child != null; child = child.getNextSibling()) {
            if (child instanceof Element element) {
                children.add(element);
            }
        }
        return children;
    }
}
