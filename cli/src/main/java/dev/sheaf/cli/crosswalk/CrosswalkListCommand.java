package dev.sheaf.cli.crosswalk;

import java.util.List;
import java.util.concurrent.Callable;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

import dev.sheaf.cli.program.DataDirectory;
import dev.sheaf.cli.program.Program;
import dev.sheaf.core.MetadataPrefix;
import dev.sheaf.platform.config.LogOutput;
import dev.sheaf.store.HubStore;
import dev.sheaf.store.records.OwnCrosswalk;

/** Lists the crosswalks that the user has added. */
@Command(name = "list", description = "Lists your crosswalks: name, formats read, format made, sources that use them.", footerHeading = "%nExamples:%n", footer = {
        "  sheaf crosswalk list"})
final class CrosswalkListCommand implements Callable<Integer> {

    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @Override
    public Integer call() {
        Program program = Program.of(spec);
        program.log(LogOutput.Detail.NORMAL);
        try (HubStore store = DataDirectory.open(program)) {
            List<OwnCrosswalk> all = store.ownCrosswalks().all();
            if (all.isEmpty()) {
                program.console().note("No crosswalks yet. To add one: sheaf crosswalk add --help");
            }
            for (OwnCrosswalk crosswalk : all) {
                MetadataPrefix prefix = crosswalk.fromPrefix();
                program.console().result(crosswalk.name() + "\t"
                        + (prefix == null ? crosswalk.fromNamespace() : prefix.value()) + "\t" + crosswalk.to().prefix().value()
                        + "\t"
                        + String.join(",", CrosswalkAddCommand.sourcesWith(store, crosswalk.to().prefix())));
            }
        }
        return 0;
    }
}
