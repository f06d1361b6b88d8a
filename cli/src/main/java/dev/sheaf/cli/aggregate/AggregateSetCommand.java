package dev.sheaf.cli.aggregate;

import java.util.concurrent.Callable;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

import dev.sheaf.cli.program.DataDirectory;
import dev.sheaf.cli.program.Program;
import dev.sheaf.cli.program.Words;
import dev.sheaf.core.store.Aggregate;
import dev.sheaf.platform.config.LogOutput;
import dev.sheaf.platform.search.QueryAggregates;
import dev.sheaf.store.HubStore;

/** Changes an aggregate. */
@Command(name = "set", description = {
        "Changes an aggregate. Options that are not given change nothing; an empty value removes a filter.",
        "Records that enter, leave or change their identifier get new datestamps, all others keep theirs."}, footerHeading = "%nExamples:%n", footer = {
                "  sheaf aggregate set physics --set physics --set astronomy", "  sheaf aggregate set physics --set=",
                "  sheaf aggregate set oai --collisions keep-all"})
final class AggregateSetCommand implements Callable<Integer> {

    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @Parameters(paramLabel = "ID", description = "the aggregate; oai is the aggregate of everything")
    @SuppressWarnings("NullAway.Init")
    private String id;

    @Mixin
    private AggregateOptions options = new AggregateOptions();

    @Override
    public Integer call() {
        Program program = Program.of(spec);
        program.log(LogOutput.Detail.NORMAL);
        Words.id(spec, id);
        if (options.isEmpty()) {
            throw Words.wrong(spec, "no change was given. See sheaf aggregate set --help");
        }
        try (HubStore store = DataDirectory.open(program); QueryAggregates queries = new QueryAggregates(store)) {
            Aggregate aggregate = options.applyTo(AggregateListCommand.known(store, id), spec);
            AggregateOptions.warnOfUnknown(store, aggregate, program.console());
            store.put(aggregate);
            queries.catchUp();
            program.console().note("Changed. Records: " + Words.number(AggregateListCommand.records(store, id)));
        }
        return 0;
    }
}
