package dev.sheaf.cli.watch;

import picocli.CommandLine.Model.CommandSpec;

import dev.sheaf.cli.program.Words;
import dev.sheaf.harvester.http.BaseUrl;
import dev.sheaf.platform.watch.WatchedRepository;
import dev.sheaf.store.HubStore;

/** Reads the repositories that are named for the registry. */
final class RegistryAddress {

    private RegistryAddress() {}

    /** Returns the repository of a source's id or of a base URL. */
    static WatchedRepository repository(CommandSpec spec, HubStore store, String named) {
        if (!named.contains("://")) {
            return WatchedSource.known(spec, store, named).repository();
        }
        String address;
        try {
            address = BaseUrl.parse(named).toString();
        } catch (IllegalArgumentException failure) {
            throw Words.wrong(spec, String.valueOf(failure.getMessage()));
        }
        return store.sources().stream().flatMap(status -> WatchedRepository.of(status).stream())
                .filter(repository -> repository.address().equals(address)).findFirst()
                .orElseGet(() -> WatchedRepository.unharvested(address, false));
    }
}
