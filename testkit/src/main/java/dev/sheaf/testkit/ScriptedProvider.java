package dev.sheaf.testkit;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.InstantSource;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Predicate;
import java.util.stream.Collectors;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import org.jspecify.annotations.Nullable;

import dev.sheaf.core.Granularity;
import dev.sheaf.core.MetadataFormat;
import dev.sheaf.core.MetadataPrefix;
import dev.sheaf.core.OaiRecord;
import dev.sheaf.core.OaiSet;

/**
 * A data provider for tests, over real HTTP on the loopback interface. It plays a repository made of given records, or answers with recorded
 * bodies, and misbehaves as told; it keeps a log of the requests received.
 *
 * <pre>{@code
 * try (ScriptedProvider provider = ScriptedProvider.start(clock)) {
 *     provider.put(SampleRecords.many(25)).once(page(2), Behaviour.busy(503, "30"));
 *     … harvest provider.baseUrl() …
 *     assertThat(provider.pagesAsked()).containsExactly(1, 2, 2, 3);
 * }
 * }</pre>
 *
 * <p>Safe for many threads. Without a script it answers by the letter of the protocol.
 */
public final class ScriptedProvider implements AutoCloseable {

    private final ScriptedRepository repository;
    private final HttpServer server;
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final List<Scripted> script = new CopyOnWriteArrayList<>();
    private final Map<Map<String, String>, byte[]> recorded = new ConcurrentHashMap<>();
    private final List<ReceivedRequest> requests = new CopyOnWriteArrayList<>();
    private final CountDownLatch closing = new CountDownLatch(1);
    private final AtomicInteger underWay = new AtomicInteger();
    private final AtomicInteger mostUnderWay = new AtomicInteger();

    private ScriptedProvider(InstantSource clock) {
        repository = new ScriptedRepository(clock);
        try {
            server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        } catch (IOException failure) {
            throw new UncheckedIOException("no free port on the loopback interface", failure);
        }
        server.setExecutor(threads);
        server.createContext("/", this::handle);
        server.start();
    }

    /** An empty repository that knows oai_dc, with pages of 10; responseDate is the clock's. */
    public static ScriptedProvider start(InstantSource clock) {
        return new ScriptedProvider(clock);
    }

    /** Where it answers; so does every other path of the same host. */
    public String baseUrl() {
        return baseUrl("/oai");
    }

    /** Another path where it answers. */
    public String baseUrl(String path) {
        return "http://" + server.getAddress().getAddress().getHostAddress() + ":" + server.getAddress().getPort() + path;
    }

    /** Adds records in oai_dc; one that is there already is replaced and moves to the end. */
    public ScriptedProvider put(Collection<OaiRecord> records) {
        return put(MetadataPrefix.OAI_DC, records);
    }

    /** Adds records in a format. */
    public ScriptedProvider put(MetadataPrefix prefix, Collection<OaiRecord> records) {
        records.forEach(record -> repository.put(prefix, record));
        return this;
    }

    /** Adds a format. */
    public ScriptedProvider format(MetadataFormat format) {
        repository.format(format);
        return this;
    }

    /** Adds a set. */
    public ScriptedProvider set(OaiSet set) {
        repository.set(set);
        return this;
    }

    /** Entries on a page. */
    public ScriptedProvider pageSize(int entries) {
        repository.pageSize(entries);
        return this;
    }

    /** The granularity that it states and keeps to. */
    public ScriptedProvider granularity(Granularity granularity) {
        repository.granularity(granularity);
        return this;
    }

    /** Tokens come without completeListSize and cursor. */
    public ScriptedProvider withoutSizes() {
        repository.withoutSizes();
        return this;
    }

    /** All tokens given so far lead to badResumptionToken from now on. */
    public void expireTokens() {
        repository.expireTokens();
    }

    /**
     * Answers a request with recorded bytes from now on.
     *
     * @param query the arguments, encoded, in any order: {@code verb=ListRecords&metadataPrefix=oai_dc}
     */
    public ScriptedProvider answer(String query, byte[] body) {
        recorded.put(decode(query), body);
        return this;
    }

    /** From now on, requests of a kind are answered so. Several behaviours add up, in the order given. */
    public ScriptedProvider when(Predicate<ReceivedRequest> requests, Behaviour behaviour) {
        return times(Integer.MAX_VALUE, requests, behaviour);
    }

