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

/** Finds the data directory that a command works on, and opens its store. */
public final class DataDirectory {

    private DataDirectory() {}

    /** Returns the configured data directory; it need not exist. */
    public static Path of(Program program) {
        return program.configuration().data(program.surroundings().folder());
    }

    /** Opens the store; creates it when it is not there. */
    public static HubStore open(Program program, Configuration configuration) {
        return open(program, configuration, configuration.data(program.surroundings().folder()));
    }

    /** Opens the store in a folder that is not the configured one. */
    public static HubStore open(Program program, Configuration configuration, Path folder) {
        HubIdentity identity = new HubIdentity(configuration.required(Setting.REPOSITORY_NAME),
                configuration.required(Setting.ADMIN_EMAIL), repositoryIdentifier(configuration));
        return HubStores.open(folder, identity, program.surroundings().clock());
    }

    /** Opens the store of a command without options of its own. */
    public static HubStore open(Program program) {
        return open(program, program.configuration());
    }

    /**
     * Names a hub that is used for the first time; the store keeps it. Without an address there is no name that is its own for sure, and two
     * hubs must not mint the same identifiers: so it draws one.
     */
    private static String repositoryIdentifier(Configuration configuration) {
        return IdentifierDomainOption.ofBaseUrl(configuration).orElseGet(
                () -> "hub-" + HexFormat.of().toHexDigits(ThreadLocalRandom.current().nextInt()) + IdentifierDomain.PROVISIONAL);
    }
}
