package dev.sheaf.transfer.imports.xml;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import dev.sheaf.core.OaiResponse;
import dev.sheaf.core.xml.OaiFormatException;
import dev.sheaf.core.xml.OaiReader;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class OaiFileSplitterTest {

    private static final String HEAD = "<o:OAI-PMH xmlns:o='http://www.openarchives.org/OAI/2.0/' a=\"x>y\"><!-- <record> -->"
            + "<o:responseDate>2020-01-01T00:00:00Z</o:responseDate><o:request metadataPrefix='p'>http://a.example/?a=1</o:request>";

    private static OaiFileSplitter splitter(String text) {
        return new OaiFileSplitter(new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)));
    }

    private static List<String> slices(OaiFileSplitter splitter) throws Exception {
        List<String> slices = new ArrayList<>();
        for (OaiFileSplitter.Slice slice = splitter.next(); slice != null; slice = splitter.next()) {
            slices.add(new String(slice.bytes(), StandardCharsets.UTF_8));
        }
        return slices;
    }

    @ParameterizedTest
    @ValueSource(strings = {"<o:record><o:metadata><a b='>' c=\"</o:record>\"/></o:metadata></o:record>",
            "<o:record><!-- </o:record> ---><?pi </o:record> ??><a/></o:record>",
            "<o:record><![CDATA[</o:record>]]]]></o:record>",
            "<o:record><record>inner</record></o:record>", "<o:record ></o:record >", "<o:record/>",
            "<o:record\n  x='1'><ä ö='ü'>𝄞</ä></o:record>"})
    void record_isCutOutUnchanged(String record) throws Exception {
        OaiFileSplitter splitter = splitter(HEAD + "<o:ListRecords>\n" + record + "\n" + record
                + "<o:resumptionToken>t</o:resumptionToken></o:ListRecords></o:OAI-PMH>\n<!-- end -->");
        assertThat(slices(splitter)).containsExactly(record, record);
        assertThat(splitter.answer()).isEqualTo("ListRecords");
    }

    @Test
    void recordBetweenHeadAndTail_isAResponse() throws Exception {
        String record = "<o:record><o:header><o:identifier>x:1</o:identifier></o:header></o:record>";
        OaiFileSplitter splitter = splitter(HEAD + "<o:ListRecords>" + record + record + "</o:ListRecords></o:OAI-PMH>");
        List<String> slices = slices(splitter);
        String document = new String(splitter.head(), StandardCharsets.UTF_8) + slices.get(1)
                + new String(splitter.tail(), StandardCharsets.UTF_8);
        OaiResponse response = OaiReader.read(document.getBytes(StandardCharsets.UTF_8));
        assertThat(response.answer()).isInstanceOf(OaiResponse.ListRecords.class);
        assertThat(response.request().arguments()).containsEntry("metadataPrefix", "p");
    }

    @Test
    void linesAreCountedFromOne() throws Exception {
        OaiFileSplitter splitter = splitter(
                "<OAI-PMH>\n<ListRecords>\n<record>\n</record>\n\n<record\n/></ListRecords></OAI-PMH>");
        OaiFileSplitter.Slice first = splitter.next();
        OaiFileSplitter.Slice second = splitter.next();
        assertThat(first).isNotNull().extracting(OaiFileSplitter.Slice::line).isEqualTo(3L);
        assertThat(second).isNotNull().extracting(OaiFileSplitter.Slice::line).isEqualTo(6L);
    }

    @Test
    void responsesToOtherVerbs_haveNoRecords() throws Exception {
        OaiFileSplitter identify = splitter("<OAI-PMH><Identify><record/></Identify></OAI-PMH>");
        assertThat(slices(identify)).isEmpty();
        assertThat(identify.answer()).isEqualTo("Identify");
        OaiFileSplitter error = splitter("<OAI-PMH><error code='badVerb'>no</error></OAI-PMH>");
        assertThat(slices(error)).isEmpty();
        assertThat(error.answer()).isEqualTo("error");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "<OAI-PMH><ListRecords><record></record>", "<OAI-PMH><ListRecords><record", "<html></html>",
            "<!DOCTYPE OAI-PMH><OAI-PMH/>", "<OAI-PMH></OAI-PMH></OAI-PMH>"})
    void incompleteResponse_isReported(String text) {
        assertThatThrownBy(() -> slices(splitter(text))).isInstanceOf(OaiFormatException.class).message().isNotBlank();
    }
}
