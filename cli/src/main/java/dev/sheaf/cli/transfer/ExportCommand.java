package dev.sheaf.cli.transfer;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

import dev.sheaf.cli.program.CommandFailedException;
import dev.sheaf.cli.program.DataDirectory;
import dev.sheaf.cli.program.Program;
import dev.sheaf.cli.program.Progress;
import dev.sheaf.cli.program.Words;
import dev.sheaf.cli.serve.ServeCommand;
import dev.sheaf.cli.source.SourceShowCommand;
import dev.sheaf.core.MetadataPrefix;
import dev.sheaf.core.Selection;
import dev.sheaf.core.SetSpec;
import dev.sheaf.core.repository.KnownSets;
import dev.sheaf.platform.config.Configuration;
import dev.sheaf.platform.config.LogOutput;
import dev.sheaf.platform.server.Routes;
import dev.sheaf.store.HubStore;
import dev.sheaf.transfer.exports.CsvOutput;
import dev.sheaf.transfer.exports.ExportFormat;
import dev.sheaf.transfer.exports.JsonLinesOutput;
import dev.sheaf.transfer.exports.OutputFile;
import dev.sheaf.transfer.exports.RecordExport;
import dev.sheaf.transfer.exports.RecordOutput;
import dev.sheaf.transfer.exports.XmlOutput;

/** Writes stored records. */
@Command(name = "export", description = {
        "Writes stored records in the order of their datestamps, including withdrawn ones as deleted.",
        "Format xml is one ListRecords response; jsonl is one object on each line, in all formats or in that of --prefix; csv is a table of Dublin Core; "
                + "ciff contains the full-text indices of live records in the Common Index File Format.",
        "import reads all of them back.",
        "With --static, export writes the live records as a static repository: a file for any web server, which a gateway makes harvestable."}, footerHeading = "%nExamples:%n", footer = {
                "  sheaf export --format jsonl -o everything.jsonl",
                "  sheaf export --source arxiv --prefix arXiv --from 2024-01-01",
                "  sheaf export --format csv | head",
                "  sheaf export --source theses --format ciff -o theses.ciff.gz",
                "  sheaf export --source theses --static theses.xml --at http://www.example.org/theses.xml"})
public final class ExportCommand implements Callable<Integer> {

    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @Option(names = "--source", paramLabel = "ID", description = "only records of this source; with ciff also of this aggregate")
    private @Nullable String source;

    @Option(names = "--prefix", paramLabel = "P", description = "only this metadata format (default: oai_dc; for jsonl all; for ciff the richest index of each item)")
    private @Nullable String prefix;

    @Option(names = "--set", paramLabel = "S", description = "only this set, with its name at the source")
    private @Nullable String set;

    @Option(names = "--from", paramLabel = "D", description = "only records whose datestamp in this hub is on or after this date")
    private @Nullable String from;

    @Option(names = "--until", paramLabel = "D", description = "only records whose datestamp in this hub is on or before this date")
    private @Nullable String until;

    @Option(names = "--format", paramLabel = "xml|jsonl|csv|ciff", description = "output format (default: xml)")
    private @Nullable String format;

    @Option(names = "--normalise", description = "with jsonl: add normalised dates, languages, names, types, formats and identifiers of oai_dc records to the original values")
    private boolean normalise;

    @Option(names = {"-o",
            "--output"}, paramLabel = "FILE", description = "file to write (default, and with -: standard output)")
    private @Nullable Path file;

    @Option(names = "--bom", negatable = true, description = "with csv: begin with a byte order mark, which Excel needs (default: in files)")
    private @Nullable Boolean mark;

    @Option(names = "--static", paramLabel = "FILE", description = "write a static repository to this file; with --prefix, that format and oai_dc")
    private @Nullable Path staticFile;

    @Option(names = "--at", paramLabel = "URL", description = "with --static: address at which the file will be")
    private @Nullable String at;

    @Option(names = "--gateway", paramLabel = "URL", description = "with --static: address of the static repository gateway (default: this hub's, /static)")
    private @Nullable String gateway;

