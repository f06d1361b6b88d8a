package dev.sheaf.cli;

import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import dev.sheaf.cli.Browser.Sent;
import dev.sheaf.store.HubStore;
import dev.sheaf.store.sources.SourceLease;

import static org.assertj.core.api.Assertions.assertThat;

/** The deposit page of a running hub, over real HTTP, with the processes that read documents. */
class DepositPagesTest {

    private static final String PASSWORD = "correct horse battery staple";
    private static final String PAGE = "/admin/deposits/papers";
    private static final String FILES = PAGE + "/upload";
    private static final String LIST = "/oai/papers?verb=ListRecords&metadataPrefix=oai_dc";

    @TempDir
    private Path folder = Path.of("");
    private Path papers = Path.of("");

    @BeforeEach
    void prepare() throws IOException {
        papers = Files.createDirectory(folder.resolve("papers"));
        Files.writeString(folder.resolve("password"), PASSWORD + "\n");
        good("admin", "password", "--password-file", "password");
    }

    private Typed good(String... arguments) {
        Typed typed = Typed.in(folder, arguments);
        assertThat(typed.status()).as(typed.err()).isZero();
        return typed;
    }

    private void publish(String... more) {
        String[] arguments = Stream.concat(Stream.of("publish", "papers", papers.toString(), "--deposit", "--identifier-domain",
                "example.org"), Stream.of(more)).toArray(String[]::new);
        good(arguments);
    }

    private static Sent page(String name, String title) {
        return Sent.text(name, "<html><head><title>" + title + "</title><meta name=\"author\" content=\"scanner 7\"></head>"
                + "<body><p>Sheaves over a space.</p></body></html>");
    }

    private List<String> kept() throws IOException {
        try (Stream<Path> found = Files.list(papers)) {
            return found.map(file -> String.valueOf(file.getFileName())).sorted().toList();
        }
    }

    private static Browser loggedIn(Typed.Serving hub) throws IOException, InterruptedException {
        Browser browser = new Browser(hub.address());
        browser.login(PASSWORD);
        browser.page(PAGE);
        return browser;
    }

    @Test
    void depositedFile_isCorrectedApprovedServedAndTakenBack() throws Exception {
        publish();
        try (Typed.Serving hub = Typed.serving(folder); Browser browser = loggedIn(hub)) {
            assertThat(browser.page("/admin/deposits")).contains("href=\"" + PAGE + "\"");
            HttpResponse<String> uploaded = browser.upload(FILES, List.of(page("../../sheaves.html", "Scan 0017")));
            assertThat(uploaded.statusCode()).isEqualTo(200);
            assertThat(uploaded.body()).contains("Kept: sheaves.html");
            assertThat(browser.pageWith(PAGE, "Scan 0017")).contains("submitted", "Submitted (1)");
            assertThat(kept()).containsExactly("sheaves.html");
            assertThat(browser.page(LIST)).contains("noRecordsMatch");

            String document = browser.page(PAGE + "/document?name=sheaves");
            assertThat(document).contains("It is not published", "Scan 0017", "scanner 7", "text/html");
            HttpResponse<String> approved = browser.post(PAGE + "/document", Map.of("name", "sheaves", "action", "approve",
                    "dc-title", "On <Sheaves>", "dc-creator", "Ada\r\nEmmy\r\n", "dc-language", "en"));
            assertThat(approved.body()).contains("The document is approved", "It is published",
                    "Corrected. The document states: Scan 0017", "On &lt;Sheaves&gt;");
            String listed = browser.pageWith(LIST + "&set=approved", "On &lt;Sheaves&gt;");
            assertThat(listed).contains("<dc:title>On &lt;Sheaves&gt;</dc:title>", "<dc:creator>Ada</dc:creator>",
                    "<dc:creator>Emmy</dc:creator>", "<setSpec>approved</setSpec>", "oai:example.org:papers/sheaves")
                    .doesNotContain("Scan 0017", "scanner 7");

            good("publish", "papers");
            assertThat(browser.page(LIST)).as("a crawl keeps the correction").contains("On &lt;Sheaves&gt;");

            HttpResponse<String> back = browser.post(PAGE + "/document", Map.of("name", "sheaves", "action", "submit",
                    "dc-title", "On Sheaves"));
            assertThat(back.body()).contains("The approval is taken back");
            assertThat(browser.pageWith(LIST, "status=\"deleted\"")).doesNotContain("dc:title");
        }
    }

