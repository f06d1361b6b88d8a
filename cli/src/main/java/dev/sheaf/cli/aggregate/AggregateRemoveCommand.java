package dev.sheaf.cli.aggregate;

import java.util.concurrent.Callable;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

import dev.sheaf.cli.program.CommandFailedException;
import dev.sheaf.cli.program.DataDirectory;
import dev.sheaf.cli.program.Program;
import dev.sheaf.cli.program.Words;
import dev.sheaf.core.store.Aggregate;
import dev.sheaf.platform.config.LogOutput;
import dev.sheaf.store.HubStore;

/** Removes an aggregate. */
@Command(name = "remove", description = {
        "Removes an aggregate. Its sources and their records stay."}, footerHeading = "%nExamples:%n", footer = {
                "  sheaf aggregate remove physics"})
final class AggregateRemoveCommand implements Callable<Integer> {

    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @Parameters(paramLabel = "ID", description = "the aggregate")
    @SuppressWarnings("NullAway.Init")
    private String id;

    @Override
    public Integer call() {
        Program program = Program.of(spec);
        program.log(LogOutput.Detail.NORMAL);
        Words.id(spec, id);
        if (id.equals(Aggregate.EVERYTHING)) {
            throw new CommandFailedException("the aggregate of everything cannot be removed");
        }
        try (HubStore store = DataDirectory.open(program)) {
            AggregateListCommand.known(store, id);
            store.removeAggregate(id);
        }
        program.console().note("Removed. There is no longer a repository at /oai/" + id + ".");
        return 0;
    }
}
