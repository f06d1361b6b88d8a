package dev.sheaf.cli;

import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static org.assertj.core.api.Assertions.assertThat;

/** A collection on a web server that fails: publish says that the server fails, changes nothing, and blames neither itself nor the operator. */
class WebOutagesTest {

    /** Fault of the server, and the beginning of the message about it. */
    enum Outage {
        STOPPED("does not answer: no connection to"),
        EVERYTHING_503("does not answer: its robots.txt could not be read, the server answers HTTP 503"),
        LISTING_503("503"),
        LISTING_ENDS_EARLY("does not answer"),
        FOLDER_503("partial"),
        HEADS_503("partial"),
        CONTENTS_503("one.txt: the server answers HTTP 503"),
        ONE_CONTENT_503("one.txt: the server answers HTTP 503"),
        CONTENTS_END_EARLY("the connection to"),
        LISTING_IS_NO_HTML("its listing is no HTML page"),
        LISTING_ASKS_FOR_A_LOGIN("401"),
        ROBOTS_TXT_FORBIDS("the robots.txt of the server forbids it");

        private final String said;

        Outage(String said) {
            this.said = said;
        }
    }

    @TempDir
    private Path folder;
    private HttpServer server;
    private volatile @Nullable Outage outage;
    private volatile @Nullable String retryAfter;
    private volatile String modified = "Mon, 02 Mar 2026 12:00:00 GMT";

