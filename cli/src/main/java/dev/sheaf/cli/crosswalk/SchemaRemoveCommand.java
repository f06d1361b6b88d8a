package dev.sheaf.cli.crosswalk;

import java.util.List;
import java.util.concurrent.Callable;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

import dev.sheaf.cli.program.CommandFailedException;
import dev.sheaf.cli.program.DataDirectory;
import dev.sheaf.cli.program.Program;
import dev.sheaf.cli.program.Words;
import dev.sheaf.core.MetadataPrefix;
import dev.sheaf.platform.config.LogOutput;
import dev.sheaf.store.HubStore;

/** Removes the schemas of a format. */
@Command(name = "remove", description = "Removes the schemas of a format; its records stay.", footerHeading = "%nExamples:%n", footer = {
        "  sheaf schema remove heritage"})
final class SchemaRemoveCommand implements Callable<Integer> {

    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @Parameters(paramLabel = "PREFIX", description = "metadata prefix of the format")
    @SuppressWarnings("NullAway.Init")
    private String prefix;

    @Override
    public Integer call() {
        Program program = Program.of(spec);
        program.log(LogOutput.Detail.NORMAL);
        MetadataPrefix format = Words.prefix(spec, prefix);
        try (HubStore store = DataDirectory.open(program)) {
            if (store.ownSchemas().of(format).isEmpty()) {
                throw new CommandFailedException("the hub serves no schema of '" + prefix + "'");
            }
            store.ownSchemas().put(format, List.of());
        }
        program.console().note("Removed.");
        return 0;
    }
}
