package dev.sheaf.cli.crosswalk;

import java.util.concurrent.Callable;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

import dev.sheaf.cli.program.DataDirectory;
import dev.sheaf.cli.program.Program;
import dev.sheaf.platform.config.LogOutput;
import dev.sheaf.store.HubStore;

/** Lists the schemas that the hub serves. */
@Command(name = "list", description = "Lists the schemas that the hub serves: format, then its files.", footerHeading = "%nExamples:%n", footer = {
        "  sheaf schema list"})
final class SchemaListCommand implements Callable<Integer> {

    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @Override
    public Integer call() {
        Program program = Program.of(spec);
        program.log(LogOutput.Detail.NORMAL);
        try (HubStore store = DataDirectory.open(program)) {
            store.ownSchemas().files()
                    .forEach((prefix, files) -> program.console().result(prefix + "\t" + String.join(",", files)));
        }
        return 0;
    }
}
