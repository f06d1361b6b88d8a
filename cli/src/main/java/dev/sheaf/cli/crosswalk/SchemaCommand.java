package dev.sheaf.cli.crosswalk;

import java.util.concurrent.Callable;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

import dev.sheaf.cli.program.Words;

/** Group of commands for schemas that the hub serves. */
@Command(name = "schema", description = {
        "Manages XML schemas of formats of your own. The hub serves them under /schemas/ and names their address in "
                + "ListMetadataFormats. Checks and compares schemas, and leads to a new format."}, subcommands = {
                        SchemaAddCommand.class, SchemaListCommand.class, SchemaRemoveCommand.class, SchemaCheckCommand.class,
                        SchemaCompareCommand.class,
                        SchemaNewFormatCommand.class}, synopsisSubcommandLabel = "COMMAND", footerHeading = "%nExamples:%n", footer = {
                                "  sheaf schema add heritage heritage.xsd",
                                "  sheaf schema add heritage heritage.xsd heritage-types.xsd",
                                "  sheaf schema list", "  sheaf schema check heritage.xsd",
                                "  sheaf schema new-format heritage"})
public final class SchemaCommand implements Callable<Integer> {

    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @Override
    public Integer call() {
        throw Words.wrong(spec, "which command? add, list, remove, check, compare or new-format");
    }
}
