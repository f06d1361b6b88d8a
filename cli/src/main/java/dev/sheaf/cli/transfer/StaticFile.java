package dev.sheaf.cli.transfer;

import java.io.IOException;
import java.nio.file.Path;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;

import dev.sheaf.cli.program.CommandFailedException;
import dev.sheaf.cli.program.DataDirectory;
import dev.sheaf.cli.program.Program;
import dev.sheaf.cli.program.Progress;
import dev.sheaf.cli.program.Words;
import dev.sheaf.cli.serve.ServeCommand;
import dev.sheaf.core.repository.Repository;
import dev.sheaf.platform.gateway.StaticAddress;
import dev.sheaf.platform.server.Routes;
import dev.sheaf.store.HubStore;
import dev.sheaf.transfer.exports.OutputFile;
import dev.sheaf.transfer.exports.RecordExport;
import dev.sheaf.transfer.exports.StaticExport;

/** Part of {@code export} that writes a source or aggregate as a static repository. */
final class StaticFile {

    /** Host in the address of a file whose real address is not given. */
    private static final String EXAMPLE = "http://www.example.org/";

    private StaticFile() {}

    /**
     * Writes the file, and reports the number of records.
     *
     * @param choice source, format and dates
     * @param place file to write
     * @param at address at which the file will be; null for an example
     * @param gateway address of the gateway; null for that of this hub
     */
    static void write(Program program, CommandSpec spec, RecordExport.Choice choice, Path place, @Nullable String at,
            @Nullable String gateway) throws IOException {
        String begin = gateway == null ? ServeCommand.settings(program.configuration()).url() + Routes.STATIC : gateway;
        String address = at == null ? EXAMPLE + place.getFileName() : at;
        String baseUrl;
        try {
            baseUrl = (begin.endsWith("/") ? begin : begin + "/") + StaticAddress.ofUrl(address).path();
        } catch (IllegalArgumentException failure) {
            throw Words.wrong(spec, "--at: '" + address + "' cannot be the address of a static repository; "
                    + failure.getMessage());
        }
        try (HubStore store = DataDirectory.open(program)) {
            Repository repository = choice.source() == null
                    ? store.aggregate(baseUrl)
                    : store.repository(choice.source(), baseUrl)
                            .orElseThrow(() -> new CommandFailedException("there is no source or aggregate '" + choice.source()
                                    + "'. Known ones: sheaf source list, sheaf aggregate list"));
            StaticExport export = new StaticExport(repository);
            StaticExport.Choice records = new StaticExport.Choice(choice.prefix(), choice.from(), choice.until());
            if (export.formats(records).isEmpty()) {
                throw new CommandFailedException("no record in oai_dc is chosen, and a static repository has at least one");
            }
            long written;
            try (OutputFile output = OutputFile.begin(Words.output(program.surroundings().folder(), place));
                    Progress progress = program.console().progress("exporting", "records")) {
                written = export.run(records, baseUrl, output.out(), done -> progress.at(done, -1));
                output.complete();
            }
            program.console().note(Words.number(written) + " records exported. The file names its base URL at the gateway: "
                    + baseUrl);
            if (at == null) {
                program.console().note("That is an example, because --at does not give the address at which the file will be.");
            }
        }
    }
}
