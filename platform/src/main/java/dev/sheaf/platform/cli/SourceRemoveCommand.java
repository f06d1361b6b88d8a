package dev.sheaf.platform.cli;

import java.util.concurrent.Callable;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

import dev.sheaf.platform.config.LogOutput;
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
            Acting acting = new Acting(sheaf, Words.id(spec, id));
            acting.tell(acting.on(store).remove(id, keepRecords), "");
        }
        return 0;
    }
}
