package dev.sheaf.core.xml;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import java.util.Random;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import dev.sheaf.core.OaiError;
import dev.sheaf.core.OaiRecord;
import dev.sheaf.core.OaiResponse;
import dev.sheaf.core.ResumptionToken;
import dev.sheaf.core.SetSpec;
import dev.sheaf.core.XmlFragment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class OaiReaderTest {

    @Test
    void headersOfListIdentifiersInsideRecords_areRead() throws Exception {
        OaiResponse response = OaiReader.read(("<OAI-PMH xmlns='http://www.openarchives.org/OAI/2.0/'>"
                + "<responseDate>2024-01-01T00:00:00Z</responseDate><request verb='ListIdentifiers'>http://a.example/oai</request>"
                + "<ListIdentifiers><record><header><identifier>oai:a:1</identifier><datestamp>2024-01-01</datestamp></header></record>"
                + "<record><header status='deleted'><identifier>oai:a:2</identifier><datestamp>2024-01-01</datestamp></header></record>"
                + "</ListIdentifiers></OAI-PMH>").getBytes(StandardCharsets.UTF_8));

        assertThat(((OaiResponse.ListIdentifiers) response.answer()).headers()).extracting(header -> header.identifier())
                .containsExactly("oai:a:1", "oai:a:2");
    }

    @Test
    void metadata_keepsTheBytesThatWereSent() throws OaiFormatException {
        String metadata = "<d:dc xmlns:d='urn:d'  a = \"1&#10;2\"><!-- c --><d:t><![CDATA[a<b]]>&amp;é𝄞</d:t>\r\n<d:e\n/></d:dc>";
        assertThat(metadataOf(Xml.record(" \n" + metadata + "<!-- outside -->\n"))).hasToString(metadata);
    }

    @Test
    void fragment_getsTheNamespaceDeclarationsOfAncestorsThatItUses() throws OaiFormatException {
        byte[] response = Xml
                .utf8("""
                        <oai:OAI-PMH xmlns:oai="http://www.openarchives.org/OAI/2.0/" xmlns:p="urn:p&amp;q" xmlns:unused="urn:u" xmlns="urn:default">
                        <oai:responseDate>x</oai:responseDate><oai:request>http://a/</oai:request><oai:ListRecords>
                        <oai:record xmlns:q="urn:q"><oai:header/><oai:metadata><x t="q:name"><p:y/></x></oai:metadata></oai:record>
                        </oai:ListRecords></oai:OAI-PMH>""");
        XmlFragment metadata = Objects.requireNonNull(records(response).getFirst().metadata());
        assertThat(metadata).hasToString(
                "<x xmlns:q=\"urn:q\" xmlns:p=\"urn:p&amp;q\" xmlns=\"urn:default\" t=\"q:name\"><p:y/></x>");
    }

    @Test
    void elementInNoNamespace_getsAnEmptyDefaultDeclaration() throws OaiFormatException {
        byte[] response = Xml
                .utf8("""
                        <o:OAI-PMH xmlns:o="http://www.openarchives.org/OAI/2.0/"><o:ListRecords><o:record><o:metadata><plain><in/></plain></o:metadata>
                        </o:record></o:ListRecords></o:OAI-PMH>""");
        assertThat(records(response).getFirst().metadata()).hasToString("<plain xmlns=\"\"><in/></plain>");
    }

    @Test
    void prefixDeclaredTwice_getsTheInnerDeclaration() throws OaiFormatException {
        byte[] response = Xml
                .utf8("""
                        <OAI-PMH xmlns="http://www.openarchives.org/OAI/2.0/" xmlns:p="urn:outer"><ListRecords><record xmlns:p="urn:inner"><metadata>
                        <p:x/></metadata></record></ListRecords></OAI-PMH>""");
        assertThat(records(response).getFirst().metadata()).hasToString("<p:x xmlns:p=\"urn:inner\"/>");
    }

    @Test
    void everyPartOfARecordIsRead() throws OaiFormatException {
        OaiRecord record = records(Xml.listRecords(
                """
                        <record><header status="deleted"><identifier> oai:a:1 </identifier><datestamp>20210311</datestamp>
                        <setSpec>a:b</setSpec><bogus/><setSpec>c d</setSpec></header><about><x xmlns="urn:x"/></about><about><y xmlns="urn:y"/></about></record>
                        """))
                .getFirst();
        assertThat(record.identifier()).isEqualTo("oai:a:1");
        assertThat(record.deleted()).isTrue();
        assertThat(record.header().datestamp().text()).isEqualTo("20210311");
        assertThat(record.header().sets()).containsExactly(new SetSpec("a:b"), new SetSpec("c d"));
        assertThat(record.metadata()).isNull();
        assertThat(record.about()).extracting(XmlFragment::toString).containsExactly("<x xmlns=\"urn:x\"/>",
                "<y xmlns=\"urn:y\"/>");
    }

    @Test
    void statusDeletedInUnusualForms_isRecognised() throws OaiFormatException {
        String header = "<identifier>oai:a:1</identifier></header></record>";
        for (String start : List.of("<record><header status=\"Deleted\">", "<record><header status=\" deleted \">",
                "<record status=\"deleted\"><header>")) {
            OaiRecord record = records(Xml.listRecords(start + header)).getFirst();
            assertThat(record.deleted()).as(start).isTrue();
            assertThat(record.identifier()).isEqualTo("oai:a:1");
        }
        assertThat(records(Xml.listRecords("<record status=\"live\"><header>" + header)).getFirst().deleted()).isFalse();
    }

    @Test
    void errorBesideRecords_doesNotHideThem() throws OaiFormatException {
        assertThat(records(Xml
                .utf8("""
                        <OAI-PMH xmlns="http://www.openarchives.org/OAI/2.0/"><error code="noRecordsMatch">none</error><ListRecords><record>
                        <header><identifier>oai:a:1</identifier></header></record></ListRecords></OAI-PMH>""")))
                .hasSize(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"<ListRecords>RECORD<error code='internalError'>down</error></ListRecords>",
            "<ListRecords>RECORD</ListRecords><error code='internalError'>down</error>",
            "<ListRecords>RECORD<error code='internalError'>down</error><resumptionToken/></ListRecords>",
            "<ListIdentifiers><header><identifier>oai:a:1</identifier></header><error code='internalError'>down</error></ListIdentifiers>"})
    void errorOnALastPage_isReportedAsTheEndOfTheList(String list) throws OaiFormatException {
        assertThat(list(list).ending()).contains(new OaiError("internalError", "down"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"<ListRecords>RECORD</ListRecords>",
            "<error code='internalError'>down</error><ListRecords>RECORD<resumptionToken>2</resumptionToken></ListRecords>",
            "<ListRecords>RECORD<error code='noRecordsMatch'/></ListRecords>",
            "<ListRecords>RECORD<error code='cannotDisseminateFormat'>one lacks it</error></ListRecords>"})
    void noRecordsMatchBesideRecords_doesNotEndTheList(String list) throws OaiFormatException {
        assertThat(list(list).ending()).isEmpty();
    }

    @Test
    void errorInsideAnEmptyList_makesTheResponseAnError() throws OaiFormatException {
        assertThat(list("<ListRecords><error code='noRecordsMatch'>none</error></ListRecords>").answer())
                .isEqualTo(new OaiResponse.Errors(List.of(new OaiError("noRecordsMatch", "none"))));
    }

    @ParameterizedTest
    @ValueSource(strings = {"noRecordsMatch", "cannotDisseminateFormat"})
    void noRecordsMatchBesideAnEmptyPageWithAToken_doesNotHideTheToken(String code) throws OaiFormatException {
        for (String verb : List.of("ListRecords", "ListIdentifiers")) {
            OaiResponse response = list("<error code='" + code + "'>none</error><" + verb
                    + "><resumptionToken>2</resumptionToken></" + verb + ">");
            ResumptionToken token = new ResumptionToken("2", null, null, null);
            assertThat(response.answer()).isIn(new OaiResponse.ListRecords(List.of(), token),
                    new OaiResponse.ListIdentifiers(List.of(), token));
            assertThat(response.errorsBeside()).containsExactly(new OaiError(code, "none"));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"<error code='badResumptionToken'/><ListRecords><resumptionToken>2</resumptionToken></ListRecords>",
            "<error code='noRecordsMatch'/><ListRecords><resumptionToken/></ListRecords>"})
    void errorBesideAnEmptyPageWithoutAToken_isTheAnswer(String list) throws OaiFormatException {
        assertThat(list(list).answer()).isInstanceOf(OaiResponse.Errors.class);
    }

    private static OaiResponse list(String list) throws OaiFormatException {
        return OaiReader.read(Xml.utf8("<OAI-PMH xmlns='http://www.openarchives.org/OAI/2.0/'>"
                + list.replace("RECORD", "<record><header><identifier>oai:a:1</identifier></header></record>") + "</OAI-PMH>"));
    }

    @Test
    void unknownErrorCodes_areReadAsValues() throws OaiFormatException {
        OaiResponse response = OaiReader.read(Xml
                .utf8("""
                        <OAI-PMH xmlns="http://www.openarchives.org/OAI/2.0/"><responseDate>2024-01-01T00:00:00Z</responseDate><request>http://a/</request>
                        <error code="badVerb">no verb</error><error code="restrictedInterface"/></OAI-PMH>"""));
        assertThat(response.answer()).isEqualTo(new OaiResponse.Errors(
                List.of(new OaiError("badVerb", "no verb"), new OaiError("restrictedInterface", ""))));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "   ", "<html><body>hello</body></html>", "<OAI-PMH", "<OAI-PMH></OAI-PMH>",
            "<OAI-PMH><ListRecords><record></ListRecords></OAI-PMH>", "<OAI-PMH><ListRecords/></OAI-PMH><more/>",
            "<OAI-PMH><GetRecord/></OAI-PMH>",
            "<OAI-PMH><ListRecords><record><metadata><p:x/></metadata></record></ListRecords></OAI-PMH>",
            "<OAI-PMH><ListRecords><record><metadata><x>&nbsp;</x></metadata></record></ListRecords></OAI-PMH>",
            "<OAI-PMH><responseDate>&nbsp;</responseDate><ListRecords/></OAI-PMH>"})
    void documentThatIsNoResponse_isRefusedWithAMessage(String text) {
        assertThatThrownBy(() -> OaiReader.read(Xml.utf8(text))).isInstanceOf(OaiFormatException.class).message().isNotBlank();
    }

    @Test
    void doctype_isRefusedAndNoEntityIsOpened() {
        byte[] response = Xml
                .utf8("""
                        <!DOCTYPE OAI-PMH [<!ENTITY x SYSTEM "file:///etc/hostname">]>
                        <OAI-PMH xmlns="http://www.openarchives.org/OAI/2.0/"><ListRecords><record><metadata><a xmlns="">&x;</a></metadata></record></ListRecords></OAI-PMH>""");
        assertThatThrownBy(() -> OaiReader.read(response)).isInstanceOf(OaiFormatException.class)
                .hasMessageContaining("DOCTYPE");
    }

    @Test
    void veryDeepNesting_isRefused() {
        byte[] response = Xml.listRecords(Xml.record("<a>".repeat(5_000) + "</a>".repeat(5_000)));
        assertThatThrownBy(() -> OaiReader.read(response)).isInstanceOf(OaiFormatException.class)
                .hasMessageContaining("nested");
    }

    @Test
    void messageOfAMalformedResponse_namesLineAndColumn() {
        byte[] response = Xml.listRecords("\n\n<record><header></record>");
        assertThatThrownBy(() -> OaiReader.read(response)).isInstanceOf(OaiFormatException.class)
                .hasMessageContaining("line 6");
    }

    /** The parser's offsets are the ground that slicing stands on; a judge of the JDK's own says whether they hold. */
    @Test
    void recordsOfRandomDocuments_areSlicedAtTheirBounds() throws OaiFormatException {
        Random random = new Random(20261121);
        for (int round = 0; round < 200; round++) {
            StringBuilder records = new StringBuilder();
            String[] elements = new String[20];
            for (int i = 0; i < elements.length; i++) {
                elements[i] = element(random, 0);
                records.append(Xml.record(filler(random) + elements[i] + filler(random))).append(filler(random));
            }
            byte[] response = Xml.listRecords(records.toString());
            List<OaiRecord> read = records(response);
            assertThat(read).hasSize(elements.length);
            for (int i = 0; i < elements.length; i++) {
                assertThat(read.get(i).metadata()).hasToString(elements[i]);
            }
        }
    }

    private static String element(Random random, int depth) {
        String[] names = {"a", "b:b", "é", "名前", "x-y.z"};
        String name = names[random.nextInt(names.length)];
        StringBuilder element = new StringBuilder("<").append(name);
        if (depth == 0) {
            element.append(" xmlns='urn:a' \n xmlns:b=\"urn:b\"");
        }
        if (random.nextInt(3) == 0) {
            element.append(" attr='v&lt;\"é𝄞'");
        }
        if (random.nextInt(4) == 0) {
            return element.append(random.nextBoolean() ? "/>" : " />").toString();
        }
        element.append('>');
        for (int i = random.nextInt(4); i > 0; i--) {
            element.append(filler(random)).append(depth < 3 ? element(random, depth + 1) : "text &#x1D11E; é");
        }
        return element.append("text é𝄞 名").append("</").append(name).append(random.nextInt(5) == 0 ? " >" : ">").toString();
    }

    private static String filler(Random random) {
        return switch (random.nextInt(5)) {
            case 0 -> "\r\n  ";
            case 1 -> "<!-- <é> -->";
            case 2 -> "<?pi 名?>";
            case 3 -> "\n";
            default -> "";
        };
    }

    private static XmlFragment metadataOf(String record) throws OaiFormatException {
        return Objects.requireNonNull(records(Xml.listRecords(record)).getFirst().metadata());
    }

    private static List<OaiRecord> records(byte[] response) throws OaiFormatException {
        return ((OaiResponse.ListRecords) OaiReader.read(response).answer()).records();
    }
}
