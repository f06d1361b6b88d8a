package dev.sheaf.harvester;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

import org.junit.jupiter.api.Test;

import dev.sheaf.core.MetadataPrefix;
import dev.sheaf.core.Selection;
import dev.sheaf.core.store.HarvestOutcome;
import dev.sheaf.core.store.Source;
import dev.sheaf.harvester.http.HttpFetcher;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

/** A server that tells its time neither in responseDate nor in a Date header; the JDK's own server always sends the latter. */
class TimelessServerTest {

    private static final String RECORD = """
            <record><header><identifier>x:1</identifier><datestamp>2024-01-01</datestamp></header>
            <metadata><a xmlns="urn:a"/></metadata></record>""";

    private final List<String> requests = new CopyOnWriteArrayList<>();

    private void serve(ServerSocket server) {
        while (true) {
            try (Socket socket = server.accept()) {
                BufferedReader in = new BufferedReader(new InputStreamReader(socket.getInputStream(), UTF_8));
                String request = in.readLine();
                for (String line = request; line != null && !line.isEmpty();) {
                    line = in.readLine();
                }
                requests.add(request);
                byte[] body = answer(request).getBytes(UTF_8);
                socket.getOutputStream()
                        .write(("HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: " + body.length + "\r\n\r\n")
                                .getBytes(UTF_8));
                socket.getOutputStream().write(body);
            } catch (IOException closed) {
                return;
            }
        }
    }

    private static String answer(String request) {
        if (request.contains("verb=Identify")) {
            return "<OAI-PMH><Identify><protocolVersion>2.0</protocolVersion><granularity>YYYY-MM-DD</granularity></Identify></OAI-PMH>";
        }
        return request.contains("verb=ListRecords")
                ? "<OAI-PMH><ListRecords>" + RECORD + "</ListRecords></OAI-PMH>"
                : "<OAI-PMH><error code=\"noSetHierarchy\"/></OAI-PMH>";
    }

    @Test
    void serverWithoutResponseDateAndDateHeader_isHarvestedInFullEachTime() throws IOException {
        RecordingSink sink = new RecordingSink();
        List<HarvestOutcome> outcomes = new ArrayList<>();
        List<HarvestEvent> events = new CopyOnWriteArrayList<>();
        try (ServerSocket server = new ServerSocket(0, 10, InetAddress.getLoopbackAddress());
                HttpFetcher fetcher = new HttpFetcher()) {
            Thread.ofVirtual().start(() -> serve(server));
            Source source = Source.harvested("timeless", "http://127.0.0.1:" + server.getLocalPort() + "/");
            HarvestOptions options = HarvestOptions.DEFAULT.withLists(List.of(MetadataPrefix.OAI_DC), List.of());
            outcomes.add(new Harvester(fetcher).harvest(source, options, sink, events::add));
            outcomes.add(new Harvester(fetcher).harvest(source, options, sink, events::add));
        }
        assertThat(outcomes).extracting(HarvestOutcome::toString).containsOnly(
                "complete-unproven(not proven: ListIdentifiers: ListIdentifiers was refused: noSetHierarchy)");
        assertThat(events).anySatisfy(event -> assertThat(event.toString()).contains("does not state its time"));
        assertThat(sink.checkpoint("timeless", Selection.all(MetadataPrefix.OAI_DC)).orElseThrow().completeSince()).isNull();
        assertThat(requests).filteredOn(request -> request.contains("ListRecords"))
                .hasSize(2)
                .noneMatch(request -> request.contains("from="));
    }
}
