package dev.sheaf.cli.harvest;

import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

import dev.sheaf.cli.program.CommandFailedException;
import dev.sheaf.cli.program.ConfiguredIdentity;
import dev.sheaf.cli.program.Console;
import dev.sheaf.cli.program.DataDirectory;
import dev.sheaf.cli.program.Deriving;
import dev.sheaf.cli.program.Json;
import dev.sheaf.cli.program.Program;
import dev.sheaf.cli.program.Progress;
import dev.sheaf.cli.program.Words;
import dev.sheaf.core.Datestamp;
import dev.sheaf.core.MetadataFormat;
import dev.sheaf.core.OaiSet;
import dev.sheaf.core.store.Access;
import dev.sheaf.core.store.HarvestOutcome;
import dev.sheaf.core.store.RecordStore;
import dev.sheaf.core.store.Source;
import dev.sheaf.core.store.SourceDescription;
import dev.sheaf.core.store.SourceStatus;
import dev.sheaf.core.store.StoreException;
import dev.sheaf.harvester.HarvestOptions;
import dev.sheaf.harvester.Harvester;
import dev.sheaf.harvester.discovery.Alias;
import dev.sheaf.harvester.http.BaseUrl;
import dev.sheaf.harvester.http.FetchRules;
import dev.sheaf.harvester.http.HttpFetcher;
import dev.sheaf.platform.config.LogOutput;
import dev.sheaf.platform.report.RunJson;
import dev.sheaf.platform.search.QueryAggregates;
import dev.sheaf.platform.sync.HarvestCare;
import dev.sheaf.platform.sync.HostsInParallel;
import dev.sheaf.platform.sync.SourceHarvest;
import dev.sheaf.platform.sync.StoreHosts;
import dev.sheaf.platform.sync.operate.KnownRepositories;
import dev.sheaf.store.HubStore;

/** Harvests sources into the store. */
@Command(name = "harvest", description = {
        "Harvests sources into the store: everything the first time, then changes.",
        "An interrupted harvest is continued. An address that is not registered yet is registered "
                + "first."}, footerHeading = "%nExamples:%n", footer = {
                        "  sheaf harvest https://export.arxiv.org/oai2 --set physics:hep-th", "  sheaf harvest arxiv",
                        "  sheaf harvest --all --parallel 32", "  sheaf harvest arxiv --from 2024-01-01 --until 2024-01-31", "",
                        "Exit status: 0 if every verdict begins with complete, 1 if one was partial or failed."})
public final class HarvestCommand implements Callable<Integer> {

    private static final int MOST_PARALLEL = 1_000;

    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @Parameters(paramLabel = "ID|URL", description = "source, or base URL of a repository", arity = "0..*")
    private List<String> wanted = new ArrayList<>();

    @Option(names = "--all", description = "all harvested sources except paused ones")
    private boolean all;

    @Option(names = "--full", description = "harvest everything again, not only changes")
    private boolean full;

    @Option(names = "--now", description = "send requests to paused hosts anyway, and resume them if they answer")
    private boolean now;

    @Option(names = "--prefix", paramLabel = "P", description = "only this metadata format (may be repeated)")
    private List<String> prefixes = new ArrayList<>();

    @Option(names = "--set", paramLabel = "S", description = "only this set (may be repeated)")
    private List<String> sets = new ArrayList<>();

    @Option(names = "--from", paramLabel = "D", description = "only records that changed on or after this date")
    private @Nullable String from;

    @Option(names = "--parallel-lists", paramLabel = "N", defaultValue = "1", description = {
            "simultaneous requests to one repository (default: 1); long lists are then split by date.",
            "A setting of the source has priority"})
    private int parallelLists;

    @Option(names = "--until", paramLabel = "D", description = "only records that changed on or before this date")
    private @Nullable String until;

    @Option(names = "--strict", description = "repair nothing: a response that is not well-formed is a failure")
    private boolean strict;

    @Option(names = "--parallel", paramLabel = "N", description = "hosts that are harvested at the same time (default: 16), each with one request at a time", defaultValue = "16")
    private int parallel = 16;

