package dev.sheaf.cli.admin;

import java.util.concurrent.Callable;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

import dev.sheaf.cli.program.DataDirectory;
import dev.sheaf.cli.program.Program;
import dev.sheaf.platform.config.LogOutput;
import dev.sheaf.store.HubStore;
import dev.sheaf.store.IdentifierDomain;

/** Shows the domain in the identifiers that this hub makes. */
@Command(name = "identifiers", description = {
        "Shows the domain name in the identifiers that this hub makes, and whether they have been harvested.",
        "The first import makes it permanent; see import --identifier-domain."}, subcommands = {
                IdentifiersRenameCommand.class}, footerHeading = "%nExamples:%n", footer = {"  sheaf identifiers",
                        "  sheaf identifiers rename library.example.org"})
public final class IdentifiersCommand implements Callable<Integer> {

    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @Override
    public Integer call() {
        Program program = Program.of(spec);
        program.log(LogOutput.Detail.NORMAL);
        try (HubStore store = DataDirectory.open(program)) {
            IdentifierDomain domain = store.identifierDomain();
            program.console().result(domain.current());
            program.console().note(domain.isOpen()
                    ? "It was generated and is provisional: no identifier has been made with it."
                    : domain.firstHarvest().map(first -> "First harvested at " + first.at() + " by " + first.client() + ".")
                            .orElse("Nobody has harvested yet."));
        }
        return 0;
    }
}
