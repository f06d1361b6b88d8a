package dev.sheaf.cli.source;

import picocli.CommandLine.Command;

import dev.sheaf.store.HubStore;

/** Ends the hold on deletions of a source. */
@Command(name = "release", description = {
        "Ends the hold on deletions of a source from the next run on.",
        "Deletions that are held already still wait for a decision."}, footerHeading = "%nExample:%n", footer = "  sheaf source release arxiv")
final class SourceReleaseCommand extends SourceActionCommand {

    @Override
    void act(Acting acting, HubStore store, String id) {
        acting.tell(acting.on(store).release(id), "; to decide on held deletions: sheaf source approve " + id);
    }
}
