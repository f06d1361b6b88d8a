package dev.sheaf.cli.admin;

import java.nio.file.Path;
import java.time.temporal.ChronoUnit;
import java.util.concurrent.Callable;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

import dev.sheaf.cli.program.CommandFailedException;
import dev.sheaf.cli.program.Program;
import dev.sheaf.cli.program.Words;
import dev.sheaf.platform.backup.BackupException;
import dev.sheaf.platform.backup.Restore;
import dev.sheaf.platform.config.LogOutput;

/** Creates a data directory from a backup. */
@Command(name = "restore", description = {
        "Creates the data directory from a backup. The whole backup is checked before anything is replaced.",
        "An existing directory is kept. With --replace it is renamed, and the backup takes its place."}, footerHeading = "%nExamples:%n", footer = {
                "  sheaf restore /backup/sheaf-2026-11-22.zip",
                "  sheaf restore /backup/sheaf-2026-11-22.zip --data restored",
                "  sheaf restore /backup/sheaf-2026-11-22.zip --replace"})
public final class RestoreCommand implements Callable<Integer> {

    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @Parameters(paramLabel = "FILE", description = "written by sheaf backup")
    @SuppressWarnings("NullAway.Init")
    private Path file;

    @Option(names = "--replace", description = "rename an existing data directory, which must not be in use")
    private boolean replace;

    @Override
    public Integer call() {
        Program program = Program.of(spec);
        program.log(LogOutput.Detail.NORMAL);
        Path dataDir = program.configuration().data(program.surroundings().folder());
        try {
            Restore.Restored restored = Restore.restore(program.surroundings().folder().resolve(file), dataDir, replace,
                    program.surroundings().clock().instant());
            program.console()
                    .note("Restored " + Words.number(restored.sources()) + " sources and " + Words.number(restored.records())
                            + " records as of " + restored.created().truncatedTo(ChronoUnit.SECONDS) + " into " + dataDir + ".");
            if (restored.former() != null) {
                program.console()
                        .note("The former data directory is kept as " + restored.former()
                                + ". Delete it when you no longer need it.");
            }
            if (restored.configuration() != null) {
                program.console()
                        .note("The configuration of the backup is " + restored.configuration() + ". To use it: --config");
            }
        } catch (BackupException e) {
            throw new CommandFailedException(String.valueOf(e.getMessage()), e);
        }
        return 0;
    }
}
