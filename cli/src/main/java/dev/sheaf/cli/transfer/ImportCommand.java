package dev.sheaf.cli.transfer;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

import dev.sheaf.cli.program.CommandFailedException;
import dev.sheaf.cli.program.Console;
import dev.sheaf.cli.program.DataDirectory;
import dev.sheaf.cli.program.Deriving;
import dev.sheaf.cli.program.DomainQuestion;
import dev.sheaf.cli.program.DryRunStore;
import dev.sheaf.cli.program.IdentifierDomainOption;
import dev.sheaf.cli.program.Json;
import dev.sheaf.cli.program.Preview;
import dev.sheaf.cli.program.Program;
import dev.sheaf.cli.program.Progress;
import dev.sheaf.cli.program.Words;
import dev.sheaf.core.OaiRecord;
import dev.sheaf.core.store.StoreException;
import dev.sheaf.platform.config.LogOutput;
import dev.sheaf.platform.report.RunJson;
import dev.sheaf.platform.search.QueryAggregates;
import dev.sheaf.platform.sync.DerivingSink;
import dev.sheaf.store.HubStore;
import dev.sheaf.store.sources.SourceLease;
import dev.sheaf.transfer.imports.ImportException;
import dev.sheaf.transfer.imports.ImportFormat;
import dev.sheaf.transfer.imports.ImportListener;
import dev.sheaf.transfer.imports.ImportOptions;
import dev.sheaf.transfer.imports.ImportSummary;
import dev.sheaf.transfer.imports.RecordImport;
import dev.sheaf.transfer.imports.StandardInput;
import dev.sheaf.transfer.imports.rows.DatabaseTable;

/** Imports local records from files or a database. */
@Command(name = "import", description = {
        "Imports local records as a repository. Run it again to update: new, changed and absent records then get a "
                + "new datestamp.",
        "All PATHs of one run are the whole repository: absent records are withdrawn, unless --add is given. Folders and "
                + ".gz files are read. Formats: OAI-PMH responses, XML files of one or many records, MARC (ISO 2709), "
                + "BibTeX, RIS, refer, tables (CSV, xlsx, ods), indices (CIFF), JSON as export writes it; any table, database or "
                + "JSON with --mapping."}, footerHeading = "%nExamples:%n", footer = {
                        "  sheaf import theses records/ --dry-run", "  sheaf import mirror saved-responses/*.xml.gz --format oai",
                        "  sheaf import books books.csv --identifier-domain library.example.org",
                        "  sheaf import books books.csv --mapping books.yaml",
                        "  sheaf import books --jdbc jdbc:postgresql://localhost/library --access user=me --table books --mapping books.yaml",
                        "",
                        "Exit status: 0 if records could be read, even if some were refused; 1 if none "
                                + "could, or a file could not be read to its end."})
public final class ImportCommand implements Callable<Integer> {

    /** Number of problems that are printed; the others are counted, so that a wrong file does not fill the screen. */
    private static final int MOST_PROBLEMS = 20;
    private static final Path STANDARD_INPUT = Path.of("-");

    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @Parameters(index = "0", paramLabel = "ID", description = "source that the records belong to")
    @SuppressWarnings("NullAway.Init")
    private String id;

    @Parameters(index = "1..*", paramLabel = "PATH", description = "files and folders; - for standard input", arity = "0..*")
    private List<Path> paths = new ArrayList<>();

    @Option(names = "--format", paramLabel = "F", description = "format of the files: oai, xml, csv, xlsx, ods, marc, bibtex, ris, refer, ciff, jsonl (default: detected for each file)")
    private @Nullable String format;

    @Option(names = "--record-element", paramLabel = "NAME", description = "element of XML files that is a record (default: detected for each file)")
    private @Nullable String recordElement;

    @Option(names = "--prefix", paramLabel = "P", description = "metadataPrefix of all records (default: by the root's namespace)")
    private @Nullable String prefix;

    @Option(names = "--mapping", paramLabel = "FILE", description = "YAML file that maps the columns of a table, or the members of JSON objects, to the parts of a record")
    private @Nullable Path mapping;

    @Option(names = "--suggest-mapping", description = "write a mapping for one table or file of JSON to standard output, with reasons, and import nothing")
    private boolean suggest;

