package dev.sheaf.platform.explorer;

import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

import dev.sheaf.platform.config.Setting;
import dev.sheaf.platform.hub.Hub;
import dev.sheaf.platform.hub.HubOptions;
import dev.sheaf.platform.server.ServerSettings;
import dev.sheaf.platform.server.ServerStartException;
import dev.sheaf.provider.flow.RequestLimit;
import dev.sheaf.store.HubIdentity;
import dev.sheaf.store.HubStore;
import dev.sheaf.store.open.HubStores;
import dev.sheaf.testkit.SettableClock;

import static org.assertj.core.api.Assertions.assertThat;

/** A hub with an explorer, and a browser without scripts in front of it. */
final class ExplorerHub implements AutoCloseable {

    /** Limits with short times, and with more requests than a test sends. */
    static final ExplorerLimits LIMITS = new ExplorerLimits(1 << 20, Duration.ofSeconds(2), Duration.ofSeconds(4),
            new RequestLimit(100_000, 100_000, 100_000, Duration.ofMinutes(1)), 4);
    /** Lets readers explore this machine. */
    static final Map<Setting, String> HERE = Map.of(ExplorerFeature.PRIVATE, "yes");

    private static final Pattern LINK = Pattern.compile("<a href=\"([^\"]*)\"[^>]*>(.*?)</a>", Pattern.DOTALL);

    final HubStore store;
    private final Hub hub;
    private final HttpClient client = HttpClient.newHttpClient();

    ExplorerHub(Path data, HubOptions options, ExplorerLimits limits, SettableClock clock) throws ServerStartException {
        store = HubStores.open(data, new HubIdentity("Test hub", "admin@example.org", "hub.example.org"), clock);
        hub = Hub.start(data, store, ServerSettings.of("127.0.0.1", 0, null), options,
                List.of(new ExplorerFeature(limits, (_, _) -> {})), clock);
    }

    /** A hub whose readers may explore this machine. */
    static ExplorerHub open(Path data, SettableClock clock) throws ServerStartException {
        return new ExplorerHub(data, HubOptions.of(100).withSettings(HERE), LIMITS, clock);
    }

    String baseUrl() {
        return hub.baseUrl();
    }

    static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }

    /** Gets a page of the explorer with parameters in turn, names and values. */
    HttpResponse<String> explore(String... namesAndValues) throws IOException, InterruptedException {
        StringBuilder query = new StringBuilder();
        for (int i = 0; i < namesAndValues.length; i += 2) {
            query.append(i == 0 ? "?" : "&").append(namesAndValues[i]).append('=').append(encoded(namesAndValues[i + 1]));
        }
        return get("/explorer" + query);
    }

    HttpResponse<String> get(String path, String... headers) throws IOException, InterruptedException {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(hub.baseUrl() + path));
        HttpResponse<String> response = client.send((headers.length == 0 ? request : request.headers(headers)).build(),
                HttpResponse.BodyHandlers.ofString());
        if (response.headers().firstValue("Content-Type").orElse("").startsWith("text/html")) {
            // No page of the explorer has a script, or a link that is one.
            assertThat(response.body()).doesNotContainIgnoringCase("<script").doesNotContainIgnoringCase("href=\"javascript:")
                    .doesNotContain("dev.sheaf.").doesNotContain("\tat ");
        }
        return response;
    }

    /** Follows the first link with this text, without its hidden words. */
    HttpResponse<String> follow(HttpResponse<String> page, String text) throws IOException, InterruptedException {
        return get(href(page, text));
    }

    /** Follows the last link with this text: verbs are links above the answer, and again at its entries. */
    HttpResponse<String> followLast(HttpResponse<String> page, String text) throws IOException, InterruptedException {
        return get(hrefs(page, text).getLast());
    }

    /** Returns the address of the first link with this text. */
    static String href(HttpResponse<String> page, String text) {
        return hrefs(page, text).getFirst();
    }

    private static List<String> hrefs(HttpResponse<String> page, String text) {
        List<String> hrefs = LINK.matcher(page.body()).results()
                .filter(link -> link.group(2).replaceAll("<span class=\"hidden\">.*?</span>", "").strip().equals(text))
                .map(link -> link.group(1).replace("&amp;", "&")).toList();
        assertThat(hrefs).as("links '%s' in %s", text, page.body()).isNotEmpty();
        return hrefs;
    }

    @Override
    public void close() {
        client.close();
        hub.close();
        store.close();
    }
}
