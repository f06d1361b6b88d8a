package dev.sheaf.cli.aggregate;

import java.util.concurrent.Callable;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

import dev.sheaf.cli.program.CommandFailedException;
import dev.sheaf.cli.program.DataDirectory;
import dev.sheaf.cli.program.Program;
import dev.sheaf.cli.program.Words;
import dev.sheaf.core.store.Aggregate;
import dev.sheaf.platform.config.LogOutput;
import dev.sheaf.platform.search.QueryAggregates;
import dev.sheaf.store.HubStore;

/** Adds an aggregate. */
@Command(name = "add", description = {"Adds an aggregate, served at /oai/ID and shown at /browse/ID.",
        "It holds the records that pass each kind of filter."}, footerHeading = "%nExamples:%n", footer = {
                "  sheaf aggregate add physics --source arxiv --source cern --set physics",
                "  sheaf aggregate add maps --query 'type:map subject:cartography' --name 'Maps of all libraries'"})
final class AggregateAddCommand implements Callable<Integer> {

    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @Parameters(paramLabel = "ID", description = "short name of lower-case letters, digits and hyphens; no source may have the same name")
    @SuppressWarnings("NullAway.Init")
    private String id;

    @Mixin
    private AggregateOptions options = new AggregateOptions();

    @Override
    public Integer call() {
        Program program = Program.of(spec);
        program.log(LogOutput.Detail.NORMAL);
        Words.id(spec, id);
        if (id.equals(Aggregate.EVERYTHING)) {
            throw new CommandFailedException("'" + id
                    + "' is the aggregate of everything, which always exists. To change it: sheaf aggregate set " + id + " …");
        }
        Aggregate aggregate = options.applyTo(Aggregate.of(id), spec);
        try (HubStore store = DataDirectory.open(program); QueryAggregates queries = new QueryAggregates(store)) {
            if (AggregateListCommand.find(store, id).isPresent()) {
                throw new CommandFailedException("the aggregate '" + id
                        + "' exists already. To change it: sheaf aggregate set " + id + " …; to see all: sheaf aggregate list");
            }
            AggregateOptions.warnOfUnknown(store, aggregate, program.console());
            store.put(aggregate);
            queries.catchUp();
            program.console().note("Added, served at /oai/" + id + ". Records: "
                    + Words.number(AggregateListCommand.records(store, id)));
        }
        return 0;
    }
}
