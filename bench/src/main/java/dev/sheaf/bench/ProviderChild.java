package dev.sheaf.bench;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;

import org.jspecify.annotations.Nullable;

import dev.sheaf.platform.server.HubServer;
import dev.sheaf.platform.server.OaiEndpoint;
import dev.sheaf.platform.server.Routes;
import dev.sheaf.platform.server.SegmentCache;
import dev.sheaf.platform.server.ServerSettings;
import dev.sheaf.platform.server.ServerStartException;
import dev.sheaf.provider.DataProvider;
import dev.sheaf.provider.ProviderSettings;
import dev.sheaf.provider.TokenKey;
import dev.sheaf.store.HubStore;
import dev.sheaf.store.open.HubStores;

/**
 * Process with a Sheaf data provider over a store of synthetic records. Arguments: folder, number of records, number of records with one
 * datestamp, and {@code pages} to print addresses of pages, or {@code now} for datestamps of today.
 */
public final class ProviderChild {

    private ProviderChild() {}

    /** Completes the store, serves it, and reports its use of resources at the end. */
    public static void main(String[] arguments) throws IOException, ServerStartException {
        Path data = Path.of(arguments[0]);
        int moment = arguments.length > 2 ? Integer.parseInt(arguments[2]) : 0;
        int records = Integer.parseInt(arguments[1]);
        Filling filling = arguments.length > 3 && arguments[3].equals("now")
                ? Filling.fillUntilNow(data, records)
                : Filling.fill(data, records, moment);
        System.out.println("fill.saved=" + filling.saved());
        System.out.println("fill.cpu=" + filling.cpu());
        System.out.println("fill.seconds=" + filling.seconds());
        try (HubStore store = open(data); HubServer server = HubServer.listen(ServerSettings.of("127.0.0.1", 0, null))) {
            ProviderSettings settings = ProviderSettings.of(server.baseUrl(), TokenKey.of(store.tokenSecret()));
            if (arguments.length > 3 && arguments[3].equals("pages")) {
                namePages(data, settings, moment > 0);
                readFile(data);
            }
            server.start(List.of(new OaiEndpoint(settings, () -> store.aggregate(server.baseUrl() + Routes.OAI),
                    id -> store.repository(id, server.baseUrl() + Routes.oai(id)), SegmentCache.fittingMemory())));
            System.out.println("url=" + url(settings, Filling.ALL));
            System.out.println("url.moment=" + url(settings, Filling.MOMENT));
            System.out.println("ready");
            while (System.in.read() >= 0) {
                // Runs until the benchmark ends it.
            }
            Usage.report();
        }
    }

    /** Reads the file into the operating system's cache, because the store is measured and not the disk. */
    private static void readFile(Path data) throws IOException {
        try (InputStream in = Files.newInputStream(data.resolve("sheaf.db"))) {
            in.transferTo(OutputStream.nullOutputStream());
        }
    }

    private static HubStore open(Path data) {
        return HubStores.open(data, Filling.IDENTITY, InstantSource.system());
    }

    private static String url(ProviderSettings settings, String source) {
        return settings.baseUrl() + Routes.oai(source);
    }

    /** Writes the addresses of pages from a separate store, so that the measured store has not read the pages. */
    private static void namePages(Path data, ProviderSettings settings, boolean withMoment) {
        try (HubStore store = open(data)) {
            for (String set : PageCosts.SETS) {
                namePages(store, settings, Filling.ALL, set);
            }
            namePages(store, settings, Filling.ALL, null);
            if (withMoment) {
                namePages(store, settings, Filling.MOMENT, null);
            }
        }
    }

    private static void namePages(HubStore store, ProviderSettings settings, String source, @Nullable String set) {
        String url = url(settings, source);
        DataProvider provider = new DataProvider(store.repository(source, url).orElseThrow(), settings.withBaseUrl(url));
        ListTokens.walk(provider, set).report(set == null ? source : set);
    }
}
