package dev.sheaf.cli.crosswalk;

import java.util.concurrent.Callable;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

import dev.sheaf.cli.program.Words;

/** Group of commands for the operator's crosswalks. */
@Command(name = "crosswalk", description = {
        "Manages crosswalks of your own: XSLT stylesheets that make records in one format of records in another.",
        "They run in a separate process without access to files and addresses, with limits on time and memory."}, subcommands = {
                CrosswalkAddCommand.class, CrosswalkListCommand.class, CrosswalkTryCommand.class,
                CrosswalkRemoveCommand.class}, synopsisSubcommandLabel = "COMMAND", footerHeading = "%nExamples:%n", footer = {
                        "  sheaf crosswalk add heritage lido-to-heritage.xsl --from lido --to heritage --namespace http://example.org/heritage --schema http://example.org/heritage.xsd",
                        "  sheaf source set museum --derive heritage", "  sheaf crosswalk try heritage record.xml"})
public final class CrosswalkCommand implements Callable<Integer> {

    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @Override
    public Integer call() {
        throw Words.wrong(spec, "which command? add, list, try or remove");
    }
}
