package dev.sheaf.platform.cli;

import java.util.concurrent.Callable;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

import dev.sheaf.platform.config.LogOutput;
import dev.sheaf.platform.store.SqliteRecordStore;

/** Holds the deletions of a source. */
@Command(name = "hold", description = {
        "Holds the deletions of a source: it is harvested as before, but from the next run on no record is",
        "deleted, whether its repository says so or it has vanished, until somebody has approved it."}, footerHeading = "%nExample:%n", footer = "  sheaf source hold arxiv")
final class SourceHoldCommand implements Callable<Integer> {

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
            acting.tell(acting.on(store).hold(id), "; to let them be carried out again: sheaf source release " + id);
        }
        return 0;
    }
}