    @Override
    public Integer call() throws IOException {
        Program program = Program.of(spec);
        program.log(LogOutput.Detail.NORMAL);
        MetadataPrefix only = prefix == null ? null : Words.prefix(spec, prefix);
        if (staticFile != null) {
            writeStatic(program, only, staticFile);
            return 0;
        }
        if (at != null || gateway != null) {
            throw Words.wrong(spec, "--at and --gateway are for a static repository, so they need --static FILE");
        }
        String named = format == null ? "xml" : format;
        ExportFormat wanted = ExportFormat.fromText(named)
                .orElseThrow(() -> Words.wrong(spec, "--format: export writes xml, jsonl, csv or ciff, not '" + named + "'"));
        if (only == null && wanted != ExportFormat.JSONL && wanted != ExportFormat.CIFF) {
            only = MetadataPrefix.OAI_DC;
        }
        if (wanted == ExportFormat.CSV && !MetadataPrefix.OAI_DC.equals(only)) {
            throw Words.wrong(spec, "--format csv is a table of Dublin Core, so it only allows --prefix oai_dc");
        }
        if (normalise && wanted != ExportFormat.JSONL) {
            throw Words.wrong(spec, "--normalise adds a key to each object, so it needs --format jsonl");
        }
        RecordExport.Choice choice = new RecordExport.Choice(source == null ? null : Words.id(spec, source), only,
                set == null ? null : Words.set(spec, set), Words.datestamp(spec, "--from", from),
                Words.datestamp(spec, "--until", until));
        Words.range(spec, choice.from(), choice.until());
        if (mark != null && wanted != ExportFormat.CSV) {
            throw Words.wrong(spec, "--bom is for tables, so it needs --format csv");
        }
        Path place = file == null || file.toString().equals("-") ? null : file;
        if (wanted == ExportFormat.CIFF) {
            IndexFile.write(program, choice, place);
            return 0;
        }
        boolean marked = mark == null ? place != null : mark;
        try (HubStore store = DataDirectory.open(program)) {
            if (source != null && store.source(source).isEmpty()) {
                throw SourceShowCommand.unknown(source);
            }
            checkPrefix(store, choice);
            checkSet(store, choice);
            long written;
            if (place == null) {
                written = export(program, store, choice, output(wanted, choice, marked, program, program.console().results()));
            } else {
                try (OutputFile output = OutputFile.begin(Words.output(program.surroundings().folder(), place))) {
                    written = export(program, store, choice, output(wanted, choice, marked, program, output.out()));
                    output.complete();
                }
            }
            program.console().note(Words.number(written) + " records exported");
        }
        return 0;
    }

    private void writeStatic(Program program, @Nullable MetadataPrefix only, Path place) throws IOException {
        if (format != null || normalise || mark != null || set != null || file != null) {
            throw Words.wrong(spec,
                    "--static FILE has a format of its own, so it allows none of --format, --normalise, --bom, --set and --output");
        }
        RecordExport.Choice choice = new RecordExport.Choice(source == null ? null : Words.id(spec, source), only, null,
                Words.datestamp(spec, "--from", from), Words.datestamp(spec, "--until", until));
        Words.range(spec, choice.from(), choice.until());
        StaticFile.write(program, spec, choice, place, at, gateway);
    }

    /** Refuses a format without records. An empty list because of a typing error must not look like one without records. */
    private static void checkPrefix(HubStore store, RecordExport.Choice choice) {
        MetadataPrefix asked = choice.prefix();
        Set<MetadataPrefix> known = new RecordExport(store).prefixes(choice.source());
        // Every item has oai_dc, so in an empty store it is no typing error.
        if (asked != null && !known.contains(asked) && !(known.isEmpty() && asked.equals(MetadataPrefix.OAI_DC))) {
            throw new CommandFailedException("there are no records in the format '" + asked.value() + "'"
                    + (choice.source() == null ? "" : " in '" + choice.source() + "'")
                    + (known.isEmpty()
                            ? ": the store has no records in any format. To see its sources: sheaf source list"
                            : ". The formats are: "
                                    + known.stream().map(MetadataPrefix::value).sorted().collect(Collectors.joining(", "))));
        }
    }

    /** Refuses a set that no source has. The store is asked for its sets only here, because records are not listed by set. */
    static void checkSet(HubStore store, RecordExport.Choice choice) {
        SetSpec asked = choice.set();
        if (asked != null) {
            KnownSets known = new RecordExport(store).sets(choice.source());
            if (!known.has(asked)) {
                throw new CommandFailedException(
                        known.lacking(choice.source() == null ? "the store" : "'" + choice.source() + "'", asked));
            }
        }
    }

    private RecordOutput output(ExportFormat format, RecordExport.Choice choice, boolean marked, Program program,
            OutputStream out)
            throws IOException {
        return switch (format) {
            case XML -> new XmlOutput(out, baseUrl(program.configuration(), choice), selection(choice),
                    program.surroundings().clock().instant());
            case JSONL -> new JsonLinesOutput(out, normalise);
            case CSV -> new CsvOutput(out, marked);
            case CIFF -> throw new IllegalStateException("an index is written by IndexFile");
        };
    }

    private static long export(Program program, HubStore store, RecordExport.Choice choice, RecordOutput output)
            throws IOException {
        try (Progress progress = program.console().progress("exporting", "records")) {
            return new RecordExport(store).run(choice, output, written -> progress.at(written, -1));
        }
    }

    private static Selection selection(RecordExport.Choice choice) {
        MetadataPrefix prefix = choice.prefix();
        return new Selection(prefix == null ? MetadataPrefix.OAI_DC : prefix, choice.from(), choice.until(), choice.set());
    }

    private static String baseUrl(Configuration configuration, RecordExport.Choice choice) {
        return ServeCommand.settings(configuration).url() + (choice.source() == null ? Routes.OAI : Routes.oai(choice.source()));
    }
}