    @Option(names = "--census", description = "also look for records that the repository no longer lists, whether or not it reports deletions")
    private boolean census;

    @Option(names = "--validate", description = "check every page against schemas; invalid records are stored and reported")
    private boolean validate;

    @Option(names = "--json", description = "print the results of the runs as a JSON array on standard output")
    private boolean json;

    private final Map<String, HarvestOutcome> outcomes = new ConcurrentSkipListMap<>();

    /** Sources that this command has registered. */
    private final Set<String> registered = new HashSet<>();
    private boolean passedOver;

    @Mixin
    private AccessOptions access = new AccessOptions();

    @Override
    public Integer call() {
        Program program = Program.of(spec);
        program.log(LogOutput.Detail.NORMAL);
        HarvestOptions options = options();
        FetchRules rules = ConfiguredIdentity.rules(program);
        try (HubStore store = DataDirectory.open(program);
                StoreHosts hosts = new StoreHosts(store, InstantSource.system());
                HttpFetcher fetcher = new HttpFetcher(InstantSource.system(), hosts);
                QueryAggregates queries = new QueryAggregates(store)) {
            Set<Source> sources = sources(store, program);
            new RestingHosts(store.hosts(), InstantSource.system()).look(sources, now, program.console());
            SourceHarvest harvest = new SourceHarvest(store,
                    new Harvester(fetcher, rules, program.surroundings().clock(), program.surroundings().pause()),
                    program.surroundings().clock());
            boolean good;
            if (sources.size() == 1) {
                Source source = sources.iterator().next();
                Optional<HarvestOutcome> outcome;
                try (Progress progress = program.console().progress(source.id(), "records")) {
                    outcome = harvest.run(source, options, new HarvestCare(census, validate), new HarvestWatch(progress));
                }
                good = told(store, source, outcome, program.console()::note, program.console()::problem);
            } else {
                good = together(store, harvest, sources, options, program);
            }
            queries.catchUp();
            if (json) {
                writeJson(program.console());
            }
            if (sources.isEmpty() && !passedOver) {
                program.console().note("There is no source to harvest. Add one: sheaf source add ID URL");
            }
            return good ? 0 : 1;
        }
    }

    /** Returns the options of every run; reports wrong options of the command. */
    private HarvestOptions options() {
        if (parallel < 1 || parallel > MOST_PARALLEL) {
            throw Words.wrong(spec, "--parallel: from 1 to " + MOST_PARALLEL + " hosts can be harvested at the same time");
        }
        if (access.isGiven()
                && (all || wanted.stream().filter(text -> text.contains("://")).count() != 1 || wanted.size() != 1)) {
            throw Words.wrong(spec,
                    "--access is for new addresses only. To change the access of a source: sheaf "
                            + "source set ID");
        }
        if (wanted.isEmpty() && !all) {
            throw Words.wrong(spec, "which source? Give its id, a base URL, or --all");
        }
        if (parallelLists < 1 || parallelLists > HarvestOptions.MOST_PARALLEL) {
            throw Words.wrong(spec, "--parallel-lists: 1 to " + HarvestOptions.MOST_PARALLEL + " requests at the same time");
        }
        Datestamp begin = Words.datestamp(spec, "--from", from);
        Datestamp end = Words.datestamp(spec, "--until", until);
        Words.range(spec, begin, end);
        return HarvestOptions.DEFAULT.withFull(full).withStrict(strict).withParallel(parallelLists)
                .withLists(prefixes.stream().map(text -> Words.prefix(spec, text)).toList(),
                        sets.stream().map(text -> Words.set(spec, text)).toList())
                .withWindow(begin, end);
    }

    private void writeJson(Console console) {
        Json.write(console, generator -> {
            generator.writeStartArray();
            outcomes.forEach((id, outcome) -> {
                generator.writeStartObject();
                RunJson.outcome(generator, id, outcome);
                generator.writeEndObject();
            });
            generator.writeEndArray();
        });
    }

