package dev.sheaf.publish;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;

import dev.sheaf.core.OneLine;
import dev.sheaf.core.store.Census;
import dev.sheaf.core.store.Counts;
import dev.sheaf.core.store.HarvestOutcome;
import dev.sheaf.core.store.RecordSink;
import dev.sheaf.core.store.Source;
import dev.sheaf.fulltext.IndexFormat;
import dev.sheaf.fulltext.IndexPolicy;
import dev.sheaf.harvester.http.FetchRules;
import dev.sheaf.harvester.http.HttpFetcher;
import dev.sheaf.harvester.http.Pause;
import dev.sheaf.publish.extract.pool.DocumentReader;
import dev.sheaf.publish.extract.pool.ExtractorPool;
import dev.sheaf.publish.extract.wire.ExtractorReply;
import dev.sheaf.publish.files.FileTree;
import dev.sheaf.publish.files.FileTrees;
import dev.sheaf.publish.files.Logins;
import dev.sheaf.publish.files.TreeException;
import dev.sheaf.store.HubStore;
import dev.sheaf.store.crawls.CrawledFile;
import dev.sheaf.store.crawls.Deposit;
import dev.sheaf.store.crawls.Deposits;

/**
 * Makes the files of a collection a source of the store. The locations of a crawl are the whole collection: resources whose files have gone are
 * withdrawn, unless a folder could not be read. Files that have not changed cost neither reading nor a write. For one crawl at a time.
 */
public final class Publication {

    private final HubStore store;
    private final RecordSink sink;
    private final Supplier<String> repositoryIdentifier;
    private final HttpFetcher fetcher;
    private final InstantSource clock;
    private final Pause pause;
    private @Nullable DocumentReader standIn;

    /**
     * Prepares crawls into a store.
     *
     * @param sink through which records are saved; may add to them what it derives
     * @param repositoryIdentifier the part after {@code oai:} of identifiers; asked before the first crawl changes anything, and may throw
     * @param fetcher for web servers; the caller's
     * @param pause waits between requests to web servers
     */
    public Publication(HubStore store, RecordSink sink, Supplier<String> repositoryIdentifier, HttpFetcher fetcher,
            InstantSource clock, Pause pause) {
        this.store = store;
        this.sink = sink;
        this.repositoryIdentifier = repositoryIdentifier;
        this.fetcher = fetcher;
        this.clock = clock;
        this.pause = pause;
    }

    /** Reads documents by another reader than the processes that extract; for tests. */
    Publication reading(DocumentReader other) {
        standIn = other;
        return this;
    }

    /**
     * One crawl. The caller holds the lease of the source, but for a dry run of a store that cannot be written.
     *
     * @param id of the source; registered when it is not
     * @param samples records that a dry run shows; negative for a crawl that saves
     * @param cancelled asked between resources: true ends the crawl early
     * @throws PublishException when the collection cannot be crawled at all; nothing was changed then
     */
    public PublishSummary run(String id, CollectionSettings settings, int samples, PublishListener listener,
            BooleanSupplier cancelled) throws PublishException {
        checkKind(id);
        Path temporary = temporary();
        List<FileTree> trees = new ArrayList<>();
        try (ExtractorPool pool = new ExtractorPool(settings.limits(), settings.indlet(), settings.libraries(), temporary)) {
            Logins logins = settings.secrets() == null ? Logins.NONE : Logins.read(settings.secrets());
            FileTrees places = new FileTrees(logins, fetcher, FetchRules.DEFAULT, pause, temporary);
            for (CollectionSettings.Location location : settings.locations()) {
                trees.add(places.open(location.address(), location.url()));
            }
            long now = clock.millis();
            Listing listing = Listing.of(trees, settings, listener);
            KnownFiles known = KnownFiles.of(store.crawledFiles(), id);
            checkEmpty(listing, known, trees, settings);
            ExtractorReply.Ready ready = settings.indlet().isEmpty() ? ExtractorPool.STANDARD : pool.describe();
            IndexPolicy policy = IndexPolicy.parse(settings.policy() == null ? ready.policy() : settings.policy());
            String repository = repositoryIdentifier.get();
            if (samples < 0) {
                approveKnown(id, settings, known);
            }
            KnownDeposits deposits = KnownDeposits.of(store.deposits(), id, settings.approval());
            ResourceReader reader = new ResourceReader(id, repository, settings, trees, known, deposits,
                    standIn == null ? pool : standIn, policy,
                    made(settings, ready.indlet(), policy), store, temporary, now);
            return samples >= 0
                    ? crawl(settings, listing, known, reader, new PublishTarget.Dry(store, id, samples, listener), listener,
                            cancelled)
                    : save(id, settings, listing, known, reader, listener, cancelled);
        } catch (TreeException failure) {
            throw new PublishException(OneLine.sentence(String.valueOf(failure.getMessage())) + " Nothing was changed.", failure,
                    endOfPauses(trees));
        } catch (IOException failure) {
            throw new PublishException(String.valueOf(failure.getMessage()), failure, endOfPauses(trees));
        } catch (IllegalArgumentException failure) {
            throw new PublishException(String.valueOf(failure.getMessage()), failure);
        } catch (InterruptedException failure) {
            Thread.currentThread().interrupt();
            throw new PublishException("interrupted", failure);
        } finally {
            close(trees);
            remove(temporary);
        }
    }

    /** Returns the end of the last pause of a server; null if no server is paused. */
    private static @Nullable Instant endOfPauses(List<FileTree> trees) {
        return trees.stream().flatMap(tree -> tree.pausedUntil().stream()).max(Comparator.naturalOrder()).orElse(null);
    }

