package dev.sheaf.cli.source;

import java.util.concurrent.Callable;

import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

import dev.sheaf.cli.program.DataDirectory;
import dev.sheaf.cli.program.Program;
import dev.sheaf.cli.program.Words;
import dev.sheaf.platform.config.LogOutput;
import dev.sheaf.store.HubStore;

/** Base class of commands that act on one source. */
abstract class SourceActionCommand implements Callable<Integer> {

    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @Parameters(paramLabel = "ID", description = "the source")
    @SuppressWarnings("NullAway.Init")
    private String id;

    @Override
    public final Integer call() {
        Program program = Program.of(spec);
        program.log(LogOutput.Detail.NORMAL);
        try (HubStore store = DataDirectory.open(program)) {
            act(new Acting(program, Words.id(spec, id)), store, id);
        }
        return 0;
    }

    /**
     * Carries out the action, and reports its result.
     *
     * @param store open store; the caller closes it
     * @param id legal id; the source need not exist
     */
    abstract void act(Acting acting, HubStore store, String id);
}
