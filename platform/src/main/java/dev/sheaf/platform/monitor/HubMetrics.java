package dev.sheaf.platform.monitor;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.LongSupplier;

import io.javalin.config.JavalinConfig;
import io.javalin.http.Context;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MultiGauge;
import io.micrometer.core.instrument.MultiGauge.Row;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.Timer;
import io.micrometer.core.instrument.binder.jvm.JvmMemoryMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmThreadMetrics;
import io.micrometer.core.instrument.binder.system.UptimeMetrics;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;

import dev.sheaf.core.store.HarvestOutcome;
import dev.sheaf.core.store.SourceStatus;
import dev.sheaf.platform.server.AccessPolicy;
import dev.sheaf.platform.server.ClientAddresses;
import dev.sheaf.platform.server.Endpoint;
import dev.sheaf.platform.server.LocalRequests;
import dev.sheaf.platform.server.PlainText;
import dev.sheaf.platform.server.Routes;
import dev.sheaf.platform.server.SegmentCache;
import dev.sheaf.platform.server.access.AdminGuard;
import dev.sheaf.search.SearchIndex;
import dev.sheaf.store.HubStore;
import dev.sheaf.store.notices.Subscription;

/** Endpoint {@code /metrics}: numbers about the hub in the text format of Prometheus. Thread-safe. */
public final class HubMetrics implements Endpoint {

    /** Clients that may read the metrics. */
    public enum Readers {
        /** Requests from this machine, and requests with the administrator's password. */
        LOCAL,
        /** Requests with the administrator's password. */
        ADMIN,
        /** Everybody. Without the password, sources that are closed to the client are left out. */
        OPEN,
        /** Nobody; the address then does not exist. */
        OFF
    }

    private static final String BEGUN = "sheaf.request.begun";
    /**
     * First parts of paths with their own numbers. All other paths share one name, because clients could otherwise create any number of
     * them.
     */
    private static final Set<String> ENDPOINTS = Set.of("oai", "browse", "index", "proxy", "static", "records", "id", "sru",
            "openurl", "sync",
            "explorer", "admin", "api", "dumps", "metrics", "health", "repositories", "stats", "schemas", "assets");

    private final Readers readers;
    private final ClientAddresses clients;
    private final AdminGuard guard;
    private final AccessPolicy access;
    private final HubStore store;
    private final SearchIndex index;
    private final Path indexDirectory;
    private final InstantSource clock;
    private final PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    /** Figures of other parts; the registry does not keep them from being collected. */
    private final List<Figure> figures = new CopyOnWriteArrayList<>();
    private final MultiGauge records = gauge("sheaf.source.records", "Live items of a source");
    private final MultiGauge ages = gauge("sheaf.source.age.seconds",
            "Time since the beginning of the last whole harvest of a source");
    private final MultiGauge stale = gauge("sheaf.source.stale", "1 if the origin may have more records than are stored");
    private final MultiGauge states = gauge("sheaf.source.state", "1 for the present state of a source");
    private final MultiGauge queues = gauge("sheaf.queue", "Number of tasks that wait or are under way");
    private final MultiGauge bytes = gauge("sheaf.stored.bytes", "Bytes on the disk");
    private final MultiGauge behind = gauge("sheaf.index.behind.changes",
            "Changes of the store that the search index does not have yet");

    /**
     * Creates the endpoint. It answers as soon as it is added to a server.
     *
     * @param guard authenticates operators
     * @param access determines the sources that other clients may read
     * @param indexDirectory directory of the search index
     * @param segments cache of list segments
     */
    public HubMetrics(Readers readers, ClientAddresses clients, AdminGuard guard, AccessPolicy access, HubStore store,
            SearchIndex index, Path indexDirectory, SegmentCache segments, InstantSource clock) {
        this.readers = readers;
        this.clients = clients;
        this.guard = guard;
        this.access = access;
        this.store = store;
        this.index = index;
        this.indexDirectory = indexDirectory;
        this.clock = clock;
        for (HarvestOutcome.Verdict verdict : HarvestOutcome.Verdict.values()) {
            harvests(verdict);
        }
        Gauge.builder("sheaf.cache.bytes", segments, SegmentCache::bytes).strongReference(true).tag("cache", "list-segments")
                .description("Memory of a cache").register(registry);
        new JvmMemoryMetrics().bindTo(registry);
        new JvmThreadMetrics().bindTo(registry);
        new UptimeMetrics().bindTo(registry);
    }

    private MultiGauge gauge(String name, String description) {
        return MultiGauge.builder(name).description(description).register(registry);
    }

    private Counter harvests(HarvestOutcome.Verdict verdict) {
        return Counter.builder("sheaf.harvests").description("Runs that have ended since the hub was started, by outcome")
                .tag("outcome", verdict.text()).register(registry);
    }

    /** Counts a run that has ended. */
    void ended(HarvestOutcome.Verdict verdict) {
        harvests(verdict).increment();
    }

    /** Adds a figure of another part of the hub. */
    public void add(Figure figure) {
        figures.add(figure);
        FunctionCounter.builder(figure.name(), figure.count(), LongSupplier::getAsLong).description(figure.description())
                .register(registry);
    }

