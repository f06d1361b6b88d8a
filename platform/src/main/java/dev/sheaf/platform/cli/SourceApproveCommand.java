package dev.sheaf.platform.cli;

import java.util.concurrent.Callable;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

import dev.sheaf.core.store.Counts;
import dev.sheaf.platform.config.LogOutput;
import dev.sheaf.platform.store.SqliteRecordStore;
import dev.sheaf.platform.sync.SourceCorrection;

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
            SourceShowCommand.known(store, Words.id(spec, id));
            SourceCorrection correction = new SourceCorrection(store, sheaf.surroundings().clock());
            if (store.jobs().held().count(id) == 0) {
                sheaf.console().note(id + ": no deletions are held");
                return 0;
            }
            if (reject) {
                long kept = correction.reject(id).orElseThrow(() -> busy(id));
                sheaf.console().note(id + ": " + Words.number(kept) + " records stay");
                return 0;
            }
            Counts counts = correction.approve(id).orElseThrow(() -> busy(id));
            sheaf.console().note(id + ": " + Words.number(counts.deleted()) + " records withdrawn" + (counts.same() == 0
                    ? ""
                    : "; " + Words.number(counts.same()) + " have come again since and stay"));
        }
        return 0;
    }

    /** What to say when the source is being filled. */
    static CommandFailedException busy(String id) {
        return new CommandFailedException(
                "'" + id + "' is being harvested at this moment; try again when that has ended, or end it: "
                        + "sheaf source cancel " + id);
    }
}
