package dev.sheaf.cli.source;

import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.Callable;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

import dev.sheaf.cli.program.DataDirectory;
import dev.sheaf.cli.program.Program;
import dev.sheaf.cli.program.Words;
import dev.sheaf.core.store.Source;
import dev.sheaf.platform.config.LogOutput;
import dev.sheaf.platform.report.RepairReport;
import dev.sheaf.platform.report.RepairReportFormat;
import dev.sheaf.store.HubStore;
import dev.sheaf.transfer.exports.OutputFile;

/** Reports the faults of a source's responses. */
@Command(name = "report", description = "Reports the faults in the responses of a source, for its administrator: the records, "
        + "the faults, their first occurrence, and examples; from harvests and from the live proxy.", footerHeading = "%nExamples:%n", footer = {
                "  sheaf source report library", "  sheaf source report library --format html -o faults.html"})
final class SourceReportCommand implements Callable<Integer> {

    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @Parameters(paramLabel = "ID", description = "the source")
    @SuppressWarnings("NullAway.Init")
    private String id;

    @Option(names = "--format", paramLabel = "html|json", description = "output format: a page for the administrator (html), or data for programs (json; default)", defaultValue = "json")
    private String format = "json";

    @Option(names = {"-o", "--output"}, paramLabel = "FILE", description = "file to write (default: standard output)")
    private @Nullable Path file;

    @Override
    public Integer call() throws IOException {
        Program program = Program.of(spec);
        program.log(LogOutput.Detail.NORMAL);
        RepairReportFormat wanted = RepairReportFormat.fromText(format)
                .orElseThrow(() -> Words.wrong(spec, "--format: a report has the format html or json, not '" + format + "'"));
        try (HubStore store = DataDirectory.open(program)) {
            Source source = SourceShowCommand.known(store, Words.id(spec, id)).source();
            RepairReport report = RepairReport.of(store, source, program.surroundings().clock().instant());
            Path place = file;
            if (place == null) {
                wanted.write(report, program.console().results());
            } else {
                try (OutputFile output = OutputFile.begin(Words.output(program.surroundings().folder(), place))) {
                    wanted.write(report, output.out());
                    output.complete();
                }
            }
            if (report.isShortened()) {
                program.console().problem("Some sorts of faults have more than the " + Words.number(RepairReport.MOST)
                        + " faults that a report contains.");
            }
            if (!report.administrators().isEmpty()) {
                program.console().note("its administrator: " + String.join(", ", report.administrators()));
            }
        }
        return 0;
    }
}
