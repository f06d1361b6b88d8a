package dev.sheaf.platform.usage;

import java.time.Instant;
import java.time.InstantSource;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

import io.javalin.config.JavalinConfig;
import io.javalin.http.Context;
import io.javalin.http.HandlerType;

import dev.sheaf.core.address.IpAddress;
import dev.sheaf.platform.server.ClientAddresses;
import dev.sheaf.platform.server.Endpoint;
import dev.sheaf.platform.server.readers.UsedItem;
import dev.sheaf.store.enrichments.ItemKey;

/**
 * Counts the uses of items by readers: pages of records, files of items, and links to resources. It does no work that could wait. Address and
 * User-Agent end here: only the name of the agent goes on. Thread-safe.
 */
final class UseCounter implements Endpoint {

    private static final int PARTIAL = 206;
    /** Answers that show the item: also a page that the browser has already (304), and redirects to a resource. */
    private static final Set<Integer> SHOWN = Set.of(200, PARTIAL, 302, 303, 304);
    private static final String FROM_THE_BEGINNING = "bytes=0-";

    private final UseQueue queue;
    private final DayAgents agents;
    private final ClientAddresses clients;
    private final Predicate<String> open;
    private final InstantSource clock;
    private final AgentRates ofAgents = new AgentRates(AgentRates.OF_AN_AGENT);
    /** Against a client that takes another User-Agent for each request. */
    private final AgentRates ofNetworks = new AgentRates(AgentRates.OF_A_NETWORK);

    /**
     * Creates a counter.
     *
     * @param queue receives the uses
     * @param open tells whether everybody may see a source, by its id; items of others are not counted
     */
    UseCounter(UseQueue queue, DayAgents agents, ClientAddresses clients, Predicate<String> open, InstantSource clock) {
        this.queue = queue;
        this.agents = agents;
        this.clients = clients;
        this.open = open;
        this.clock = clock;
    }

    @Override
    public void register(JavalinConfig config) {
        config.routes.after(this::count);
    }

    private void count(Context context) {
        Optional<ItemKey> used = UsedItem.of(context);
        if (used.isEmpty() || !context.method().equals(HandlerType.GET) || !isShown(context) || !open.test(used.get().source())
                || !Readers.isReader(context)) {
            return;
        }
        Instant now = clock.instant();
        LocalDate day = LocalDate.ofInstant(now, ZoneOffset.UTC);
        IpAddress network = clients.of(context).network();
        String agent = agents.name(day, network, String.valueOf(context.header("User-Agent")).strip());
        if (ofNetworks.admits(agents.name(day, network, ""), now) && ofAgents.admits(agent, now)) {
            queue.add(day, agent, used.get());
        }
    }

    /** Returns whether the answer shows the item. A file that is read in parts counts with its first part. */
    private static boolean isShown(Context context) {
        int status = context.statusCode();
        String range = context.header("Range");
        return SHOWN.contains(status) && (status != PARTIAL || range == null || range.strip().startsWith(FROM_THE_BEGINNING));
    }
}
