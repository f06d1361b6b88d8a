package dev.sheaf.harvester;

import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;

import dev.sheaf.core.KnownNames;
import dev.sheaf.core.Limit;
import dev.sheaf.core.MetadataFormat;
import dev.sheaf.core.MetadataPrefix;
import dev.sheaf.core.OaiSet;
import dev.sheaf.core.RepositoryDescription;
import dev.sheaf.core.Selection;
import dev.sheaf.core.SetSpec;
import dev.sheaf.core.Verb;
import dev.sheaf.core.index.CombinedFormat;
import dev.sheaf.core.store.Access;
import dev.sheaf.core.store.Counts;
import dev.sheaf.core.store.HarvestOutcome;
import dev.sheaf.core.store.ListEvidence;
import dev.sheaf.core.store.RecordSink;
import dev.sheaf.core.store.RunEvidence;
import dev.sheaf.core.store.ServerProfile;
import dev.sheaf.core.store.ServerTrait;
import dev.sheaf.core.store.Source;
import dev.sheaf.core.store.SourceDescription;
import dev.sheaf.core.store.StoreException;
import dev.sheaf.harvester.client.OaiClient;
import dev.sheaf.harvester.http.BaseUrl;
import dev.sheaf.harvester.http.FetchRules;
import dev.sheaf.harvester.http.HarvestException;
import dev.sheaf.harvester.http.HarvestException.Kind;
import dev.sheaf.harvester.http.HttpFetcher;
import dev.sheaf.harvester.http.Pause;
import dev.sheaf.harvester.http.Unreadable;
import dev.sheaf.harvester.internal.list.Server;

/** One run of one source. */
final class Harvest {

    private final Source source;
    private final HarvestOptions options;
    private final RecordSink sink;
    private final FirstLoad firstLoad;
    private final EventQueue events;
    private final InstantSource clock;
    private final OaiClient client;
    private final Server server;
    private final int parallel;
    private final Totals totals = new Totals();
    /** Number of the run in the store. */
    private long run;
    private final List<String> missing = new ArrayList<>();
    /** Texts about the {@link #unfetched} records. */
    private final List<String> lacking = new ArrayList<>();
    private final List<ListEvidence> evidence = new ArrayList<>();
    private long unfetched;
    private int completeLists;
    private @Nullable HarvestException nameless;
    private @Nullable RepositoryDescription repository;
    /** The sets that ListSets names; null if they could not be listed. */
    private @Nullable Set<SetSpec> offered;
    /** The formats that ListMetadataFormats names; empty if they could not be listed. */
    private Set<MetadataPrefix> offeredFormats = Set.of();
    /** Reasons that are the same for every list of a set or of a format. */
    private final Set<String> wrongNames = new LinkedHashSet<>();
    /** True if the run ended because requests are paused. */
    private boolean isPaused;
    /** True when the repository speaks the extension for index harvesting. */
    private boolean hasIndex;

    Harvest(HttpFetcher fetcher, FetchRules rules, InstantSource clock, Pause pause, Source source, HarvestOptions options,
            RecordSink sink, ProgressListener listener, FirstLoad firstLoad) {
        String baseUrl = source.baseUrl();
        if (baseUrl == null) {
            throw new IllegalArgumentException("the source " + source.id() + " has no base URL to harvest");
        }
        this.source = source;
        this.options = options;
        this.sink = sink;
        this.firstLoad = firstLoad;
        this.events = new EventQueue(listener);
        this.clock = clock;
        FetchRules own = atOnce(rules.of(source), options.parallel());
        this.parallel = own.requestsAtOnce();
        this.client = new OaiClient(fetcher, BaseUrl.parse(baseUrl), options.asking(own, pause, events)
                .withExchanges(new ExchangeEvents(events::report)));
        this.server = new Server(client, profile(sink, source.id()), clock, this::note);
        this.server.count(sink::singleRequests);
    }

    /** Returns the stored profile. A sink that cannot be read fails here, at the beginning of the run, with its own message. */
    private static ServerProfile profile(RecordSink sink, String source) {
        try {
            return sink.profile(source);
        } catch (StoreException _) {
            return ServerProfile.UNKNOWN;
        }
    }

    /** Begins the run in the store. */
    void begin() {
        run = sink.begin(source.id(), clock.instant());
    }

