package dev.sheaf.cli.demo;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

import org.jspecify.annotations.Nullable;

import dev.sheaf.core.store.HarvestOutcome;
import dev.sheaf.core.store.Source;
import dev.sheaf.harvester.HarvestOptions;
import dev.sheaf.harvester.Harvester;
import dev.sheaf.harvester.ProgressListener;
import dev.sheaf.harvester.http.FetchRules;
import dev.sheaf.harvester.http.HttpFetcher;
import dev.sheaf.harvester.http.Pause;
import dev.sheaf.platform.hub.Feature;
import dev.sheaf.platform.hub.Hub;
import dev.sheaf.platform.hub.HubOptions;
import dev.sheaf.platform.server.ServerSettings;
import dev.sheaf.platform.server.ServerStartException;
import dev.sheaf.platform.server.access.AdminPassword;
import dev.sheaf.platform.sync.SourceHarvest;
import dev.sheaf.store.HubIdentity;
import dev.sheaf.store.HubStore;
import dev.sheaf.store.open.HubStores;
import dev.sheaf.transfer.imports.ImportException;

/** A hub and three repositories in a temporary folder, which is deleted on close. Not thread-safe. */
public final class Demo implements AutoCloseable {

    private static final List<String> REPOSITORIES = List.of("gallery", "library", "archive");
    /** Id of the repository that changes during the demonstration. */
    private static final String LIVELY = "gallery";
    private static final int PAGE = 500;

    private final Path folder;
    private final List<DemoRepository> repositories = new ArrayList<>();
    private final HubStore store;
    private final HttpFetcher fetcher = new HttpFetcher();
    private final SourceHarvest harvest;
    private final InstantSource clock;
    private @Nullable Hub hub;
    private @Nullable DemoChanges changes;

    private Demo(Path folder, InstantSource clock) {
        this.clock = clock;
        this.folder = folder;
        this.store = HubStores.open(dataDir(),
                new HubIdentity("Sheaf demonstration", "demo@example.org", "demo.example.org"), clock);
        this.harvest = new SourceHarvest(store, new Harvester(fetcher, FetchRules.DEFAULT, clock, Pause.REAL));
    }

    private Path dataDir() {
        return folder.resolve("hub");
    }

    /**
     * Repository of the demonstration, for people.
     *
     * @param id id of the source in the hub
     * @param name name of the repository
     * @param baseUrl its base URL
     * @param records number of its records
     */
    public record Shown(String id, String name, String baseUrl, long records) {}

    /** Starts the repositories, and creates an empty hub that does not answer yet. */
    public static Demo prepare(InstantSource clock) throws IOException, ServerStartException, ImportException {
        Path folder = Files.createTempDirectory("sheaf-demo-");
        Demo demo;
        try {
            demo = new Demo(folder, clock);
        } catch (RuntimeException failure) {
            delete(folder);
            throw failure;
        }
        try {
            for (String id : REPOSITORIES) {
                DemoRepository repository = DemoRepository.start(id, folder, clock);
                demo.repositories.add(repository);
                if (id.equals(LIVELY)) {
                    demo.changes = new DemoChanges(repository);
                }
                demo.store.put(Source.harvested(id, repository.baseUrl()));
            }
            return demo;
        } catch (IOException | ServerStartException | ImportException | RuntimeException failure) {
            demo.close();
            throw failure;
        }
    }

    /** Returns the repositories. */
    public List<Shown> repositories() {
        return repositories.stream().map(repository -> new Shown(repository.id(), repository.name(), repository.baseUrl(),
                repository.records())).toList();
    }

    /**
     * Harvests all repositories into the hub.
     *
     * @param listeners returns the listener for the harvest of a source
     */
    public List<HarvestOutcome> harvestAll(Function<Shown, ProgressListener> listeners) {
        return repositories().stream().map(shown -> harvest(shown.id(), listeners.apply(shown))).toList();
    }

    private HarvestOutcome harvest(String id, ProgressListener listener) {
        Optional<HarvestOutcome> outcome = harvest.run(store.source(id).orElseThrow(), HarvestOptions.DEFAULT, listener);
        return outcome.orElseThrow(() -> new IllegalStateException(id + " is being harvested by another process"));
    }

    /**
     * Starts the server of the hub.
     *
     * @param settings settings of the server; if the port is in use, any free port is taken
     * @param features features of the hub
     * @return address of the hub
     */
    public String serve(ServerSettings settings, List<Feature> features) throws ServerStartException {
        Hub started;
        try {
            started = Hub.start(dataDir(), store, settings, HubOptions.of(PAGE), features, clock);
        } catch (ServerStartException _) {
            started = Hub.start(dataDir(), store, ServerSettings.of(settings.host(), 0, settings.baseUrl()),
                    HubOptions.of(PAGE), features, clock);
        }
        hub = started;
        return started.baseUrl();
    }

    /** Generates a new password of the hub's administration. */
    public String drawPassword() {
        String password = AdminPassword.generate();
        new AdminPassword(store.administration()).set(password, clock.instant());
        return password;
    }

    /**
     * Changes a record in a repository and harvests the change.
     *
     * @return description for people
     */
    public String changeAndHarvest() throws IOException, ImportException {
        DemoChanges lively = changes;
        if (lively == null) {
            throw new IllegalStateException("the demonstration has not been started");
        }
        String change = lively.makeOne();
        HarvestOutcome outcome = harvest(LIVELY, ProgressListener.NONE);
        Hub running = hub;
        if (running != null) {
            running.wake();
        }
        return "The " + LIVELY + " " + change + "; the hub harvested it (" + outcome + ").";
    }

    @Override
    public void close() {
        Hub running = hub;
        if (running != null) {
            running.close();
        }
        fetcher.close();
        store.close();
        repositories.forEach(DemoRepository::close);
        delete(folder);
    }

    private static void delete(Path folder) {
        try {
            Files.walkFileTree(folder, new SimpleFileVisitor<>() {
                @Override
                public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                    Files.deleteIfExists(file);
                    return FileVisitResult.CONTINUE;
                }

                @Override
                public FileVisitResult postVisitDirectory(Path visited, @Nullable IOException failure) throws IOException {
                    Files.deleteIfExists(visited);
                    return FileVisitResult.CONTINUE;
                }
            });
        } catch (IOException _) {
            // The folder stays in the system's folder for temporary files, which the system cleans up.
        }
    }
}
