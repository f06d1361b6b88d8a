package dev.sheaf.cli.source;

import picocli.CommandLine.Command;

import dev.sheaf.store.HubStore;

/** Pauses a source. */
@Command(name = "pause", description = {
        "Pauses a source: a harvest under way ends at its next page, wherever it runs, and none begins until the "
                + "source is resumed.",
        "What has come stays."}, footerHeading = "%nExample:%n", footer = "  sheaf source pause arxiv")
final class SourcePauseCommand extends SourceActionCommand {

    @Override
    void act(Acting acting, HubStore store, String id) {
        acting.tell(acting.on(store).pause(id), "; to go on: sheaf source resume " + id);
        acting.awaitEnd(store);
    }
}
