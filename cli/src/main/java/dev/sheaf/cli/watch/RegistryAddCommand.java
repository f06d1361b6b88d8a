package dev.sheaf.cli.watch;

import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

import dev.sheaf.cli.program.Console;
import dev.sheaf.cli.program.DataDirectory;
import dev.sheaf.cli.program.Program;
import dev.sheaf.platform.config.LogOutput;
import dev.sheaf.platform.sync.ActionResult;
import dev.sheaf.platform.watch.RegistryActions;
import dev.sheaf.platform.watch.WatchTerms;
import dev.sheaf.platform.watch.WatchedRepository;
import dev.sheaf.store.HubStore;

/** Adds repositories to the registry. */
@Command(name = "add", description = {
        "Adds repositories to the registry. Each must have passed its last validation, and that must not be older than "
                + "validation-max-age (90 days)."}, footerHeading = "%nExamples:%n", footer = {"  sheaf registry add arxiv",
                        "  sheaf registry add https://repository.example.org/oai --validate"})
final class RegistryAddCommand implements Callable<Integer> {

    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @Parameters(paramLabel = "ID|URL", arity = "1..*", description = "sources, or base URLs of repositories that are none")
    private List<String> named = new ArrayList<>();

    @Option(names = "--validate", description = "validate those first that have no fresh verdict")
    private boolean validate;

    @Override
    public Integer call() {
        Program program = Program.of(spec);
        program.log(LogOutput.Detail.NORMAL);
        WatchTerms terms = WatchedSource.terms(program);
        InstantSource clock = program.surroundings().clock();
        boolean isAdded = true;
        try (HubStore store = DataDirectory.open(program)) {
            RegistryActions actions = new RegistryActions(store, terms);
            List<WatchedRepository> repositories = named.stream().map(name -> RegistryAddress.repository(spec, store, name))
                    .toList();
            for (WatchedRepository repository : repositories) {
                if (validate && actions.refusal(repository.address(), clock.instant()).isPresent()) {
                    ValidationNow.run(program, store, List.of(repository), ValidationNow.SAMPLE);
                }
                isAdded &= tell(program.console(), actions.add(repository.address(), null, clock.instant()));
            }
        }
        return isAdded ? 0 : 1;
    }

    /** Prints a result. @return true if the registry is as it was wanted */
    static boolean tell(Console console, ActionResult result) {
        if (result.isDone()) {
            console.note(result.message());
        } else {
            console.problem("sheaf: " + result.message());
        }
        return result.isDone();
    }
}
