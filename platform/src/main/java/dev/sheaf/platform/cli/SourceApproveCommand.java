package dev.sheaf.platform.cli;

import java.util.concurrent.Callable;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

import dev.sheaf.platform.config.LogOutput;
import dev.sheaf.platform.store.SqliteRecordStore;
import dev.sheaf.platform.sync.SourceActions;

/** Decides on deletions that are held. */
@Command(name = "approve", description = {
        "Withdraws the records whose deletion is held: a census did not find them, and they were too many",
        "to be withdrawn unasked. source show lists some of them."}, footerHeading = "%nExamples:%n", footer = {
                "  sheaf source approve arxiv", "  sheaf source approve arxiv --reject"})
final class SourceApproveCommand implements Callable<Integer> {

    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @Parameters(paramLabel = "ID", description = "the source")
    @SuppressWarnings("NullAway.Init")
    private String id;

    @Option(names = "--reject", description = "keep the records; the next census asks again if it still misses them")
    private boolean reject;

    @Override
    public Integer call() {
        Sheaf sheaf = Sheaf.of(spec);
        sheaf.log(LogOutput.Detail.NORMAL);
        try (SqliteRecordStore store = DataDirectory.open(sheaf)) {
            Acting acting = new Acting(sheaf, Words.id(spec, id));
            SourceActions actions = acting.on(store);
            acting.tell(reject ? actions.reject(id) : actions.approve(id), "");
        }
        return 0;
    }
}
