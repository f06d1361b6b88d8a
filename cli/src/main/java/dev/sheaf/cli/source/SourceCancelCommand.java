package dev.sheaf.cli.source;

import picocli.CommandLine.Command;

import dev.sheaf.platform.sync.ActionResult;
import dev.sheaf.store.HubStore;

/** Ends the run of a source. */
@Command(name = "cancel", description = {
        "Ends the current run of a source in any process: a harvest, an import, an approval, a rollback.",
        "Stored records stay; the next harvest continues from there."}, footerHeading = "%nExample:%n", footer = "  sheaf source cancel arxiv")
final class SourceCancelCommand extends SourceActionCommand {

    @Override
    void act(Acting acting, HubStore store, String id) {
        ActionResult result = acting.on(store).cancel(id);
        if (result.kind() == ActionResult.Kind.DONE) {
            acting.awaitEnd(store);
        }
        acting.tell(result, "");
    }
}
