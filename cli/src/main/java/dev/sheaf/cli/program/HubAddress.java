package dev.sheaf.cli.program;

import java.net.URI;

import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

import dev.sheaf.core.store.Secret;
import dev.sheaf.harvester.announce.HubClient;

/** Options for a hub that receives notifications or records, and for the shared secret. */
public final class HubAddress {

    @Parameters(index = "0", paramLabel = "HUB_URL", description = "address of the hub")
    @SuppressWarnings("NullAway.Init")
    private String hub;

    @Option(names = "--secret-file", paramLabel = "F", required = true, description = "secret that signs the requests: a file, - (standard input) or env:NAME")
    @SuppressWarnings("NullAway.Init")
    private String secretFile;

    /** Returns the address of the hub's verbs. */
    public URI address(CommandSpec spec) {
        return address(spec, hub);
    }

    /**
     * Returns the address of a hub's verbs.
     *
     * @param text address of the hub as typed
     */
    public static URI address(CommandSpec spec, String text) {
        try {
            return HubClient.at(text);
        } catch (IllegalArgumentException failure) {
            throw Words.wrong(spec, String.valueOf(failure.getMessage()));
        }
    }

    /** Reads the secret. */
    public Secret secret(Program program, CommandSpec spec) {
        return SecretInput.secret(program, spec, "--secret-file", secretFile);
    }
}
