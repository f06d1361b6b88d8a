package dev.sheaf.cli.publish;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import dev.sheaf.core.OaiRecord;
import dev.sheaf.core.store.StoreException;
import dev.sheaf.harvester.http.Pause;
import dev.sheaf.platform.hub.HubContext;
import dev.sheaf.platform.sync.ActionResult;
import dev.sheaf.platform.sync.DerivingSink;
import dev.sheaf.platform.web.deposit.DepositDesk;
import dev.sheaf.publish.CollectionSettings;
import dev.sheaf.publish.DepositFolder;
import dev.sheaf.publish.Publication;
import dev.sheaf.publish.PublishException;
import dev.sheaf.publish.PublishListener;
import dev.sheaf.publish.PublishSummary;
import dev.sheaf.store.HubStore;
import dev.sheaf.store.crawls.CrawledFile;
import dev.sheaf.store.sources.SourceLease;

/**
 * Collections with a deposit page in a running hub. It crawls a collection when its owner has changed something, one crawl of all collections at
 * a time, and waits when a command crawls the collection meanwhile. Thread-safe.
 */
final class CollectionDesk implements DepositDesk, AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(CollectionDesk.class);
    /** Longest wait of a browser for a crawl: a process that reads documents starts in about a second. */
    private static final long PATIENCE_SECONDS = 20;
    private static final int LEASE_ATTEMPTS = 300;
    private static final Duration LEASE_WAIT = Duration.ofMillis(200);
    private static final long END_SECONDS = 10;
    private static final int MOST_REFUSED = 100;

    private final HubContext hub;
    private final HubStore store;
    private final Pause pause;
    private final ExecutorService crawls = Executors
            .newSingleThreadExecutor(Thread.ofPlatform().name("sheaf-deposits-", 1).daemon().factory());
    /** Crawls that have not begun: a further wish is fulfilled by the same one. */
    private final Map<String, Future<ActionResult>> waiting = new ConcurrentHashMap<>();
    private volatile boolean closed;

    CollectionDesk(HubContext hub) {
        this(hub, Pause.REAL);
    }

    /** @param pause waits for commands that crawl a collection */
    CollectionDesk(HubContext hub, Pause pause) {
        this.hub = hub;
        this.store = hub.store();
        this.pause = pause;
    }

    /** Crawls all collections in the background: the hub may have ended between a decision and its crawl. */
    void start() {
        for (Collection collection : collections()) {
            Future<ActionResult> _ = submit(collection.id());
        }
    }

    private Optional<CollectionSettings> settings(String id) {
        try {
            return store.crawledFiles().settings(id).map(CollectionSettings::parse)
                    .filter(settings -> settings.approval().isAsked());
        } catch (IllegalArgumentException failure) {
            LOG.warn("settings of a collection not read: source={} reason=\"{}\"", id, failure.getMessage());
            return Optional.empty();
        }
    }

    @Override
    public List<Collection> collections() {
        return store.crawledFiles().sources().stream().map(this::collection).flatMap(Optional::stream).toList();
    }

    @Override
    public Optional<Collection> collection(String id) {
        return settings(id).map(settings -> new Collection(id, new DepositFolder(store, id, settings).path().orElse(null),
                settings.bounds().bytes(), settings.approval().isShown()));
    }

    private DepositFolder folder(String id) throws IOException {
        return new DepositFolder(store, id, settings(id).orElseThrow(() -> new IOException("'" + id + "' takes no deposits")));
    }

    @Override
    public String add(String id, String name, InputStream content) throws IOException {
        return folder(id).add(name, content);
    }

    @Override
    public List<DocumentFile> files(String id, String resource) {
        return settings(id).map(settings -> new DepositFolder(store, id, settings).files(resource)).orElse(List.of()).stream()
                .map(CollectionDesk::file).toList();
    }

    @Override
    public List<DocumentFile> refused(String id) {
        return store.crawledFiles().refused(id, null, MOST_REFUSED).stream().map(CollectionDesk::file).toList();
    }

    private static DocumentFile file(CrawledFile file) {
        return new DocumentFile(DepositFolder.resourceOf(file), file.path(), file.type(), file.size(), file.refusal());
    }

    @Override
    public Optional<Path> open(String id, DocumentFile file) {
        return settings(id).flatMap(settings -> {
            DepositFolder folder = new DepositFolder(store, id, settings);
            return folder.files(file.resource()).stream().filter(one -> one.path().equals(file.path())).map(folder::local)
                    .flatMap(Optional::stream).findFirst();
        });
    }

    @Override
    public void remove(String id, String resource) throws IOException {
        try (SourceLease _ = lease(id)) {
            folder(id).remove(resource);
        }
    }

    @Override
    public boolean isBeingRead(String id) {
        return waiting.containsKey(id) || store.leases().isHeld(id);
    }

    @Override
    public ActionResult crawl(String id) {
        Future<ActionResult> crawl = submit(id);
        if (crawl == null) {
            return ActionResult.refused("The hub is ending; the change takes effect after its next start.");
        }
        try {
            return crawl.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
        } catch (TimeoutException _) {
            return new ActionResult(ActionResult.Kind.BEGUN,
                    "The collection is still being read; the change is published after it. Nothing else is to be done.");
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            return new ActionResult(ActionResult.Kind.BEGUN, "The collection is still being read.");
        } catch (ExecutionException failure) {
            throw new IllegalStateException(failure.getCause());
        }
    }

    private synchronized @Nullable Future<ActionResult> submit(String id) {
        if (closed) {
            return null;
        }
        return waiting.computeIfAbsent(id, _ -> crawls.submit(() -> {
            waiting.remove(id);
            return run(id);
        }));
    }

    private ActionResult run(String id) {
        Optional<CollectionSettings> settings = settings(id);
        if (closed || settings.isEmpty()) {
            return ActionResult.refused("The collection was not read.");
        }
        // Identifiers are permanent: the command publish has settled the domain, or the base URL of the hub has.
        if (store.identifierDomain().isOpen()) {
            return ActionResult.refused("The collection was not read: the domain name of identifiers is not known. Run once: "
                    + "sheaf publish " + id + " --identifier-domain DOMAIN");
        }
        SourceLease lease;
        try {
            lease = lease(id);
        } catch (StoreException failure) {
            LOG.warn("crawl failed: source={} reason=\"{}\"", id, failure.getMessage());
            return ActionResult.refused("The collection could not be read: " + failure.getMessage());
        } catch (IOException _) {
            // The command may have begun before the change, which would wait for the next one otherwise. Other collections have their turn first.
            Future<ActionResult> _ = submit(id);
            return new ActionResult(ActionResult.Kind.BEGUN,
                    "Another command reads the collection; the change takes effect afterwards.");
        }
        try (SourceLease _ = lease) {
            PublishSummary summary = new Publication(store, DerivingSink.untilCancelled(store),
                    () -> store.identifierDomain().current(), hub.fetcher(),
                    hub.clock(), Pause.REAL).run(id, settings.get(), -1, new Silent(), () -> closed);
            hub.saved().run();
            LOG.info("crawl ended: source={} outcome=\"{}\"", id, PublishText.counts(summary));
            String kept = summary.kept();
            return kept == null
                    ? ActionResult.done(summary.hasChanges() ? "Published: " + PublishText.counts(summary) + "." : "")
                    : ActionResult.refused("Something could not be read: " + kept);
        } catch (PublishException | StoreException failure) {
            LOG.warn("crawl failed: source={} reason=\"{}\"", id, failure.getMessage());
            return ActionResult.refused("The collection could not be read: " + failure.getMessage());
        } catch (RuntimeException failure) {
            // Nobody looks at the result of a crawl in the background.
            LOG.error("crawl failed: source={}", id, failure);
            return ActionResult.refused("The collection could not be read. The log of the hub says why.");
        }
    }

    /** A command that crawls the collection at this moment is waited for. */
    private SourceLease lease(String id) throws IOException {
        for (int attempt = 0; attempt < LEASE_ATTEMPTS && !closed; attempt++) {
            Optional<SourceLease> lease = store.leases().tryTake(id);
            if (lease.isPresent()) {
                return lease.get();
            }
            try {
                pause.pause(LEASE_WAIT, "another command reads the collection");
            } catch (InterruptedException _) {
                Thread.currentThread().interrupt();
                break;
            }
        }
        throw new IOException("another command is reading the collection; try again when it has ended");
    }

    @Override
    public void close() {
        synchronized (this) {
            closed = true;
        }
        crawls.shutdown();
        try {
            if (!crawls.awaitTermination(END_SECONDS, TimeUnit.SECONDS)) {
                crawls.shutdownNow();
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    /** The summary and the quarantine of the source have what a crawl reports. */
    private static final class Silent implements PublishListener {
        @Override
        public void listed(long files) {
            // The summary has the number.
        }

        @Override
        public void read(long resources, long all, PublishSummary summary) {
            // Nobody watches.
        }

        @Override
        public void refused(String path, String reason) {
            LOG.info("file refused: path={} reason=\"{}\"", path, reason);
        }

        @Override
        public void sample(OaiRecord record) {
            // Only dry runs have samples.
        }

        @Override
        public void note(String message) {
            LOG.info("crawl: {}", message);
        }
    }
}
