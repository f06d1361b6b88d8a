package dev.sheaf.cli.source;

import java.util.concurrent.Callable;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

import dev.sheaf.cli.program.DataDirectory;
import dev.sheaf.cli.program.Program;
import dev.sheaf.cli.program.Words;
import dev.sheaf.platform.config.LogOutput;
import dev.sheaf.platform.sync.operate.SourceActions;
import dev.sheaf.store.HubStore;

/** Fixes the time between two harvests of a source. */
@Command(name = "pin", description = {
        "Fixes the time between two harvests of a source, without regard to its policy; 'off' lets the policy choose again."}, footerHeading = "%nExamples:%n", footer = {
                "  sheaf source pin arxiv 6h", "  sheaf source pin arxiv off"})
final class SourcePinCommand implements Callable<Integer> {

    private static final String OFF = "off";

    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @Parameters(index = "0", paramLabel = "ID", description = "the source")
    @SuppressWarnings("NullAway.Init")
    private String id;

    @Parameters(index = "1", paramLabel = "6h|off", description = "time between two harvests: 30m, 6h, 1d, 2w; or off")
    @SuppressWarnings("NullAway.Init")
    private String interval;

    @Override
    public Integer call() {
        Program program = Program.of(spec);
        program.log(LogOutput.Detail.NORMAL);
        boolean off = interval.equals(OFF);
        if (!off) {
            Words.duration(spec, "the interval", interval);
        }
        try (HubStore store = DataDirectory.open(program)) {
            String known = SourceShowCommand.known(store, Words.id(spec, id)).source().id();
            program.console()
                    .note(new SourceActions(store, program.surroundings().clock()).pin(known, off ? null : interval).message());
        }
        return 0;
    }
}
