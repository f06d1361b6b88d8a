package dev.sheaf.cli.watch;

import java.util.concurrent.Callable;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

import dev.sheaf.cli.program.Words;

/** The registry of conformant repositories. */
@Command(name = "registry", description = {
        "Keeps a registry of repositories that have passed a validation. A hub serves it at /registry, as a page, as a friends container, "
                + "in the form of ListFriends and as JSON."}, subcommands = {RegistryListCommand.class, RegistryAddCommand.class,
                        RegistryRemoveCommand.class,
                        RegistryCompareCommand.class}, synopsisSubcommandLabel = "COMMAND", footerHeading = "%nExamples:%n", footer = {
                                "  sheaf registry add arxiv", "  sheaf registry list", "  sheaf registry compare"})
public final class RegistryCommand implements Callable<Integer> {

    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @Override
    public Integer call() {
        throw Words.wrong(spec, "which command? list, add, remove or compare");
    }
}
