package dev.sheaf.platform.store;

import java.nio.file.Path;
import java.util.Optional;

/**
 * {@link SourceLeases} as locks on files of a data directory.
 *
 * @param dataDir exists
 */
record LockedSourceLeases(Path dataDir) implements SourceLeases {

    @Override
    public Optional<SourceLease> tryTake(String source) {
        return LockedSourceLease.tryTake(dataDir, source);
    }

    @Override
    public boolean isHeld(String source) {
        return LockedSourceLease.isHeld(dataDir, source);
    }
}
