package dev.sheaf.cli.admin;

import java.util.concurrent.Callable;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

import dev.sheaf.cli.program.CommandFailedException;
import dev.sheaf.cli.program.Program;
import dev.sheaf.platform.config.LogOutput;
import dev.sheaf.platform.keys.KeyFile;

/** Deletes the key that signs requests. */
@Command(name = "remove", description = {"Deletes the key that signs requests. The key directory is empty at once.",
        "Set sign-requests to no as well: without a key, commands and the hub refuse to start."}, footerHeading = "%nExample:%n", footer = "  sheaf admin key remove")
public final class AdminKeyRemoveCommand implements Callable<Integer> {

    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @Override
    public Integer call() {
        Program program = Program.of(spec);
        program.log(LogOutput.Detail.NORMAL);
        if (!SigningKeyText.withFile(program, KeyFile::remove)) {
            throw new CommandFailedException("There is no key that signs requests.");
        }
        program.console().note("The key has been deleted. Restart a hub that is running: it signs with the key until it ends.");
        return 0;
    }
}
