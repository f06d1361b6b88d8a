package dev.sheaf.platform.sync.copies;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.time.Duration;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;

import com.sun.net.httpserver.HttpServer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import dev.sheaf.core.Datestamp;
import dev.sheaf.core.Header;
import dev.sheaf.core.MetadataFormat;
import dev.sheaf.core.OaiRecord;
import dev.sheaf.core.XmlFragment;
import dev.sheaf.core.store.Batch;
import dev.sheaf.core.store.Source;
import dev.sheaf.harvester.http.FetchRules;
import dev.sheaf.harvester.http.HttpFetcher;
import dev.sheaf.store.HubIdentity;
import dev.sheaf.store.HubStore;
import dev.sheaf.store.archives.Archive;
import dev.sheaf.store.open.HubStores;
import dev.sheaf.testkit.SettableClock;

import static org.assertj.core.api.Assertions.assertThat;

/** Copies of files that records name by reference, over real HTTP. */
class FileCopierTest {

    private static final String IDENTIFIER = "oai:ada.example.org:papers/a";

    @TempDir
    private Path dataDir = Path.of("");
    private final SettableClock clock = SettableClock.at("2026-03-01T12:00:00Z");
    private final HttpFetcher fetcher = new HttpFetcher(clock);
    /** Files of the archive by path; a request for another one is answered with 404. */
    private final Map<String, byte[]> files = new ConcurrentHashMap<>();
    private final List<String> asked = new CopyOnWriteArrayList<>();
    /** True while the archive asks for half an hour of patience. */
    private volatile boolean busy;
    private @Nullable HubStore opened;
    private @Nullable HttpServer archive;
    private @Nullable CopiedFiles copies;

