package dev.sheaf.cli.source;

import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

import dev.sheaf.store.HubStore;

/** Removes a source. */
@Command(name = "remove", description = {
        "Removes a source. Its records are withdrawn: harvesters of this hub see them as deleted.",
        "With --keep-records they stay."}, footerHeading = "%nExamples:%n", footer = {"  sheaf source remove arxiv",
                "  sheaf source remove arxiv --keep-records"})
final class SourceRemoveCommand extends SourceActionCommand {

    @Option(names = "--keep-records", description = "keep its records")
    private boolean keepRecords;

    @Override
    void act(Acting acting, HubStore store, String id) {
        acting.tell(acting.on(store).remove(id, keepRecords), "");
    }
}