    private void checkKind(String id) throws PublishException {
        Source known = store.source(id).orElse(null);
        if (known != null && !known.kind().isCrawled()) {
            throw new PublishException("'" + id + "' is a source that is " + known.kind().done()
                    + "; choose another id for a file collection");
        }
    }

    /** An empty folder that held files before is more likely a disk that is not mounted than an emptied collection. */
    private static void checkEmpty(Listing listing, KnownFiles known, List<FileTree> trees, CollectionSettings settings)
            throws PublishException {
        for (int i = 0; i < trees.size(); i++) {
            String address = trees.get(i).address();
            int before = known.ofLocation(address);
            if (listing.isEmpty(i) && before > 0) {
                throw new PublishException(address + " is empty, although " + before
                        + " files were there. Nothing was changed. If a disk is not mounted, mount it. If the files are gone, "
                        + (settings.locations().size() > 1
                                ? "publish the other locations alone"
                                : "remove the source: sheaf source remove ID"));
            }
        }
    }

    /** Approves what was published before its owner was asked, so that the new rule withdraws nothing. */
    private void approveKnown(String id, CollectionSettings settings, KnownFiles known) {
        boolean wasAsked = store.crawledFiles().settings(id).map(CollectionSettings::parse)
                .map(CollectionSettings::approval).orElse(settings.approval()).isAsked();
        if (settings.approval().isAsked() && !wasAsked) {
            List<String> published = known.readable();
            for (int i = 0; i < published.size(); i += Deposits.MAX_BATCH) {
                store.deposits().add(id, published.subList(i, Math.min(published.size(), i + Deposits.MAX_BATCH)),
                        Deposit.State.APPROVED, clock.instant());
            }
        }
    }

    private PublishSummary save(String id, CollectionSettings settings, Listing listing, KnownFiles known, ResourceReader reader,
            PublishListener listener, BooleanSupplier cancelled) throws IOException, InterruptedException {
        boolean isNew = store.source(id).isEmpty();
        if (isNew) {
            store.put(Source.crawled(id));
        }
        store.crawledFiles().keep(id, settings.text());
        long run = sink.begin(id, clock.instant());
        try (Census census = store.census(id)) {
            PublishTarget.Saving target = new PublishTarget.Saving(store, sink, id, run, census, clock, settings.approval());
            PublishSummary summary = crawl(settings, listing, known, reader, target, listener,
                    () -> cancelled.getAsBoolean() || store.control().isCancelled(id, run));
            sink.end(run, outcome(summary, target.counts(), listing), clock.instant());
            if (isNew && summary.created() == 0 && !settings.approval().isAsked()) {
                // A mistyped folder must not leave an empty repository behind.
                store.remove(id, false);
            }
            return summary;
        } catch (RuntimeException | IOException | InterruptedException failure) {
            endAfter(failure, run);
            throw failure;
        }
    }

    /** Notes how a crawl ended that failed. When the store fails again, the first failure is reported. */
    private void endAfter(Exception failure, long run) {
        try {
            sink.end(run, HarvestOutcome.partial(String.valueOf(failure.getMessage()), Counts.ZERO, 0), clock.instant());
        } catch (RuntimeException second) {
            failure.addSuppressed(second);
        }
    }

    private static HarvestOutcome outcome(PublishSummary summary, Counts counts, Listing listing) {
        if (summary.cancelled()) {
            return HarvestOutcome.partial("cancelled; the records stored so far stay", counts, listing.files());
        }
        String kept = summary.kept();
        if (kept != null) {
            return HarvestOutcome.partial(kept, counts, listing.files());
        }
        return HarvestOutcome.of(true, true, summary.refusedFiles(), "", counts, listing.files());
    }

    private PublishSummary crawl(CollectionSettings settings, Listing listing, KnownFiles known, ResourceReader reader,
            PublishTarget target, PublishListener listener, BooleanSupplier cancelled) throws IOException, InterruptedException {
        CrawlProgress progress = new CrawlProgress(listing, known.isEmpty(), target, listener);
        boolean whole;
        try (ReadAhead ahead = new ReadAhead(reader, settings.limits().processes())) {
            whole = progress.work(listing.all(), reader, ahead, cancelled);
        }
        if (whole && listing.unread().isEmpty()) {
            List<CrawledFile.Key> gone = known.without(listing.keys()).stream().map(CrawledFile::key).toList();
            progress.withdraw(gone);
        }
        return progress.summary(!whole, listing.unread().isEmpty()
                ? null
                : listing.unread().size() + " folders or files could not be read (the first: " + listing.unread().getFirst()
                        + "), and may be what seems to be missing");
    }

    /** Names all that the records depend on besides the files: with another name, everything is read again. */
    private static String made(CollectionSettings settings, String extractor, IndexPolicy policy) {
        StringBuilder text = new StringBuilder(extractor).append('\n').append(policy.text()).append('\n')
                .append(String.join(",", settings.index().stream().map(IndexFormat::prefix).toList())).append('\n')
                .append(settings.byValue()).append('\n').append(String.join(",", settings.order()));
        settings.locations().forEach(location -> text.append('\n').append(location.address()).append(' ').append(location.url()));
        return Digest.of(text.toString());
    }

    private static Path temporary() throws PublishException {
        try {
            return Files.createTempDirectory("sheaf-publish");
        } catch (IOException failure) {
            throw new PublishException("cannot make a temporary folder: " + failure.getMessage(), failure);
        }
    }

    private static void close(List<FileTree> trees) {
        for (FileTree tree : trees) {
            try {
                tree.close();
            } catch (IOException _) {
                // All that was wanted of it has been read.
            }
        }
    }

    private static void remove(Path folder) {
        try (Stream<Path> found = Files.walk(folder)) {
            for (Path path : found.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(path);
            }
        } catch (IOException | UncheckedIOException _) {
            // The system clears its folder of temporary files.
        }
    }
}
