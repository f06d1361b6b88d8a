package dev.sheaf.cli.source;

import picocli.CommandLine.Command;

import dev.sheaf.cli.program.Progress;
import dev.sheaf.platform.sync.ActionResult;
import dev.sheaf.store.HubStore;

/** Undoes the last run of a source. */
@Command(name = "rollback", description = {
        "Undoes the last run of a source, also an import or an approval: records that it created are withdrawn, records that it "
                + "changed or deleted are restored, and the next harvest begins where that run began.",
        "Only the last run can be undone, and only once."}, footerHeading = "%nExample:%n", footer = "  sheaf source rollback arxiv")
final class SourceRollbackCommand extends SourceActionCommand {

    @Override
    void act(Acting acting, HubStore store, String id) {
        ActionResult result;
        try (Progress progress = acting.console().progress("undoing", "records")) {
            result = acting.on(store).rollback(id, progress::at);
        }
        acting.tell(result, "");
    }
}
