package dev.sheaf.publish;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;

import dev.sheaf.publish.CollectionSettings.Location;
import dev.sheaf.store.HubIdentity;
import dev.sheaf.store.HubStore;
import dev.sheaf.store.open.HubStores;

/** Program that deposits a file with a German name, for a process with another locale. */
final class DepositInOtherLocale {

    private DepositInOtherLocale() {}

    /** @param arguments folder of the files, and the data directory */
    public static void main(String[] arguments) {
        try (HubStore store = HubStores.open(Path.of(arguments[1]), new HubIdentity("Hub", "a@example.org", "example.org"),
                Clock.systemUTC())) {
            CollectionSettings settings = CollectionSettings.of(List.of(new Location(arguments[0], null)));
            new DepositFolder(store, "docs", settings).add("\u00dcbung.txt", new ByteArrayInputStream(new byte[3]));
            System.out.writeBytes("kept\n".getBytes(StandardCharsets.UTF_8));
        } catch (IOException refusal) {
            System.out.writeBytes(("refused: " + refusal.getMessage() + "\n").getBytes(StandardCharsets.UTF_8));
        }
    }
}
