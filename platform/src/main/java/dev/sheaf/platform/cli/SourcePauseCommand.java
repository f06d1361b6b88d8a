package dev.sheaf.platform.cli;

import java.util.concurrent.Callable;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

import dev.sheaf.platform.config.LogOutput;
import dev.sheaf.platform.store.SqliteRecordStore;

/** Pauses a source. */
@Command(name = "pause", description = {
        "Pauses a source: a harvest under way ends at its next page, wherever it runs, and none begins",
        "until the source is resumed. What has come stays."}, footerHeading = "%nExample:%n", footer = "  sheaf source pause arxiv")
final class SourcePauseCommand implements Callable<Integer> {

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
            acting.tell(acting.on(store).pause(id), "; to go on: sheaf source resume " + id);
            acting.awaitEnd(store);
        }
        return 0;
    }
}
