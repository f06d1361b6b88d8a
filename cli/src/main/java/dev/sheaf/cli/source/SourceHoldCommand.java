package dev.sheaf.cli.source;

import picocli.CommandLine.Command;

import dev.sheaf.store.HubStore;

/** Holds the deletions of a source. */
@Command(name = "hold", description = "Holds the deletions of a source: it is harvested as before, but from the next run on no record is "
        + "deleted, whether its repository says so or it has vanished, until somebody has approved it.", footerHeading = "%nExample:%n", footer = "  sheaf source hold arxiv")
final class SourceHoldCommand extends SourceActionCommand {

    @Override
    void act(Acting acting, HubStore store, String id) {
        acting.tell(acting.on(store).hold(id), "; to let them be carried out again: sheaf source release " + id);
    }
}