    @BeforeEach
    void start() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", this::answer);
        server.start();
        Typed published = Typed.in(folder, "publish", "w", address(), "--identifier-domain", "example.org");
        assertThat(published.err()).contains("w: 2 new");
        assertThat(published.status()).isZero();
    }

    @AfterEach
    void stop() {
        server.stop(0);
    }

    private String address() {
        return "http://127.0.0.1:" + server.getAddress().getPort() + "/";
    }

    private void answer(HttpExchange exchange) throws IOException {
        String path = exchange.getRequestURI().getPath();
        boolean isContent = path.endsWith(".txt") && !path.equals("/robots.txt");
        boolean isGet = exchange.getRequestMethod().equals("GET");
        boolean isListing = path.equals("/");
        Outage now = outage;
        int status = now == Outage.EVERYTHING_503 || now == Outage.LISTING_503 && isListing
                || now == Outage.FOLDER_503 && path.equals("/sub/") || now == Outage.HEADS_503 && isContent && !isGet
                || now == Outage.CONTENTS_503 && isContent && isGet
                || now == Outage.ONE_CONTENT_503 && path.equals("/one.txt") && isGet
                        ? 503
                        : now == Outage.LISTING_ASKS_FOR_A_LOGIN && isListing
                                ? 401
                                : path.equals("/robots.txt") && now != Outage.ROBOTS_TXT_FORBIDS ? 404 : 200;
        String text = path.equals("/robots.txt")
                ? "User-agent: *\nDisallow: /\n"
                : isListing
                        ? "<a href='one.txt'>one</a> <a href='sub/'>sub</a>"
                        : isContent
                                ? "words of " + path + modified
                                : "<a href='two.txt'>two</a>";
        boolean endsEarly = now == Outage.LISTING_ENDS_EARLY && isListing
                || now == Outage.CONTENTS_END_EARLY && isContent && isGet;
        byte[] body = text.getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().set("Content-Type",
                isContent || now == Outage.LISTING_IS_NO_HTML ? "text/plain" : "text/html");
        exchange.getResponseHeaders().set("Last-Modified", modified);
        if (status == 503 && retryAfter != null) {
            exchange.getResponseHeaders().set("Retry-After", retryAfter);
        }
        if (!isGet) {
            exchange.getResponseHeaders().set("Content-Length", Integer.toString(body.length));
        }
        exchange.sendResponseHeaders(status, isGet ? body.length + (endsEarly ? 100 : 0) : -1);
        if (isGet) {
            OutputStream out = exchange.getResponseBody();
            out.write(body);
        }
        exchange.close();
    }

    @ParameterizedTest
    @EnumSource(Outage.class)
    void outage_isToldAsSuch_andNothingIsChanged(Outage wrong) {
        outage = wrong;
        modified = "Tue, 03 Mar 2026 12:00:00 GMT";
        if (wrong == Outage.STOPPED) {
            server.stop(0);
        }

        Typed typed = Typed.in(folder, "publish", "w");

        // One refused file is no outage of the collection.
        boolean goesOn = wrong == Outage.ONE_CONTENT_503;
        assertThat(typed.status()).as(typed.err()).isEqualTo(goesOn ? 0 : 1);
        assertThat(typed.err()).contains(wrong.said)
                .containsPattern(goesOn ? "w: 1 changed; 1 file refused" : "Nothing was (changed|withdrawn|published)\\.")
                .doesNotContain("fault of Sheaf", "unexpected", "--access", "..", "Exception");
        assertThat(Typed.in(folder, "export", "--source", "w", "--format", "jsonl").out()).contains("w/one", "w/sub/two")
                .doesNotContain("\"deleted\":true");
    }

    @Test
    void collectionThatIsPublishedAgainAndAgain_saysWhenItIsTriedNext_andGoesOn() throws Exception {
        // Without it, a busy server is given minutes.
        retryAfter = "1";
        try (Typed.Serving publishing = Typed.running(folder, "publish", "w", "--interval", "1s")) {
            publishing.awaitErr("(w: 2 the same)");
            outage = Outage.LISTING_503;
            publishing.awaitErr("(" + address() + ".*HTTP 503.* Nothing was changed\\. Next try at 20[-0-9]+T[:0-9]+Z\\.)");
            outage = null;
            modified = "Wed, 04 Mar 2026 12:00:00 GMT";
            publishing.awaitErr("(w: 2 changed)");
        }
    }

    @Test
    void firstCrawlDuringAnOutage_isTriedAgain_alsoOfANewCollection() throws Exception {
        retryAfter = "1";
        outage = Outage.LISTING_503;
        modified = "Thu, 05 Mar 2026 12:00:00 GMT";
        // One after the other: requests to a host that fails more often are paused for a while.
        try (Typed.Serving known = Typed.running(folder, "publish", "w", "--interval", "1s")) {
            known.awaitErr("(Nothing was changed\\. Next try at 20[-0-9]+T[:0-9]+Z\\.)");
            outage = null;
            known.awaitErr("(w: 2 changed)");
        }
        outage = Outage.LISTING_503;
        try (Typed.Serving made = Typed.running(folder, "publish", "v", address(), "--interval", "1s")) {
            made.awaitErr("(Nothing was changed\\. Next try at 20[-0-9]+T[:0-9]+Z\\.)");
            outage = null;
            made.awaitErr("(v: 2 new)");
        }
    }

    @Test
    void nextTry_isNotBeforeTheEndOfThePauseThatTheServerAskedFor() throws Exception {
        outage = Outage.LISTING_503;
        retryAfter = "7200";
        Instant before = Instant.now();
        try (Typed.Serving publishing = Typed.running(folder, "publish", "w", "--interval", "1s")) {
            Instant next = Instant.parse(publishing.awaitErr("Nothing was changed\\. Next try at (20[-0-9]+T[:0-9]+Z)\\."));
            assertThat(next).isBetween(before.plusSeconds(7_200), Instant.now().plusSeconds(7_202));
        }
    }

    @Test
    void newCollectionInAFolderThatDoesNotExist_endsAtOnce() {
        Typed typed = Typed.in(folder, "publish", "v", folder.resolve("nosuch").toString(), "--interval", "1s");
        assertThat(typed.status()).isEqualTo(1);
        assertThat(typed.err()).contains("there is no file or folder").doesNotContain("Next try");
    }
}
