package dev.sheaf.store.sql.sources;

import java.nio.file.Path;
import java.util.Optional;

import dev.sheaf.store.sources.SourceLease;
import dev.sheaf.store.sources.SourceLeases;

/**
 * {@link SourceLeases} as locks on files of a data directory.
 *
 * @param dataDir the data directory, which must exist
 */
public record LockedSourceLeases(Path dataDir) implements SourceLeases {

    @Override
    public Optional<SourceLease> tryTake(String source) {
        return LockedSourceLease.tryTake(dataDir, source);
    }

    @Override
    public boolean isHeld(String source) {
        return LockedSourceLease.isHeld(dataDir, source);
    }
}
