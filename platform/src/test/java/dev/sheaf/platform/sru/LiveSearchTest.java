package dev.sheaf.platform.sru;

import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import dev.sheaf.core.xml.OaiFormatException;
import dev.sheaf.platform.config.Setting;
import dev.sheaf.platform.web.LiveSources;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/** Searches of the portal that ask other SRU servers, over real HTTP. */
class LiveSearchTest {

    private static final Duration LIMIT = Duration.ofMillis(1_500);

    @TempDir
    private Path folder;
    private final CountDownLatch silence = new CountDownLatch(1);
    private final AtomicInteger asked = new AtomicInteger();
    private @Nullable HttpServer server;

    @BeforeEach
    void serve() throws IOException {
        HttpServer made = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        made.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        made.createContext("/silent", exchange -> {
            asked.incrementAndGet();
            try {
                silence.await();
            } catch (InterruptedException _) {
                Thread.currentThread().interrupt();
            }
            exchange.close();
        });
        made.createContext("/broken", exchange -> send(exchange, 200, "<searchRetrieveResponse><oops"));
        made.createContext("/failing", exchange -> send(exchange, 500, "no"));
        made.createContext("/endless", exchange -> {
            exchange.sendResponseHeaders(200, 0);
            try (OutputStream out = exchange.getResponseBody()) {
                byte[] part = "<searchRetrieveResponse>".concat(" ".repeat(100_000)).getBytes(StandardCharsets.UTF_8);
                for (int i = 0; i < 1_000; i++) {
                    out.write(part);
                }
            }
        });
        made.createContext("/hostile", exchange -> send(exchange, 200, """
                <s:searchRetrieveResponse xmlns:s="http://www.loc.gov/zing/srw/" xmlns:dc="http://purl.org/dc/elements/1.1/">\
                <s:records><s:record><s:recordData><dc><dc:title>&lt;script&gt;alert(1)&lt;/script&gt;</dc:title>\
                <dc:identifier>javascript:alert(1)</dc:identifier></dc></s:recordData></s:record></s:records>\
                </s:searchRetrieveResponse>"""));
        made.start();
        server = made;
    }

    private static void send(HttpExchange exchange, int status, String body) throws IOException {
        byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
        exchange.sendResponseHeaders(status, bytes.length);
        try (OutputStream out = exchange.getResponseBody()) {
            out.write(bytes);
        }
    }

    @AfterEach
    void stop() {
        silence.countDown();
        requireNonNull(server).stop(0);
    }

    private String at(String path) {
        return "http://127.0.0.1:" + requireNonNull(server).getAddress().getPort() + path;
    }

    private SampleHub portal(String targets, boolean isPrivate) throws Exception {
        Path data = Files.createDirectory(folder.resolve("portal"));
        Map<Setting, String> settings = Map.of(SruFeature.TARGETS, targets, SruFeature.PRIVATE, isPrivate ? "yes" : "no");
        return new SampleHub(data, new SruFeature(LIMIT), settings);
    }

    @Test
    void hitsOfAnotherHub_areShownWithTheirOrigin_besideThoseOfTheHub() throws Exception {
        try (SampleHub other = new SampleHub(Files.createDirectory(folder.resolve("other")), new SruFeature());
                SampleHub portal = portal("Other & far=" + other.url() + "/sru/local", true)) {
            String page = portal.get("/?q=winter").body();
            assertThat(page).contains("Live from Other &amp; far", "1 result, and 1 from other catalogues",
                    "href=\"http://example.org/9\"", "/records/local/oai_dc/oai:y:9");
            assertThat(portal.get("/?q=winter&page=2").body()).doesNotContain("Live from");
            assertThat(portal.get("/").body()).doesNotContain("Live from");
            assertThat(portal.get("/?q=nosuchword").body()).doesNotContain("Live from");
        }
    }

