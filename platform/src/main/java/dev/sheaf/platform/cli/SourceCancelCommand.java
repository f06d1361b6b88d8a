package dev.sheaf.platform.cli;

import java.util.concurrent.Callable;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

import dev.sheaf.platform.config.LogOutput;
import dev.sheaf.platform.store.SqliteRecordStore;
import dev.sheaf.platform.sync.ActionResult;

/** Ends the harvest of a source that is under way. */
@Command(name = "cancel", description = {
        "Ends the harvest of a source that is under way, wherever it runs. What has come stays; the next",
        "harvest goes on from there."}, footerHeading = "%nExample:%n", footer = "  sheaf source cancel arxiv")
final class SourceCancelCommand implements Callable<Integer> {

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
            ActionResult result = acting.on(store).cancel(id);
            if (result.kind() == ActionResult.Kind.DONE) {
                acting.awaitEnd(store);
            }
            acting.tell(result, "");
        }
        return 0;
    }
}
