package dev.sheaf.cli.source;

import picocli.CommandLine.Command;

import dev.sheaf.platform.sync.ActionResult;
import dev.sheaf.store.HubStore;

/** Ends the run of a source that is under way. */
@Command(name = "cancel", description = {
        "Ends what is under way for a source, wherever it runs: a harvest, an import, an approval, a rollback.",
        "What has come stays; the next harvest goes on from there."}, footerHeading = "%nExample:%n", footer = "  sheaf source cancel arxiv")
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
