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
 * Notes the first protocol request of a stranger: from then on somebody may know the identifiers of this hub. Requests of the machine itself
 * are an operator's own tests, unless a proxy has forwarded them. Thread-safe.
 */
public final class HarvestWitness implements Endpoint {

    private static final Logger LOG = LoggerFactory.getLogger(HarvestWitness.class);
    private static final int OK = 200;

    private final IdentifierDomain domain;
    private final ClientAddresses clients;
    private final InstantSource clock;
    private volatile boolean noted;

    /**
     * Watches the protocol's addresses of a hub.
     *
     * @param domain where the request is noted
     * @param clients tells who is asking
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
