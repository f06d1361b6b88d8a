package dev.sheaf.cli.harvest;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

import dev.sheaf.cli.program.ConfiguredIdentity;
import dev.sheaf.cli.program.Program;
import dev.sheaf.cli.program.Progress;
import dev.sheaf.cli.program.Words;
import dev.sheaf.core.MetadataPrefix;
import dev.sheaf.core.Selection;
import dev.sheaf.core.SetSpec;
import dev.sheaf.core.store.Access;
import dev.sheaf.core.store.Counts;
import dev.sheaf.core.store.HarvestOutcome;
import dev.sheaf.core.store.Source;
import dev.sheaf.harvester.HarvestOptions;
import dev.sheaf.harvester.Harvester;
import dev.sheaf.harvester.http.BaseUrl;
import dev.sheaf.harvester.http.FetchRules;
import dev.sheaf.harvester.http.HttpFetcher;
import dev.sheaf.platform.config.LogOutput;
import dev.sheaf.transfer.exports.ExportFormat;
import dev.sheaf.transfer.exports.JsonLinesOutput;
import dev.sheaf.transfer.exports.OutputFile;
import dev.sheaf.transfer.exports.OutputSink;
import dev.sheaf.transfer.exports.QuarantineFile;
import dev.sheaf.transfer.exports.RecordOutput;
import dev.sheaf.transfer.exports.XmlOutput;

/** Harvests to a file or standard output. */
@Command(name = "fetch", description = {
        "Harvests a repository directly to a file or standard output; nothing is stored in the data directory.",
        "A file appears when it is complete. If the harvest ends early, the received records are in FILE.partial.",
        "FILE.quarantine contains refused records as JSON Lines, with the received bytes."}, footerHeading = "%nExamples:%n", footer = {
                "  sheaf fetch https://export.arxiv.org/oai2 --set physics:hep-th --from 2024-01-01 -o hep-th.xml",
                "  sheaf fetch https://export.arxiv.org/oai2 --prefix arXiv --format jsonl | head"})
public final class FetchCommand implements Callable<Integer> {

    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @Parameters(paramLabel = "URL", description = "base URL of the repository")
    @SuppressWarnings("NullAway.Init")
    private String url;

    @Option(names = "--prefix", paramLabel = "P", description = "metadata format (default: oai_dc)", defaultValue = "oai_dc")
    private String prefix = "oai_dc";

    @Option(names = "--set", paramLabel = "S", description = "only this set")
    private @Nullable String set;

    @Option(names = "--from", paramLabel = "D", description = "only records that changed on or after this date")
    private @Nullable String from;

    @Option(names = "--until", paramLabel = "D", description = "only records that changed on or before this date")
    private @Nullable String until;

    @Option(names = "--format", paramLabel = "xml|jsonl", description = "output format (default: xml)", defaultValue = "xml")
    private String format = "xml";

    @Option(names = {"-o",
            "--output"}, paramLabel = "FILE", description = "file to write (default, and with -: standard output)")
    private @Nullable Path file;

    @Option(names = "--strict", description = "repair nothing: a response that is not well-formed is a failure")
    private boolean strict;

    @Mixin
    private AccessOptions access = new AccessOptions();

    @Override
    public Integer call() throws IOException {
        Program program = Program.of(spec);
        program.log(LogOutput.Detail.NORMAL);
        BaseUrl baseUrl = HarvestCommand.baseUrl(spec, url);
        ExportFormat wanted = ExportFormat.fromText(format)
                .filter(known -> known == ExportFormat.XML || known == ExportFormat.JSONL)
                .orElseThrow(() -> Words.wrong(spec, "--format: fetch writes xml or jsonl, not '" + format + "'"
                        + (ExportFormat.fromText(format).isEmpty()
                                ? ""
                                : ". To get it: sheaf harvest " + url + ", then sheaf export --format " + format)));
        MetadataPrefix only = Words.prefix(spec, prefix);
        SetSpec within = set == null ? null : Words.set(spec, set);
        Selection selection = new Selection(only, Words.datestamp(spec, "--from", from), Words.datestamp(spec, "--until", until),
                within);
        Words.range(spec, selection.from(), selection.until());
        Path place = file;
        if (place == null || place.toString().equals("-")) {
            HarvestOutcome outcome = fetch(program, baseUrl, selection, wanted, program.console().results(), null);
            if (outcome.counts().refused() > 0) {
                program.console().problem("Refused records are kept only with an output file: -o FILE");
            }
            return outcome.isComplete() ? 0 : 1;
        }
        Path target = Words.output(program.surroundings().folder(), place);
        try (OutputFile output = OutputFile.begin(target); QuarantineFile quarantine = new QuarantineFile(target)) {
            HarvestOutcome outcome = fetch(program, baseUrl, selection, wanted, output.out(), quarantine);
            Path refused = null;
            if (outcome.isComplete()) {
                refused = quarantine.complete();
                output.complete();
            } else if (outcome.verdict() == HarvestOutcome.Verdict.PARTIAL) {
                refused = quarantine.keepUnfinished();
                output.keepUnfinished();
                program.console().problem("The received records are in " + output.unfinished());
            }
            if (refused != null) {
                program.console().problem("The refused records are in " + refused);
            }
            return outcome.isComplete() ? 0 : 1;
        }
    }

    private HarvestOutcome fetch(Program program, BaseUrl baseUrl, Selection selection, ExportFormat format, OutputStream out,
            @Nullable QuarantineFile quarantine) throws IOException {
        RecordOutput output = format == ExportFormat.JSONL
                ? new JsonLinesOutput(out)
                : new XmlOutput(out, baseUrl.toString(), selection, program.surroundings().clock().instant());
        FetchRules rules = ConfiguredIdentity.rules(program);
        Source named = Source.harvested(SourceIds.anywhere().next(baseUrl), baseUrl.toString());
        Source source = named.withSettings(named.settings().withAccess(access.applyTo(Access.DEFAULT, spec)));
        SetSpec set = selection.set();
        HarvestOptions options = HarvestOptions.DEFAULT.withEachOnce().withStrict(strict)
                .withLists(List.of(selection.prefix()), set == null ? List.of() : List.of(set))
                .withWindow(selection.from(), selection.until());
        HarvestOutcome outcome;
        try (HttpFetcher fetcher = new HttpFetcher(); Progress progress = program.console().progress("fetching", "records")) {
            FetchedFaults faults = new FetchedFaults(progress, quarantine, program.verbose());
            outcome = new Harvester(fetcher, rules, program.surroundings().clock(), program.surroundings().pause()).harvest(
                    source,
                    options, new OutputSink(output, faults), new HarvestWatch(progress));
            faults.sumUp();
        }
        if (program.console().readerHasLeft()) {
            // A reader such as head has closed the pipe, which is no error.
            return outcome;
        }
        if (outcome.verdict() != HarvestOutcome.Verdict.FAILED) {
            // A partial file is ended, too, so that it is well-formed. After a failure, an end would make an empty list.
            output.end();
        }
        String line = outcome + (outcome.verdict() == HarvestOutcome.Verdict.FAILED
                ? ""
                : ": " + written(outcome.counts()));
        if (outcome.isComplete()) {
            program.console().note(line);
        } else {
            program.console().problem("sheaf: " + line);
        }
        return outcome;
    }

    /** Returns how many records the file holds, and how many were refused. */
    private static String written(Counts counts) {
        return Words.number(counts.received() - counts.refused()) + " records"
                + (counts.refused() == 0 ? "" : ", " + Words.number(counts.refused()) + " refused");
    }
}
