package dev.sheaf.bench.attack;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.zip.GZIPOutputStream;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;

/**
 * Data providers that try to exhaust their harvester. Each has its own loopback address, because a harvester requests one response at a
 * time from each host. Closing ends all responses.
 */
final class HostileSources implements AutoCloseable {

    private static final int MEGABYTE = 1 << 20;
    private static final int BOMB_MEGABYTES = 600;
    private static final int PAGE = 500;
    private static final int BROKEN_RECORDS = 9_000;
    private static final int MANY = 40_000;
    private static final int LEVELS = 19_000;
    private static final long DRIP_NANOS = 1_000_000_000L;
    private static final String BEGIN = "<?xml version='1.0' encoding='UTF-8'?><OAI-PMH xmlns='http://www.openarchives.org/OAI/2.0/'>"
            + "<responseDate>2026-01-01T00:00:00Z</responseDate><request>http://example.org/oai</request>";
    private static final String DC = "<metadata><oai_dc:dc xmlns:oai_dc='http://www.openarchives.org/OAI/2.0/oai_dc/'"
            + " xmlns:dc='http://purl.org/dc/elements/1.1/'><dc:title>";
    private static final String END = "</ListRecords></OAI-PMH>";
    private static final String FORMATS = "<ListMetadataFormats><metadataFormat><metadataPrefix>oai_dc</metadataPrefix>"
            + "<schema>http://www.openarchives.org/OAI/2.0/oai_dc.xsd</schema>"
            + "<metadataNamespace>http://www.openarchives.org/OAI/2.0/oai_dc/</metadataNamespace></metadataFormat>";

    /** The way in which a source is hostile. */
    private enum Kind {
        COMPRESSED_BOMB,
        ENDLESS_RESPONSE,
        RECORD_OF_100_MB,
        RECORD_OF_10_MB,
        BROKEN_MARKUP,
        ENDLESS_SETS,
        ENDLESS_LIST,
        MANY_ATTRIBUTES,
        MANY_NAMESPACES,
        DEEP_NESTING,
        DRIPPING,
        SILENT,
        REDIRECTS,
        LONG_TOKEN,
        MANY_FORMATS,
        DEEP_SETS
    }

    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final List<HttpServer> servers = new ArrayList<>();
    private final List<String> baseUrls = new ArrayList<>();
    private final AtomicLong requests = new AtomicLong();
    private final byte[] bomb;
    private volatile boolean closed;

    private HostileSources(byte[] bomb) {
        this.bomb = bomb;
    }

    /**
     * Starts the given number of sources, one kind after the other.
     *
     * @param count at most 250
     * @throws IOException when an address cannot be bound
     */
    static HostileSources start(int count) throws IOException {
        HostileSources sources = new HostileSources(bomb());
        for (int i = 0; i < count; i++) {
            sources.serve(InetAddress.ofLiteral("127.1.0." + (i + 1)), Kind.values()[i % Kind.values().length]);
        }
        return sources;
    }

