package dev.sheaf.cli;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import com.sun.net.httpserver.HttpServer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.LoggerFactory;

import dev.sheaf.cli.Browser.Sent;
import dev.sheaf.store.HubIdentity;
import dev.sheaf.store.HubStore;
import dev.sheaf.store.open.HubStores;

import static org.assertj.core.api.Assertions.assertThat;

/** An archive on a laptop and the hub of its community, over real HTTP: the hub never sends the archive a request. */
class OnePersonsArchiveTest {

    private static final String PASSWORD = "correct horse battery staple";

    @TempDir
    private Path folder = Path.of("");
    private Path hub = Path.of("");
    private Path laptop = Path.of("");

    @BeforeEach
    void prepare() throws IOException {
        hub = Files.createDirectory(folder.resolve("hub"));
        laptop = Files.createDirectory(folder.resolve("laptop"));
        Files.createDirectory(laptop.resolve("papers"));
        for (Path place : List.of(hub, laptop)) {
            Files.writeString(place.resolve("password"), PASSWORD + "\n");
            good(place, "admin", "password", "--password-file", "password");
        }
    }

    private static Typed good(Path place, String... arguments) {
        Typed typed = Typed.in(place, arguments);
        assertThat(typed.status()).as(typed.err()).isZero();
        return typed;
    }

    private static Browser loggedIn(Typed.Serving serving, String page) throws IOException, InterruptedException {
        Browser browser = new Browser(serving.address());
        browser.login(PASSWORD);
        browser.page(page);
        return browser;
    }

    private void register(Typed.Serving receiving, String... more) {
        String[] arguments = new String[more.length + 9];
        List<String> fixed = List.of("register", address(receiving), "--source", "papers", "--name", "Papers of Ada", "--email",
                "ada@example.org", "--plain");
        for (int i = 0; i < fixed.size(); i++) {
            arguments[i] = fixed.get(i);
        }
        System.arraycopy(more, 0, arguments, fixed.size(), more.length);
        good(laptop, arguments);
    }

    private static String address(Typed.Serving serving) {
        try {
            return serving.address();
        } catch (InterruptedException failure) {
            Thread.currentThread().interrupt();
            throw new AssertionError(failure);
        }
    }

