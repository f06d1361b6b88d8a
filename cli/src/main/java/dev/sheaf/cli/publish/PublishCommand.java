package dev.sheaf.cli.publish;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

import dev.sheaf.cli.program.CommandFailedException;
import dev.sheaf.cli.program.Console;
import dev.sheaf.cli.program.DataDirectory;
import dev.sheaf.cli.program.Deriving;
import dev.sheaf.cli.program.DomainQuestion;
import dev.sheaf.cli.program.DryRunStore;
import dev.sheaf.cli.program.IdentifierDomainOption;
import dev.sheaf.cli.program.Json;
import dev.sheaf.cli.program.Program;
import dev.sheaf.cli.program.UntilStopped;
import dev.sheaf.cli.program.Words;
import dev.sheaf.core.OneLine;
import dev.sheaf.core.store.StoreException;
import dev.sheaf.harvester.http.HttpFetcher;
import dev.sheaf.platform.config.LogOutput;
import dev.sheaf.platform.search.QueryAggregates;
import dev.sheaf.platform.sync.DerivingSink;
import dev.sheaf.platform.sync.StoreHosts;
import dev.sheaf.publish.CollectionSettings;
import dev.sheaf.publish.Publication;
import dev.sheaf.publish.PublishException;
import dev.sheaf.publish.PublishSummary;
import dev.sheaf.publish.files.FolderWatch;
import dev.sheaf.publish.files.TreeException;
import dev.sheaf.store.HubStore;
import dev.sheaf.store.sources.SourceLease;

/** Publishes a collection of files as a repository. */
@Command(name = "publish", description = {
        "Publishes a collection of files as a repository: crawls it, extracts text and metadata, describes and indexes it. "
                + "Run again, it updates; without LOCATION it repeats with the settings that were kept.",
        "A LOCATION is a folder, an archive (.zip, .tar, .tgz, .tar.gz, .tar.bz2), or an address: ftp, ftps, sftp, webdav, "
                + "webdavs, http, https (a listing). Files of the same path without extension, in any location, are one "
                + "resource. All LOCATIONs are the whole collection: what has gone is withdrawn."}, footerHeading = "%nExamples:%n", footer = {
                        "  sheaf publish papers ~/papers --dry-run",
                        "  sheaf publish papers ~/papers --url https://www.example.org/papers/",
                        "  sheaf publish papers ~/papers --policy english --watch",
                        "  sheaf publish theses sftp://files.example.org/theses --secrets ~/.netrc --interval 6h",
                        "  sheaf publish papers ~/papers --deposit", "  sheaf publish papers", "",
                        "Exit status: 0 when everything could be listed, even if files were refused; 1 when nothing could be "
                                + "published, or a folder could not be read."})
public final class PublishCommand implements Callable<Integer> {

    private static final int SAMPLES = 3;
    /** Time without a change after which a watched folder is crawled. */
    private static final Duration SETTLING = Duration.ofSeconds(2);
    /** Locations that cannot be watched are looked at so often, when nobody has said how often. */
    private static final Duration USUAL_INTERVAL = Duration.ofMinutes(10);
    private static final Duration AFTER_FAILURE = Duration.ofMinutes(1);
    private static final long LOOK_MILLIS = 200;

    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @Parameters(index = "0", paramLabel = "ID", description = "source that the records belong to")
    @SuppressWarnings("NullAway.Init")
    private String id;

    @Parameters(index = "1..*", paramLabel = "LOCATION", description = "folders, archives and addresses", arity = "0..*")
    private List<String> locations = new ArrayList<>();

    @Mixin
    private final CollectionOptions collection = new CollectionOptions();

    @Option(names = "--dry-run", description = "read everything, change nothing, show the first records and the expected result")
    private boolean dryRun;

    @Mixin
    private final IdentifierDomainOption domain = new IdentifierDomainOption();

    @Option(names = "--json", description = "print the result as JSON on standard output, a line for each crawl")
    private boolean json;

    @Override
    public Integer call() throws IOException, PublishException, InterruptedException {
        Program program = Program.of(spec);
        program.log(LogOutput.Detail.NORMAL);
        Words.id(spec, id);
        domain.check(spec);
        if (dryRun) {
            try (DryRunStore store = DryRunStore.open(program)) {
                return once(program, store.store(), settings(program, store.store()), SAMPLES);
            }
        }
        try (HubStore store = DataDirectory.open(program); QueryAggregates queries = new QueryAggregates(store)) {
            CollectionSettings settings = settings(program, store);
            if (!settings.watch() && settings.interval() == null) {
                int status = once(program, store, settings, -1);
                queries.catchUp();
                return status;
            }
            return repeatedly(program, store, settings, queries);
        }
    }