    private static byte[] bomb() throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (GZIPOutputStream packed = new GZIPOutputStream(bytes)) {
            packed.write((BEGIN + "<ListRecords>").getBytes(StandardCharsets.UTF_8));
            byte[] blanks = " ".repeat(MEGABYTE).getBytes(StandardCharsets.UTF_8);
            for (int i = 0; i < BOMB_MEGABYTES; i++) {
                packed.write(blanks);
            }
        }
        return bytes.toByteArray();
    }

    private void serve(InetAddress address, Kind kind) throws IOException {
        HttpServer server = HttpServer.create(new InetSocketAddress(address, 0), 0);
        String baseUrl = "http://" + address.getHostAddress() + ":" + server.getAddress().getPort() + "/oai";
        server.setExecutor(threads);
        server.createContext("/oai", exchange -> answer(exchange, kind, baseUrl));
        server.start();
        servers.add(server);
        baseUrls.add(baseUrl);
    }

    /** Returns the base URLs. */
    List<String> baseUrls() {
        return List.copyOf(baseUrls);
    }

    /** Returns the number of requests that were answered or are under way. */
    long requests() {
        return requests.get();
    }

    private void answer(HttpExchange exchange, Kind kind, String baseUrl) throws IOException {
        requests.incrementAndGet();
        String query = String.valueOf(exchange.getRequestURI().getQuery());
        boolean list = query.contains("verb=ListRecords") || query.contains("verb=ListIdentifiers");
        try (exchange) {
            exchange.getResponseHeaders().add("Content-Type", "text/xml");
            if (kind == Kind.REDIRECTS && list) {
                exchange.getResponseHeaders().add("Location", baseUrl + "?" + query + "&n=" + requests.get());
                exchange.sendResponseHeaders(302, -1);
                return;
            }
            if (kind == Kind.COMPRESSED_BOMB && list) {
                exchange.getResponseHeaders().add("Content-Encoding", "gzip");
            }
            exchange.sendResponseHeaders(200, 0);
            try (OutputStream out = exchange.getResponseBody()) {
                if (query.contains("verb=Identify")) {
                    write(out, BEGIN + "<Identify><repositoryName>Hostile</repositoryName><baseURL>" + baseUrl
                            + "</baseURL><protocolVersion>2.0</protocolVersion><adminEmail>a@example.org</adminEmail>"
                            + "<earliestDatestamp>2026-01-01T00:00:00Z</earliestDatestamp><deletedRecord>no</deletedRecord>"
                            + "<granularity>YYYY-MM-DDThh:mm:ssZ</granularity></Identify></OAI-PMH>");
                } else if (query.contains("verb=ListMetadataFormats")) {
                    write(out, BEGIN + FORMATS);
                    for (int i = 0; kind == Kind.MANY_FORMATS && i < MANY; i++) {
                        write(out, "<metadataFormat><metadataPrefix>f" + i + "</metadataPrefix><schema>urn:s</schema>"
                                + "<metadataNamespace>urn:n</metadataNamespace></metadataFormat>");
                    }
                    write(out, "</ListMetadataFormats></OAI-PMH>");
                } else if (query.contains("verb=ListSets")) {
                    sets(out, kind);
                } else if (list) {
                    list(out, kind);
                }
            }
        }
    }

    private void sets(OutputStream out, Kind kind) throws IOException {
        write(out, BEGIN + "<ListSets>");
        long first = requests.get() * PAGE;
        for (int i = 0; i < (kind == Kind.ENDLESS_SETS ? PAGE : 1); i++) {
            write(out, "<set><setSpec>s" + (first + i) + "</setSpec><setName>" + "n".repeat(1_000) + "</setName></set>");
        }
        write(out, kind == Kind.ENDLESS_SETS
                ? "<resumptionToken>t" + first + "</resumptionToken></ListSets></OAI-PMH>"
                : "</ListSets></OAI-PMH>");
    }

    private void list(OutputStream out, Kind kind) throws IOException {
        if (kind == Kind.COMPRESSED_BOMB) {
            out.write(bomb);
            return;
        }
        if (kind == Kind.SILENT) {
            while (!closed) {
                LockSupport.parkNanos(DRIP_NANOS);
            }
            return;
        }
        write(out, BEGIN + "<ListRecords>");
        switch (kind) {
            case ENDLESS_RESPONSE -> {
                for (int i = 0; !closed; i++) {
                    write(out, record("oai:e:" + i, "x".repeat(500)));
                }
            }
            case RECORD_OF_100_MB -> longRecord(out, 100);
            case RECORD_OF_10_MB -> longRecord(out, 10);
            case BROKEN_MARKUP -> {
                for (int i = 0; i < BROKEN_RECORDS; i++) {
                    write(out, record("oai:e:" + i, "x & y <b>".repeat(150)));
                }
            }
            case ENDLESS_LIST -> {
                long first = requests.get() * PAGE;
                for (int i = 0; i < PAGE; i++) {
                    write(out, record("oai:e:" + (first + i), "x".repeat(2_000)));
                }
                write(out, "<resumptionToken>t" + first + "</resumptionToken>");
            }
            case MANY_ATTRIBUTES -> {
                write(out, header("oai:e:1") + DC + "x</dc:title><dc:subject");
                for (int i = 0; i < MANY; i++) {
                    write(out, " a" + i + "='1'");
                }
                write(out, ">x</dc:subject></oai_dc:dc></metadata></record>");
            }
            case MANY_NAMESPACES -> {
                write(out, header("oai:e:1") + DC + "x</dc:title><dc:subject");
                for (int i = 0; i < MANY; i++) {
                    write(out, " xmlns:a" + i + "='urn:a:" + i + "'");
                }
                write(out, ">x</dc:subject></oai_dc:dc></metadata></record>");
            }
            case DEEP_NESTING -> write(out, header("oai:e:1") + "<metadata>" + "<a>".repeat(10 * MANY)
                    + "</a>".repeat(10 * MANY) + "</metadata></record>");
            case DRIPPING -> {
                while (!closed) {
                    write(out, " ");
                    out.flush();
                    LockSupport.parkNanos(DRIP_NANOS);
                }
            }
            case LONG_TOKEN -> write(out, record("oai:e:1", "x") + "<resumptionToken>" + "t".repeat(5 * MEGABYTE)
                    + "</resumptionToken>");
            case DEEP_SETS -> write(out, "<record><header><identifier>oai:e:1</identifier><datestamp>2026-01-01T00:00:00Z"
                    + "</datestamp><setSpec>a" + ":a".repeat(LEVELS) + "</setSpec></header>" + DC
                    + "x</dc:title></oai_dc:dc></metadata></record>");
            default -> write(out, record("oai:e:1", "x"));
        }
        write(out, END);
    }

    private static void longRecord(OutputStream out, int megabytes) throws IOException {
        write(out, header("oai:e:1") + DC);
        for (int i = 0; i < megabytes; i++) {
            write(out, "x".repeat(MEGABYTE));
        }
        write(out, "</dc:title></oai_dc:dc></metadata></record>" + record("oai:e:2", "small"));
    }

    private static String header(String identifier) {
        return "<record><header><identifier>" + identifier + "</identifier><datestamp>2026-01-01T00:00:00Z</datestamp></header>";
    }

    private static String record(String identifier, String title) {
        return header(identifier) + DC + title + "</dc:title></oai_dc:dc></metadata></record>";
    }

    private static void write(OutputStream out, String text) throws IOException {
        out.write(text.getBytes(StandardCharsets.UTF_8));
    }

    @Override
    public void close() {
        closed = true;
        servers.forEach(server -> server.stop(0));
        threads.shutdownNow();
    }
}