    @Test
    void silentAndBrokenServers_areNamed_andDoNotDelayTheOthers() throws Exception {
        try (SampleHub other = new SampleHub(Files.createDirectory(folder.resolve("other")), new SruFeature());
                SampleHub portal = portal("Silent=" + at("/silent") + ", Broken=" + at("/broken") + ",Failing=" + at("/failing")
                        + ",Endless=" + at("/endless") + ",Other=" + other.url() + "/sru", true)) {
            long begin = System.nanoTime();
            String page = portal.get("/?q=river").body();
            assertThat(Duration.ofNanos(System.nanoTime() - begin)).isLessThan(LIMIT.multipliedBy(3));
            assertThat(page).contains("Silent did not answer in time.", "Broken could not be searched.",
                    "Failing could not be searched.", "Endless could not be searched.", "Live from Other",
                    "/records/home/oai_dc/oai:x:1");
            String again = portal.get("/?q=river").body();
            assertThat(again).contains("Silent did not answer an earlier search", "Live from Other");
            assertThat(asked).hasValue(1);
            portal.advance(Duration.ofMinutes(2));
            assertThat(portal.get("/?q=river").body()).contains("Silent did not answer in time.");
        }
    }

    @Test
    void hostileAnswer_isEscaped_andItsAddressIsNoLink() throws Exception {
        try (SampleHub portal = portal("Hostile=" + at("/hostile"), true)) {
            String page = portal.get("/?q=anything").body();
            assertThat(page).contains("Live from Hostile", "&lt;script&gt;alert(1)").doesNotContain("<script>alert",
                    "href=\"javascript:");
        }
    }

    @Test
    void serverInAPrivateNetwork_isNotAsked_unlessThatIsAllowed() throws Exception {
        try (SampleHub portal = portal("Silent=" + at("/silent"), false)) {
            assertThat(portal.get("/?q=river").body()).contains("Silent could not be searched.");
            assertThat(asked).hasValue(0);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "a", "=http://example.org/", "a=ftp://example.org/", "a=http://example.org/?x=1",
            "a=http://u:p@example.org/",
            "a=http://example.org/,a=http://example.net/", "a=http://example.org/,", "a=not an address"})
    void malformedSetting_isRefused(String text) {
        assertThatIllegalArgumentException().isThrownBy(() -> LiveTarget.parse(text)).withMessageStartingWith("expected: ");
    }

    @Test
    void words_becomeTermsThatMeanNothingElse() {
        LiveTarget target = LiveTarget.parse("a=http://example.org/db").getFirst();
        assertThat(target.search("moby  d*ick\" or \\ -", 5))
                .hasToString("http://example.org/db?operation=searchRetrieve&version=1.1"
                        + "&query=%22moby%22+and+%22dick%22+and+%22or%22&maximumRecords=5&recordSchema=dc");
    }

    @Test
    void recordWithoutATitle_leavesNothingToTheNext() throws Exception {
        List<LiveSources.Hit> hits = LiveAnswerReader.read(("<searchRetrieveResponse><records>"
                + "<record><recordData><dc><creator>First</creator><date>1900</date><identifier>http://example.org/1</identifier></dc>"
                + "</recordData><recordIdentifier>one</recordIdentifier></record>"
                + "<record><recordData><record><title>Second</title></record></recordData></record>"
                + "</records></searchRetrieveResponse>").getBytes(StandardCharsets.UTF_8), "x", 3);
        assertThat(hits).containsExactly(new LiveSources.Hit("x", "Second", List.of(), null, "", null));
    }

    @Test
    void answers_areRead_upToTheirLimits() throws Exception {
        String record = "<record><recordData><dc><title>" + "t".repeat(2_000) + "</title><title>b</title>"
                + "<creator>c</creator>".repeat(9) + "</dc></recordData><recordIdentifier>i</recordIdentifier></record>";
        List<LiveSources.Hit> hits = LiveAnswerReader.read(("<searchRetrieveResponse><records>" + record.repeat(9)
                + "</records></searchRetrieveResponse>").getBytes(StandardCharsets.UTF_8), "x", 3);
        assertThat(hits).hasSize(3);
        assertThat(hits.getFirst().title()).hasSize(500);
        assertThat(hits.getFirst().creators()).hasSize(4);
        assertThat(hits.getFirst().identifier()).isEqualTo("i");
        for (String refused : List.of("<html/>", "<!DOCTYPE a><searchRetrieveResponse/>", "", "no XML",
                "<searchRetrieveResponse><diagnostics><diagnostic><uri>info:srw/diagnostic/1/10</uri></diagnostic></diagnostics>"
                        + "</searchRetrieveResponse>")) {
            assertThatExceptionOfType(OaiFormatException.class).as(refused)
                    .isThrownBy(() -> LiveAnswerReader.read(refused.getBytes(StandardCharsets.UTF_8), "x", 3));
        }
    }
}
