package dev.sheaf.bench;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.Executors;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;

/**
 * Measurement of the cost of the live proxy: the same response is fetched directly and through the proxy, valid and malformed, short and
 * long. The memory of the proxy's process is measured, too, with a heap of 128 MB.
 */
final class ProxyBenchmark {

    private static final int SHORT_RECORDS = 500;
    private static final int LONG_RECORDS = 75_000;
    private static final int WARM_UP = 60;
    private static final int FETCHES = 60;
    private static final String LIST = "?verb=ListRecords&metadataPrefix=oai_dc";
    private static final byte[] BEGIN = bytes("""
            <?xml version="1.0" encoding="UTF-8"?>
            <OAI-PMH xmlns="http://www.openarchives.org/OAI/2.0/">
            <responseDate>2024-05-10T09:00:00Z</responseDate><request>http://repository.example.org/oai</request>
            <ListRecords>
            """);
    private static final byte[] END = bytes("</ListRecords>\n</OAI-PMH>\n");

    private final HttpClient client = HttpClient.newHttpClient();

    private ProxyBenchmark() {}

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    /**
     * Returns one record of about 1.4 KB. In a malformed response, every hundredth record has an unescaped ampersand and a control
     * character.
     */
    private static byte[] record(int number, boolean spoilt) {
        String title = "On the number " + number + (spoilt && number % 100 == 7 ? " & others\u0001" : " and others");
        return bytes("""
                <record><header><identifier>oai:repository.example.org:%d</identifier><datestamp>2024-05-01T00:00:00Z</datestamp>\
                <setSpec>all</setSpec></header><metadata><oai_dc:dc xmlns:oai_dc="http://www.openarchives.org/OAI/2.0/oai_dc/" \
                xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title>%s</dc:title><dc:description>%s</dc:description>\
                </oai_dc:dc></metadata></record>
                """.formatted(number, title, "All work and no play makes a record long. ".repeat(24)));
    }

    private static void answer(HttpExchange exchange) throws IOException {
        String path = exchange.getRequestURI().getPath();
        boolean spoilt = path.contains("spoilt");
        exchange.getResponseHeaders().set("Content-Type", "text/xml; charset=utf-8");
        exchange.sendResponseHeaders(200, 0);
        try (OutputStream out = exchange.getResponseBody()) {
            out.write(BEGIN);
            for (int i = 0; i < (path.contains("long") ? LONG_RECORDS : SHORT_RECORDS); i++) {
                out.write(record(i, spoilt));
            }
            out.write(END);
        }
    }

    private record Fetched(long bytes, double seconds, double first) {}

    private Fetched fetch(String address) throws IOException, InterruptedException {
        long start = System.nanoTime();
        HttpResponse<InputStream> response = client.send(HttpRequest.newBuilder(URI.create(address + LIST)).build(),
                HttpResponse.BodyHandlers.ofInputStream());
        long bytes = 0;
        long first = 0;
        try (InputStream in = response.body()) {
            byte[] buffer = new byte[1 << 16];
            for (int count = in.read(buffer); count >= 0; count = in.read(buffer)) {
                first = first == 0 ? System.nanoTime() : first;
                bytes += count;
            }
        }
        if (response.statusCode() != 200) {
            throw new IOException("HTTP " + response.statusCode() + " from " + address);
        }
        return new Fetched(bytes, (System.nanoTime() - start) / 1e9, (first - start) / 1e9);
    }

    /** Returns the median of many fetches. */
    private Fetched often(String address) throws IOException, InterruptedException {
        for (int i = 0; i < WARM_UP; i++) {
            fetch(address);
        }
        Fetched[] all = new Fetched[FETCHES];
        for (int i = 0; i < FETCHES; i++) {
            all[i] = fetch(address);
        }
        Arrays.sort(all, (one, other) -> Double.compare(one.seconds(), other.seconds()));
        return all[FETCHES / 2];
    }

    private static void line(String what, Fetched fetched) {
        System.out.printf("%-28s %8.2f MB %9.1f ms %8.1f ms to the first byte %8.1f MB/s%n", what, fetched.bytes() / 1e6,
                fetched.seconds() * 1e3, fetched.first() * 1e3, fetched.bytes() / 1e6 / fetched.seconds());
    }

    /** Measures and prints. */
    public static void main(String[] arguments) throws Exception {
        HttpServer upstream = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 64);
        upstream.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        upstream.createContext("/", ProxyBenchmark::answer);
        upstream.start();
        String source = "http://127.0.0.1:" + upstream.getAddress().getPort() + "/";
        Path data = Files.createTempDirectory("sheaf-proxy-bench");
        String[] names = {"short", "short-spoilt", "long", "long-spoilt"};
        try (Child child = Child.start(ProxyChild.class, "128m", data.toString(), source + names[0], source + names[1],
                source + names[2], source + names[3])) {
            String proxy = child.report().get("url") + "/proxy/s";
            ProxyBenchmark benchmark = new ProxyBenchmark();
            for (int i = 0; i < names.length; i++) {
                boolean isLong = names[i].startsWith("long");
                line(names[i] + ", directly", isLong ? benchmark.fetch(source + names[i]) : benchmark.often(source + names[i]));
                line(names[i] + ", through the proxy", isLong ? benchmark.fetch(proxy + i) : benchmark.often(proxy + i));
            }
            Map<String, String> end = child.end();
            System.out.println("the proxy's process: " + end.get("peak") + " MB at most, " + end.get("cpu") + " CPU seconds");
        } finally {
            upstream.stop(0);
        }
    }
}
