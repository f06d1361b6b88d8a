package dev.sheaf.cli.source;

import picocli.CommandLine.Command;

import dev.sheaf.store.HubStore;

/** Lets the deletions of a source be carried out again. */
@Command(name = "release", description = {
        "Lets the deletions of a source be carried out again, from the next run on.",
        "Those that are held by then still wait for somebody."}, footerHeading = "%nExample:%n", footer = "  sheaf source release arxiv")
final class SourceReleaseCommand extends SourceActionCommand {

    @Override
    void act(Acting acting, HubStore store, String id) {
        acting.tell(acting.on(store).release(id), "; to decide on those that are held: sheaf source approve " + id);
    }
}
