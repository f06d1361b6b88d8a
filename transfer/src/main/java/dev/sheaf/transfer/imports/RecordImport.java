package dev.sheaf.transfer.imports;

import java.io.IOException;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;

import dev.sheaf.core.MetadataFormat;
import dev.sheaf.core.store.Census;
import dev.sheaf.core.store.Counts;
import dev.sheaf.core.store.HarvestOutcome;
import dev.sheaf.core.store.RecordSink;
import dev.sheaf.core.store.RecordStore;
import dev.sheaf.core.store.Source;
import dev.sheaf.core.store.SourceDescription;
import dev.sheaf.core.xml.OaiFormatException;
import dev.sheaf.transfer.imports.mapping.Mapping;
import dev.sheaf.transfer.imports.mapping.MappingException;
import dev.sheaf.transfer.imports.mapping.MappingFile;
import dev.sheaf.transfer.imports.rows.DatabaseSource;
import dev.sheaf.transfer.imports.rows.DatabaseTable;
import dev.sheaf.transfer.imports.rows.RowSource;
import dev.sheaf.transfer.imports.rows.RowsException;
import dev.sheaf.transfer.imports.xml.KnownFormats;

/**
 * Imports files, or a table of a database, into a source of the store. An import replaces the content of the source: records that it does
 * not contain are withdrawn. Nothing is withdrawn if {@link ImportOptions#add} is set, or if a part of the input could not be read, because
 * that part may contain the missing records. Runs one import at a time.
 */
public final class RecordImport {

    private final RecordStore store;
    private final RecordSink sink;
    private final Supplier<String> repositoryIdentifier;
    private final InstantSource clock;
    private Cancellation cancellation = (_, _) -> false;

    /** Check whether a run is to end early. Called several times a second. */
    @FunctionalInterface
    public interface Cancellation {

        /** Returns whether the run of a source is cancelled. */
        boolean isCancelled(String source, long run);
    }

    /**
     * Creates an import into a store.
     *
     * @param sink through which records are saved; may add to them what it derives
     * @param repositoryIdentifier the part after {@code oai:} of local identifiers
     */
    public RecordImport(RecordStore store, RecordSink sink, String repositoryIdentifier, InstantSource clock) {
        this(store, sink, () -> repositoryIdentifier, clock);
    }

    /**
     * Creates an import into a store whose identifier domain may still be provisional.
     *
     * @param sink through which records are saved; may add to them what it derives
     * @param repositoryIdentifier the part after {@code oai:} of local identifiers; requested before the first one is assigned, and may
     *     throw
     */
    public RecordImport(RecordStore store, RecordSink sink, Supplier<String> repositoryIdentifier, InstantSource clock) {
        this.store = store;
        this.sink = sink;
        this.repositoryIdentifier = repositoryIdentifier;
        this.clock = clock;
    }

    /** Makes runs cancellable; without this call they are not. */
    public RecordImport endingOn(Cancellation asked) {
        cancellation = asked;
        return this;
    }

    /**
     * Imports files and folders in one run. The caller holds the lease of the source.
     *
     * @param id id of the source; an unknown source is registered
     * @param paths files and folders
     * @throws ImportException if nothing can be imported at all: the source is not one of local records, or a path or the mapping is wrong
     */
    public ImportSummary run(String id, List<Path> paths, ImportOptions options, ImportListener listener) throws ImportException {
        checkKind(id);
        List<InputFile> files = InputFiles.find(paths);
        Mapping mapping = mapping(options);
        Naming naming = naming(id, options);
        return run(id, new FileInputs(options.format(), mapping, naming, options.recordElement()).of(files), naming, options,
                listener);
    }

    /**
     * Imports a table of a database in one run, under the same rules.
     *
     * @throws ImportException if nothing can be imported at all: the source is not one of local records, or the database or the mapping is
     *     wrong
     */
    public ImportSummary run(String id, DatabaseTable table, ImportOptions options, ImportListener listener)
            throws ImportException {
        checkKind(id);
        Mapping mapping = mapping(options);
        Naming naming = naming(id, options);
        try (RowSource rows = DatabaseSource.open(table)) {
            TableMapping fitting = TableMapping.of(mapping, rows.columns(), table.toString());
            ImportInput reading = new ImportInput(table.toString(), receiver -> {
                fitting.notes().forEach(receiver::note);
                rows.read(new RowImporter(fitting.mapping(), naming, new SeenIdentifiers(), receiver));
            });
            return run(id, List.of(reading), naming, options, listener);
        } catch (MappingException | RowsException | IOException failure) {
            throw new ImportException(String.valueOf(failure.getMessage()), failure);
        }
    }

