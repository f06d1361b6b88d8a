package dev.sheaf.cli.program;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;

import dev.sheaf.store.HubStore;
import dev.sheaf.store.open.HubStores;

/**
 * Store with which a dry run compares: the store in the data directory, or a temporary empty one if there is none, because a dry run must
 * not create it.
 *
 * @param store store to read from
 * @param temporary temporary folder that is deleted on close; null if there is a data directory
 */
public record DryRunStore(HubStore store, @Nullable Path temporary) implements AutoCloseable {

    /** Opens the store; the caller closes it. */
    public static DryRunStore open(Program program) {
        if (HubStores.isIn(DataDirectory.of(program))) {
            return new DryRunStore(DataDirectory.open(program), null);
        }
        try {
            Path temporary = Files.createTempDirectory("sheaf-dry-run");
            return new DryRunStore(DataDirectory.open(program, program.configuration(), temporary), temporary);
        } catch (IOException failure) {
            throw new CommandFailedException("cannot make a temporary folder: " + failure.getMessage(), failure);
        }
    }

    @Override
    public void close() {
        store.close();
        if (temporary == null) {
            return;
        }
        try (Stream<Path> found = Files.walk(temporary)) {
            List<Path> deepestFirst = found.sorted(Comparator.reverseOrder()).toList();
            for (Path path : deepestFirst) {
                Files.delete(path);
            }
        } catch (IOException | UncheckedIOException _) {
            // The system cleans up its folder of temporary files.
        }
    }
}