    private CollectionSettings settings(Program program, HubStore store) {
        CollectionSettings kept;
        try {
            kept = store.crawledFiles().settings(id).map(CollectionSettings::parse).orElse(null);
        } catch (IllegalArgumentException failure) {
            throw new CommandFailedException("the kept settings of '" + id + "' cannot be read: " + failure.getMessage()
                    + ". Give the locations and options again");
        }
        if (kept == null && locations.isEmpty()) {
            throw Words.wrong(spec, "nothing to publish was given, and no collection '" + id + "' is known. Name a folder");
        }
        return collection.settings(spec, locations, kept, program.surroundings().folder());
    }

    private int once(Program program, HubStore store, CollectionSettings settings, int samples) throws PublishException {
        try (StoreHosts hosts = samples >= 0 && store.isReadOnly() ? null : new StoreHosts(store, InstantSource.system());
                HttpFetcher fetcher = hosts == null
                        ? new HttpFetcher(InstantSource.system())
                        : new HttpFetcher(InstantSource.system(), hosts);
                SourceLease _ = lease(store)) {
            return tell(program.console(), settings, crawl(program, store, fetcher, settings, samples, null), store, false);
        }
    }

    private PublishSummary crawl(Program program, HubStore store, HttpFetcher fetcher, CollectionSettings settings, int samples,
            @Nullable UntilStopped stopped) throws PublishException {
        Supplier<String> naming = domain.naming(program, store, dryRun,
                () -> stopped == null ? DomainQuestion.ask(program) : Optional.empty());
        Publication publication = new Publication(store, DerivingSink.untilCancelled(store), naming, fetcher,
                program.surroundings().clock(), program.surroundings().pause());
        try (PublishWatch watch = new PublishWatch(program.console(), id)) {
            PublishSummary summary = publication.run(id, settings, samples, watch,
                    () -> stopped != null && stopped.await(0));
            watch.tellRest();
            return summary;
        } catch (StoreException failure) {
            throw new CommandFailedException("publishing '" + id + "' stopped; what was stored before stays. "
                    + OneLine.sentence(String.valueOf(failure.getMessage())) + " Then run the same command again.");
        }
    }

    private int repeatedly(Program program, HubStore store, CollectionSettings settings, QueryAggregates queries)
            throws IOException, InterruptedException {
        List<Path> folders = settings.watch()
                ? settings.locations().stream().map(CollectionSettings.Location::address)
                        .filter(address -> !address.contains(":"))
                        .map(Path::of).filter(Files::isDirectory).toList()
                : List.of();
        Duration interval = settings.interval() != null
                ? settings.interval()
                : folders.size() < settings.locations().size() ? USUAL_INTERVAL : null;
        try (UntilStopped stopped = new UntilStopped();
                StoreHosts hosts = new StoreHosts(store, InstantSource.system());
                HttpFetcher fetcher = new HttpFetcher(InstantSource.system(), hosts);
                FolderWatch watch = folders.isEmpty() ? null : FolderWatch.of(folders)) {
            if (watch != null && watch.fault().isPresent()) {
                program.console().problem("sheaf: " + watch.fault().get() + ". They are looked at every "
                        + Words.duration(interval == null ? USUAL_INTERVAL : interval) + ".");
                interval = interval == null ? USUAL_INTERVAL : interval;
            }
            boolean isKnown = store.crawledFiles().settings(id).isPresent();
            boolean first = true;
            while (!stopped.await(0)) {
                Duration wait = interval;
                try (SourceLease _ = lease(store)) {
                    PublishSummary summary = crawl(program, store, fetcher, settings, -1, stopped);
                    tell(program.console(), settings, summary, store, !first);
                    queries.catchUp();
                } catch (PublishException | CommandFailedException failure) {
                    if (first
                            && !(failure instanceof PublishException unreadable && isTriedAgain(unreadable, settings, isKnown))) {
                        throw failure instanceof CommandFailedException command
                                ? command
                                : new CommandFailedException(String.valueOf(failure.getMessage()), failure);
                    }
                    Instant now = program.surroundings().clock().instant();
                    Instant next = nextTry(failure, now.plus(wait == null || wait.compareTo(AFTER_FAILURE) > 0
                            ? AFTER_FAILURE
                            : wait));
                    wait = Duration.between(now, next);
                    program.console().problem("sheaf: " + failure.getMessage() + " Next try at " + next + ".");
                }
                first = false;
                await(watch, wait, stopped);
            }
            return 0;
        }
    }

