package dev.sheaf.bench.publish;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.concurrent.Executors;
import java.util.zip.GZIPOutputStream;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;

/**
 * A web site of 100 pages in a folder, and its server: a first page, 9 sections, and 10 pages in each of them. The server packs pages, states
 * when they were changed, and answers 304 to a crawler that has them already. Pages change in the time of a clock. Belongs to one thread.
 */
final class WebTree implements AutoCloseable {

    /** Number of pages. */
    static final int PAGES = 100;
    /** Page from which all others are reached. */
    static final String FIRST = "index.html";

    private static final int SECTIONS = 9;
    private static final int EACH = 10;
    private static final int WORDS = 700;
    private static final int VOCABULARY = 4_000;
    private static final int OK = 200;
    private static final int NOT_MODIFIED = 304;
    private static final int NOT_FOUND = 404;
    private static final DateTimeFormatter DATE = DateTimeFormatter.ofPattern("EEE, dd MMM yyyy HH:mm:ss 'GMT'", Locale.ROOT)
            .withZone(ZoneOffset.UTC);

    private final Path folder;
    private final InstantSource clock;
    private final Random random;
    private final List<String> leaves = new ArrayList<>();
    private final HttpServer server;

    /**
     * Writes the pages and starts the server.
     *
     * @param folder exists, and is empty
     */
    WebTree(Path folder, InstantSource clock, long seed) throws IOException {
        this.folder = folder;
        this.clock = clock;
        this.random = new Random(seed);
        List<String> sections = new ArrayList<>();
        for (int section = 1; section <= SECTIONS; section++) {
            String name = "section" + section;
            Files.createDirectories(folder.resolve(name));
            List<String> pages = new ArrayList<>();
            for (int page = 1; page <= EACH; page++) {
                pages.add("page" + page + ".html");
                leaves.add(name + "/page" + page + ".html");
                write(leaves.getLast(), "Page " + page + " of section " + section, List.of("index.html"));
            }
            pages.add("../" + FIRST);
            sections.add(name + "/index.html");
            write(sections.getLast(), "Section " + section, pages);
        }
        write(FIRST, "A site of " + PAGES + " pages", sections);
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        server.createContext("/", this::answer);
        server.start();
    }

    private void write(String path, String title, List<String> links) throws IOException {
        StringBuilder page = new StringBuilder("<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><title>")
                .append(title)
                .append("</title></head>\n<body><h1>").append(title).append("</h1>\n<ul>\n");
        links.forEach(link -> page.append("<li><a href=\"").append(link).append("\">").append(link).append("</a></li>\n"));
        page.append("</ul>\n<p>");
        for (int i = 0; i < WORDS; i++) {
            // A few words are frequent and most are rare, as in texts.
            double place = random.nextDouble();
            page.append("w").append(Integer.toString((int) (place * place * place * VOCABULARY), 36))
                    .append(i % 15 == 14 ? ".</p>\n<p>" : " ");
        }
        Path file = folder.resolve(path);
        Files.writeString(file, page.append("</p></body></html>\n"));
        Files.setLastModifiedTime(file, FileTime.from(clock.instant()));
    }

    /** Writes some pages again, with other words. */
    void change(int number) throws IOException {
        List<String> shuffled = new ArrayList<>(leaves);
        Collections.shuffle(shuffled, random);
        for (String path : shuffled.subList(0, number)) {
            write(path, "Changed " + path.replace('/', ' '), List.of("index.html"));
        }
    }

    int port() {
        return server.getAddress().getPort();
    }

    Path folder() {
        return folder;
    }

    private void answer(HttpExchange exchange) throws IOException {
        try (exchange) {
            Path file = folder.resolve(exchange.getRequestURI().getPath().substring(1)).normalize();
            if (!file.startsWith(folder) || !Files.isRegularFile(file)) {
                exchange.sendResponseHeaders(NOT_FOUND, -1);
                return;
            }
            Instant modified = Files.getLastModifiedTime(file).toInstant();
            String date = DATE.format(modified);
            exchange.getResponseHeaders().set("Last-Modified", date);
            if (date.equals(exchange.getRequestHeaders().getFirst("If-Modified-Since"))) {
                exchange.sendResponseHeaders(NOT_MODIFIED, -1);
                return;
            }
            exchange.getResponseHeaders().set("Content-Type", "text/html; charset=utf-8");
            byte[] body = Files.readAllBytes(file);
            if (String.valueOf(exchange.getRequestHeaders().getFirst("Accept-Encoding")).contains("gzip")) {
                exchange.getResponseHeaders().set("Content-Encoding", "gzip");
                body = packed(body);
            }
            exchange.sendResponseHeaders(OK, body.length);
            try (OutputStream out = exchange.getResponseBody()) {
                out.write(body);
            }
        }
    }

    private static byte[] packed(byte[] plain) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (GZIPOutputStream out = new GZIPOutputStream(bytes)) {
            out.write(plain);
        }
        return bytes.toByteArray();
    }

    /** Returns a page as it is now. */
    String page(String path) throws IOException {
        return Files.readString(folder.resolve(path), StandardCharsets.UTF_8);
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
