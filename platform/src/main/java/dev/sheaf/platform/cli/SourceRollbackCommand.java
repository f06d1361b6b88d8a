package dev.sheaf.platform.cli;

import java.util.concurrent.Callable;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

import dev.sheaf.platform.config.LogOutput;
import dev.sheaf.platform.store.SqliteRecordStore;
import dev.sheaf.platform.sync.ActionResult;

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
            Acting acting = new Acting(sheaf, Words.id(spec, id));
            ActionResult result;
            try (Progress progress = sheaf.console().progress("undoing", "records")) {
                result = acting.on(store).rollback(id, progress::at);
            }
            acting.tell(result, "");
        }
        return 0;
    }
}
