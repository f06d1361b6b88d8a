package dev.sheaf.platform.server;

import java.time.InstantSource;
import java.util.List;

import io.javalin.config.JavalinConfig;
import io.javalin.http.Context;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import dev.sheaf.core.address.IpAddress;
import dev.sheaf.core.store.StoreException;
import dev.sheaf.store.IdentifierDomain;

/**
 * Recorder of the first protocol request of a client, after which clients may know the identifiers of this hub. Requests from the machine
 * itself count as tests by the operator, unless a proxy has forwarded them. Thread-safe.
 */
public final class HarvestWitness implements Endpoint {

    private static final Logger LOG = LoggerFactory.getLogger(HarvestWitness.class);
    private static final int OK = 200;

    private final IdentifierDomain domain;
    private final ClientAddresses clients;
    private final InstantSource clock;
    private volatile boolean noted;

    /**
     * Creates a recorder for the protocol addresses of a hub.
     *
     * @param domain record of the first request
     * @param clients rules that determine the address of a request's client
     */
    public HarvestWitness(IdentifierDomain domain, ClientAddresses clients, InstantSource clock) {
        this.domain = domain;
        this.clients = clients;
        this.clock = clock;
        this.noted = domain.firstHarvest().isPresent();
    }

    @Override
    public void register(JavalinConfig config) {
        for (String path : List.of(Routes.OAI, Routes.OAI_ONE)) {
            config.routes.after(path, this::look);
        }
    }

    private void look(Context context) {
        if (noted || context.statusCode() != OK) {
            return;
        }
        if (LocalRequests.isLocal(context, clients)) {
            return;
        }
        IpAddress client = clients.of(context);
        try {
            domain.noteHarvest(clock.instant(), client.toString());
            noted = true;
        } catch (StoreException failure) {
            LOG.warn("first harvest not noted: client={} reason=\"{}\"; the next request tries again", client,
                    failure.getMessage());
        }
    }
}
