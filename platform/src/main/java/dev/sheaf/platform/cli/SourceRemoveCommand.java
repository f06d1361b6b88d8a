package dev.sheaf.platform.cli;

import java.util.Optional;
import java.util.concurrent.Callable;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

import dev.sheaf.core.store.SourceStatus;
import dev.sheaf.platform.config.LogOutput;
import dev.sheaf.platform.store.SourceLease;
import dev.sheaf.platform.store.SqliteRecordStore;

/** Forgets a source. */
@Command(name = "remove", description = {
        "Forgets a source. Its records are withdrawn: those who harvest this hub see them as deleted.",
        "With --keep-records they stay."}, footerHeading = "%nExamples:%n", footer = {"  sheaf source remove arxiv",
                "  sheaf source remove arxiv --keep-records"})
final class SourceRemoveCommand implements Callable<Integer> {

    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @Parameters(paramLabel = "ID", description = "the source")
    @SuppressWarnings("NullAway.Init")
    private String id;

    @Option(names = "--keep-records", description = "its records stay as they are")
    private boolean keepRecords;

    @Override
    public Integer call() {
        Sheaf sheaf = Sheaf.of(spec);
        sheaf.log(LogOutput.Detail.NORMAL);
        try (SqliteRecordStore store = DataDirectory.open(sheaf)) {
            SourceStatus status = SourceShowCommand.known(store, Words.id(spec, id));
            Optional<SourceLease> lease = SourceLease.tryTake(store.dataDir(), id);
            if (lease.isEmpty()) {
                throw new CommandFailedException("'" + id + "' is being filled at this moment; try again when that has ended");
            }
            try (SourceLease _ = lease.get()) {
                store.remove(id, keepRecords);
            }
            sheaf.console()
                    .note("Forgotten. Records " + (keepRecords ? "kept: " : "withdrawn: ") + Words.number(status.records()));
        }
        return 0;
    }
}