    @BeforeEach
    void start() throws IOException {
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", exchange -> {
            try (exchange) {
                String path = exchange.getRequestURI().getPath();
                if (!path.equals("/robots.txt")) {
                    asked.add(path);
                }
                if (busy) {
                    exchange.getResponseHeaders().set("Retry-After", "1800");
                    exchange.sendResponseHeaders(503, -1);
                    return;
                }
                byte[] content = files.get(path);
                exchange.sendResponseHeaders(content == null ? 404 : 200, content == null ? -1 : content.length);
                if (content != null) {
                    exchange.getResponseBody().write(content);
                }
            }
        });
        server.start();
        archive = server;
        copies = new CopiedFiles(dataDir.resolve(CopiedFiles.FOLDER));
        HubStore store = HubStores.open(dataDir, new HubIdentity("Hub", "admin@example.org", "hub.example.org"), clock);
        opened = store;
        store.archives().ask(Archive.asked("ada", "Ada", "ada@example.org", address("/oai"), true, "192.0.2.1", clock.instant()),
                null);
        store.put(Source.harvested("ada", address("/oai")));
        store.archives().approve("ada", true);
    }

    @AfterEach
    void stop() {
        store().close();
        fetcher.close();
        Objects.requireNonNull(archive).stop(0);
    }

    private HubStore store() {
        return Objects.requireNonNull(opened);
    }

    private String address(String path) {
        return "http://127.0.0.1:" + Objects.requireNonNull(archive).getAddress().getPort() + path;
    }

    private FileCopier copier(boolean privateToo) {
        return new FileCopier(store(), Objects.requireNonNull(copies), fetcher, FetchRules.DEFAULT, clock, (_, _) -> {},
                privateToo);
    }

    private static byte[] sha256(String content) throws Exception {
        return MessageDigest.getInstance("SHA-256").digest(content.getBytes(StandardCharsets.UTF_8));
    }

    private void save(String url, String promised) throws Exception {
        String didl = "<didl:DIDL xmlns:didl=\"urn:mpeg:mpeg21:2002:02-DIDL-NS\"><didl:Item><didl:Component><didl:Descriptor>"
                + "<didl:Statement mimeType=\"application/xml\"><http:header xmlns:http=\"https://sheaf.dev/ns/1.0/http_header/\">"
                + "<http:Repr-Digest>sha-256=:" + Base64.getEncoder().encodeToString(sha256(promised)) + ":</http:Repr-Digest>"
                + "</http:header></didl:Statement></didl:Descriptor><didl:Resource mimeType=\"text/plain; charset=utf-8\" ref=\""
                + url + "\"/></didl:Component></didl:Item></didl:DIDL>";
        store().save(new Batch("ada", 1, new MetadataFormat(DescribedFile.DIDL, "", "urn:mpeg:mpeg21:2002:02-DIDL-NS"),
                List.of(new OaiRecord(new Header(IDENTIFIER, Datestamp.parse("2026-01-01T00:00:00Z"), List.of(), false),
                        XmlFragment.of(didl)))));
    }

    private @Nullable String copy(String content) throws Exception {
        Path file = Objects.requireNonNull(copies).find("ada", HexFormat.of().formatHex(sha256(content))).orElse(null);
        return file == null ? null : Files.readString(file);
    }

    private void put(String path, String content) {
        files.put(path, content.getBytes(StandardCharsets.UTF_8));
    }

    @Test
    void fileThatARecordNames_isCopiedOnce_andStaysWhenTheArchiveIsOff() throws Exception {
        put("/papers/a.txt", "On Sheaves");
        save(address("/papers/a.txt"), "On Sheaves");
        FileCopier copier = copier(true);
        copier.round();
        copier.round();
        assertThat(asked).containsExactly("/papers/a.txt");
        files.clear();
        copier(true).round();
        assertThat(copy("On Sheaves")).isEqualTo("On Sheaves");
        assertThat(DescribedFile.of(store(), "ada", IDENTIFIER).getFirst().type()).isEqualTo("text/plain");
    }

    @Test
    void archiveThatIsOff_isAskedAgainLater() throws Exception {
        save(address("/papers/a.txt"), "On Sheaves");
        FileCopier copier = copier(true);
        copier.round();
        put("/papers/a.txt", "On Sheaves");
        copier.round();
        assertThat(copy("On Sheaves")).isNull();
        clock.advance(Duration.ofMinutes(10));
        copier.round();
        assertThat(copy("On Sheaves")).isEqualTo("On Sheaves");
    }

    @Test
    void contentWithAnotherHash_isNotKept() throws Exception {
        put("/papers/a.txt", "Something else");
        save(address("/papers/a.txt"), "On Sheaves");
        copier(true).round();
        assertThat(asked).hasSize(1);
        assertThat(copy("On Sheaves")).isNull();
        assertThat(copy("Something else")).isNull();
    }

    @Test
    void privateAndForeignAddresses_areNotAsked() throws Exception {
        put("/papers/a.txt", "On Sheaves");
        save(address("/papers/a.txt"), "On Sheaves");
        copier(false).round();
        assertThat(asked).as("the archive is in a private network").isEmpty();
        for (String url : List.of(address("/papers/a.txt").replace("127.0.0.1", "localhost"), "file:///etc/passwd", "gopher://x/",
                "not an address", "http:///")) {
            save(url, "On Sheaves");
            copier(true).round();
        }
        assertThat(asked).isEmpty();
        assertThat(copy("On Sheaves")).isNull();
    }

    @Test
    void copies_endWithThePermission_andWithTheRecord() throws Exception {
        put("/papers/a.txt", "On Sheaves");
        put("/papers/b.txt", "Later");
        save(address("/papers/a.txt"), "On Sheaves");
        FileCopier copier = copier(true);
        copier.round();
        save(address("/papers/b.txt"), "Later");
        copier.round();
        assertThat(copy("Later")).isEqualTo("Later");
        copier(true).round();
        assertThat(copy("On Sheaves")).as("no record names it").isNull();
        store().archives().allow("ada", false);
        copier.round();
        assertThat(copy("Later")).isNull();
    }

    @Test
    void archiveThatAsksForLongPatience_isAskedLater_andHoldsUpNobody() throws Exception {
        busy = true;
        put("/papers/a.txt", "On Sheaves");
        save(address("/papers/a.txt"), "On Sheaves");
        List<Duration> waits = new CopyOnWriteArrayList<>();
        FileCopier copier = new FileCopier(store(), Objects.requireNonNull(copies), fetcher, FetchRules.DEFAULT, clock,
                (time, _) -> waits.add(time), true);
        copier.round();
        clock.advance(Duration.ofMinutes(10));
        copier.round();
        assertThat(waits).allMatch(wait -> wait.compareTo(Duration.ofMinutes(1)) <= 0);
        assertThat(Thread.currentThread().isInterrupted()).isFalse();
        assertThat(asked).as("its wish is obeyed").hasSize(1);
        busy = false;
        clock.advance(Duration.ofMinutes(31));
        copier.round();
        assertThat(copy("On Sheaves")).isEqualTo("On Sheaves");
    }
}
