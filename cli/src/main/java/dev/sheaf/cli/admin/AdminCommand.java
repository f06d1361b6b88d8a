package dev.sheaf.cli.admin;

import java.util.concurrent.Callable;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

import dev.sheaf.cli.program.Words;

/** Group of commands for the administration of the hub. */
@Command(name = "admin", description = "The administration of the hub, at /admin in a browser.", subcommands = {
        AdminPasswordCommand.class,
        AdminKeyCommand.class}, synopsisSubcommandLabel = "COMMAND", footerHeading = "%nExamples:%n", footer = {
                "  sheaf admin password", "  sheaf admin key new"})
public final class AdminCommand implements Callable<Integer> {

    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @Override
    public Integer call() {
        throw Words.wrong(spec, "which command? password, key");
    }
}
