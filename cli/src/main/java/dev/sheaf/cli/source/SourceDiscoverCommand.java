package dev.sheaf.cli.source;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

import dev.sheaf.cli.harvest.SourceIds;
import dev.sheaf.cli.program.ConfiguredIdentity;
import dev.sheaf.cli.program.DataDirectory;
import dev.sheaf.cli.program.Json;
import dev.sheaf.cli.program.Program;
import dev.sheaf.cli.program.Progress;
import dev.sheaf.cli.program.Words;
import dev.sheaf.cli.source.DiscoveredSource.State;
import dev.sheaf.core.store.RecordStore;
import dev.sheaf.core.store.Source;
import dev.sheaf.harvester.discovery.Alias;
import dev.sheaf.harvester.discovery.AliasFinder;
import dev.sheaf.harvester.discovery.Checked;
import dev.sheaf.harvester.discovery.Discovery;
import dev.sheaf.harvester.discovery.DiscoveryLimits;
import dev.sheaf.harvester.discovery.FoundRepository;
import dev.sheaf.harvester.discovery.KnownRepository;
import dev.sheaf.harvester.discovery.RepositoryCheck;
import dev.sheaf.harvester.http.FetchRules;
import dev.sheaf.harvester.http.HarvestException;
import dev.sheaf.harvester.http.HttpFetcher;
import dev.sheaf.platform.config.LogOutput;
import dev.sheaf.platform.sync.operate.KnownRepositories;
import dev.sheaf.store.HubStore;

/** Discovers repositories. */
@Command(name = "discover", description = {
        "Finds repositories: those that a repository names as its friends, or those of a list: a ListFriends "
                + "file, OPML, a table with a column of addresses, or one base URL a line; also packed with gzip, also at "
                + "an address.",
        "Prints one line for each: base URL, whether it is new, known or an alias of another, and the content of its "
                + "Identify response."}, footerHeading = "%nExamples:%n", footer = {
                        "  sheaf source discover https://repository.example.org/oai",
                        "  sheaf source discover ListFriends.xml.gz --check --json",
                        "  sheaf source discover repositories.txt --check --add"})
final class SourceDiscoverCommand implements Callable<Integer> {

    /** Number of sources that are registered in one transaction. */
    private static final int AT_ONCE = 500;

    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @Parameters(paramLabel = "URL|FILE", description = "repository or list", arity = "1..*")
    private List<String> places = new ArrayList<>();

    @Option(names = "--add", description = "register new repositories, without aliases and those that did not answer")
    private boolean add;

    @Option(names = "--with-aliases", description = "with --add: register aliases too")
    private boolean withAliases;

    @Option(names = "--check", description = "send Identify to each: one request at a time to a host, and to many hosts at the same time")
    private boolean check;

    @Option(names = "--limit", paramLabel = "N", description = "largest number of addresses (default: 100000)", defaultValue = "100000")
    private int limit;

    @Option(names = "--depth", paramLabel = "N", description = "1: the friends of URL (the default); 2: also the friends of these; and so on", defaultValue = "1")
    private int depth;

    @Option(names = "--per-host", paramLabel = "N", description = "largest number of friends on one host (default: 100)", defaultValue = "100")
    private int perHost;

    @Option(names = "--json", description = "as a JSON array")
    private boolean json;

    @Override
    public Integer call() throws HarvestException {
        Program program = Program.of(spec);
        program.log(LogOutput.Detail.NORMAL);
        if (withAliases && !add) {
            throw Words.wrong(spec, "--with-aliases needs --add: give both");
        }
        if (limit < 1 || depth < 1 || perHost < 1) {
            throw Words.wrong(spec, "--limit, --depth and --per-host must be at least 1");
        }
        Discovery discovery = new Discovery(
                new DiscoveryLimits(depth, limit, perHost, DiscoveryLimits.DEFAULT.hostsAtOnce()));
        FetchRules rules = ConfiguredIdentity.rules(program);
        boolean whole = true;
        long invalid;
        try (HttpFetcher fetcher = new HttpFetcher()) {
            RepositoryCheck asking = new RepositoryCheck(fetcher, rules, program.surroundings().pause());
            AddressIntake intake = new AddressIntake(program, discovery, fetcher, rules, asking);
            for (String place : places) {
                whole &= intake.take(place);
            }
            invalid = intake.invalid();
            if (check || depth > 1) {
                ask(discovery, asking, program);
            }
        }
        List<DiscoveredSource> report;
        try (HubStore store = DataDirectory.open(program)) {
            report = judged(discovery.repositories(), KnownRepositories.of(store));
            if (add) {
                report = added(store, report, program);
            }
        }
        print(program, report);
        summary(program, report, discovery, invalid);
        return whole ? 0 : 1;
    }