    /** Returns whether a source is paused, and reports that it is skipped. That is no failure, because an operator paused it on purpose. */
    private boolean isPaused(HubStore store, String id, Program program) {
        boolean paused = store.control().paused(id).isPresent();
        if (paused) {
            passedOver = true;
            program.console().problem("'" + id + "' is paused and left out; to resume it: sheaf source resume " + id);
        }
        return paused;
    }

    private Set<Source> sources(HubStore store, Program program) {
        Set<Source> sources = new LinkedHashSet<>();
        if (all) {
            store.sources().stream().map(SourceStatus::source).filter(source -> source.kind().isHarvested())
                    .filter(source -> !isPaused(store, source.id(), program)).forEach(sources::add);
        }
        for (String text : wanted) {
            sources.add(text.contains("://") ? byAddress(store, text, program) : byId(store, text));
        }
        return sources;
    }

    private Source byId(RecordStore store, String text) {
        if (text.contains("/") || text.contains(".")) {
            throw Words.wrong(spec,
                    "'" + text + "' is neither the id of a source nor a base URL, which begins with http:// or https://");
        }
        Source source = store.source(Words.id(spec, text))
                .orElseThrow(() -> new CommandFailedException("there is no source '" + text
                        + "'. Known ones: sheaf source list; to add it: sheaf source add " + text + " URL"));
        if (source.kind().isPushed()) {
            throw new CommandFailedException("'" + text + "' is not harvested: its owner pushes the records, with sheaf push");
        }
        if (source.baseUrl() == null) {
            throw new CommandFailedException(
                    "'" + text + "' is not harvested: its records are local. To renew them: sheaf import " + text
                            + " PATH…");
        }
        return source;
    }

    private Source byAddress(RecordStore store, String text, Program program) {
        BaseUrl baseUrl = baseUrl(spec, text);
        String address = baseUrl.toString();
        Optional<Source> known = store.sources().stream().map(SourceStatus::source)
                .filter(source -> source.kind().isHarvested() && address.equals(source.baseUrl())).findFirst()
                .or(() -> otherwiseSpelled(store, baseUrl, program));
        if (known.isPresent()) {
            if (access.isGiven()) {
                throw Words.wrong(spec,
                        known.get().baseUrl() + " is registered as '" + known.get().id()
                                + "'. To change its access: "
                                + "sheaf source set " + known.get().id());
            }
            return known.get();
        }
        KnownRepositories.alias(store, baseUrl).ifPresent(alias -> program.console().problem("Beware: " + alias));
        String id = SourceIds.in(store).next(baseUrl);
        Source named = Source.harvested(id, address);
        Source source = named.withSettings(named.settings().withAccess(access.applyTo(Access.DEFAULT, spec)));
        store.put(source);
        registered.add(id);
        return source;
    }

    /**
     * Returns the source whose address differs only in spelling. No server offers two repositories in this way, and an address pasted from
     * a browser has the scheme and the slash that the browser shows. A second source would hold every record a second time. Weaker evidence
     * is only reported, and the user decides.
     */
    private static Optional<Source> otherwiseSpelled(RecordStore store, BaseUrl baseUrl, Program program) {
        Optional<Alias> spelling = KnownRepositories.find(store, baseUrl)
                .filter(alias -> alias.evidence() == Alias.Evidence.SPELLING);
        Optional<Source> known = spelling.flatMap(alias -> Optional.ofNullable(alias.knownAs())).flatMap(store::source)
                .filter(source -> source.kind().isHarvested());
        known.ifPresent(source -> program.console()
                .note(baseUrl + " is taken for '" + source.id() + "', which is registered with "
                        + source.baseUrl() + " (" + spelling.orElseThrow().explanation()
                        + "). If the address has changed: sheaf source set "
                        + source.id() + " --url " + baseUrl));
        return known;
    }

    /** Returns the base URL in an argument; a wrong one is a usage error. */
    public static BaseUrl baseUrl(CommandSpec spec, String text) {
        try {
            return BaseUrl.parse(text);
        } catch (IllegalArgumentException failure) {
            throw Words.wrong(spec, String.valueOf(failure.getMessage()));
        }
    }