    /**
     * Asks for the repository's identity, formats and sets, and chooses the lists of the run.
     *
     * @param fetching makes the requests of the run
     */
    List<ListHarvest> lists(ExecutorService fetching) throws HarvestException {
        Ahead ahead = new Ahead(fetching, options.cancelled(), events);
        identify(ahead);
        List<MetadataFormat> formats = formats(ahead);
        describeSets(ahead);
        List<Selection> selections = selections(formats);
        List<ListHarvest> lists = new ArrayList<>();
        for (Selection asked : selections) {
            lists.add(new ListHarvest(this, ahead, run, asked, format(asked.prefix(), formats), lists.size() + 1,
                    selections.size()));
        }
        return lists;
    }

    /**
     * Notes the end of a list.
     *
     * @param why reason for its incompleteness, for people; null if it was proven complete
     */
    void ended(ListHarvest list, @Nullable String why) {
        evidence.add(list.evidence(why));
        if (why == null) {
            completeLists++;
        } else {
            String reason = list.isOneOfSeveral() && !wrongNames.contains(why) ? name(list.asked()) + ": " + why : why;
            if (!missing.contains(reason)) {
                missing.add(reason);
            }
        }
    }

    /** Stores what a list has taught about the server, whether it has ended or failed. */
    void keepLearnt(ListHarvest list) {
        lacks(list);
        sink.keepProfile(source.id(), server.profile());
    }

    /**
     * Stores at once whether dumps may be tried. A run that tries one notes before that they must not be, so that one that keeps runs from their
     * end is tried only once: a run may be killed while it waits for the host of the dump.
     *
     * @param mayBeTried false from the first request on; true again after a load, and when an operator cancels it
     */
    void keepDumps(boolean mayBeTried) {
        server.learnDumps(mayBeTried ? null : "no");
        sink.keepProfile(source.id(), server.profile());
    }

    /** Notes a failure that ends the run. */
    void brokeOff(Exception failure) {
        isPaused = failure instanceof HarvestException known && known.kind() == Kind.PAUSED;
        missing.add(failure.getMessage());
    }

    /** Ends the run in the store after a fault of this program, so that no run stays unfinished. */
    void endUnexpectedly(Throwable unexpected) {
        missing.add("unexpected: " + unexpected);
        sink.end(run, outcome(), clock.instant());
    }

    /** Ends the run in the store. */
    void end() {
        try {
            if (totals.repaired() > 0) {
                note(totals.repaired() + (totals.repaired() == 1 ? " record" : " records") + " had to be repaired to be read");
            }
        } catch (RuntimeException | Error unexpected) {
            endUnexpectedly(unexpected);
            throw unexpected;
        }
        if (isPaused) {
            sink.endPaused(run, outcome(), clock.instant());
        } else {
            sink.end(run, outcome(), clock.instant());
        }
    }

    /** Reports and returns the outcome of the run. */
    HarvestOutcome tellOutcome() {
        HarvestOutcome outcome = outcome();
        tell(new HarvestEvent.RunEnded(outcome));
        return outcome;
    }

    /** Notes the records of a list that were named but did not arrive. */
    private void lacks(ListHarvest list) {
        unfetched += list.unfetched();
        if (list.unfetched() > 0) {
            lacking.add(list.unfetchedText());
        }
    }

    private static String name(Selection asked) {
        return asked.set() == null ? asked.prefix().value() : asked.prefix() + " of set " + asked.set();
    }

    private void identify(Ahead ahead) throws HarvestException {
        tell(new HarvestEvent.Asking(Verb.IDENTIFY));
        RepositoryDescription description;
        try {
            description = ahead.get(client::identify);
        } catch (HarvestException failure) {
            if (!mayStillHaveRecords(failure)) {
                throw failure;
            }
            nameless = failure;
            return;
        }
        repository = description;
        tell(new HarvestEvent.Identified(description));
        sink.describe(source.id(), new SourceDescription(description, null, null));
        if (description.granularity().isEmpty()) {
            note("the repository states the granularity '" + Unreadable.line(description.granularityText())
                    + "', which is not legal; days are used, which every repository supports");
        }
        server.describe(description);
    }

    /**
     * Returns whether lists may work although Identify failed, for instance because of one configuration error. The other requests then
     * show whether the repository is there.
     */
    private static boolean mayStillHaveRecords(HarvestException failure) {
        return switch (failure.kind()) {
            case MALFORMED, NOT_OAI, PROTOCOL, CONTENT_CODING, TOO_LARGE -> true;
            // A server that is busy or down gets no further request.
            case HTTP_STATUS -> switch (failure.status()) {
                case 408, 429, 502, 503, 504 -> false;
                default -> true;
            };
            case ADDRESS, UNKNOWN_HOST, CONNECT, TLS, CONNECTION, TIMEOUT, REDIRECT, LIST_TOO_LARGE, BOT_PROTECTION, LOGIN,
                    ACCESS,
                    ROBOTS, PAUSED, INCOMPLETE, CANCELLED -> false;
        };
    }

