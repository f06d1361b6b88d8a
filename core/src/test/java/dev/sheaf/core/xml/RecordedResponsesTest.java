package dev.sheaf.core.xml;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.zip.GZIPInputStream;

import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.Node;

import dev.sheaf.core.OaiRecord;
import dev.sheaf.core.OaiResponse;
import dev.sheaf.core.XmlFragment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

/** Responses of real servers, where they are at hand. */
class RecordedResponsesTest {

    private static final Path DATA = Path.of("..", "..", "shared", "data");

    private record Recorded(String file, String verb, int records, byte[] bytes) {}

    @Test
    void everyWellFormedResponseIsReadWrittenAndReadAgainEqual() throws IOException, OaiFormatException {
        List<Recorded> all = wellFormed();
        int records = 0;
        for (Recorded recorded : all) {
            OaiResponse response = OaiReader.read(recorded.bytes);
            OaiResponse again = OaiReader.read(Xml.written(response));
            assertThat(again).as(recorded.file).isEqualTo(response);
            records += records(response).size();
        }
        System.out.println(all.size() + " recorded responses with " + records + " records read, written and read again equal");
        assertThat(all).hasSizeGreaterThan(300);
    }

    @Test
    void metadataAndContainersAreThoseThatADomParserFinds() throws IOException, OaiFormatException {
        int fragments = 0;
        for (Recorded recorded : wellFormed()) {
            OaiResponse response = OaiReader.read(recorded.bytes);
            List<XmlFragment> read = new ArrayList<>();
            for (OaiRecord oaiRecord : records(response)) {
                Optional.ofNullable(oaiRecord.metadata()).ifPresent(read::add);
                read.addAll(oaiRecord.about());
            }
            List<String> expected = domFragments(recorded.bytes);
            if (!records(response).isEmpty()) {
                assertThat(read.stream().map(fragment -> Xml.canonical(fragment.utf8())).toList()).as(recorded.file)
                        .isEqualTo(expected);
                fragments += read.size();
            }
        }
        System.out.println(fragments + " metadata and about fragments canonically equal to what a DOM parser finds");
    }

    private static List<OaiRecord> records(OaiResponse response) {
        return switch (response.answer()) {
            case OaiResponse.ListRecords list -> list.records();
            case OaiResponse.GetRecord one -> List.of(one.record());
            case OaiResponse.Errors _,OaiResponse.Identify _,OaiResponse.ListMetadataFormats _,OaiResponse.ListSets _,OaiResponse.ListIdentifiers _ -> List
                    .of();
        };
    }

    private static List<String> domFragments(byte[] bytes) {
        Document document = Xml.dom(bytes);
        List<String> found = new ArrayList<>();
        for (Element list : children(document.getDocumentElement())) {
            for (Element record : children(list)) {
                if (!"record".equals(record.getLocalName())) {
                    continue;
                }
                for (Element part : children(record)) {
                    if ("metadata".equals(part.getLocalName()) || "about".equals(part.getLocalName())) {
                        for (Element content : children(part)) {
                            found.add(Xml.canonical(content));
                        }
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

    /** The protocol 2.0 responses that an independent parser found well-formed. */
    private static List<Recorded> wellFormed() throws IOException {
        Path index = DATA.resolve("oai-responses").resolve("index.tsv");
        assumeTrue(Files.exists(index), "the recorded responses are not at hand: this test is skipped");
        List<Recorded> found = new ArrayList<>();
        for (String line : Files.readAllLines(index).subList(1, Files.readAllLines(index).size())) {
            String[] columns = line.split("\t", -1);
            if (columns[4].equals("2.0") && columns[5].equals("yes") && !columns[2].equals("StaticRepository")
                    && !columns[0].contains("MyCoRe-Org--mycore/ListSets")) { // Five mocks without the protocol's envelope.
                Path file = DATA.resolve(columns[0]);
                try (InputStream in = columns[0].endsWith(".gz")
                        ? new GZIPInputStream(Files.newInputStream(file))
                        : Files.newInputStream(file)) {
                    found.add(new Recorded(columns[0], columns[2], Integer.parseInt(columns[8]), in.readAllBytes()));
                }
            }
        }
        return found;
    }
}
