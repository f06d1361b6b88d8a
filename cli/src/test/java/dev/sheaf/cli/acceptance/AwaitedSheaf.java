package dev.sheaf.cli.acceptance;

import java.io.IOException;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.Arrays;

import dev.sheaf.cli.Sheaf;
import dev.sheaf.harvester.http.HttpFetcher;
import dev.sheaf.store.HubIdentity;
import dev.sheaf.store.HubStore;
import dev.sheaf.store.open.HubStores;

/**
 * The program in a process that gets ready and waits for a word before it does what its arguments say: a Java machine takes longer to start
 * than what a test wants of it, and the next can start while one is at work.
 */
final class AwaitedSheaf {

    private AwaitedSheaf() {}

    /** @param arguments a folder to get ready with, then those of the program */
    public static void main(String[] arguments) throws IOException {
        try (HubStore store = HubStores.open(Path.of(arguments[0]),
                new HubIdentity("Ready", "admin@example.org", "hub.example.org"), InstantSource.system());
                HttpFetcher fetcher = new HttpFetcher()) {
            if (store.lastSeq() != 0 || System.in.read() < 0) {
                throw new IllegalStateException("nobody said a word");
            }
        }
        Sheaf.main(Arrays.copyOfRange(arguments, 1, arguments.length));
    }
}