    @Test
    void removedDocument_losesItsFile_andHarvestersSeeItAsDeleted() throws Exception {
        publish();
        try (Typed.Serving hub = Typed.serving(folder); Browser browser = loggedIn(hub)) {
            browser.upload(FILES, List.of(page("a.html", "One"), Sent.text("broken.pdf", "%PDF-1.7 and nothing else")));
            assertThat(browser.pageWith(PAGE, "Files that cannot be read")).contains("broken.pdf");
            browser.pageWith(PAGE, "Submitted (1)");
            browser.post(PAGE + "/document", Map.of("name", "a", "action", "approve", "dc-title", "One"));
            browser.pageWith(LIST, "<dc:title>One</dc:title>");
            for (String name : List.of("a", "broken")) {
                assertThat(browser.page(PAGE + "/remove?name=" + name)).contains("are deleted from the folder: " + name);
                assertThat(browser.post(PAGE + "/remove?name=" + name, Map.of()).body()).contains(name + " is removed");
            }
            assertThat(kept()).isEmpty();
            browser.pageWith(LIST, "status=\"deleted\"");
            assertThat(browser.page(PAGE)).contains("All (0)").doesNotContain("Files that cannot be read");
            assertThat(browser.get(PAGE + "/remove?name=a").statusCode()).isEqualTo(404);
            assertThat(browser.post(PAGE + "/remove?name=a", Map.of()).statusCode()).as("nothing was removed").isEqualTo(404);
        }
    }

    @Test
    void strangers_canNeitherSeeNorChangeAnything() throws Exception {
        publish();
        try (Typed.Serving hub = Typed.serving(folder);
                Browser owner = loggedIn(hub);
                Browser stranger = new Browser(hub.address())) {
            owner.upload(FILES, List.of(page("a.html", "Secret plans")));
            owner.pageWith(PAGE, "Secret plans");
            for (String path : List.of("/admin/deposits", PAGE, PAGE + "/document?name=a", PAGE + "/remove?name=a",
                    PAGE + "/file?name=a&path=a.html")) {
                assertThat(stranger.page(path)).contains("type=\"password\"").doesNotContain("Secret plans", "sheaf-upload");
            }
            Sent file = page("b.html", "B");
            assertThat(stranger.upload(FILES, owner.token(), List.of(file), Map.of()).body()).contains("type=\"password\"");
            assertThat(stranger.upload("/admin/deposits/nothing/upload", owner.token(), List.of(file), Map.of()).body())
                    .as("strangers do not learn which collections there are").contains("type=\"password\"");
            assertThat(owner.upload(FILES, "guessed", List.of(file), Map.of()).statusCode()).isEqualTo(403);
            assertThat(owner.upload(FILES, owner.token(), List.of(file), Map.of("Origin", "https://evil.example.org"))
                    .statusCode()).isEqualTo(403);
            assertThat(owner.upload(FILES, owner.token(), List.of(file), Map.of("Sec-Fetch-Site", "cross-site")).statusCode())
                    .isEqualTo(403);
            assertThat(kept()).containsExactly("a.html");
            assertThat(owner.page("/?q=secret")).as("it is not found before its approval").doesNotContain("Secret plans");
        }
    }

    @Test
    void fileThatIsTooLarge_isRefusedByName_andTheOthersAreKept() throws Exception {
        publish("--option", "size=2KB");
        try (Typed.Serving hub = Typed.serving(folder); Browser browser = loggedIn(hub)) {
            HttpResponse<String> uploaded = browser.upload(FILES,
                    List.of(Sent.text("<b>large</b>.txt", "x".repeat(5_000)), page("small.html", "Small")));
            assertThat(uploaded.body()).contains("large", "was not kept", "Kept: small.html").doesNotContain("<b>");
            assertThat(kept()).containsExactly("small.html");
            assertThat(browser.upload(FILES, List.of()).body()).contains("No file was chosen");
            assertThat(browser.upload("/admin/deposits/unknown/upload", List.of(page("x.html", "X"))).statusCode())
                    .isEqualTo(404);
        }
    }

