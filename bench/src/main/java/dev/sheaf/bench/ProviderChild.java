package dev.sheaf.bench;

import java.io.IOException;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;

import dev.sheaf.core.MetadataFormat;
import dev.sheaf.core.store.Batch;
import dev.sheaf.core.store.Source;
import dev.sheaf.platform.server.HubServer;
import dev.sheaf.platform.server.KeptRuns;
import dev.sheaf.platform.server.OaiEndpoint;
import dev.sheaf.platform.server.ServerSettings;
import dev.sheaf.platform.server.ServerStartException;
import dev.sheaf.platform.store.HubIdentity;
import dev.sheaf.platform.store.SqliteRecordStore;
import dev.sheaf.provider.ProviderSettings;
import dev.sheaf.provider.TokenKey;

/** A Sheaf data provider over a store of synthetic records. */
final class ProviderChild {

    static final String SOURCE = "bench";
    private static final int BATCH = 1_000;

    private ProviderChild() {}

    /** Fills the store when it is empty, serves it, reports its use at the end. */
    public static void main(String[] arguments) throws IOException, ServerStartException {
        Path data = Path.of(arguments[0]);
        int records = Integer.parseInt(arguments[1]);
        try (SqliteRecordStore store = SqliteRecordStore.open(data,
                new HubIdentity("Benchmark", "bench@example.org", "bench.example.org"), InstantSource.system())) {
            if (store.source(SOURCE).isEmpty()) {
                fill(store, records);
            }
            try (HubServer server = HubServer.listen(ServerSettings.of("127.0.0.1", 0, null))) {
                ProviderSettings settings = ProviderSettings.of(server.baseUrl(), TokenKey.of(store.tokenSecret()));
                server.start(List.of(new OaiEndpoint(settings,
                        () -> store.aggregate(server.baseUrl() + OaiEndpoint.PATH),
                        id -> store.repository(id, server.baseUrl() + OaiEndpoint.PATH + "/" + id), KeptRuns.fittingMemory())));
                System.out.println("url=" + server.baseUrl() + OaiEndpoint.PATH + "/" + SOURCE);
                System.out.println("ready");
                while (System.in.read() >= 0) {
                    // Until the benchmark has had enough.
                }
                Usage.report();
            }
        }
    }

    private static void fill(SqliteRecordStore store, int records) {
        SyntheticRecords synthetic = new SyntheticRecords();
        store.put(Source.imported(SOURCE, "Synthetic records"));
        double cpu = Usage.cpuSeconds();
        double generating = 0;
        long begun = System.nanoTime();
        for (int first = 0; first < records; first += BATCH) {
            double before = Usage.cpuSeconds();
            Batch batch = new Batch(SOURCE, 0, MetadataFormat.OAI_DC,
                    synthetic.batch(first, Math.min(BATCH, records - first)));
            generating += Usage.cpuSeconds() - before;
            store.save(batch);
        }
        System.out.println("fill.cpu=" + (Usage.cpuSeconds() - cpu - generating));
        System.out.println("fill.seconds=" + (System.nanoTime() - begun) / 1e9);
    }
}
