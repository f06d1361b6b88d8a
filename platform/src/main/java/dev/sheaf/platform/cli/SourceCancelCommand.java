package dev.sheaf.platform.cli;

import java.util.concurrent.Callable;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

import dev.sheaf.platform.config.LogOutput;
import dev.sheaf.platform.store.SourceLease;
import dev.sheaf.platform.store.SqliteRecordStore;

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
            SourceShowCommand.known(store, Words.id(spec, id));
            if (!SourceLease.isHeld(store.dataDir(), id)) {
                sheaf.console().note(id + " is not being harvested: there is nothing to cancel");
                return 0;
            }
            store.jobs().control().cancel(id);
            if (!RunEnd.await(store, id)) {
                throw new CommandFailedException("the harvest of '" + id
                        + "' has not ended yet; it does as soon as the page at hand is saved. To see it: sheaf source show "
                        + id);
            }
            sheaf.console().note(id + ": cancelled; the next harvest goes on where this one was");
        }
        return 0;
    }
}