    /**
     * Suggests a mapping for a table or for JSON, in YAML with comments.
     *
     * @param format format of the file; null to detect it
     * @throws ImportException if there is no such file, or it holds neither
     */
    public static String suggestMapping(Path file, @Nullable ImportFormat format) throws ImportException {
        List<InputFile> files = InputFiles.find(List.of(file));
        if (files.size() != 1) {
            throw new ImportException(
                    "--suggest-mapping takes one file; " + file + " is a folder of " + files.size() + " files");
        }
        return FileInputs.suggestion(files.getFirst(), format);
    }

    private void checkKind(String id) throws ImportException {
        Source known = store.source(id).orElse(null);
        if (known != null && !known.kind().isImported()) {
            throw new ImportException("'" + id + "' is a source that is " + (known.kind().isHarvested()
                    ? "harvested from " + known.baseUrl()
                    : "filled otherwise") + "; choose another id for local records");
        }
    }

    private Naming naming(String id, ImportOptions options) {
        List<MetadataFormat> present = store.description(id).map(SourceDescription::formats).orElse(null);
        return new Naming(repositoryIdentifier, id, options.prefix(), new KnownFormats(present == null ? List.of() : present));
    }

    private ImportSummary run(String id, List<ImportInput> readings, Naming naming, ImportOptions options,
            ImportListener listener) {
        boolean known = store.source(id).isPresent();
        boolean first = store.status(id).map(status -> status.records() == 0).orElse(true);
        if (options.dryRun()) {
            return read(readings, options, first, new DryRun(store, id, options.samples(), listener, clock), listener);
        }
        if (!known) {
            store.put(Source.imported(id, null));
        }
        long run = sink.begin(id, clock.instant());
        try (Census census = store.census(id)) {
            StoreTarget target = new StoreTarget(store, sink, id, run, naming, options.add() ? null : census, clock,
                    () -> cancellation.isCancelled(id, run));
            ImportSummary summary = read(readings, options, first, target, listener);
            sink.end(run, outcome(summary), clock.instant());
            if (!known && summary.readNothing()) {
                // A mistyped path or format must not leave an empty repository behind.
                store.remove(id, false);
            }
            return summary;
        } catch (RuntimeException failure) {
            endAfter(failure, id, run, known);
            throw failure;
        }
    }

    /** Saves the outcome of a run that failed. If the store fails again, the first failure is reported. */
    private void endAfter(RuntimeException failure, String id, long run, boolean known) {
        try {
            sink.end(run, HarvestOutcome.partial(String.valueOf(failure.getMessage()), Counts.ZERO, 0),
                    clock.instant());
            if (!known && store.status(id).map(status -> status.records() + status.deleted() == 0).orElse(false)) {
                store.remove(id, false);
            }
        } catch (RuntimeException second) {
            failure.addSuppressed(second);
        }
    }

    private static @Nullable Mapping mapping(ImportOptions options) throws ImportException {
        Path file = options.mapping();
        try {
            return file == null ? null : MappingFile.read(file);
        } catch (MappingException failure) {
            throw new ImportException(String.valueOf(failure.getMessage()), failure);
        }
    }

    /**
     * Returns the outcome of a run. A run that refused records has read everything: it is complete, and the refused records are in
     * quarantine. A file that could not be read to its end makes it partial.
     */
    private static HarvestOutcome outcome(ImportSummary summary) {
        if (summary.cancelled()) {
            return HarvestOutcome.partial("cancelled; the records stored so far stay", summary.counts(), summary.files());
        }
        if (summary.readNothing()) {
            return HarvestOutcome.of(false, false, 0, "no record could be read", summary.counts(), summary.files());
        }
        if (summary.partial()) {
            String kept = summary.kept();
            return HarvestOutcome.partial(kept == null ? "a file could not be read to its end" : kept, summary.counts(),
                    summary.files());
        }
        return HarvestOutcome.of(true, true, summary.counts().refused(), "", summary.counts(), summary.files());
    }

    private static ImportSummary read(List<ImportInput> readings, ImportOptions options, boolean first, ImportTarget target,
            ImportListener listener) {
        Intake intake = new Intake(target, listener, readings.size());
        int read = 0;
        for (ImportInput reading : readings) {
            intake.next();
            try {
                reading.content().read(intake);
                read++;
                intake.wholeFile(reading.place());
            } catch (ImportCancelledException _) {
                return new ImportSummary(read, intake.counts(), intake.warnings(), first, true, false, null);
            } catch (OaiFormatException | RowsException failure) {
                intake.brokenFile(reading.place(), String.valueOf(failure.getMessage()));
            } catch (IOException failure) {
                intake.brokenFile(reading.place(), failure.getMessage() == null
                        ? failure.getClass().getSimpleName()
                        : failure.getMessage());
            }
        }
        Counts counts = intake.end();
        String incomplete = intake.whyIncomplete();
        if (!options.add() && incomplete == null) {
            counts = counts.plus(target.deleteMissing());
        }
        return new ImportSummary(read, counts, intake.warnings(), first, target.isCancelled(),
                incomplete != null && read < readings.size(), options.add() ? null : incomplete);
    }
}
