package dev.sheaf.platform.proxy;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import dev.sheaf.core.OaiRecord;
import dev.sheaf.core.Verb;
import dev.sheaf.platform.acceptance.ResponseCheck;
import dev.sheaf.platform.server.FlowGates;
import dev.sheaf.platform.server.ServerStartException;
import dev.sheaf.simulator.Behaviour;
import dev.sheaf.simulator.ReceivedRequest;
import dev.sheaf.store.sources.NotedFault;
import dev.sheaf.testkit.SampleRecords;

import static dev.sheaf.platform.proxy.ProxyFixture.identifiers;
import static dev.sheaf.platform.proxy.ProxyFixture.next;
import static dev.sheaf.platform.proxy.ProxyFixture.read;
import static dev.sheaf.platform.proxy.ProxyFixture.text;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** Responses that are longer than what is repaired whole; the limits are small here. */
class LongResponsesTest {

    private static final Portions.Limits SMALL = new Portions.Limits(20_000, 6_000, 30_000);
    private static final Predicate<ReceivedRequest> LISTS = ReceivedRequest.of(Verb.LIST_RECORDS);
    private static final String LIST = "/proxy/a?verb=ListRecords&metadataPrefix=oai_dc";

    @SuppressWarnings("NullAway.Init")
    private ProxyFixture hub;

    @BeforeEach
    void start(@TempDir Path data) throws ServerStartException {
        hub = new ProxyFixture(data, SMALL, FlowGates.OPEN);
        hub.provider.put(SampleRecords.many(500)).pageSize(300);
    }

    @AfterEach
    void close() {
        hub.close();
    }

    private static List<String> expected() {
        return SampleRecords.many(300).stream().map(OaiRecord::identifier).toList();
    }

