package dev.sheaf.cli.source;

import picocli.CommandLine.Command;

import dev.sheaf.store.HubStore;

/** Pauses a source. */
@Command(name = "pause", description = {
        "Pauses a source. A harvest under way in any process ends at its next page, and none begins until the "
                + "source is resumed.",
        "Stored records stay."}, footerHeading = "%nExample:%n", footer = "  sheaf source pause arxiv")
final class SourcePauseCommand extends SourceActionCommand {

    @Override
    void act(Acting acting, HubStore store, String id) {
        acting.tell(acting.on(store).pause(id), "; to resume it: sheaf source resume " + id);
        acting.awaitEnd(store);
    }
}
