package dev.sheaf.cli.greeting;

import java.util.concurrent.Callable;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

import dev.sheaf.cli.program.Program;

/** Greets on the console. */
@Command(name = "greet", description = "Greets.")
final class GreetCommand implements Callable<Integer> {

    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @Override
    public Integer call() {
        Program program = Program.of(spec);
        program.console().result(program.configuration().required(GreetingFeature.GREETING));
        return 0;
    }
}