    /** The next request of a kind is answered so. */
    public ScriptedProvider once(Predicate<ReceivedRequest> requests, Behaviour behaviour) {
        return times(1, requests, behaviour);
    }

    /** The next requests of a kind are answered so. */
    public ScriptedProvider times(int times, Predicate<ReceivedRequest> requests, Behaviour behaviour) {
        script.add(new Scripted(requests, behaviour, new AtomicInteger(times)));
        return this;
    }

    /** Forgets the script. */
    public void behave() {
        script.clear();
    }

    /** The requests received, oldest first. */
    public List<ReceivedRequest> requests() {
        return List.copyOf(requests);
    }

    /** The requests received of a kind, oldest first. */
    public List<ReceivedRequest> requests(Predicate<ReceivedRequest> kind) {
        return requests.stream().filter(kind).toList();
    }

    /** The pages of ListRecords asked for, in order; 0 for a token that is not the provider's. */
    public List<Integer> pagesAsked() {
        return requests.stream().filter(request -> request.verb().equals("ListRecords")).map(ReceivedRequest::page).toList();
    }

    /**
     * Waits until so many pages of ListRecords have been asked for since the log was cleared: a page that is fetched ahead is on its way at
     * an unknown moment.
     *
     * @throws IllegalStateException when they have not come after ten seconds
     */
    public void awaitPagesAsked(int pages) {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(10);
        while (pagesAsked().size() < pages) {
            if (System.nanoTime() > end) {
                throw new IllegalStateException(pages + " pages expected, asked for were " + pagesAsked());
            }
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(1));
        }
    }

    /** Forgets the requests received. */
    public void clearLog() {
        requests.clear();
    }

    /** The largest number of requests that were answered at the same time. */
    public int mostRequestsAtOnce() {
        return mostUnderWay.get();
    }

    private void handle(HttpExchange exchange) throws IOException {
        mostUnderWay.accumulateAndGet(underWay.incrementAndGet(), Math::max);
        try (exchange) {
            Map<String, String> arguments = decode(exchange.getRequestURI().getRawQuery());
            ReceivedRequest request = new ReceivedRequest(exchange.getRequestURI().getPath(), arguments,
                    exchange.getRequestHeaders(),
                    repository.page(arguments));
            requests.add(request);
            byte[] body = recorded.get(arguments);
            Reply reply = body == null ? Reply.of(repository.answer(baseUrl(), arguments)) : Reply.of(body);
            for (Scripted scripted : script) {
                if (scripted.requests().test(request) && scripted.left().getAndDecrement() > 0) {
                    reply = scripted.behaviour().change(request, reply);
                }
            }
            // Before the last byte goes out: the client may then ask again at once.
            underWay.decrementAndGet();
            send(exchange, reply);
        }
    }

    private void send(HttpExchange exchange, Reply reply) throws IOException {
        reply.headers().forEach((name, value) -> exchange.getResponseHeaders().set(name, value));
        byte[] body = reply.body();
        exchange.sendResponseHeaders(reply.status(), body.length == 0 ? -1 : body.length);
        OutputStream out = exchange.getResponseBody();
        if (reply.sent() < 0) {
            out.write(body);
            return;
        }
        out.write(body, 0, Math.min(reply.sent(), body.length));
        out.flush();
        if (reply.stalls()) {
            try {
                closing.await();
            } catch (InterruptedException _) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private static Map<String, String> decode(@Nullable String query) {
        Map<String, String> arguments = new LinkedHashMap<>();
        if (query != null) {
            for (String argument : query.split("&")) {
                int equals = argument.indexOf('=');
                String name = equals < 0 ? argument : argument.substring(0, equals);
                String value = equals < 0 ? "" : argument.substring(equals + 1);
                arguments.put(URLDecoder.decode(name, StandardCharsets.UTF_8), URLDecoder.decode(value, StandardCharsets.UTF_8));
            }
        }
        return arguments;
    }

    /** Arguments as a query. */
    static String encode(Map<String, String> arguments) {
        return arguments.entrySet().stream()
                .map(argument -> argument.getKey() + "=" + URLEncoder.encode(argument.getValue(), StandardCharsets.UTF_8))
                .collect(Collectors.joining("&"));
    }

    /** Stops answering; connections that stall are closed. */
    @Override
    public void close() {
        closing.countDown();
        server.stop(0);
        threads.shutdownNow();
    }

    private record Scripted(Predicate<ReceivedRequest> requests, Behaviour behaviour, AtomicInteger left) {}
}
