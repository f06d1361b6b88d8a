package dev.sheaf.cli.demo;

import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Properties;

import dev.sheaf.core.OaiSet;
import dev.sheaf.core.SetSpec;
import dev.sheaf.core.store.Source;
import dev.sheaf.core.store.SourceDescription;
import dev.sheaf.platform.server.HubServer;
import dev.sheaf.platform.server.OaiEndpoint;
import dev.sheaf.platform.server.Routes;
import dev.sheaf.platform.server.SegmentCache;
import dev.sheaf.platform.server.ServerSettings;
import dev.sheaf.platform.server.ServerStartException;
import dev.sheaf.platform.sync.DerivingSink;
import dev.sheaf.provider.ProviderSettings;
import dev.sheaf.provider.TokenKey;
import dev.sheaf.store.HubIdentity;
import dev.sheaf.store.HubStore;
import dev.sheaf.store.open.HubStores;
import dev.sheaf.transfer.imports.ImportException;
import dev.sheaf.transfer.imports.ImportFormat;
import dev.sheaf.transfer.imports.ImportListener;
import dev.sheaf.transfer.imports.ImportOptions;
import dev.sheaf.transfer.imports.RecordImport;

/** Repository of the demonstration, with a store and a server of its own. Its content is a resource of the program. */
final class DemoRepository implements AutoCloseable {

    /** Records on a page. The number is small, so that a harvest of a hundred records has several pages. */
    private static final int PAGE = 25;

    private final String id;
    private final String name;
    private final Path folder;
    private final HubStore store;
    private final HubServer server;
    private final InstantSource clock;

    private DemoRepository(String id, String name, Path folder, HubStore store, HubServer server, InstantSource clock) {
        this.id = id;
        this.name = name;
        this.folder = folder;
        this.store = store;
        this.server = server;
        this.clock = clock;
    }

    /**
     * Starts a repository.
     *
     * @param id name of its resources
     * @param parent folder in which its folder is created
     */
    static DemoRepository start(String id, Path parent, InstantSource clock)
            throws IOException, ServerStartException, ImportException {
        Properties properties = new Properties();
        try (Reader reader = new InputStreamReader(resource(id + ".properties"), StandardCharsets.UTF_8)) {
            properties.load(reader);
        }
        String name = properties.getProperty("name", id);
        Path folder = Files.createDirectories(parent.resolve(id));
        HubStore store = HubStores.open(folder,
                new HubIdentity(name, properties.getProperty("email", "demo@example.org"), id + ".example.org"), clock);
        HubServer server = HubServer.listen(ServerSettings.of("127.0.0.1", 0, null));
        DemoRepository repository = new DemoRepository(id, name, folder, store, server, clock);
        try {
            store.put(Source.imported(id, name));
            store.describe(id, new SourceDescription(null, null, sets(properties)));
            Path content = folder.resolve(id + ".jsonl");
            try (InputStream in = resource(id + ".jsonl")) {
                Files.copy(in, content, StandardCopyOption.REPLACE_EXISTING);
            }
            repository.take(content, false);
            String baseUrl = server.baseUrl();
            server.start(List.of(new OaiEndpoint(
                    ProviderSettings.of(baseUrl, TokenKey.of(store.tokenSecret())).withPages(PAGE, 4 * PAGE, 1_000),
                    () -> store.repository(id, baseUrl + Routes.OAI).orElseThrow(),
                    other -> store.repository(other, baseUrl + Routes.oai(other)), new SegmentCache(1 << 20))));
            return repository;
        } catch (IOException | ServerStartException | ImportException | RuntimeException failure) {
            repository.close();
            throw failure;
        }
    }

    static InputStream resource(String name) throws IOException {
        InputStream in = DemoRepository.class.getResourceAsStream("/demo/" + name);
        if (in == null) {
            throw new IOException("the resource demo/" + name + " is missing from the program");
        }
        return in;
    }

    private static List<OaiSet> sets(Properties properties) {
        List<OaiSet> sets = new ArrayList<>();
        for (String key : properties.stringPropertyNames()) {
            if (key.startsWith("set.")) {
                sets.add(new OaiSet(new SetSpec(key.substring("set.".length()).replace('.', ':')), properties.getProperty(key)));
            }
        }
        sets.sort(Comparator.comparing(set -> set.spec().value()));
        return sets;
    }

    /** Imports lines of JSON as records; other records stay. */
    void take(String line) throws IOException, ImportException {
        Path file = folder.resolve("change.jsonl");
        Files.writeString(file, line + "\n");
        take(file, true);
    }

    private void take(Path file, boolean add) throws ImportException {
        new RecordImport(store, new DerivingSink(store), store.identifierDomain().current(), clock).run(id, List.of(file),
                new ImportOptions(ImportFormat.JSONL, null, null, add, false), new Silence());
    }

    String id() {
        return id;
    }

    String name() {
        return name;
    }

    String baseUrl() {
        return server.baseUrl() + Routes.OAI;
    }

    long records() {
        return store.status(id).orElseThrow().records();
    }

    @Override
    public void close() {
        server.close();
        store.close();
    }

    /** Listener that ignores everything, because the program's own content is never refused. */
    private static final class Silence implements ImportListener {
        @Override
        public void read(long records, int file, int files) {}

        @Override
        public void refused(String where, String reason) {
            throw new IllegalStateException(where + ": " + reason);
        }

        @Override
        public void note(String message) {}
    }
}