    @Option(names = "--add", description = "the files are not the whole repository: nothing is withdrawn")
    private boolean add;

    @Option(names = "--dry-run", description = "read everything, change nothing, show the first records and the expected result")
    private boolean dryRun;

    @Option(names = "--show", paramLabel = "N", description = "records that --dry-run shows as they will be served (default: 3)")
    private int show = 3;

    @Mixin
    private final IdentifierDomainOption domain = new IdentifierDomainOption();

    @Mixin
    private final DatabaseOptions database = new DatabaseOptions();

    @Option(names = "--json", description = "print the result as JSON on standard output")
    private boolean json;

    @Override
    public Integer call() throws ImportException, IOException {
        Program program = Program.of(spec);
        program.log(LogOutput.Detail.NORMAL);
        Words.id(spec, id);
        domain.check(spec);
        ImportFormat given = format();
        DatabaseTable table = database.table(spec);
        if ((table == null) == paths.isEmpty()) {
            throw Words.wrong(spec,
                    "the input is missing. Give files or folders, or --jdbc URL with --query SQL or --table NAME");
        }
        if (mapping != null && given != null && !given.takesMapping()) {
            throw Words.wrong(spec, "--mapping is for tables, references and JSON; " + given.text() + " needs none");
        }
        if (recordElement != null && given != null && given != ImportFormat.XML) {
            throw Words.wrong(spec, "--record-element is for XML files and not for --format " + given.text());
        }
        if (prefix != null && given == ImportFormat.CIFF) {
            throw Words.wrong(spec, "--prefix is not for --format ciff, whose records are oai_dc__tf_basic");
        }
        if (table != null && given != null) {
            throw Words.wrong(spec, "--format is for files; --jdbc reads rows of a database");
        }
        Path folder = program.surroundings().folder();
        if (suggest) {
            if (table != null || mapping != null || paths.size() != 1) {
                throw Words.wrong(spec, "--suggest-mapping needs one table or file of JSON, and no --mapping");
            }
            RecordImport.suggestMapping(folder.resolve(paths.getFirst()), given).lines().forEach(program.console()::result);
            return 0;
        }
        ImportOptions options = new ImportOptions(given, prefix == null ? null : Words.prefix(spec, prefix),
                mapping == null ? null : folder.resolve(mapping), add, dryRun, Math.max(0, show), recordElement);
        if (dryRun) {
            try (DryRunStore store = DryRunStore.open(program)) {
                if (store.temporary() != null && !domain.isKnown(program)) {
                    program.console().note(
                            "The identifiers have a domain generated for this dry run. The import itself needs "
                                    + IdentifierDomainOption.WAYS + ".");
                }
                return tell(program.console(), run(program, store.store(), table, options), "");
            }
        }
        try (HubStore store = DataDirectory.open(program); QueryAggregates queries = new QueryAggregates(store)) {
            ImportSummary summary = run(program, store, table, options);
            queries.catchUp();
            return tell(program.console(), summary, Deriving.withheld(store, id));
        }
    }

    private ImportSummary run(Program program, HubStore store, @Nullable DatabaseTable table, ImportOptions options)
            throws ImportException, IOException {
        RecordImport records = new RecordImport(store, DerivingSink.untilCancelled(store), domain.naming(program, store, dryRun,
                () -> paths.contains(STANDARD_INPUT) ? Optional.empty() : DomainQuestion.ask(program)),
                program.surroundings().clock()).endingOn(store.control()::isCancelled);
        try (SourceLease _ = lease(store);
                StandardInput input = paths.contains(STANDARD_INPUT) ? StandardInput.read(program.surroundings().in()) : null;
                Watch watch = new Watch(program.console())) {
            ImportSummary summary = carryOut(records, table,
                    paths.stream().map(path -> input != null && path.equals(STANDARD_INPUT)
                            ? input.path()
                            : program.surroundings().folder().resolve(path)).toList(),
                    options, watch);
            watch.tellRest();
            return summary;
        }
    }

