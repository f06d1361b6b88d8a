package dev.sheaf.cli.source;

import picocli.CommandLine.Command;

import dev.sheaf.store.HubStore;

/** Holds the deletions of a source. */
@Command(name = "hold", description = "Holds the deletions of a source. It is harvested as before, but from the next run on no record is "
        + "deleted without approval, whether its repository reports the deletion or the record has vanished.", footerHeading = "%nExample:%n", footer = "  sheaf source hold arxiv")
final class SourceHoldCommand extends SourceActionCommand {

    @Override
    void act(Acting acting, HubStore store, String id) {
        acting.tell(acting.on(store).hold(id), "; to end the hold: sheaf source release " + id);
    }
}
