package dev.sheaf.cli.admin;

import java.nio.file.Path;
import java.util.concurrent.Callable;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

import dev.sheaf.cli.program.CommandFailedException;
import dev.sheaf.cli.program.Program;
import dev.sheaf.cli.program.Version;
import dev.sheaf.cli.program.Words;
import dev.sheaf.platform.backup.Backup;
import dev.sheaf.platform.backup.BackupException;
import dev.sheaf.platform.config.LogOutput;
import dev.sheaf.store.open.HubStores;

/** Writes a backup of the data directory. */
@Command(name = "backup", description = {
        "Writes the whole data directory into one file: records, sources, settings, secrets and their key, the key that signs requests, and the file of --config.",
        "The hub and other commands may continue to work. The search index is left out; a restored hub builds it again.",
        "The file contains secrets: keep it in a place that only you can read."}, footerHeading = "%nExamples:%n", footer = {
                "  sheaf backup /backup/sheaf-2026-11-22.zip",
                "  sheaf restore /backup/sheaf-2026-11-22.zip --data restored"})
public final class BackupCommand implements Callable<Integer> {

    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @Parameters(paramLabel = "FILE", description = "file to write; an existing file is replaced as soon as the backup is complete")
    @SuppressWarnings("NullAway.Init")
    private Path file;

    @Override
    public Integer call() {
        Program program = Program.of(spec);
        program.log(LogOutput.Detail.NORMAL);
        Path dataDir = program.configuration().data(program.surroundings().folder());
        if (!HubStores.isIn(dataDir)) {
            throw new CommandFailedException(
                    "There is nothing to back up: " + dataDir + " holds no store. Name the data directory with --data.");
        }
        try {
            Backup.Written written = Backup.write(dataDir, program.surroundings().folder().resolve(file),
                    program.configurationFile(),
                    Version.text(), program.surroundings().clock().instant());
            program.console()
                    .note("Backup of " + Words.number(written.sources()) + " sources and " + Words.number(written.records())
                            + " records written to " + file
                            + (written.withKey() ? ", with the key of the secrets" : "; no secrets are kept")
                            + (written.withSigningKey() ? ", with the private key that signs requests" : "")
                            + (written.withConfiguration() ? ", with the configuration." : "."));
            if (written.before() > written.records()) {
                program.console().note("The backup is smaller than the one that it replaced: " + file + " held "
                        + Words.number(written.before()) + " records before.");
            }
        } catch (BackupException e) {
            throw new CommandFailedException(String.valueOf(e.getMessage()), e);
        }
        return 0;
    }
}