    /** The whole answer as bytes of HTTP, trailers included. */
    private String raw(String path) throws IOException {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), hub.server.port())) {
            socket.setSoTimeout(20_000);
            socket.getOutputStream()
                    .write(("GET " + path + " HTTP/1.1\r\nHost: hub.example.org\r\nConnection: close\r\n\r\n")
                            .getBytes(StandardCharsets.US_ASCII));
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    @Test
    void longResponse_isForwardedInPortions_withoutLoss() throws Exception {
        HttpResponse<byte[]> response = hub.get(LIST);

        ResponseCheck.check(response.body());
        assertThat(identifiers(read(response))).isEqualTo(expected());
        assertThat(identifiers(hub.ask("verb=ListRecords&resumptionToken=" + next(read(response))))).hasSize(200);
        assertThat(identifiers(hub.ask("verb=ListIdentifiers&metadataPrefix=oai_dc"))).isEqualTo(expected());
        assertThat(hub.faults()).isEmpty();
    }

    @Test
    void faultsInsideALongResponse_areRepaired_andReportedWithTheirPosition() throws Exception {
        String spoilt = SampleRecords.many(300).get(200).identifier();
        hub.provider.when(LISTS, Behaviour.text(page -> {
            int record = page.indexOf(spoilt);
            int title = page.indexOf("<dc:title>", record);
            return page.substring(0, title) + "<dc:title>Birds & bees " + page.substring(title + "<dc:title>".length());
        }));
        HttpResponse<byte[]> response = hub.get(LIST);

        assertThat(identifiers(read(response))).isEqualTo(expected());
        assertThat(text(response)).contains("Birds &amp; bees");
        assertThat(hub.faults()).singleElement().satisfies(fault -> {
            assertThat(fault.identifier()).isEqualTo(spoilt);
            assertThat(fault.before()).contains("Birds & bees");
            assertThat(fault.after()).contains("Birds &amp; bees");
        });
    }

    @Test
    void countsOmittedRecordsInATrailer() throws Exception {
        hub.provider.when(LISTS, Behaviour.text(page -> page.replaceFirst("<identifier>[^<]*</identifier>", "")));
        String answer = raw(LIST);

        assertThat(answer).containsIgnoringCase("Trailer: X-OAI-Proxy-Dropped, X-OAI-Proxy-Repaired")
                .containsIgnoringCase("\r\nX-OAI-Proxy-Dropped: 1\r\n").contains("<!-- left out: an entry");
        assertThat(answer.indexOf("X-OAI-Proxy-Dropped: 1")).isGreaterThan(answer.indexOf("</OAI-PMH>"));
    }

    @Test
    void aCheckedLongResponseSaysInATrailerThatItIsValid() throws Exception {
        String answer = raw("/proxy/a/checked?verb=ListRecords&metadataPrefix=oai_dc");

        assertThat(answer).containsIgnoringCase("Trailer: X-OAI-Proxy-Dropped, X-OAI-Proxy-Repaired, X-OAI-Proxy-Check\r\n")
                .containsIgnoringCase("\r\nX-OAI-Proxy-Check: valid\r\n").doesNotContain("not valid");
        assertThat(answer.indexOf("X-OAI-Proxy-Check: valid")).isGreaterThan(answer.indexOf("</OAI-PMH>"));
    }

    @Test
    void invalidRecordsOfALongResponse_areCountedInATrailer_andNamedInPlace() throws Exception {
        List<String> invalid = List.of(SampleRecords.many(300).get(20).identifier(),
                SampleRecords.many(300).get(250).identifier());
        hub.provider.when(LISTS, Behaviour.text(page -> {
            String spoilt = page;
            for (String identifier : invalid) {
                int title = spoilt.indexOf("<dc:title>", spoilt.indexOf("<identifier>" + identifier + "<"));
                spoilt = spoilt.substring(0, title) + "<dc:colour>blue</dc:colour>" + spoilt.substring(title);
            }
            return spoilt;
        }));
        String answer = raw("/proxy/a/checked?verb=ListRecords&metadataPrefix=oai_dc");

        assertThat(answer).containsIgnoringCase("\r\nX-OAI-Proxy-Check: invalid; records=2; envelope=0\r\n");
        for (String identifier : invalid) {
            assertThat(answer).contains("<!-- not valid: " + identifier + ": ", "<identifier>" + identifier + "</identifier>");
        }
        assertThat(answer.indexOf("<!-- not valid: " + invalid.getLast())).as("with its part of the list")
                .isGreaterThan(answer.indexOf("<identifier>" + SampleRecords.many(300).get(100).identifier()));
    }

    @Test
    void tooLargeRecord_isOmitted_andTheListContinues() throws Exception {
        String huge = SampleRecords.many(300).get(150).identifier();
        hub.provider.when(LISTS, Behaviour.text(page -> {
            int title = page.indexOf("<dc:title>", page.indexOf(huge)) + "<dc:title>".length();
            return page.substring(0, title) + "all work and no play ".repeat(5_000) + page.substring(title);
        }));
        HttpResponse<byte[]> response = hub.get(LIST);
        List<String> wanted = new ArrayList<>(expected());
        wanted.remove(huge);

        assertThat(identifiers(read(response))).isEqualTo(wanted);
        assertThat(hub.faults()).singleElement().returns(huge, NotedFault::identifier)
                .satisfies(fault -> assertThat(fault.what()).contains("more than is looked at"));
    }

    @Test
    void truncatedLongResponse_breaksOff_andIsNoShortList() {
        hub.provider.when(LISTS, Behaviour.truncate(200_000));

        assertThatThrownBy(() -> hub.get(LIST)).isInstanceOf(IOException.class);
    }

    @Test
    void longListEndedByAnError_breaksOff_andIsNoShortList() {
        hub.provider.when(LISTS, Behaviour.text(page -> page.replaceFirst("(?s)<resumptionToken.*(?=</ListRecords>)",
                "<error code=\"internalError\">database gone</error>")));

        assertThatThrownBy(() -> hub.get(LIST)).isInstanceOf(IOException.class);
    }

    @Test
    void aLongResponseWithoutEntriesIsRefusedWithItsReason() throws Exception {
        hub.provider.when(ReceivedRequest.of(Verb.IDENTIFY),
                Behaviour.text(page -> page.replace("</repositoryName>", "x".repeat(30_000) + "</repositoryName>")));
        HttpResponse<byte[]> response = hub.get("/proxy/a?verb=Identify");

        assertThat(response.statusCode()).isEqualTo(502);
        assertThat(text(response)).contains("no list of records that could be read in parts");
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 7, 64, 1000, 100_000})
    void resultDoesNotDependOnTheSizeOfPortions(int bytesAtOnce) throws Exception {
        byte[] page = hub.get(LIST).body();
        Portions portions = new Portions(new ByteArrayInputStream(page) {
            @Override
            public synchronized int read(byte[] buffer, int offset, int length) {
                return super.read(buffer, offset, Math.min(length, bytesAtOnce));
            }
        }, SMALL);
        ByteArrayOutputStream together = new ByteArrayOutputStream();
        List<String> found = new ArrayList<>();
        int count = 0;
        for (Portion portion = portions.next(); portion != null; portion = portions.next()) {
            count++;
            int end = portion.isLast() ? portion.page().length : portion.page().length - "</ListRecords></OAI-PMH>".length();
            int from = portion.isFirst() ? 0 : portion.lead();
            assertThat(portion.position(from)).isEqualTo(together.size());
            together.write(portion.page(), from, end - from);
            new PortionReader("", "oai_dc").read(portion).response();
            found.addAll(identifiers(new PortionReader("", "oai_dc").read(portion).response()));
        }

        assertThat(count).isGreaterThan(5);
        assertThat(together.toByteArray()).isEqualTo(page);
        assertThat(found).isEqualTo(expected());
    }
}