    private ImportSummary carryOut(RecordImport records, @Nullable DatabaseTable table, List<Path> files, ImportOptions options,
            Watch watch) throws ImportException {
        try {
            return table != null ? records.run(id, table, options, watch) : records.run(id, files, options, watch);
        } catch (StoreException failure) {
            // The exception states the reason and what to do; the state of the records is known here.
            throw new CommandFailedException("the import of '" + id + "' stopped after " + Words.number(watch.records)
                    + " records, which are stored. " + failure.getMessage()
                    + ". Then run the same import again.");
        }
    }

    /** Takes the lease of the source; null for a dry run in a directory that cannot be written, in which no other run is possible. */
    private @Nullable SourceLease lease(HubStore store) {
        if (dryRun && store.isReadOnly()) {
            return null;
        }
        return store.leases().tryTake(id).orElseThrow(() -> new CommandFailedException(
                "'" + id + "' is used by another run; try again after its end"));
    }

    private @Nullable ImportFormat format() {
        if (format == null) {
            return null;
        }
        return ImportFormat.fromText(format)
                .orElseThrow(
                        () -> Words.wrong(spec, "--format: import reads " + ImportFormat.words() + ", not '" + format + "'"));
    }

    private int tell(Console console, ImportSummary summary, String withheld) {
        if (json) {
            writeJson(console, summary);
        }
        String what = id + ": " + (dryRun ? "would be: " : "") + Words.counts(summary.counts()) + withheld;
        if (summary.cancelled()) {
            console.problem("sheaf: the import of '" + id + "' was cancelled. Stored until then and kept: "
                    + Words.counts(summary.counts()) + ". For the rest, run the same import again.");
            return 1;
        }
        if (summary.readNothing()) {
            console.problem("sheaf: nothing could be read: " + (summary.counts().refused() == 0
                    ? "the files contain no records"
                    : "all " + Words.number(summary.counts().refused()) + " were refused") + ". Nothing was changed.");
            return 1;
        }
        String kept = summary.kept();
        if (kept != null && !summary.first()) {
            console.problem("Nothing was withdrawn: " + kept + ". Correct it and import again, or use --add.");
        }
        console.note(what);
        if (summary.partial()) {
            console.problem("sheaf: " + id
                    + ": partial: a file could not be read to its end, so records may be missing. The records before the"
                    + " fault are " + (dryRun ? "good" : "stored") + ". Get the complete file and import again.");
            return 1;
        }
        return 0;
    }

    private void writeJson(Console console, ImportSummary summary) {
        Json.write(console, generator -> {
            generator.writeStartObject();
            generator.writeStringProperty("id", id);
            generator.writeBooleanProperty("dryRun", dryRun);
            generator.writeNumberProperty("files", summary.files());
            RunJson.counts(generator, summary.counts());
            generator.writeNumberProperty("warnings", summary.warnings());
            generator.writeBooleanProperty("cancelled", summary.cancelled());
            generator.writeBooleanProperty("partial", summary.partial());
            generator.writeStringProperty("kept", summary.kept());
            generator.writeEndObject();
        });
    }

    /** Display of an import for the user who started it. */
    private static final class Watch implements ImportListener, AutoCloseable {

        private final Console console;
        private final Progress progress;
        private long records;
        private long problems;
        private long warnings;

        Watch(Console console) {
            this.console = console;
            this.progress = console.progress("importing", "records");
        }

        @Override
        public void read(long soMany, int file, int files) {
            records = soMany;
            progress.at(soMany, -1);
        }

        @Override
        public void refused(String where, String reason) {
            problems++;
            if (problems <= MOST_PROBLEMS) {
                progress.problem("refused: " + where + ": " + reason);
            }
        }

        @Override
        public void warning(String where, String what) {
            warnings++;
            if (warnings <= MOST_PROBLEMS) {
                progress.problem("warning: " + where + ": " + what);
            }
        }

        @Override
        public void sample(OaiRecord record) {
            progress.close();
            console.result(Preview.of(record));
        }

        @Override
        public void note(String message) {
            progress.note(message);
        }

        void tellRest() {
            progress.close();
            if (problems > MOST_PROBLEMS) {
                console.problem("and " + Words.number(problems - MOST_PROBLEMS) + " more that were refused");
            }
            if (warnings > MOST_PROBLEMS) {
                console.problem("and " + Words.number(warnings - MOST_PROBLEMS) + " more warnings");
            }
        }

        @Override
        public void close() {
            progress.close();
        }
    }
}