    /** Harvests sources and prints a line for each result. A failed source does not stop the others. */
    private boolean together(HubStore store, SourceHarvest harvest, Set<Source> sources, HarvestOptions options,
            Program program) {
        AtomicBoolean good = new AtomicBoolean(true);
        try (Progress progress = program.console().progress("harvesting", "records")) {
            ManyHarvestsWatch watch = new ManyHarvestsWatch(progress, program.surroundings().clock(), sources.size());
            HostsInParallel.forEach(sources, parallel, source -> {
                try {
                    Optional<HarvestOutcome> outcome = harvest.run(source, options, new HarvestCare(census, validate),
                            watch.of(source.id()));
                    if (!told(store, source, outcome, progress::note, progress::problem)) {
                        good.set(false);
                    }
                } catch (StoreException | IllegalArgumentException failure) {
                    good.set(false);
                    outcomes.put(source.id(), HarvestOutcome.failed(String.valueOf(failure.getMessage())));
                    progress.problem("sheaf: " + source.id() + ": " + failure.getMessage());
                } finally {
                    watch.ended(source.id());
                }
            });
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            throw new CommandFailedException("interrupted; the next harvest continues this one");
        }
        return good.get();
    }

    private boolean told(HubStore store, Source source, Optional<HarvestOutcome> outcome, Consumer<String> note,
            Consumer<String> problem) {
        if (registered.contains(source.id()) && !isMistyped(store, source, outcome)) {
            note.accept("Registered " + source.baseUrl() + " as '" + source.id() + "'.");
        }
        if (outcome.isEmpty()) {
            String reason = "'" + source.id()
                    + "' is being harvested by another command or the hub; try again after its end";
            outcomes.put(source.id(), HarvestOutcome.failed(reason));
            problem.accept("sheaf: " + reason);
            return false;
        }
        HarvestOutcome ended = outcome.get();
        outcomes.put(source.id(), ended);
        String line = source.id() + ": " + ended
                + (ended.verdict() == HarvestOutcome.Verdict.FAILED ? "" : ": " + Words.counts(ended.counts()))
                + Deriving.withheld(store, source.id());
        if (ended.isComplete()) {
            note.accept(line);
        } else {
            problem.accept("sheaf: " + line);
        }
        if (isMistyped(store, source, outcome)) {
            forget(store, source, note);
        }
        return ended.isComplete();
    }

    /**
     * Returns true if this command registered a source and nothing of it was there: no repository has ever answered at its address, or it has
     * none of the sets or formats that were asked for. Either is probably a typing error.
     */
    private boolean isMistyped(HubStore store, Source source, Optional<HarvestOutcome> outcome) {
        // Without a request, nothing is known about the address.
        return registered.contains(source.id())
                && outcome.filter(ended -> ended.verdict() == HarvestOutcome.Verdict.FAILED).isPresent()
                && store.hosts().waiting(source.id(), Instant.EPOCH).isEmpty()
                && store.description(source.id()).map(this::isOtherwise).orElse(true);
    }

    /** Returns true if a repository has listed its sets or formats, and none of those that were asked for are among them. */
    private boolean isOtherwise(SourceDescription description) {
        List<OaiSet> ofSets = description.sets();
        List<MetadataFormat> ofFormats = description.formats();
        return !sets.isEmpty() && ofSets != null && ofSets.stream().noneMatch(set -> sets.contains(set.spec().value()))
                || !prefixes.isEmpty() && ofFormats != null
                        && ofFormats.stream().noneMatch(format -> prefixes.contains(format.prefix().value()));
    }

    /** Removes a source that was registered for a name or an address that is probably mistyped. */
    private static void forget(HubStore store, Source source, Consumer<String> note) {
        String reason = store.description(source.id()).isEmpty()
                ? "nothing at " + source.baseUrl() + " has answered as a repository"
                : source.baseUrl() + " has nothing of what was asked for";
        store.remove(source.id(), false);
        note.accept("'" + source.id() + "' is not registered: " + reason + ". To register it anyway: sheaf source add "
                + source.id() + " "
                + source.baseUrl());
    }
}