    private void goOnNameless(HarvestException failure) {
        note("Identify failed (" + failure.getMessage() + "); the lists are requested anyway, with days unless the repository "
                + "is known to accept seconds");
    }

    private List<MetadataFormat> formats(Ahead ahead) throws HarvestException {
        tell(new HarvestEvent.Asking(Verb.LIST_METADATA_FORMATS));
        try {
            List<MetadataFormat> formats = bounded(ahead.get(client::listMetadataFormats));
            if (nameless != null) {
                goOnNameless(nameless);
            }
            if (!formats.isEmpty()) {
                hasIndex = nameless == null && client.hasIndex();
                List<MetadataFormat> all = hasIndex ? withIndex(formats, ahead) : formats;
                sink.describe(source.id(), new SourceDescription(null, all, null));
                offeredFormats = all.stream().map(MetadataFormat::prefix).collect(Collectors.toSet());
                return all;
            }
            sink.describe(source.id(), new SourceDescription(null, formats, null));
            missing.add("the repository lists no metadata format; oai_dc was asked for, which every repository has to know");
        } catch (HarvestException failure) {
            if (failure.kind().endsAsking()) {
                throw failure;
            }
            if (nameless != null) {
                throw nameless;
            }
            // If formats are configured, the list of all formats is not needed.
            String message = "the metadata formats could not be listed: " + failure.getMessage();
            if (prefixes().isEmpty()) {
                missing.add(message + "; only oai_dc was requested");
            } else {
                note(message);
            }
        }
        return List.of(MetadataFormat.OAI_DC);
    }

    /** Adds the combined formats of a repository that speaks the extension for index harvesting. */
    private List<MetadataFormat> withIndex(List<MetadataFormat> formats, Ahead ahead) throws HarvestException {
        tell(new HarvestEvent.Asking(Verb.LIST_INDEX_FORMATS));
        try {
            return IndexChoice.combined(formats, ahead.get(client::listIndexFormats), this::note);
        } catch (HarvestException failure) {
            if (failure.kind().endsAsking()) {
                throw failure;
            }
            tooMuch("the index formats are not known: " + failure.getMessage(), !prefixes().isEmpty());
            return formats;
        }
    }

    /** Each format is a list to harvest and to serve. */
    private List<MetadataFormat> bounded(List<MetadataFormat> formats) {
        List<MetadataFormat> fit = formats.stream().filter(Harvest::fits).toList();
        boolean isPartOfThemWanted = !prefixes().isEmpty();
        if (fit.size() < formats.size()) {
            tooMuch("metadata formats are left out: " + Limit.FORMAT_CHARACTERS.exceeded(), isPartOfThemWanted);
        }
        if (fit.size() <= Limit.FORMATS.number()) {
            return fit;
        }
        tooMuch(Limit.FORMATS.exceeded() + "; the first ones were requested", isPartOfThemWanted);
        List<MetadataPrefix> wanted = prefixes();
        List<MetadataFormat> first = fit.subList(0, Limit.FORMATS.count());
        return Stream.concat(first.stream(), fit.stream().skip(first.size()).filter(format -> wanted.contains(format.prefix())))
                .toList();
    }

    private void tooMuch(String message, boolean isPartWanted) {
        if (isPartWanted) {
            note(message);
        } else {
            missing.add(message);
        }
    }

    private static boolean fits(MetadataFormat format) {
        long most = Limit.FORMAT_CHARACTERS.number();
        return format.prefix().value().length() <= most && format.schema().length() <= most
                && format.namespace().length() <= most;
    }

    private void describeSets(Ahead ahead) throws HarvestException {
        tell(new HarvestEvent.Asking(Verb.LIST_SETS));
        try {
            List<OaiSet> sets = ahead.get(client::listSets);
            sink.describe(source.id(), new SourceDescription(null, null, sets));
            server.keepSets(sets);
            offered = sets.stream().map(OaiSet::spec).collect(Collectors.toSet());
        } catch (HarvestException failure) {
            if (failure.kind().endsAsking()) {
                throw failure;
            }
            // No record depends on the sets: records name their own.
            note("the sets could not be listed: " + failure.getMessage());
        }
    }

    /** Returns true if the repository has listed its sets, and this one is not among them. */
    boolean isNotOffered(SetSpec set) {
        return offered != null && !offered.contains(set);
    }

    /** Returns true if the repository has listed its formats, and this one is not among them. */
    boolean isNotOffered(MetadataPrefix prefix) {
        return !offeredFormats.isEmpty() && !offeredFormats.contains(prefix);
    }

