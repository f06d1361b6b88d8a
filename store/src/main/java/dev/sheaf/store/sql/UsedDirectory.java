package dev.sheaf.store.sql;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

import dev.sheaf.store.StoreCopy;

/** Evidence that a data directory once had a store with tables, so that a missing or empty database is a loss and not a beginning. */
public final class UsedDirectory {

    /** Files that are written only after the tables. */
    private static final List<String> LATER_FILES = List.of(StoreCopy.KEY_FILE, ClockWitness.FILE);
    /** Folder of the leases of sources; a source exists only after the tables. */
    private static final String LEASES = "leases";

    private UsedDirectory() {}

    /** Returns true if files of the directory show that a store was used in it. */
    public static boolean isUsed(Path dataDir) {
        try {
            if (LATER_FILES.stream().anyMatch(name -> Files.exists(dataDir.resolve(name))) || TimestampFile.hasMark(dataDir)) {
                return true;
            }
            Path leases = dataDir.resolve(LEASES);
            if (!Files.isDirectory(leases)) {
                return false;
            }
            try (Stream<Path> files = Files.list(leases)) {
                return files.findAny().isPresent();
            }
        } catch (IOException _) {
            // A file that is there and cannot be read is evidence too.
            return true;
        }
    }
}
