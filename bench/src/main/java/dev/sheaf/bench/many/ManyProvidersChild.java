package dev.sheaf.bench.many;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;

import dev.sheaf.bench.SyntheticRecords;
import dev.sheaf.core.Datestamp;
import dev.sheaf.core.MetadataFormat;
import dev.sheaf.core.OaiError;
import dev.sheaf.core.OaiRecord;
import dev.sheaf.core.OaiResponse;
import dev.sheaf.core.RepositoryDescription;
import dev.sheaf.core.ResumptionToken;
import dev.sheaf.core.xml.OaiWriter;

/**
 * Process that serves many small repositories, each at its own port, so that each counts as a separate host. Of ten, one is slow, one asks
 * for fewer requests, one breaks connections, one has large pages, one has moved and one has bot protection; the others have no faults.
 * Arguments: number of repositories, number of records of each.
 */
final class ManyProvidersChild {

    private static final int PAGE = 100;
    private static final int LARGE_PAGE = 2_000;
    private static final long SLOW_MILLIS = 400;

    private ManyProvidersChild() {}

    /** Fault of a repository. */
    enum Temper {
        WELL,
        SLOW,
        BUSY,
        BREAKING,
        LARGE,
        GONE,
        WALLED;

        static Temper of(int number) {
            return switch (number % 10) {
                case 1 -> SLOW;
                case 2 -> BUSY;
                case 3 -> BREAKING;
                case 4 -> LARGE;
                case 5 -> GONE;
                case 6 -> WALLED;
                default -> WELL;
            };
        }

        /** Returns the number of its records, given the number that an ordinary repository has. */
        int records(int ordinary) {
            return this == LARGE ? 20 * ordinary : ordinary;
        }

        boolean canBeHarvested() {
            return this != GONE && this != WALLED;
        }
    }

    /** Serves until its standard input ends, then reports the largest number of simultaneous requests to one host. */
    public static void main(String[] arguments) throws IOException {
        int number = Integer.parseInt(arguments[0]);
        int records = Integer.parseInt(arguments[1]);
        SyntheticRecords synthetic = new SyntheticRecords();
        List<OaiRecord> all = synthetic.batch(0, Temper.LARGE.records(records));
        List<Host> hosts = new ArrayList<>();
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int i = 0; i < number; i++) {
                Temper character = Temper.of(i);
                Host host = new Host(character, all.subList(0, character.records(records)), threads);
                hosts.add(host);
                System.out.println("url." + i + "=" + host.baseUrl());
            }
            System.out.println("ready");
            while (System.in.read() >= 0) {
                // Runs until the end of the measurement.
            }
            System.out.println("at-once=" + hosts.stream().mapToInt(host -> host.most.get()).max().orElse(0));
            System.out.println("requests=" + hosts.stream().mapToInt(host -> host.requests.get()).sum());
            hosts.forEach(Host::stop);
        }
    }

    private static final class Host {

        private final Temper character;
        private final List<OaiRecord> records;
        private final int page;
        private final HttpServer server;
        private final AtomicInteger underWay = new AtomicInteger();
        private final AtomicInteger most = new AtomicInteger();
        private final AtomicInteger requests = new AtomicInteger();

        Host(Temper character, List<OaiRecord> records, ExecutorService threads) throws IOException {
            this.character = character;
            this.records = records;
            this.page = character == Temper.LARGE ? LARGE_PAGE : PAGE;
            this.server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
            server.setExecutor(threads);
            server.createContext("/oai", this::handle);
            server.start();
        }

        String baseUrl() {
            return "http://127.0.0.1:" + server.getAddress().getPort() + "/oai";
        }

        void stop() {
            server.stop(0);
        }

        private void handle(HttpExchange exchange) throws IOException {
            most.accumulateAndGet(underWay.incrementAndGet(), Math::max);
            boolean counted = true;
            try (exchange) {
                int request = requests.incrementAndGet();
                String query = String.valueOf(exchange.getRequestURI().getRawQuery());
                Map<String, String> headers = Map.of();
                int status = 200;
                byte[] body = new byte[0];
                switch (character) {
                    case GONE -> status = 404;
                    case WALLED -> {
                        status = 403;
                        headers = Map.of("cf-mitigated", "challenge");
                    }
                    case BUSY -> {
                        if (request % 4 == 0) {
                            status = 429;
                            headers = Map.of("Retry-After", "1");
                        }
                    }
                    case SLOW -> LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(SLOW_MILLIS));
                    default -> {
                        // A repository without a fault.
                    }
                }
                if (status == 200) {
                    body = answer(query);
                }
                headers.forEach((name, value) -> exchange.getResponseHeaders().set(name, value));
                exchange.getResponseHeaders().set("Content-Type", "text/xml;charset=UTF-8");
                exchange.sendResponseHeaders(status, body.length == 0 ? -1 : body.length);
                OutputStream out = exchange.getResponseBody();
                boolean breaks = character == Temper.BREAKING && request % 5 == 0;
                // Before the last byte is sent, because the client may then send its next request at once.
                underWay.decrementAndGet();
                counted = false;
                out.write(body, 0, breaks ? body.length / 2 : body.length);
            } finally {
                if (counted) {
                    underWay.decrementAndGet();
                }
            }
        }

        private byte[] answer(String query) throws IOException {
            OaiResponse.Answer answer = query.contains("verb=Identify")
                    ? new OaiResponse.Identify(new RepositoryDescription("Repository " + baseUrl(), baseUrl(), "2.0",
                            List.of("admin@example.org"), Datestamp.parse("1970-01-01T00:00:00Z"), "persistent",
                            "YYYY-MM-DDThh:mm:ssZ", List.of(), List.of()))
                    : query.contains("verb=ListMetadataFormats")
                            ? new OaiResponse.ListMetadataFormats(List.of(MetadataFormat.OAI_DC))
                            : query.contains("verb=ListSets")
                                    ? new OaiResponse.Errors(List.of(new OaiError(OaiError.Code.NO_SET_HIERARCHY, "none")))
                                    : page(query);
            ByteArrayOutputStream out = new ByteArrayOutputStream();
            OaiWriter.write(
                    new OaiResponse(Datestamp.ofSecond(Instant.now()), new OaiResponse.RequestEcho(baseUrl(), Map.of()), answer),
                    out);
            return out.toByteArray();
        }

        private OaiResponse.Answer page(String query) {
            int token = query.indexOf("resumptionToken=");
            int from = token < 0 ? 0 : Integer.parseInt(query.substring(token + "resumptionToken=".length()));
            int to = Math.min(records.size(), from + page);
            ResumptionToken next = from == 0 && to == records.size()
                    ? null
                    : new ResumptionToken(to == records.size() ? "" : Integer.toString(to), null, (long) records.size(),
                            (long) from);
            return new OaiResponse.ListRecords(records.subList(from, to), next);
        }
    }
}
