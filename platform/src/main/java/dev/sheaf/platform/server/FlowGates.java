package dev.sheaf.platform.server;

import java.io.IOException;
import java.time.InstantSource;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;

import io.javalin.http.Context;

import dev.sheaf.provider.flow.FlowRules;

/**
 * The rules of all repositories, each of which counts requests for itself. Safe for use by many threads.
 *
 * <p>An endpoint asks before it does anything for a request. When the request may not be answered now, it has its answer already: 503, 403, or
 * a redirect to the mirror.
 */
public final class FlowGates {

    /** Everyone is served. */
    public static final FlowGates OPEN = new FlowGates(FlowRules.NONE, _ -> FlowRules.NONE, ClientAddresses.DIRECT,
            InstantSource.system());

    private final FlowGate everything;
    private final Function<String, FlowGate> making;
    private final Map<String, FlowGate> byId = new ConcurrentHashMap<>();

    /**
     * With rules that stay as they are.
     *
     * @param everything of the repository at {@code /oai}
     * @param byId of a source or aggregate; asked once for each
     */
    public FlowGates(FlowRules everything, Function<String, FlowRules> byId, ClientAddresses clients, InstantSource clock) {
        this(everything, byId, clients, clock, Thread::sleep);
    }

    FlowGates(FlowRules everything, Function<String, FlowRules> byId, ClientAddresses clients, InstantSource clock,
            DelayLine.Wait wait) {
        DelayLine delayed = new DelayLine(wait);
        this.everything = new FlowGate(everything, clients, clock, delayed);
        this.making = id -> new FlowGate(byId.apply(id), clients, clock, delayed);
    }

    /** Returns whether a request to the repository of everything may be answered now; it may have waited. */
    public boolean admits(Context context) throws IOException {
        return everything.admits(context);
    }

    /**
     * Returns whether a request to a source or aggregate may be answered now; it may have waited.
     *
     * @param id of one that exists: what is known of each is kept
     */
    public boolean admits(Context context, String id) throws IOException {
        return byId.computeIfAbsent(id, making).admits(context);
    }
}
