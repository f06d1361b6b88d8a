package dev.sheaf.cli.crosswalk;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.concurrent.Callable;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

import dev.sheaf.cli.program.CommandFailedException;
import dev.sheaf.cli.program.DataDirectory;
import dev.sheaf.cli.program.Program;
import dev.sheaf.core.XmlFragment;
import dev.sheaf.core.xml.OaiFormatException;
import dev.sheaf.core.xml.XmlFragments;
import dev.sheaf.formats.crosswalk.CrosswalkException;
import dev.sheaf.formats.crosswalk.sandbox.CrosswalkSandbox;
import dev.sheaf.formats.crosswalk.sandbox.SandboxLimits;
import dev.sheaf.platform.config.LogOutput;
import dev.sheaf.store.HubStore;
import dev.sheaf.store.records.OwnCrosswalk;

/** Shows what a crosswalk makes of a record. */
@Command(name = "try", description = "Shows the record that a crosswalk makes from a record; nothing is stored.", footerHeading = "%nExamples:%n", footer = {
        "  sheaf crosswalk try heritage record.xml"})
final class CrosswalkTryCommand implements Callable<Integer> {

    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @Parameters(index = "0", paramLabel = "NAME", description = "the crosswalk")
    @SuppressWarnings("NullAway.Init")
    private String name;

    @Parameters(index = "1", paramLabel = "FILE", description = "the metadata of one record, in XML, without an envelope")
    @SuppressWarnings("NullAway.Init")
    private Path file;

    @Option(names = "--identifier", paramLabel = "ID", defaultValue = "oai:example.org:1", description = "identifier of the item (default: ${DEFAULT-VALUE})")
    @SuppressWarnings("NullAway.Init")
    private String identifier;

    @Override
    public Integer call() {
        Program program = Program.of(spec);
        program.log(LogOutput.Detail.NORMAL);
        try (HubStore store = DataDirectory.open(program);
                CrosswalkSandbox sandbox = new CrosswalkSandbox(SandboxLimits.DEFAULT, InstantSource.system())) {
            OwnCrosswalk crosswalk = known(store, name);
            XmlFragment record = XmlFragments.parse(CrosswalkAddCommand.read(program.surroundings().folder().resolve(file)));
            program.console().result(
                    new String(sandbox.apply(CrosswalkAddCommand.stylesheet(crosswalk), identifier, record).utf8(),
                            StandardCharsets.UTF_8));
        } catch (OaiFormatException failure) {
            throw new CommandFailedException(file + " is not one XML document: " + failure.getMessage(), failure);
        } catch (CrosswalkException failure) {
            throw new CommandFailedException("No record was made: " + failure.getMessage(), failure);
        }
        return 0;
    }

    static OwnCrosswalk known(HubStore store, String name) {
        return store.ownCrosswalks().find(name).orElseThrow(
                () -> new CommandFailedException(
                        "there is no crosswalk '" + name + "'; 'sheaf crosswalk list' shows all"));
    }
}