    private void ask(Discovery discovery, RepositoryCheck asking, Program program) throws HarvestException {
        try (Progress progress = program.console().progress("asking", "repositories")) {
            long[] done = new long[1];
            discovery.ask(asking, check, (_, known) -> progress.at(++done[0], known));
        }
    }

    private static List<DiscoveredSource> judged(List<FoundRepository> found, List<KnownRepository> known) {
        Map<String, String> ids = new HashMap<>();
        known.forEach(one -> ids.putIfAbsent(one.baseUrl().toString(), one.id()));
        List<Optional<Alias>> aliases = AliasFinder.find(known, found);
        List<DiscoveredSource> report = new ArrayList<>(found.size());
        for (int i = 0; i < found.size(); i++) {
            Alias alias = aliases.get(i).orElse(null);
            String id = ids.get(found.get(i).baseUrl().toString());
            report.add(new DiscoveredSource(found.get(i), id, state(found.get(i), id, alias), alias));
        }
        return report;
    }

    private static State state(FoundRepository found, @Nullable String id, @Nullable Alias alias) {
        if (id != null) {
            return State.KNOWN;
        }
        if (alias != null) {
            return State.ALIAS;
        }
        return found.checked() instanceof Checked.Failed ? State.UNREACHED : State.NEW;
    }

    private List<DiscoveredSource> added(RecordStore store, List<DiscoveredSource> report, Program program) {
        SourceIds ids = SourceIds.in(store);
        List<DiscoveredSource> result = new ArrayList<>(report.size());
        List<Source> portion = new ArrayList<>();
        try (Progress progress = program.console().progress("adding", "sources")) {
            for (DiscoveredSource one : report) {
                if (isWanted(one)) {
                    String id = ids.next(one.found().baseUrl());
                    portion.add(source(id, one.found()));
                    result.add(one.addedAs(id));
                } else {
                    result.add(one);
                }
                if (portion.size() == AT_ONCE) {
                    store.putAll(portion);
                    portion.clear();
                    progress.at(result.size(), report.size());
                }
            }
            store.putAll(portion);
        }
        return result;
    }

    private boolean isWanted(DiscoveredSource one) {
        return one.state() == State.NEW
                || one.state() == State.ALIAS && withAliases && !(one.found().checked() instanceof Checked.Failed);
    }

    /** Registers a source with its name in the list. Without one, the first harvest takes the name from Identify. */
    private static Source source(String id, FoundRepository found) {
        Source source = Source.harvested(id, found.baseUrl().toString());
        String name = found.name();
        return name == null
                ? source
                : new Source(id, source.kind(), source.baseUrl(), name, source.prefixes(), source.sets(), source.settings());
    }

    private void print(Program program, List<DiscoveredSource> report) {
        if (json) {
            Json.write(program.console(), generator -> {
                generator.writeStartArray();
                report.forEach(one -> one.write(generator));
                generator.writeEndArray();
            });
        } else {
            report.forEach(one -> program.console().result(one.line()));
        }
    }

    private void summary(Program program, List<DiscoveredSource> report, Discovery discovery, long invalid) {
        Map<State, Long> counts = new EnumMap<>(State.class);
        report.forEach(one -> counts.merge(one.state(), 1L, Long::sum));
        List<String> parts = new ArrayList<>();
        counts.forEach((state, count) -> parts.add(Words.number(count) + " " + switch (state) {
            case ALIAS -> "aliases of others";
            default -> state.text();
        }));
        StringBuilder line = new StringBuilder(Words.number(report.size())).append(" addresses: ")
                .append(parts.isEmpty() ? "none" : String.join(", ", parts));
        if (discovery.repeated() > 0) {
            line.append("; named more than once: ").append(Words.number(discovery.repeated()));
        }
        if (invalid > 0) {
            line.append("; no base URL: ").append(Words.number(invalid));
        }
        program.console().note(line.toString());
        String leftOut = discovery.leftOut();
        if (leftOut != null) {
            program.console().problem("Left out: " + leftOut);
        }
        if (!add && counts.getOrDefault(State.NEW, 0L) > 0) {
            program.console()
                    .note("To register the new ones, give --add" + (check ? "." : "; with --check, each gets a request first."));
        }
    }
}
