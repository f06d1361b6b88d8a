package dev.sheaf.platform.cli;

import java.util.concurrent.Callable;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

import dev.sheaf.platform.config.LogOutput;
import dev.sheaf.platform.store.SqliteRecordStore;

/** Lets the deletions of a source be carried out again. */
@Command(name = "release", description = {
        "Lets the deletions of a source be carried out again, from the next run on. Those that are held by then",
        "still wait for somebody."}, footerHeading = "%nExample:%n", footer = "  sheaf source release arxiv")
final class SourceReleaseCommand implements Callable<Integer> {

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
            acting.tell(acting.on(store).release(id), "; to decide on those that are held: sheaf source approve " + id);
        }
        return 0;
    }
}
