package dev.sheaf.cli.simulate;

import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

import dev.sheaf.cli.program.Console;
import dev.sheaf.cli.program.Program;
import dev.sheaf.cli.program.UntilStopped;
import dev.sheaf.cli.program.Words;
import dev.sheaf.platform.config.LogOutput;
import dev.sheaf.simulator.misbehaviour.MisbehavingServer;
import dev.sheaf.simulator.misbehaviour.Misbehaviour;
import dev.sheaf.simulator.misbehaviour.Misbehaviours;
import dev.sheaf.simulator.misbehaviour.SimulatedRecords;

/** Serves repositories that misbehave, for tests of harvesters. */
@Command(name = "simulate-server", description = {
        "Serves small repositories that misbehave, for tests of harvesters. Each has a base URL of its own.",
        "Its first page lists their faults, the records that must arrive anyway, and the result of the harvester. "
                + "Ctrl-C ends it."}, footerHeading = "%nExamples:%n", footer = {
                        "  sheaf simulate-server --list", "  sheaf simulate-server --port 8090",
                        "  sheaf simulate-server --behaviour token-expires --behaviour gzip-broken+poisoned-record --records 500"})
public final class SimulateServerCommand implements Callable<Integer> {

    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @Option(names = "--list", description = "list the behaviours with the expected results, and end")
    private boolean list;

    @Option(names = "--behaviour", paramLabel = "NAME", description = "behaviour to serve; join several with +; may be repeated (default: all)")
    private List<String> behaviours = List.of();

    @Option(names = "--combinations", paramLabel = "N", description = "number of random combinations of two behaviours to serve, too (default: 0)", defaultValue = "0")
    private int combinations;

    @Option(names = "--seed", paramLabel = "N", description = "seed of the random combinations (default: 1)", defaultValue = "1")
    private long seed;

    @Option(names = "--records", paramLabel = "N", description = "records in each repository, at least 40 (default: 40)", defaultValue = "40")
    private int records;

    @Option(names = "--page-size", paramLabel = "N", description = "records on a page (default: 10)", defaultValue = "10")
    private int pageSize;

    @Option(names = "--port", paramLabel = "N", description = "port to listen on; 0 for any free port (default: 8090)", defaultValue = "8090")
    private int port;

    @Override
    public Integer call() {
        Program program = Program.of(spec);
        program.log(LogOutput.Detail.NORMAL);
        checkNumbers();
        List<Misbehaviour> offered = offered();
        Console console = program.console();
        if (list) {
            int longest = offered.stream().mapToInt(one -> one.name().length()).max().orElse(0);
            for (Misbehaviour one : offered) {
                console.result(String.format("%-" + longest + "s  %s", one.name(), one.description()));
                console.result(" ".repeat(longest) + "  must arrive: " + one.expectation().text());
            }
            return 0;
        }
        return serve(program, console, offered);
    }

    private int serve(Program program, Console console, List<Misbehaviour> offered) {
        try (UntilStopped end = new UntilStopped();
                MisbehavingServer server = MisbehavingServer.start(port, offered, records, pageSize,
                        program.surroundings().clock())) {
            console.result(server.address() + "/");
            console.flush();
            console.note(offered.size() + " behaviours; base URLs are like " + server.baseUrl(offered.getFirst().name())
                    + ". Ctrl-C ends it.");
            end.await();
        } catch (UncheckedIOException failure) {
            console.problem("sheaf: " + failure.getMessage() + ": choose another one with --port, or 0 for any that is free");
            return 1;
        }
        return 0;
    }

    private void checkNumbers() {
        if (port < 0 || port > 65_535) {
            throw Words.wrong(spec, "--port: a number from 0 to 65535 is expected");
        }
        if (records < SimulatedRecords.FEWEST || records > 1_000_000) {
            throw Words.wrong(spec, "--records: a number from " + SimulatedRecords.FEWEST + " to 1000000 is expected");
        }
        if (pageSize < 1 || combinations < 0 || combinations > 1_000) {
            throw Words.wrong(spec, "--page-size must be at least 1, and --combinations from 0 to 1000");
        }
    }

    private List<Misbehaviour> offered() {
        List<Misbehaviour> offered = new ArrayList<>();
        for (String name : behaviours) {
            offered.add(
                    Misbehaviours.named(name).orElseThrow(() -> Words.wrong(spec, "--behaviour: there is no behaviour '" + name
                            + "'; sheaf simulate-server --list shows all")));
        }
        if (offered.isEmpty()) {
            offered.addAll(Misbehaviours.all());
        }
        offered.addAll(Misbehaviours.combinations(new SplittableRandom(seed), combinations, 2));
        return offered;
    }
}
