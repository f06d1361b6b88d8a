package dev.sheaf.platform.cli;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

import dev.sheaf.platform.config.LogOutput;
import dev.sheaf.platform.imports.ImportException;
import dev.sheaf.platform.imports.ImportFormat;
import dev.sheaf.platform.imports.ImportListener;
import dev.sheaf.platform.imports.ImportOptions;
import dev.sheaf.platform.imports.ImportSummary;
import dev.sheaf.platform.imports.RecordImport;
import dev.sheaf.platform.store.SourceLease;
import dev.sheaf.platform.store.SqliteRecordStore;
import dev.sheaf.platform.sync.DerivingSink;

/** Imports local records. */
@Command(name = "import", description = {
        "Imports local records as a repository; run again, it updates: what is new, changed or gone gets its"
                + " datestamp then.",
        "All PATHs of one run are the whole repository: what is absent is withdrawn, unless --add.",
        "Folders and .gz files are taken. Formats: OAI-PMH responses, XML files of one record each, JSON Lines as export writes them,"
                + " or any JSON Lines with --mapping."}, footerHeading = "%nExamples:%n", footer = {
                        "  sheaf import theses records/ --dry-run", "  sheaf import mirror saved-responses/*.xml.gz --format oai",
                        "  sheaf import books books.jsonl.gz --mapping books.yaml", "",
                        "Exit status: 0 when records could be read, even if some were refused; 1 when none could."})
final class ImportCommand implements Callable<Integer> {

    /** A file that is wrong altogether would fill the screen; the rest is counted. */
    private static final int MOST_PROBLEMS = 20;

    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @Parameters(index = "0", paramLabel = "ID", description = "source that the records belong to")
    @SuppressWarnings("NullAway.Init")
    private String id;

    @Parameters(index = "1..*", paramLabel = "PATH", description = "files and folders", arity = "0..*")
    private List<Path> paths = new ArrayList<>();

    @Option(names = "--format", paramLabel = "xml|oai|jsonl", description = "what the files hold (default: seen for each file)")
    private @Nullable String format;

    @Option(names = "--prefix", paramLabel = "P", description = "metadataPrefix of all records (default: by the root's namespace)")
    private @Nullable String prefix;

    @Option(names = "--mapping", paramLabel = "FILE", description = "YAML file that says where in an object the parts of a record stand")
    private @Nullable Path mapping;

    @Option(names = "--add", description = "the files are not the whole repository: nothing is withdrawn")
    private boolean add;

    @Option(names = "--dry-run", description = "read everything, change nothing, say what would happen")
    private boolean dryRun;

    @Option(names = "--jdbc", paramLabel = "URL", hidden = true)
    private @Nullable String jdbc;

    @Override
    public Integer call() throws ImportException {
        Sheaf sheaf = Sheaf.of(spec);
        sheaf.log(LogOutput.Detail.NORMAL);
        Words.id(spec, id);
        ImportFormat given = format();
        if (paths.isEmpty()) {
            throw Words.wrong(spec, "what is to be imported? Give files or folders");
        }
        if (mapping != null && given != null && given != ImportFormat.JSONL) {
            throw Words.wrong(spec, "--mapping is for JSON Lines; " + given.text() + " needs none");
        }
        Path folder = sheaf.surroundings().folder();
        ImportOptions options = new ImportOptions(given, prefix == null ? null : Words.prefix(spec, prefix),
                mapping == null ? null : folder.resolve(mapping), add, dryRun);
        try (SqliteRecordStore store = DataDirectory.open(sheaf)) {
            Optional<SourceLease> lease = SourceLease.tryTake(store.dataDir(), id);
            if (lease.isEmpty()) {
                throw new CommandFailedException(
                        "'" + id + "' is being filled already, by another command; try again when that has ended");
            }
            ImportSummary summary;
            try (SourceLease _ = lease.get(); Watch watch = new Watch(sheaf.console())) {
                summary = new RecordImport(store, new DerivingSink(store), store.repositoryIdentifier(),
                        sheaf.surroundings().clock())
                        .run(id, paths.stream().map(folder::resolve).toList(), options, watch);
                watch.tellRest();
            }
            return tell(sheaf.console(), summary);
        }
    }

    private @Nullable ImportFormat format() {
        if (jdbc != null) {
            throw Words.wrong(spec, "--jdbc is not there yet: export the table as JSON Lines and give a --mapping");
        }
        if (format == null) {
            return null;
        }
        if (format.equals("csv") || format.equals("xlsx")) {
            throw Words.wrong(spec,
                    "--format " + format + " is not there yet: convert the table to JSON Lines and give a --mapping");
        }
        return ImportFormat.fromText(format)
                .orElseThrow(() -> Words.wrong(spec, "--format: import reads xml, oai and jsonl, not '" + format + "'"));
    }

    private int tell(Console console, ImportSummary summary) {
        String what = id + ": " + (dryRun ? "would be: " : "") + Words.counts(summary.counts());
        if (summary.readNothing()) {
            console.problem("sheaf: nothing could be read: " + (summary.counts().refused() == 0
                    ? "there are no records in what was given"
                    : "all " + Words.number(summary.counts().refused()) + " were refused") + ". Nothing was changed.");
            return 1;
        }
        String kept = summary.kept();
        if (kept != null) {
            console.problem("Nothing was withdrawn: " + kept + ". Mend it and import again, or say --add.");
        }
        console.note(what);
        return 0;
    }

    /** Shows an import to whoever started it. */
    private static final class Watch implements ImportListener, AutoCloseable {

        private final Console console;
        private final Progress progress;
        private long problems;

        Watch(Console console) {
            this.console = console;
            this.progress = console.progress("importing", "records");
        }

        @Override
        public void read(long records, int file, int files) {
            progress.at(records, -1);
        }

        @Override
        public void refused(String where, String reason) {
            problems++;
            if (problems <= MOST_PROBLEMS) {
                progress.problem("refused: " + where + ": " + reason);
            }
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
        }

        @Override
        public void close() {
            progress.close();
        }
    }
}
