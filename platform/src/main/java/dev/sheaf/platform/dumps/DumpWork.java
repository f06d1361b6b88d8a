package dev.sheaf.platform.dumps;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiFunction;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import dev.sheaf.core.MetadataPrefix;
import dev.sheaf.core.repository.Repository;
import dev.sheaf.core.store.Aggregate;
import dev.sheaf.core.store.SourceStatus;
import dev.sheaf.core.store.StoreException;
import dev.sheaf.platform.resourcesync.SyncSource;
import dev.sheaf.platform.server.Routes;
import dev.sheaf.store.HubStore;
import dev.sheaf.store.Rounds;

/**
 * Makes the dumps of a hub in the background, one repository after the other, when they are due. Thread-safe.
 */
final class DumpWork implements SyncSource, AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(DumpWork.class);
    private static final Duration ROUND = Duration.ofMinutes(1);
    /** Longest wait for the end of the work. An index of full texts is written in one piece. */
    private static final Duration END = Duration.ofSeconds(30);
    /** Marks the name of a source that was removed; no id has it. */
    private static final String REMOVED = "~";

    private final HubStore store;
    private final String hubUrl;
    private final Path folder;
    private final DumpSettings settings;
    private final InstantSource clock;
    private final BiFunction<String, Repository, Repository> shown;
    private final Map<String, Instant> made = new LinkedHashMap<>();
    /** Ids of the repositories whose folder has a manifest. */
    private final Set<String> ready = ConcurrentHashMap.newKeySet();
    private final Map<String, Shown> namesShown = new ConcurrentHashMap<>();
    private final Rounds rounds;

    /**
     * Makes nothing before it is started.
     *
     * @param hubUrl public address of the hub, without a slash at its end
     * @param folder folder of all dumps; is created
     */
    DumpWork(HubStore store, String hubUrl, Path folder, DumpSettings settings, InstantSource clock) {
        this(store, hubUrl, folder, settings, clock, (_, plain) -> plain);
    }

    /**
     * Makes nothing before it is started.
     *
     * @param shown returns the repository with an id as it is served
     */
    DumpWork(HubStore store, String hubUrl, Path folder, DumpSettings settings, InstantSource clock,
            BiFunction<String, Repository, Repository> shown) {
        this.shown = shown;
        this.store = store;
        this.hubUrl = hubUrl;
        this.folder = folder;
        this.settings = settings;
        this.clock = clock;
        this.rounds = new Rounds("sheaf-dumps", ROUND, clock);
        if (Files.isDirectory(folder)) {
            try (Stream<Path> places = Files.list(folder)) {
                places.forEach(this::notice);
            } catch (IOException failure) {
                LOG.warn("dumps of the last run not found: reason=\"{}\"; the first round makes them known",
                        failure.getMessage());
            }
        }
    }

    private void notice(Path place) {
        if (Files.isRegularFile(place.resolve(DumpManifest.FILE))) {
            ready.add(place.getFileName().toString());
        }
    }

    /** Returns true when a repository has dumps, and one of them is made. Reads no file. */
    boolean isReady(String id) {
        return ready.contains(id) && settings.includes(id);
    }

    /** Returns the public address of the manifest of a repository. */
    String manifestUrl(String id) {
        return hubUrl + Routes.dumps(id) + DumpManifest.FILE;
    }

    /** Begins; returns at once. */
    void start() {
        rounds.start(this::round);
    }

    /** Makes the dumps that are due. For one thread at a time. */
    synchronized void round() {
        removeUnknown();
        for (String id : ids()) {
            forgetIfClosed(id);
            Instant now = clock.instant();
            Instant last = made.get(id);
            if (rounds.isClosed() || last != null && now.isBefore(last.plus(settings.every()))) {
                continue;
            }
            try {
                Optional<Repository> repository = repository(id);
                if (repository.isPresent()
                        && new DumpMaker(id, baseUrl(id), repository.get(), folder(id), settings.forms(),
                                () -> sources(id), rounds::isClosed).make()) {
                    LOG.info("dump made: repository={}", id);
                }
                made.put(id, now);
                notice(folder(id));
            } catch (CancellationException _) {
                return;
            } catch (IOException | RuntimeException failure) {
                // The manifest still names the files of the last time. One repository must not keep the others without dumps.
                LOG.debug("trace of the failure", failure);
                LOG.error("dump not made, trying again in an hour: repository={} reason=\"{}\"", id, failure.getMessage());
                made.put(id, now.minus(settings.every()).plus(Duration.ofHours(1)));
            }
        }
    }

    /** Makes a dump due at once if a source of it was removed, even if it is back, or has left an aggregate because it is closed. */
    private void forgetIfClosed(String id) {
        try {
            if (DumpManifest.read(folder(id)).filter(manifest -> !isOpen(manifest)).isPresent()) {
                ready.remove(id);
                made.remove(id);
            }
        } catch (IOException failure) {
            LOG.warn("manifest not read: repository={} reason=\"{}\"", id, failure.getMessage());
        }
    }

    /** Returns true if all sources with records in the files still take part in the repository. */
    private boolean isOpen(DumpManifest manifest) {
        return manifest.sources().isEmpty() || sources(manifest.repository()).containsAll(manifest.sources());
    }

    /** Names of sources as they were at a mark of the store. */
    private record Shown(String mark, Set<String> names) {}

    /** Returns names of the sources whose records a repository shows, which are read again only when the store has changed. */
    private Set<String> sources(String id) {
        String mark = store.changeMark();
        Shown known = namesShown.get(id);
        if (known != null && known.mark().equals(mark)) {
            return known.names();
        }
        Set<String> names = names(id);
        namesShown.put(id, new Shown(mark, names));
        return names;
    }

    /** Returns names of the sources whose records a repository shows. A source that was removed and registered again has another name. */
    private Set<String> names(String id) {
        if (store.source(id).isPresent()) {
            return Set.of(name(id));
        }
        Set<String> ids = new HashSet<>(store.sourceIds());
        store.aggregates().stream().filter(aggregate -> aggregate.id().equals(id) && !aggregate.sources().isEmpty())
                .forEach(aggregate -> ids.retainAll(aggregate.sources()));
        ids.removeAll(store.membership().leftOut(id));
        return ids.stream().map(this::name).collect(Collectors.toSet());
    }

    private String name(String source) {
        long removals = store.removals(source);
        // A removed source may have records still; its name differs, so that its removal is seen.
        return (store.source(source).isPresent() ? "" : REMOVED) + source + (removals == 0 ? "" : REMOVED + removals);
    }

    /** Returns true if a source or aggregate is to have dumps. Those of usage logs have none: what is deleted must not stay in older files. */
    private boolean includes(String id) {
        return settings.includes(id) && store.source(id).filter(source -> source.kind().isGenerated()).isEmpty();
    }

    /** Deletes the dumps of sources and aggregates that were removed, because their records are withdrawn. */
    private void removeUnknown() {
        if (!Files.isDirectory(folder)) {
            return;
        }
        try (Stream<Path> places = Files.list(folder)) {
            for (Path place : places.filter(one -> Files.isRegularFile(one.resolve(DumpManifest.FILE))).toList()) {
                String id = place.getFileName().toString();
                if (!isRepository(id)) {
                    ready.remove(id);
                    remove(place);
                    made.remove(id);
                    LOG.info("dump removed, because its repository was: repository={}", id);
                }
            }
        } catch (IOException | StoreException failure) {
            LOG.warn("dumps of removed repositories not deleted: reason=\"{}\"; the next round tries again",
                    failure.getMessage());
        }
    }

    private static void remove(Path place) throws IOException {
        try (Stream<Path> files = Files.list(place)) {
            for (Path file : files.toList()) {
                Files.deleteIfExists(file);
            }
        }
        Files.deleteIfExists(place);
    }

    private boolean isRepository(String id) {
        return id.equals(Aggregate.EVERYTHING) || store.source(id).filter(source -> !source.kind().isGenerated()).isPresent()
                || store.aggregates().stream().anyMatch(aggregate -> aggregate.id().equals(id));
    }

    /** Returns the ids of the repositories that have dumps now. */
    @Override
    public List<String> ids() {
        List<String> ids = new ArrayList<>();
        if (settings.includes(Aggregate.EVERYTHING)) {
            ids.add(Aggregate.EVERYTHING);
        }
        for (SourceStatus status : store.sources()) {
            if (settings.includes(status.source().id()) && !status.source().kind().isGenerated()) {
                ids.add(status.source().id());
            }
        }
        for (Aggregate aggregate : store.aggregates()) {
            if (settings.includes(aggregate.id()) && !ids.contains(aggregate.id())) {
                ids.add(aggregate.id());
            }
        }
        return ids;
    }

    /**
     * Returns the manifest of a repository; empty when it has no dump yet, or when a source has left it since.
     *
     * @throws IOException when it cannot be read
     */
    Optional<DumpManifest> manifest(String id) throws IOException {
        return includes(id) && isRepository(id) ? DumpManifest.read(folder(id)).filter(this::isOpen) : Optional.empty();
    }

    /**
     * Returns the manifests of the repositories that have a dump.
     *
     * @param wanted chooses repositories by their ids
     * @throws IOException when one cannot be read
     */
    List<DumpManifest> manifests(Predicate<String> wanted) throws IOException {
        List<DumpManifest> manifests = new ArrayList<>();
        for (String id : ids()) {
            if (wanted.test(id)) {
                DumpManifest.read(folder(id)).filter(this::isOpen).ifPresent(manifests::add);
            }
        }
        return manifests;
    }

    Path folder(String id) {
        return folder.resolve(id);
    }

    @Override
    public List<ZipPackage> packages(String id, MetadataPrefix prefix) throws IOException {
        return manifest(id).map(manifest -> PackageMaker.current(manifest.files(), prefix)).orElse(List.of()).stream()
                .sorted(Comparator.comparing(DumpFile::until))
                .map(file -> new ZipPackage(Routes.dumps(id) + file.name(), file.from(), file.until(), file.bytes(),
                        file.sha256()))
                .toList();
    }

    @Override
    public Optional<Repository> repository(String id) {
        if (!includes(id)) {
            return Optional.empty();
        }
        Optional<Repository> plain = id.equals(Aggregate.EVERYTHING)
                ? Optional.of(store.aggregate(baseUrl(id)))
                : store.repository(id, baseUrl(id)).map(Repository.class::cast);
        return plain.map(repository -> shown.apply(id, repository));
    }

    private String baseUrl(String id) {
        return hubUrl + (id.equals(Aggregate.EVERYTHING) ? Routes.OAI : Routes.oai(id));
    }

    /** Breaks off the file under way; it and the others are made after the next start. */
    @Override
    public void close() {
        rounds.close(END);
    }
}
