package dev.sheaf.cli.watch;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

import dev.sheaf.cli.program.CommandFailedException;
import dev.sheaf.cli.program.ConfiguredIdentity;
import dev.sheaf.cli.program.Console;
import dev.sheaf.cli.program.DataDirectory;
import dev.sheaf.cli.program.Program;
import dev.sheaf.cli.program.Words;
import dev.sheaf.harvester.http.BaseUrl;
import dev.sheaf.harvester.http.PageBudget;
import dev.sheaf.platform.config.LogOutput;
import dev.sheaf.platform.watch.GuestClient;
import dev.sheaf.platform.watch.ListComparison;
import dev.sheaf.platform.watch.ListDifference;
import dev.sheaf.platform.watch.WatchTerms;
import dev.sheaf.store.HubStore;
import dev.sheaf.store.conformance.Registry;

/** Compares the registry with lists of others. */
@Command(name = "compare", description = {
        "Compares the registry with lists of repositories: friends containers, ListFriends files and others that 'source discover' reads.",
        "Without a list, with those of registry-lists. A hub does so once a week."}, footerHeading = "%nExamples:%n", footer = {
                "  sheaf registry compare", "  sheaf registry compare https://lists.example.org/ListFriends.xml --all"})
final class RegistryCompareCommand implements Callable<Integer> {

    private static final int SHOWN = 20;

    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @Parameters(paramLabel = "URL", arity = "0..*", description = "addresses of lists")
    private List<String> lists = new ArrayList<>();

    @Option(names = "--all", description = "name all differences instead of the first 20 of each kind")
    private boolean all;

    @Override
    public Integer call() {
        Program program = Program.of(spec);
        program.log(LogOutput.Detail.NORMAL);
        WatchTerms terms = WatchedSource.terms(program);
        List<String> wanted = lists.isEmpty() ? terms.lists() : lists;
        if (wanted.isEmpty()) {
            throw new CommandFailedException(
                    "there is no list to compare with: name one, or set registry-lists in the configuration");
        }
        wanted.forEach(list -> Words.read(spec, "URL", () -> BaseUrl.parse(list)));
        boolean isCompared = true;
        try (HubStore store = DataDirectory.open(program);
                GuestClient client = new GuestClient(store, PageBudget.ofHeap())) {
            ListComparison comparison = new ListComparison(store, client.fetcher(),
                    ConfiguredIdentity.rules(program), program.surroundings().clock(),
                    program.surroundings().pause());
            for (String list : wanted) {
                Optional<String> failure = comparison.compare(list);
                if (failure.isPresent()) {
                    program.console().problem("sheaf: " + list + " was not compared: " + failure.get());
                    isCompared = false;
                } else {
                    tell(program.console(), store.registry(), list);
                }
            }
        }
        return isCompared ? 0 : 1;
    }

    private void tell(Console console, Registry registry, String list) {
        ListDifference difference = ListDifference.of(registry.all().stream().map(Registry.Entry::address).toList(),
                registry.listed(list));
        console.result(list + ": " + difference.both() + " in both");
        tell(console, "only here", difference.onlyHere());
        tell(console, "only in the list", difference.onlyThere());
        tell(console, "no longer in the list", difference.missing());
    }

    private void tell(Console console, String what, List<String> addresses) {
        console.result(what + ": " + Words.number(addresses.size()));
        addresses.stream().limit(all ? Long.MAX_VALUE : SHOWN).forEach(address -> console.result("  " + address));
    }
}
