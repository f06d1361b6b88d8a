package dev.sheaf.platform.cli;

import java.util.concurrent.Callable;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

import dev.sheaf.core.store.Counts;
import dev.sheaf.platform.config.LogOutput;
import dev.sheaf.platform.store.SqliteRecordStore;
import dev.sheaf.platform.sync.SourceCorrection;

/** Undoes the last run of a source. */
@Command(name = "rollback", description = {
        "Undoes the last run of a source, an import or approval included: what it created vanishes, what it",
        "changed or deleted is again what it was, and the next harvest begins where that run began. Only the",
        "last run can be undone, and only once."}, footerHeading = "%nExample:%n", footer = "  sheaf source rollback arxiv")
final class SourceRollbackCommand implements Callable<Integer> {

    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @Parameters(paramLabel = "ID", description = "the source")
    @SuppressWarnings("NullAway.Init")
    private String id;

    @Override
    public Integer call() {
        Sheaf sheaf = Sheaf.of(spec);
        sheaf.log(LogOutput.Detail.NORMAL);
        try (SqliteRecordStore store = DataDirectory.open(sheaf)) {
            SourceShowCommand.known(store, Words.id(spec, id));
            long run = store.jobs().rollback().undoable(id)
                    .orElseThrow(() -> new CommandFailedException("there is no run of '" + id
                            + "' that could be undone: only the last one can, and only once"));
            Counts counts = new SourceCorrection(store, sheaf.surroundings().clock()).rollback(id)
                    .orElseThrow(() -> SourceApproveCommand.busy(id));
            sheaf.console().note(id + ": run " + run + " is undone: " + Words.number(counts.deleted()) + " records vanished, "
                    + Words.number(counts.created()) + " came back, " + Words.number(counts.changed()) + " are as they were");
        }
        return 0;
    }
}