    /** Returns the time of the next crawl in whole seconds: the wanted time, or the end of a pause of a server if that is later. */
    private static Instant nextTry(Exception failure, Instant wanted) {
        Instant until = failure instanceof PublishException unread ? unread.notBefore().orElse(wanted) : wanted;
        return (until.isAfter(wanted) ? until : wanted).plusNanos(999_999_999).truncatedTo(ChronoUnit.SECONDS);
    }

    /**
     * Returns true if a first crawl that failed is tried again like the later ones: its settings are known to be good, or a server does not
     * answer. A folder that does not exist and was never published is more likely a typing error.
     */
    private static boolean isTriedAgain(PublishException failure, CollectionSettings settings, boolean isKnown) {
        Throwable cause = failure.getCause();
        boolean isOutage = cause instanceof TreeException unreadable && unreadable.getCause() instanceof IOException
                && settings.locations().stream().anyMatch(location -> location.address().contains("://"));
        return isOutage || isKnown && (cause instanceof TreeException || cause == null);
    }

    private static void await(@Nullable FolderWatch watch, @Nullable Duration wait, UntilStopped stopped)
            throws InterruptedException {
        if (watch != null) {
            watch.await(wait, SETTLING, () -> stopped.await(0));
        } else if (wait != null) {
            stopped.await(Math.max(LOOK_MILLIS, wait.toMillis()));
        }
    }

    /** Takes the source; null for a dry run where nothing can be written, so that nobody can fill it meanwhile either. */
    private @Nullable SourceLease lease(HubStore store) {
        if (dryRun && store.isReadOnly()) {
            return null;
        }
        return store.leases().tryTake(id).orElseThrow(() -> new CommandFailedException(
                "'" + id + "' is being filled already, by another command; try again when that has ended"));
    }

    private int tell(Console console, CollectionSettings settings, PublishSummary summary, HubStore store, boolean isRepeated) {
        if (json) {
            writeJson(console, summary);
        }
        if (summary.cancelled()) {
            console.problem("sheaf: the crawl of '" + id + "' was ended early. Stored until then and kept: "
                    + PublishText.counts(summary) + ". The next crawl goes on from there.");
            return isRepeated ? 0 : 1;
        }
        if (summary.resources() == 0 && summary.withdrawn() == 0 && settings.approval().isAsked()) {
            console.note(id + ": no documents yet. Add them on the deposit page: start sheaf serve, and open /admin/deposits");
            return 0;
        }
        if (summary.resources() == 0 && summary.withdrawn() == 0 && summary.kept() == null) {
            console.problem("sheaf: there is nothing to publish: the locations hold no files. Nothing was changed.");
            return 1;
        }
        if (!isRepeated || summary.hasChanges()) {
            console.note(id + ": " + (dryRun ? "would be: " : "") + PublishText.counts(summary) + (dryRun
                    ? ""
                    : Deriving.withheld(store, id)));
        }
        String kept = summary.kept();
        if (kept != null) {
            console.problem("sheaf: " + id + ": partial: " + kept + ". Nothing was withdrawn.");
            return 1;
        }
        if (summary.created() + summary.changed() + summary.same() + summary.waiting() == 0 && summary.refused() > 0) {
            console.problem("sheaf: none of the files could be read. Nothing was published.");
            return 1;
        }
        return 0;
    }

    private void writeJson(Console console, PublishSummary summary) {
        Json.write(console, generator -> {
            generator.writeStartObject();
            generator.writeStringProperty("id", id);
            generator.writeBooleanProperty("dryRun", dryRun);
            generator.writeNumberProperty("files", summary.files());
            generator.writeNumberProperty("created", summary.created());
            generator.writeNumberProperty("changed", summary.changed());
            generator.writeNumberProperty("same", summary.same());
            generator.writeNumberProperty("withdrawn", summary.withdrawn());
            generator.writeNumberProperty("waiting", summary.waiting());
            generator.writeNumberProperty("refused", summary.refused());
            generator.writeNumberProperty("refusedFiles", summary.refusedFiles());
            generator.writeNumberProperty("extracted", summary.extracted());
            generator.writeNumberProperty("bytes", summary.bytes());
            generator.writeBooleanProperty("cancelled", summary.cancelled());
            generator.writeStringProperty("kept", summary.kept());
            generator.writeEndObject();
        });
    }
}
