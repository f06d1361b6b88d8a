package dev.sheaf.cli.watch;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

import dev.sheaf.cli.program.DataDirectory;
import dev.sheaf.cli.program.Program;
import dev.sheaf.platform.config.LogOutput;
import dev.sheaf.platform.watch.RegistryActions;
import dev.sheaf.store.HubStore;

/** Removes repositories from the registry. */
@Command(name = "remove", description = "Removes repositories from the registry. Their verdicts and records stay.", footerHeading = "%nExamples:%n", footer = {
        "  sheaf registry remove arxiv"})
final class RegistryRemoveCommand implements Callable<Integer> {

    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @Parameters(paramLabel = "ID|URL", arity = "1..*", description = "sources, or base URLs")
    private List<String> named = new ArrayList<>();

    @Override
    public Integer call() {
        Program program = Program.of(spec);
        program.log(LogOutput.Detail.NORMAL);
        boolean isRemoved = true;
        try (HubStore store = DataDirectory.open(program)) {
            RegistryActions actions = new RegistryActions(store, WatchedSource.terms(program));
            for (String name : named) {
                String address = RegistryAddress.repository(spec, store, name).address();
                isRemoved &= RegistryAddCommand.tell(program.console(),
                        actions.remove(address, program.surroundings().clock().instant()));
            }
        }
        return isRemoved ? 0 : 1;
    }
}
