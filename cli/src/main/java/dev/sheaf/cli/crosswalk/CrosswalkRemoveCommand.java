package dev.sheaf.cli.crosswalk;

import java.util.List;
import java.util.concurrent.Callable;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

import dev.sheaf.cli.program.CommandFailedException;
import dev.sheaf.cli.program.DataDirectory;
import dev.sheaf.cli.program.Deriving;
import dev.sheaf.cli.program.Program;
import dev.sheaf.core.MetadataPrefix;
import dev.sheaf.platform.config.LogOutput;
import dev.sheaf.platform.sync.derive.MadeFormats;
import dev.sheaf.store.HubStore;
import dev.sheaf.store.records.OwnCrosswalk;

/** Removes a crosswalk. */
@Command(name = "remove", description = {"Removes a crosswalk.",
        "A crosswalk that a source still needs is not removed; choose other formats for the source first."}, footerHeading = "%nExamples:%n", footer = {
                "  sheaf source set museum --derive none", "  sheaf crosswalk remove heritage"})
final class CrosswalkRemoveCommand implements Callable<Integer> {

    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @Parameters(paramLabel = "NAME", description = "the crosswalk")
    @SuppressWarnings("NullAway.Init")
    private String name;

    @Override
    public Integer call() {
        Program program = Program.of(spec);
        program.log(LogOutput.Detail.NORMAL);
        try (HubStore store = DataDirectory.open(program)) {
            OwnCrosswalk crosswalk = CrosswalkTryCommand.known(store, name);
            MetadataPrefix prefix = crosswalk.to().prefix();
            List<String> users = CrosswalkAddCommand.sourcesWith(store, prefix);
            if (!users.isEmpty() && new MadeFormats(store).isOnly(crosswalk)) {
                throw new CommandFailedException(
                        "no other crosswalk makes " + prefix.value() + ", which is served for " + String.join(", ", users)
                                + ". The crosswalk stays. Choose other formats first: sheaf source set " + users.getFirst()
                                + " --derive none");
            }
            store.ownCrosswalks().remove(name);
            program.console().note("Removed.");
            users.forEach(id -> Deriving.catchUp(store, id, program.console()));
        }
        return 0;
    }
}
