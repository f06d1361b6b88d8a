package dev.sheaf.cli.source;

import picocli.CommandLine.Command;

import dev.sheaf.store.HubStore;

/** Resumes a paused source. */
@Command(name = "resume", description = {
        "Ends the pause of a source. The next harvest continues where the paused one ended."}, footerHeading = "%nExample:%n", footer = "  sheaf source resume arxiv")
final class SourceResumeCommand extends SourceActionCommand {

    @Override
    void act(Acting acting, HubStore store, String id) {
        acting.tell(acting.on(store).resume(id), "; to harvest it now: sheaf harvest " + id);
    }
}
