package dev.sheaf.platform.server;

import java.io.IOException;
import java.time.InstantSource;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;

import io.javalin.http.Context;

import dev.sheaf.provider.flow.FlowRules;

/**
 * The flow rules of all repositories. Each repository counts its requests separately. Safe for use by many threads.
 *
 * <p>An endpoint calls a gate before any other work. A request that may not be answered now has been answered by the gate: with 503, 403,
 * or a redirect to the mirror.
 */
public final class FlowGates {

    /** Gates that admit every request. */
    public static final FlowGates OPEN = new FlowGates(FlowRules.NONE, _ -> FlowRules.NONE, ClientAddresses.DIRECT,
            InstantSource.system());

    private final FlowGate everything;
    private final Function<String, FlowGate> making;
    private final Map<String, FlowGate> byId = new ConcurrentHashMap<>();

    /**
     * Creates gates with fixed rules.
     *
     * @param everything rules of the repository at {@code /oai}
     * @param byId rules of a source or aggregate; called once for each
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

    /** Returns true if a request to the repository of everything may be answered now. The call may wait first. */
    public boolean admits(Context context) throws IOException {
        return everything.admits(context);
    }

    /**
     * Returns true if a request to a source or aggregate may be answered now. The call may wait first.
     *
     * @param id id of an existing one, because the state of each id stays in memory
     */
    public boolean admits(Context context, String id) throws IOException {
        return byId.computeIfAbsent(id, making).admits(context);
    }
}
