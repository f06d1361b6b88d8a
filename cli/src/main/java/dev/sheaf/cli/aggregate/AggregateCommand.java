package dev.sheaf.cli.aggregate;

import java.util.concurrent.Callable;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

import dev.sheaf.cli.program.Words;

/** Group of commands for aggregates. */
@Command(name = "aggregate", description = {"Manages aggregates: several sources, or a part of them, shown as one repository.",
        "The aggregate of everything is called 'oai' and always exists."}, subcommands = {AggregateAddCommand.class,
                AggregateListCommand.class, AggregateSetCommand.class,
                AggregateRemoveCommand.class}, synopsisSubcommandLabel = "COMMAND", footerHeading = "%nExamples:%n", footer = {
                        "  sheaf aggregate add physics --source arxiv --set physics", "  sheaf aggregate list",
                        "  sheaf aggregate set oai --collisions trusted-order --trusted arxiv"})
public final class AggregateCommand implements Callable<Integer> {

    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @Override
    public Integer call() {
        throw Words.wrong(spec, "which command? add, list, set or remove");
    }
}
