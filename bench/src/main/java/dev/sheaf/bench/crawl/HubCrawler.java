package dev.sheaf.bench.crawl;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Function;

import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;

/**
 * A well-behaved crawler: it reads {@code /robots.txt}, begins at the front page, and follows all links that it may follow, whatever they say of
 * their type, level by level. Each request states another client address, so that no budget is used up. For one thread.
 */
final class HubCrawler implements AutoCloseable {

    private static final int PARALLEL = 4;
    /** A request in so many states the next network. */
    private static final int REQUESTS_OF_A_NETWORK = 100;

    private final String hubUrl;
    private final HttpClient client = HttpClient.newHttpClient();
    private final ExecutorService threads = Executors.newFixedThreadPool(PARALLEL);
    private final Map<String, Integer> depths = new HashMap<>();
    private final Map<String, String> tags = new HashMap<>();
    private final Set<String> facets = new HashSet<>();
    private int requests;

    HubCrawler(String hubUrl) {
        this.hubUrl = hubUrl;
    }

    /** A page that was fetched. */
    private record Fetched(String path, String tag, List<String> links) {}

    /** Returns the address of a client; neighbouring numbers are mostly in one network. */
    static String address(int number) {
        int network = number / REQUESTS_OF_A_NETWORK;
        return "20." + (network >> 8 & 0xff) + "." + (network & 0xff) + "." + (1 + number % REQUESTS_OF_A_NETWORK);
    }

    private HttpResponse<String> get(String path, int number, String... headers) throws IOException, InterruptedException {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(hubUrl + path)).header("X-Forwarded-For",
                address(number));
        if (headers.length > 0) {
            request.headers(headers);
        }
        return client.send(request.build(), HttpResponse.BodyHandlers.ofString());
    }

    /** Crawls until no link is left. */
    void crawl() throws Exception {
        RobotRules rules = RobotRules.read(get("/robots.txt", requests++).body());
        List<String> level = List.of("/");
        depths.put("/", 0);
        for (int depth = 1; !level.isEmpty(); depth++) {
            List<Future<Fetched>> fetched = new ArrayList<>();
            for (String path : level) {
                int number = requests++;
                fetched.add(threads.submit(() -> fetch(path, number)));
            }
            List<String> next = new ArrayList<>();
            for (Future<Fetched> page : fetched) {
                tags.put(page.get().path(), page.get().tag());
                for (String link : page.get().links()) {
                    if (rules.allows(link) && depths.putIfAbsent(link, depth) == null) {
                        next.add(link);
                        if (link.indexOf('?') >= 0) {
                            facets.add(link);
                        }
                    }
                }
            }
            level = next;
        }
    }

    private Fetched fetch(String path, int number) throws IOException, InterruptedException {
        HttpResponse<String> response = get(path, number);
        if (response.statusCode() != 200) {
            throw new IOException(path + " answered " + response.statusCode());
        }
        String tag = response.headers().firstValue("ETag").orElse("");
        List<String> links = new ArrayList<>();
        if (!response.headers().firstValue("Content-Type").orElse("").startsWith("text/html")) {
            return new Fetched(path, tag, links);
        }
        Document page = Jsoup.parse(response.body(), hubUrl + path);
        if (page.select("meta[name=robots]").attr("content").contains("nofollow")) {
            return new Fetched(path, tag, links);
        }
        for (Element link : page.select("a[href]")) {
            String address = link.attr("abs:href");
            int fragment = address.indexOf('#');
            String plain = fragment < 0 ? address : address.substring(0, fragment);
            if (plain.startsWith(hubUrl + "/") && !link.attr("rel").contains("nofollow")) {
                links.add(plain.substring(hubUrl.length()));
            }
        }
        return new Fetched(path, tag, links);
    }

    /** Asks again for pages with their tags; returns the number of those that were unchanged. */
    int again(List<String> paths) throws Exception {
        return asked(paths, 304, path -> new String[]{"If-None-Match", tags.getOrDefault(path, "\"\"")});
    }

    /** Asks for pages, in this order, and does not read them; returns the number of those that came. */
    int ask(List<String> paths) throws Exception {
        return asked(paths, 200, _ -> new String[0]);
    }

    private int asked(List<String> paths, int status, Function<String, String[]> headers) throws Exception {
        List<Future<Boolean>> answers = new ArrayList<>();
        for (String path : paths) {
            int number = requests++;
            answers.add(threads.submit(() -> get(path, number, headers.apply(path)).statusCode() == status));
        }
        int wanted = 0;
        for (Future<Boolean> answer : answers) {
            wanted += answer.get() ? 1 : 0;
        }
        return wanted;
    }

    /** Returns the paths of the pages of records that were reached. */
    List<String> records() {
        return depths.keySet().stream().filter(path -> path.startsWith("/records/") && path.indexOf('?') < 0).sorted().toList();
    }

    /** Returns the reached addresses with parameters: searches, facets, forms of pages. */
    Set<String> facets() {
        return facets;
    }

    /** Returns the largest number of links from the front page to a record. */
    int depth() {
        return records().stream().mapToInt(path -> depths.getOrDefault(path, 0)).max().orElse(0);
    }

    int requests() {
        return requests;
    }

    @Override
    public void close() {
        threads.shutdownNow();
        client.close();
    }
}
