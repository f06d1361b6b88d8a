package dev.sheaf.cli.source;

import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

import dev.sheaf.platform.sync.operate.SourceActions;
import dev.sheaf.store.HubStore;

/** Decides on deletions that are held. */
@Command(name = "approve", description = {
        "Withdraws the records whose deletion is held: a census did not find them, and they were too many to be "
                + "withdrawn unasked.",
        "source show lists some of them."}, footerHeading = "%nExamples:%n", footer = {
                "  sheaf source approve arxiv", "  sheaf source approve arxiv --reject"})
final class SourceApproveCommand extends SourceActionCommand {

    @Option(names = "--reject", description = "keep the records; the next census asks again if it still misses them")
    private boolean reject;

    @Override
    void act(Acting acting, HubStore store, String id) {
        SourceActions actions = acting.on(store);
        acting.tell(reject ? actions.reject(id) : actions.approve(id), "");
    }
}
