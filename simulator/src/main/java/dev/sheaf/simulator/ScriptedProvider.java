package dev.sheaf.simulator;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.InstantSource;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Predicate;
import java.util.stream.Collectors;

import dev.sheaf.core.Granularity;
import dev.sheaf.core.MetadataFormat;
import dev.sheaf.core.MetadataPrefix;
import dev.sheaf.core.OaiRecord;
import dev.sheaf.core.OaiSet;

/**
 * A data provider for tests, over real HTTP on the loopback interface. It plays a repository made of given records, or answers with
 * recorded bodies, and misbehaves by a script. It keeps a log of the requests received.
 *
 * <pre>{@code
 * try (ScriptedProvider provider = ScriptedProvider.start(clock)) {
 *     provider.put(SampleRecords.many(25)).once(page(2), Behaviour.busy(503, "30"));
 *     … harvest provider.baseUrl() …
 *     assertThat(provider.pagesAsked()).containsExactly(1, 2, 2, 3);
 * }
 * }</pre>
 *
 * <p>Safe for many threads. Without a script it obeys the protocol.
 */
public final class ScriptedProvider implements AutoCloseable {

    private final Scripted scripted;
    private final LoopbackServer server;
    private final AtomicInteger underWay = new AtomicInteger();
    private final AtomicInteger mostUnderWay = new AtomicInteger();

    private ScriptedProvider(InstantSource clock, int port) {
        scripted = new Scripted(clock);
        server = LoopbackServer.start(port, this::answer);
    }

    /** Starts an empty repository in oai_dc, with pages of 10 and responseDates of the clock. */
    public static ScriptedProvider start(InstantSource clock) {
        return start(clock, 0);
    }

    /** Starts an empty repository on a port, for instance that of a former one, to simulate its return after a failure. */
    public static ScriptedProvider start(InstantSource clock, int port) {
        return new ScriptedProvider(clock, port);
    }

    /** Returns the base URL; the provider also answers at every other path of the host. */
    public String baseUrl() {
        return baseUrl("/oai");
    }

    /** Returns the base URL with another path. */
    public String baseUrl(String path) {
        return server.address() + path;
    }

    /** Adds records in oai_dc; an existing record is replaced and moves to the end. */
    public ScriptedProvider put(Collection<OaiRecord> records) {
        return put(MetadataPrefix.OAI_DC, records);
    }

    /** Adds records in a format. */
    public ScriptedProvider put(MetadataPrefix prefix, Collection<OaiRecord> records) {
        records.forEach(record -> scripted.repository().put(prefix, record));
        return this;
    }

    /** Returns the records in oai_dc, in the order in which they were put. */
    public List<OaiRecord> records() {
        return scripted.repository().records(MetadataPrefix.OAI_DC);
    }

    /** Adds a format. */
    public ScriptedProvider format(MetadataFormat format) {
        scripted.repository().format(format);
        return this;
    }

    /** Adds a set. */
    public ScriptedProvider set(OaiSet set) {
        scripted.repository().set(set);
        return this;
    }

    /** Sets the number of entries on a page. */
    public ScriptedProvider pageSize(int entries) {
        scripted.repository().pageSize(entries);
        return this;
    }

    /** Sets the granularity that the provider states and obeys. */
    public ScriptedProvider granularity(Granularity granularity) {
        scripted.repository().granularity(granularity);
        return this;
    }

    /** Omits completeListSize and cursor from tokens. */
    public ScriptedProvider withoutSizes() {
        scripted.repository().withoutSizes();
        return this;
    }

    /** Makes all tokens given so far lead to badResumptionToken. */
    public void expireTokens() {
        scripted.repository().expireTokens();
    }

    /**
     * Answers a request with recorded bytes from now on.
     *
     * @param query the arguments, encoded, in any order: {@code verb=ListRecords&metadataPrefix=oai_dc}
     */
    public ScriptedProvider answer(String query, byte[] body) {
        scripted.record(query, body);
        return this;
    }

    /** Answers requests of a kind with a behaviour from now on. Several behaviours are applied in the order given. */
    public ScriptedProvider when(Predicate<ReceivedRequest> requests, Behaviour behaviour) {
        return times(Integer.MAX_VALUE, requests, behaviour);
    }

    /** Answers the next request of a kind with a behaviour. */
    public ScriptedProvider once(Predicate<ReceivedRequest> requests, Behaviour behaviour) {
        return times(1, requests, behaviour);
    }

    /** Answers the next requests of a kind with a behaviour. */
    public ScriptedProvider times(int times, Predicate<ReceivedRequest> requests, Behaviour behaviour) {
        scripted.script(times, requests, behaviour);
        return this;
    }

    /** Clears the script. */
    public void behave() {
        scripted.behave();
    }

    /** Returns the requests received, oldest first. */
    public List<ReceivedRequest> requests() {
        return scripted.requests();
    }

    /** Returns the requests of a kind, oldest first. */
    public List<ReceivedRequest> requests(Predicate<ReceivedRequest> kind) {
        return requests().stream().filter(kind).toList();
    }

    /** Returns the requested pages of ListRecords, in order; 0 for a token that is not the provider's. */
    public List<Integer> pagesAsked() {
        return requests().stream().filter(request -> request.verb().equals("ListRecords")).map(ReceivedRequest::page).toList();
    }

    /**
     * Waits until the given number of pages of ListRecords were requested since the log was cleared. It is needed because a page that is
     * fetched ahead is requested at an unknown time.
     *
     * @throws IllegalStateException if they were not requested within ten seconds
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

    /** Clears the log of requests. */
    public void clearLog() {
        scripted.clearLog();
    }

    /** Returns the largest number of requests that were answered at the same time. */
    public int mostRequestsAtOnce() {
        return mostUnderWay.get();
    }

    private Reply answer(LoopbackServer.Asked asked) {
        mostUnderWay.accumulateAndGet(underWay.incrementAndGet(), Math::max);
        try {
            return scripted.answer(baseUrl(), asked);
        } finally {
            // The request is counted before its last byte is sent, because the client may then send the next one at once.
            underWay.decrementAndGet();
        }
    }

    /** Returns arguments as a query. */
    static String encode(Map<String, String> arguments) {
        return arguments.entrySet().stream()
                .map(argument -> argument.getKey() + "=" + URLEncoder.encode(argument.getValue(), StandardCharsets.UTF_8))
                .collect(Collectors.joining("&"));
    }

    /** Stops answering; connections that stall are closed. */
    @Override
    public void close() {
        server.close();
    }
}