    @Override
    public void register(JavalinConfig config) {
        if (readers == Readers.OFF) {
            return;
        }
        config.routes.before(context -> context.attribute(BEGUN, System.nanoTime()));
        config.routes.after(this::count);
        config.routes.get(Routes.METRICS, this::show);
    }

    private void count(Context context) {
        Long begun = context.attribute(BEGUN);
        if (begun != null) {
            Timer.builder("sheaf.http.requests").description("Requests and the time until their answer was written")
                    .tag("endpoint", endpoint(context.path())).tag("status", Integer.toString(context.statusCode()))
                    .register(registry)
                    .record(Duration.ofNanos(System.nanoTime() - begun));
        }
    }

    private static String endpoint(String path) {
        int end = path.indexOf('/', 1);
        String first = path.length() < 2 ? "portal" : path.substring(1, end < 0 ? path.length() : end);
        return first.equals("portal") || ENDPOINTS.contains(first) ? first : "other";
    }

    private void show(Context context) {
        context.header("Cache-Control", "no-store");
        boolean isOperator = readers != Readers.ADMIN && LocalRequests.isLocal(context, clients);
        if (!isOperator && readers != Readers.OPEN && !isLetIn(context)) {
            return;
        }
        boolean seesAll = isOperator || readers != Readers.OPEN || guard.program(context) instanceof AdminGuard.Answer.Right;
        String numbers = numbers(seesAll ? Set.of() : access.closed(context, store.sourceIds()));
        context.contentType("text/plain; version=0.0.4; charset=utf-8").result(numbers);
    }

    private boolean isLetIn(Context context) {
        switch (guard.program(context)) {
            case AdminGuard.Answer.Right _ -> {
                return true;
            }
            case AdminGuard.Answer.Wrong _ -> {
                context.header("WWW-Authenticate", "Bearer realm=\"Sheaf\", Basic realm=\"Sheaf\", charset=\"UTF-8\"");
                PlainText.answer(context, 401, "The password of the administration is needed, as Authorization: Bearer.");
            }
            case AdminGuard.Answer.TooMany(Duration left) -> {
                context.header("Retry-After", Long.toString(left.toSeconds() + 1));
                PlainText.answer(context, 429, "Too many wrong passwords. Try again later.");
            }
        }
        return false;
    }

    /** Returns the numbers at this moment, without the sources that are closed to the client. */
    private synchronized String numbers(Set<String> closed) {
        update(closed);
        return registry.scrape();
    }

    private void update(Set<String> closed) {
        Instant now = clock.instant();
        List<SourceStatus> sources = store.sources();
        List<Row<?>> live = new ArrayList<>();
        List<Row<?>> age = new ArrayList<>();
        List<Row<?>> old = new ArrayList<>();
        List<Row<?>> state = new ArrayList<>();
        for (SourceStatus status : sources) {
            if (closed.contains(status.source().id())) {
                continue;
            }
            Tags source = Tags.of("source", status.source().id());
            live.add(Row.of(source, status.records()));
            old.add(Row.of(source, status.stale() ? 1 : 0));
            state.add(Row.of(source.and("state", status.state().name().toLowerCase(Locale.ROOT)), 1));
            Instant asOf = status.asOf();
            if (asOf != null) {
                age.add(Row.of(source, Math.max(0, now.getEpochSecond() - asOf.getEpochSecond())));
            }
        }
        records.register(live, true);
        ages.register(age, true);
        stale.register(old, true);
        states.register(state, true);
        queues.register(List.of(
                Row.of(Tags.of("queue", "harvests-under-way"), sources.stream().filter(SourceStatus::filling).count()),
                Row.of(Tags.of("queue", "harvests-waiting"),
                        sources.stream().filter(status -> status.state() == SourceStatus.State.WAITING && !status.filling())
                                .count()),
                Row.of(Tags.of("queue", "deletions-held"),
                        sources.stream().filter(status -> status.state() == SourceStatus.State.HELD).count()),
                Row.of(Tags.of("queue", "subscribers-to-notify"),
                        store.subscriptions().all().stream().filter(HubMetrics::isPending).count())),
                true);
        behind.register(List.of(Row.of(Tags.empty(), store.statistics().searchableChangesAfter(index.position()))), true);
        bytes.register(List.of(Row.of(Tags.of("part", "store"), store.statistics().bytesOnDisk()),
                Row.of(Tags.of("part", "index"), size(indexDirectory))), true);
    }

    private static boolean isPending(Subscription subscription) {
        return subscription.pending() != null;
    }

    private static long size(Path path) {
        long[] sum = new long[1];
        try {
            if (Files.exists(path)) {
                Files.walkFileTree(path, new SimpleFileVisitor<>() {
                    @Override
                    public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
                        sum[0] += attributes.size();
                        return FileVisitResult.CONTINUE;
                    }

                    @Override
                    public FileVisitResult visitFileFailed(Path file, IOException failure) {
                        // The indexer may delete files while they are counted.
                        return FileVisitResult.CONTINUE;
                    }
                });
            }
        } catch (IOException _) {
            return sum[0];
        }
        return sum[0];
    }
}
