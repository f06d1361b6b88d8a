package dev.sheaf.cli.source;

import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

import dev.sheaf.platform.sync.operate.SourceActions;
import dev.sheaf.store.HubStore;

/** Decides on deletions that are held. */
@Command(name = "approve", description = {
        "Deletes the records whose deletions are held. Sheaf holds deletions when a complete list lacks too many records, when a "
                + "source withdraws too many at once, and when an import no longer has too many.",
        "source show lists some of them."}, footerHeading = "%nExamples:%n", footer = {
                "  sheaf source approve arxiv", "  sheaf source approve arxiv --reject"})
final class SourceApproveCommand extends SourceActionCommand {

    @Option(names = "--reject", description = "keep the records; the next census holds them again if it still misses them")
    private boolean reject;

    @Override
    void act(Acting acting, HubStore store, String id) {
        SourceActions actions = acting.on(store);
        acting.tell(reject ? actions.reject(id) : actions.approve(id), "");
    }
}
