package dev.sheaf.cli.program;

import java.nio.file.Path;
import java.util.HexFormat;
import java.util.concurrent.ThreadLocalRandom;

import dev.sheaf.platform.config.Configuration;
import dev.sheaf.platform.config.Setting;
import dev.sheaf.store.HubIdentity;
import dev.sheaf.store.HubStore;
import dev.sheaf.store.IdentifierDomain;
import dev.sheaf.store.open.HubStores;

/** Finder of the data directory of a command; opens its store. */
public final class DataDirectory {

    private DataDirectory() {}

    /** Returns the configured data directory; it need not exist. */
    public static Path of(Program program) {
        return program.configuration().data(program.surroundings().folder());
    }

    /** Opens the store, and creates it if it does not exist. */
    public static HubStore open(Program program, Configuration configuration) {
        return open(program, configuration, configuration.data(program.surroundings().folder()));
    }

    /**
     * Opens the store in a folder other than the configured one. The store then has the access lists of the configuration that close
     * something, besides those that a hub gave it before.
     */
    public static HubStore open(Program program, Configuration configuration, Path folder) {
        HubStore store = HubStores.open(folder, identity(configuration), program.surroundings().clock(),
                program.surroundings().uptime());
        try {
            // A record of a closed source must never be in an aggregate, or that would show it as deleted permanently.
            store.membership().addAccessLists(configuration.repositories().accessLists(),
                    configuration.repositories().others().limits().access());
        } catch (RuntimeException failure) {
            store.close();
            throw failure;
        }
        return store;
    }

    /** Returns the configured identity of the hub. */
    public static HubIdentity identity(Configuration configuration) {
        return new HubIdentity(configuration.required(Setting.REPOSITORY_NAME), configuration.required(Setting.ADMIN_EMAIL),
                repositoryIdentifier(configuration));
    }

    /** Opens the store of a command without options of its own. */
    public static HubStore open(Program program) {
        return open(program, program.configuration());
    }

    /**
     * Returns the domain of a new hub, which the store keeps. Without a base URL no name certainly belongs to the hub, and two hubs must
     * not have the same identifiers, so a random domain is generated.
     */
    private static String repositoryIdentifier(Configuration configuration) {
        return IdentifierDomainOption.ofBaseUrl(configuration).orElseGet(
                () -> "hub-" + HexFormat.of().toHexDigits(ThreadLocalRandom.current().nextInt()) + IdentifierDomain.PROVISIONAL);
    }
}
