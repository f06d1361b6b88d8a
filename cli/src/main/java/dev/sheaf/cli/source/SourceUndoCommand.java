package dev.sheaf.cli.source;

import java.util.List;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

import dev.sheaf.cli.program.Progress;
import dev.sheaf.platform.sync.ActionResult;
import dev.sheaf.platform.sync.operate.SourceActions;
import dev.sheaf.store.HubStore;

/** Undoes the inferred deletions of a run of a source, or lists such runs. */
@Command(name = "undo", description = {
        "Restores the records that a run withdrew because lists lacked them, although the source did not report them as deleted. Any run "
                + "of the last six months can be undone. A record that has come back in the meantime stays as it is.",
        "Without --run, lists the runs that can be undone."}, footerHeading = "%nExamples:%n", footer = {
                "  sheaf source undo arxiv", "  sheaf source undo arxiv --run 17"})
final class SourceUndoCommand extends SourceActionCommand {

    @Option(names = "--run", paramLabel = "N", description = "number of the run")
    private @Nullable Long run;

    @Override
    void act(Acting acting, HubStore store, String id) {
        SourceActions actions = acting.on(store);
        List<String> undoable = run == null ? actions.undoable(id) : List.of();
        if (!undoable.isEmpty()) {
            undoable.forEach(acting.console()::result);
            return;
        }
        ActionResult result;
        try (Progress progress = acting.console().progress("undoing", "records")) {
            result = actions.undo(id, run, progress::at);
        }
        acting.tell(result, "");
    }
}
