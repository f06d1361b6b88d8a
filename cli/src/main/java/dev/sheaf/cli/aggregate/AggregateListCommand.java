package dev.sheaf.cli.aggregate;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

import dev.sheaf.cli.program.CommandFailedException;
import dev.sheaf.cli.program.Console;
import dev.sheaf.cli.program.DataDirectory;
import dev.sheaf.cli.program.Json;
import dev.sheaf.cli.program.Program;
import dev.sheaf.cli.program.Words;
import dev.sheaf.core.store.Aggregate;
import dev.sheaf.platform.config.LogOutput;
import dev.sheaf.platform.report.AggregateJson;
import dev.sheaf.platform.server.Routes;
import dev.sheaf.store.HubStore;

/** Lists the aggregates. */
@Command(name = "list", description = "Lists the aggregates with their filters.", footerHeading = "%nExamples:%n", footer = {
        "  sheaf aggregate list", "  sheaf aggregate list --json"})
final class AggregateListCommand implements Callable<Integer> {

    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @Option(names = "--json", description = "as JSON")
    private boolean json;

    @Override
    public Integer call() {
        Program program = Program.of(spec);
        program.log(LogOutput.Detail.NORMAL);
        try (HubStore store = DataDirectory.open(program)) {
            if (json) {
                json(store, program.console());
            } else {
                for (Aggregate aggregate : store.aggregates()) {
                    program.console().result(line(store, aggregate));
                }
            }
        }
        return 0;
    }

    private static void json(HubStore store, Console console) {
        Json.write(console, generator -> {
            generator.writeStartArray();
            store.aggregates().forEach(aggregate -> AggregateJson.write(generator, store, aggregate));
            generator.writeEndArray();
        });
    }

    private static String line(HubStore store, Aggregate aggregate) {
        List<String> parts = new ArrayList<>();
        aggregate.sources().forEach(source -> parts.add("--source " + source));
        aggregate.sets().forEach(set -> parts.add("--set " + set));
        aggregate.prefixes().forEach(prefix -> parts.add("--prefix " + prefix));
        if (aggregate.query() != null) {
            parts.add("--query '" + aggregate.query() + "'");
        }
        parts.add("--collisions " + aggregate.collisions().text());
        aggregate.trusted().forEach(source -> parts.add("--trusted " + source));
        String path = aggregate.id().equals(Aggregate.EVERYTHING) ? Routes.OAI : Routes.oai(aggregate.id());
        return aggregate.id() + "  " + path + "  " + Words.number(records(store, aggregate.id())) + " records  "
                + String.join(" ", parts) + (aggregate.name() == null ? "" : "  " + aggregate.name());
    }

    /** Returns an aggregate by its id. */
    static Optional<Aggregate> find(HubStore store, String id) {
        return store.aggregates().stream().filter(aggregate -> aggregate.id().equals(id)).findFirst();
    }

    /**
     * Returns an aggregate by its id.
     *
     * @throws CommandFailedException if there is none
     */
    static Aggregate known(HubStore store, String id) {
        return find(store, id).orElseThrow(() -> new CommandFailedException(
                "there is no aggregate '" + id + "'. Known ones: sheaf aggregate list; to add it: sheaf aggregate add " + id));
    }

    /** Returns the number of live records of an aggregate, in the format that has most. */
    static long records(HubStore store, String id) {
        return AggregateJson.records(store, id);
    }
}