    @Test
    void webServerThatTakesEveryForm_isNoHub() throws Exception {
        good(laptop, "publish", "papers", laptop.resolve("papers").toString(), "--deposit", "--identifier-domain", "example.org");
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", exchange -> {
            exchange.getRequestBody().readAllBytes();
            exchange.sendResponseHeaders(200, 5);
            exchange.getResponseBody().write("Hello".getBytes(StandardCharsets.UTF_8));
            exchange.close();
        });
        server.start();
        try {
            Typed typed = Typed.in(laptop, "register", "http://127.0.0.1:" + server.getAddress().getPort(), "--source", "papers",
                    "--name", "Papers", "--email", "ada@example.org", "--plain");

            assertThat(typed.status()).isEqualTo(1);
            assertThat(typed.err()).contains("no hub answers at").contains("Nothing was registered");
        } finally {
            server.stop(0);
        }
        try (HubStore store = HubStores.open(laptop.resolve("sheaf-data"),
                new HubIdentity("hub", "ada@example.org", "example.org"),
                Clock.systemUTC())) {
            assertThat(store.announcements().of("papers")).as("nothing is sent there").isEmpty();
        }
    }

    @Test
    void approvedDocument_reachesTheHub_andItsFileIsServedWhenTheLaptopIsOff() throws Exception {
        good(laptop, "publish", "papers", laptop.resolve("papers").toString(), "--deposit", "--identifier-domain", "example.org",
                "--by-value", "1MB");
        String html = "<html><head><title>On Sheaves</title></head><body><p>A space.</p></body></html>";
        try (Typed.Serving receiving = Typed.serving(hub, "--registration", "yes");
                Browser reader = new Browser(receiving.address());
                Browser administrator = loggedIn(receiving, "/admin/archives")) {
            register(receiving, "--files");
            assertThat(administrator.page("/admin/archives")).contains("Papers of Ada", "ada@example.org", "pushes its records");
            assertThat(reader.page("/archives")).as("it waits").doesNotContain("Papers of Ada");
            assertThat(reader.page("/register")).contains("Register an archive");
            administrator.page("/admin/archives");
            assertThat(administrator.post("/admin/archives/papers/approve", Map.of("files", "on")).body())
                    .contains("papers: approved", "copies are served");
            try (Typed.Serving sending = Typed.serving(laptop); Browser owner = loggedIn(sending, "/admin/deposits/papers")) {
                owner.upload("/admin/deposits/papers/upload", List.of(Sent.text("sheaves.html", html)));
                owner.pageWith("/admin/deposits/papers", "On Sheaves");
                reader.pageWith("/archives", "on line");
                assertThat(reader.page("/oai/papers?verb=ListRecords&metadataPrefix=oai_dc")).as("only submitted yet")
                        .contains("noRecordsMatch");
                owner.post("/admin/deposits/papers/document", Map.of("name", "sheaves", "action", "approve", "dc-title",
                        "On Sheaves, corrected"));
                reader.pageWith("/oai/papers?verb=ListRecords&metadataPrefix=oai_didl", "base64");
                reader.pageWith("/oai/papers?verb=ListRecords&metadataPrefix=oai_dc", "On Sheaves, corrected");
            }
            String identifier = "oai:example.org:papers/sheaves";
            assertThat(reader.page("/records/papers/oai_dc/" + identifier)).contains("Copies of its files", "text/html");
            HttpResponse<String> copy = reader.get("/files/papers?identifier=" + identifier + "&n=1");
            assertThat(copy.body()).isEqualTo(html);
            assertThat(copy.headers().firstValue("Content-Disposition").orElse("")).startsWith("attachment");
            assertThat(copy.headers().firstValue("Content-Security-Policy").orElse("")).contains("sandbox");
            for (String wrong : List.of("/files/papers?identifier=" + identifier + "&n=2", "/files/papers?identifier=x",
                    "/files/papers", "/files/other?identifier=" + identifier)) {
                assertThat(reader.get(wrong).statusCode()).as(wrong).isEqualTo(404);
            }
            administrator.page("/admin/archives");
            administrator.post("/admin/archives/papers/approve", Map.of());
            assertThat(reader.get("/files/papers?identifier=" + identifier + "&n=1").statusCode()).isEqualTo(404);
            assertThat(reader.page("/records/papers/oai_dc/" + identifier)).doesNotContain("Copies of its files");
        }
    }

    @Test
    void registrationThatWaits_isSentToTheHubAsSoonAsItIsApproved() throws Exception {
        Files.writeString(laptop.resolve("papers/a.html"), "<html><head><title>First</title></head><body>x</body></html>");
        good(laptop, "publish", "papers", laptop.resolve("papers").toString(), "--identifier-domain", "example.org");
        try (Typed.Serving receiving = Typed.serving(hub, "--registration", "yes");
                Browser reader = new Browser(receiving.address());
                Browser administrator = loggedIn(receiving, "/admin/archives")) {
            register(receiving, "--as", "ada");
            String callback = "callback=" + receiving.address();
            ListAppender<ILoggingEvent> log = new ListAppender<>();
            log.start();
            // The log page of the administration shows few lines, and other tests fill it.
            Logger notifier = (Logger) LoggerFactory.getLogger("dev.sheaf.platform.notify.ChangeNotifier");
            // Other tests of this process make the whole log quiet.
            notifier.setLevel(Level.INFO);
            notifier.addAppender(log);
            try (Typed.Serving sending = Typed.serving(laptop)) {
                // Its first push has been refused when it has a failure to show.
                try (Browser owner = loggedIn(sending, "/admin")) {
                    owner.pageWith("/admin/subscriptions", " in a row");
                    assertThat(List.copyOf(log.list)).extracting(ILoggingEvent::getFormattedMessage)
                            .filteredOn(line -> line.contains(callback))
                            .isNotEmpty().allMatch(line -> line.startsWith("waiting for approval: "));
                }
                administrator.post("/admin/archives/ada/approve", Map.of());
                reader.pageWith("/oai/ada?verb=ListRecords&metadataPrefix=oai_dc", "First");
            } finally {
                notifier.setLevel(null);
                notifier.detachAppender(log);
            }
            Typed again = good(laptop, "register", receiving.address(), "--source", "papers", "--as", "ada", "--plain", "--name",
                    "Ada", "--email", "ada@example.org");
            assertThat(again.err()).contains("is approved");
        }
    }

    @Test
    void idOfAnother_cannotBeTaken_andNothingIsKeptOnTheLaptop() throws Exception {
        Files.writeString(laptop.resolve("papers/a.html"), "<html><head><title>First</title></head><body>x</body></html>");
        good(laptop, "publish", "papers", laptop.resolve("papers").toString(), "--identifier-domain", "example.org");
        good(hub, "source", "add", "papers", "https://library.example.org/oai");
        try (Typed.Serving receiving = Typed.serving(hub, "--registration", "yes")) {
            Typed typed = Typed.in(laptop, "register", receiving.address(), "--source", "papers", "--plain", "--name", "Ada",
                    "--email", "ada@example.org");
            assertThat(typed.status()).isEqualTo(1);
            assertThat(typed.err()).contains("Choose another id");
            assertThat(good(laptop, "source", "show", "papers").out()).doesNotContain(receiving.address());
            Typed unencrypted = Typed.in(laptop, "register", receiving.address(), "--source", "papers");
            assertThat(unencrypted.status()).isEqualTo(2);
            assertThat(unencrypted.err()).contains("not https");
        }
    }

    @Test
    void hostileRegistrations_areRefused() throws Exception {
        try (Typed.Serving receiving = Typed.serving(hub, "--registration", "yes");
                Browser stranger = new Browser(receiving.address());
                Browser administrator = loggedIn(receiving, "/admin/archives")) {
            Map<String, String> good = Map.of("id", "eve", "name", "<script>alert(1)</script>", "email", "eve@example.org",
                    "secret",
                    "0123456789abcdef");
            for (Map.Entry<String, String> wrong : Map
                    .of("id", "../x", "name", "a\nb", "email", "a@b\r\nBcc: c", "secret", "short",
                            "base-url", "http://127.0.0.1/oai")
                    .entrySet()) {
                Map<String, String> values = new HashMap<>(good);
                values.put(wrong.getKey(), wrong.getValue());
                assertThat(stranger.post("/register", values).statusCode()).as(wrong.toString()).isEqualTo(422);
            }
            assertThat(stranger.post("/register", good).statusCode()).isEqualTo(202);
            assertThat(stranger.post("/register", good).statusCode()).as("the same again").isEqualTo(202);
            Map<String, String> stolen = new HashMap<>(good);
            stolen.put("secret", "another secret of eve");
            assertThat(stranger.post("/register", stolen).statusCode()).isEqualTo(422);
            assertThat(administrator.page("/admin/archives")).contains("&lt;script&gt;").doesNotContain("<script>alert");
            for (int i = 0; i < 4; i++) {
                Map<String, String> more = new HashMap<>(good);
                more.put("id", "eve" + i);
                assertThat(stranger.post("/register", more).statusCode()).isEqualTo(202);
            }
            Map<String, String> tooMany = new HashMap<>(good);
            tooMany.put("id", "eve9");
            assertThat(stranger.post("/register", tooMany).statusCode()).isEqualTo(503);
            assertThat(stranger.post("/admin/archives/eve/approve", Map.of()).body()).contains("type=\"password\"");
            administrator.page("/admin/archives");
            assertThat(administrator.post("/admin/archives/eve/refuse", Map.of()).body()).contains("refused and forgotten");
            assertThat(administrator.page("/admin")).doesNotContain("/admin/sources/eve\"");
        }
    }

    @Test
    void hubThatTakesNoRegistrations_saysSo() throws Exception {
        try (Typed.Serving receiving = Typed.serving(hub); Browser stranger = new Browser(receiving.address())) {
            assertThat(stranger.get("/register").statusCode()).isEqualTo(404);
            HttpResponse<String> answer = stranger.post("/register", Map.of("id", "eve", "name", "Eve", "email",
                    "eve@example.org", "secret", "0123456789abcdef"));
            assertThat(answer.statusCode()).isEqualTo(404);
            assertThat(answer.body()).contains("takes no registrations");
            assertThat(stranger.page("/archives")).contains("No archives yet").doesNotContain("Register an archive");
        }
    }
}