    /** Returns that the repository has no such set, and the sets that it has. */
    String lacks(SetSpec set) {
        Set<SetSpec> known = offered == null ? Set.of() : offered;
        return wrongName(KnownNames.of(known.stream().map(SetSpec::value).toList()).lacking("the repository", "set",
                set.value()));
    }

    /** Returns that the repository has no such format, and the formats that it has. */
    String lacks(MetadataPrefix prefix) {
        return wrongName(KnownNames.of(offeredFormats.stream().map(MetadataPrefix::value).toList()).lacking("the repository",
                "format", prefix.value()));
    }

    private String wrongName(String reason) {
        wrongNames.add(reason);
        return reason;
    }

    private List<MetadataPrefix> prefixes() {
        return options.prefixes().isEmpty() ? source.prefixes() : options.prefixes();
    }

    private List<Selection> selections(List<MetadataFormat> formats) {
        List<MetadataPrefix> prefixes = prefixes().isEmpty()
                ? formats.stream().map(MetadataFormat::prefix).toList()
                : prefixes().stream().distinct().toList();
        if (prefixes().isEmpty() && hasIndex) {
            prefixes = IndexChoice.wanted(prefixes, this::note);
        }
        List<SetSpec> sets = options.sets().isEmpty() ? source.sets() : options.sets();
        List<Selection> lists = new ArrayList<>();
        for (MetadataPrefix prefix : prefixes) {
            if (sets.isEmpty()) {
                lists.add(new Selection(prefix, options.from(), options.until(), null));
            }
            for (SetSpec set : sets.stream().distinct().toList()) {
                lists.add(new Selection(prefix, options.from(), options.until(), set));
            }
        }
        return lists;
    }

    /** Returns the format as the repository describes it. A format that it does not list is asked for anyway. */
    private MetadataFormat format(MetadataPrefix prefix, List<MetadataFormat> formats) {
        return formats.stream()
                .filter(format -> format.prefix().equals(prefix))
                .findFirst()
                .orElseGet(() -> prefix.equals(MetadataPrefix.OAI_DC)
                        ? MetadataFormat.OAI_DC
                        : indexed(prefix).orElseGet(() -> new MetadataFormat(prefix, "", "")));
    }

    /** Returns a combined format that somebody has named; any metadata may have an index. */
    private Optional<MetadataFormat> indexed(MetadataPrefix prefix) {
        return hasIndex ? CombinedFormat.of(prefix).map(CombinedFormat::format) : Optional.empty();
    }

    private HarvestOutcome outcome() {
        String reason = Stream.concat(missing.stream(), lacking.stream()).collect(Collectors.joining("; "));
        Counts counts = totals.counts();
        return HarvestOutcome.of(new RunEvidence(missing.isEmpty(), completeLists > 0 || counts.received() > 0, evidence,
                counts.received() - totals.refusedAgain(), counts.refused() - totals.refusedAgain(), unfetched), reason, counts,
                totals.pages());
    }

    /**
     * Returns a list that may come another way for the first time; empty for other lists, and where the operator does not want that.
     *
     * @param asked the list
     */
    Optional<LoadedList> loadable(Selection asked, Ahead ahead) {
        RepositoryDescription known = repository;
        boolean isWanted = !options.full() && !server.profile().isNot(ServerTrait.DUMPS);
        return isWanted && known != null && LoadedList.isPossible(known, asked)
                ? Optional.of(new LoadedList(client, ahead, known, asked, () -> keepDumps(false)))
                : Optional.empty();
    }

    /** Returns the other way for lists that were never harvested. */
    FirstLoad firstLoad() {
        return firstLoad;
    }

    Source source() {
        return source;
    }

    HarvestOptions options() {
        return options;
    }

    RecordSink sink() {
        return sink;
    }

    Server server() {
        return server;
    }

    InstantSource clock() {
        return clock;
    }

    /** Returns the number of simultaneous requests. */
    int parallel() {
        return parallel;
    }

    /** Returns rules with a number of simultaneous requests. The operator's setting for the source takes precedence over that of the run. */
    static FetchRules atOnce(FetchRules rules, int wanted) {
        Access access = rules.access();
        return wanted > 1 && access.requestsAtOnce() == 0
                ? rules.withAccess(access.withPace(wanted, access.interval()), rules.home())
                : rules;
    }

    Totals totals() {
        return totals;
    }

    void note(String message) {
        tell(new HarvestEvent.Note(message));
    }

    /** Reports an event through the queue, because the page that is fetched ahead and the page that is saved both report events. */
    void tell(HarvestEvent event) {
        events.report(event);
    }
}