    @Test
    void file_isSentAsADownload_andOnlyFilesOfTheCollectionAre() throws Exception {
        publish();
        Files.writeString(folder.resolve("outside.txt"), "outside");
        try (Typed.Serving hub = Typed.serving(folder); Browser browser = loggedIn(hub)) {
            browser.upload(FILES, List.of(page("a.html", "A")));
            browser.pageWith(PAGE, "Submitted (1)");
            HttpResponse<String> file = browser.get(PAGE + "/file?name=a&path=a.html");
            assertThat(file.body()).contains("<title>A</title>");
            assertThat(file.headers().firstValue("Content-Disposition").orElse("")).startsWith("attachment");
            assertThat(file.headers().firstValue("Content-Security-Policy").orElse("")).contains("sandbox");
            assertThat(browser.get(PAGE + "/file?name=a&path=../outside.txt").statusCode()).isEqualTo(404);
            assertThat(browser.get(PAGE + "/file?name=..%2Foutside&path=../outside.txt").statusCode()).isEqualTo(404);
        }
    }

    @Test
    void submittedDocuments_canBeShownInASetOfTheirOwn() throws Exception {
        publish("--option", "submitted=shown");
        try (Typed.Serving hub = Typed.serving(folder); Browser browser = loggedIn(hub)) {
            browser.upload(FILES, List.of(page("a.html", "A")));
            browser.pageWith(LIST + "&set=submitted", "<dc:title>A</dc:title>");
            browser.page(PAGE);
            browser.post(PAGE + "/document", Map.of("name", "a", "action", "approve", "dc-title", "A"));
            browser.pageWith(LIST + "&set=submitted", "status=\"deleted\"");
            assertThat(browser.page(LIST + "&set=approved")).contains("<dc:title>A</dc:title>");
        }
    }

    @Test
    void filesThatArePutIntoTheFolder_areReadWhenTheHubStarts() throws Exception {
        publish();
        Files.writeString(papers.resolve("a.html"), "<html><head><title>By hand</title></head><body>x</body></html>");
        try (Typed.Serving hub = Typed.serving(folder); Browser browser = loggedIn(hub)) {
            assertThat(browser.pageWith(PAGE, "By hand")).contains("Submitted (1)");
        }
    }

    @Test
    void wrongOptions_areExplained() {
        Typed typed = Typed.in(folder, "publish", "papers", papers.toString(), "--option", "submitted=shown");
        assertThat(typed.status()).isEqualTo(2);
        assertThat(typed.err()).contains("only submitted with --deposit");
        assertThat(Typed.in(folder, "publish", "papers", papers.toString(), "--deposit", "--option", "submitted=x").err())
                .contains("shown or withheld");
    }

    @Test
    void page_reloadsItselfWhileTheCollectionIsBeingRead_unlessThatIsStopped() throws Exception {
        publish();
        try (Typed.Serving hub = Typed.serving(folder);
                Browser browser = loggedIn(hub);
                HubStore store = Typed.store(folder)) {
            String reload = "http-equiv=\"refresh\" content=\"5\"";
            Optional<SourceLease> command = Optional.empty();
            // The hub reads the collection when it starts.
            while (command.isEmpty()) {
                command = store.leases().tryTake("papers");
            }
            try (SourceLease _ = command.get()) {
                assertThat(browser.page(PAGE)).contains(reload, "The collection is being read", "?watch=0");
                assertThat(browser.page(PAGE + "?watch=0")).contains("The collection is being read").doesNotContain(reload);
            }
            String after = browser.page(PAGE);
            while (after.contains(reload)) {
                after = browser.page(PAGE);
            }
            assertThat(after).doesNotContain("The collection is being read", "refresh");
        }
    }
}
