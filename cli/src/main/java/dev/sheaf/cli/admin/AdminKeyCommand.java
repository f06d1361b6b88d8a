package dev.sheaf.cli.admin;

import java.util.concurrent.Callable;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

import dev.sheaf.cli.program.Words;

/** Group of commands for the key that signs requests. */
@Command(name = "key", description = {
        "The key that signs requests to repositories, so that their operators can recognise this hub.",
        "Requests are signed only if sign-requests is yes."}, subcommands = {AdminKeyNewCommand.class, AdminKeyShowCommand.class,
                AdminKeyRemoveCommand.class}, synopsisSubcommandLabel = "COMMAND", footerHeading = "%nExamples:%n", footer = {
                        "  sheaf admin key new", "  sheaf admin key show", "  sheaf admin key remove"})
public final class AdminKeyCommand implements Callable<Integer> {

    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @Override
    public Integer call() {
        throw Words.wrong(spec, "which command? new, show or remove");
    }
}
