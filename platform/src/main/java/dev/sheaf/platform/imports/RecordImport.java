package dev.sheaf.platform.imports;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;

import org.jspecify.annotations.Nullable;

import dev.sheaf.core.store.Census;
import dev.sheaf.core.store.Counts;
import dev.sheaf.core.store.HarvestOutcome;
import dev.sheaf.core.store.HarvestOutcome.Verdict;
import dev.sheaf.core.store.RecordSink;
import dev.sheaf.core.store.RecordStore;
import dev.sheaf.core.store.Source;
import dev.sheaf.core.store.SourceDescription;
import dev.sheaf.core.xml.OaiFormatException;

/**
 * Imports files into a source of the store. All files of a run are the whole repository: what is absent is withdrawn, unless
 * {@link ImportOptions#add} says otherwise, or something could not be read (it may be what seems absent). For one import at a time.
 */
public final class RecordImport {

    private final RecordStore store;
    private final RecordSink sink;
    private final String repositoryIdentifier;
    private final InstantSource clock;

    /**
     * Imports into a store.
     *
     * @param sink through which records are saved; may add to them what it derives
     * @param repositoryIdentifier the part after {@code oai:} of identifiers that are minted
     */
    public RecordImport(RecordStore store, RecordSink sink, String repositoryIdentifier, InstantSource clock) {
        this.store = store;
        this.sink = sink;
        this.repositoryIdentifier = repositoryIdentifier;
        this.clock = clock;
    }

    /**
     * One run. The caller holds the lease of the source.
     *
     * @param id of the source; registered when it is not
     * @param paths files and folders
     * @throws ImportException when nothing can be imported at all: the source is not one of local records, a path or the mapping is wrong
     */
    public ImportSummary run(String id, List<Path> paths, ImportOptions options, ImportListener listener) throws ImportException {
        Optional<Source> known = store.source(id);
        if (known.isPresent() && known.get().kind() != Source.Kind.IMPORTED) {
            throw new ImportException("'" + id + "' is a source that is " + (known.get().kind() == Source.Kind.HARVESTED
                    ? "harvested from " + known.get().baseUrl()
                    : "filled otherwise") + "; choose another id for local records");
        }
        List<InputFile> files = InputFiles.find(paths);
        Path mappingFile = options.mapping();
        Mapping mapping = mappingFile == null ? null : MappingFile.read(mappingFile);
        Optional<SourceDescription> described = store.description(id);
        List<dev.sheaf.core.MetadataFormat> present = described.map(SourceDescription::formats).orElse(null);
        Naming naming = new Naming(repositoryIdentifier, id, options.prefix(),
                new KnownFormats(present == null ? List.of() : present));
        if (options.dryRun()) {
            DryRun target = new DryRun(store, id);
            return read(files, options, mapping, naming, target, listener);
        }
        if (known.isEmpty()) {
            store.put(Source.imported(id, null));
        }
        long run = sink.begin(id, clock.instant());
        try (Census census = store.census(id)) {
            StoreTarget target = new StoreTarget(store, sink, id, run, naming, options.add() ? null : census, clock);
            ImportSummary summary = read(files, options, mapping, naming, target, listener);
            sink.end(run, outcome(summary), clock.instant());
            if (known.isEmpty() && summary.readNothing()) {
                // A mistyped path or format must not leave an empty repository behind.
                store.remove(id, false);
            }
            return summary;
        } catch (RuntimeException failure) {
            sink.end(run, new HarvestOutcome(Verdict.PARTIAL, String.valueOf(failure.getMessage()), Counts.ZERO, 0),
                    clock.instant());
            throw failure;
        }
    }

    private static HarvestOutcome outcome(ImportSummary summary) {
        String kept = summary.kept();
        if (summary.readNothing()) {
            return new HarvestOutcome(Verdict.FAILED, "no record could be read", summary.counts(), summary.files());
        }
        if (kept != null) {
            return new HarvestOutcome(Verdict.PARTIAL, kept, summary.counts(), summary.files());
        }
        return new HarvestOutcome(summary.counts().refused() > 0 ? Verdict.COMPLETE_WITH_QUARANTINE : Verdict.COMPLETE, "",
                summary.counts(), summary.files());
    }

    private static ImportSummary read(List<InputFile> files, ImportOptions options, @Nullable Mapping mapping, Naming naming,
            ImportTarget target, ImportListener listener) {
        Intake intake = new Intake(target, listener, files.size());
        int read = 0;
        for (InputFile file : files) {
            intake.next();
            Optional<FileReader> reader;
            try {
                reader = reader(file, options.format(), mapping, naming);
                if (reader.isEmpty()) {
                    if (file.chosen()) {
                        intake.brokenFile(file.toString(), Files.size(file.path()) == 0
                                ? "it is empty"
                                : "it is neither XML nor JSON Lines; --format says what it is");
                    } else {
                        intake.passedOver(file.toString(), "neither XML nor JSON Lines");
                    }
                    continue;
                }
                reader.get().read(file, intake);
                read++;
            } catch (OaiFormatException failure) {
                intake.brokenFile(file.toString(), String.valueOf(failure.getMessage()));
            } catch (IOException failure) {
                intake.brokenFile(file.toString(), failure.getMessage() == null
                        ? failure.getClass().getSimpleName()
                        : failure.getMessage());
            }
        }
        Counts counts = intake.end();
        String kept = null;
        if (!options.add()) {
            kept = intake.whyIncomplete();
            if (kept == null) {
                counts = counts.plus(target.deleteMissing());
            }
        }
        return new ImportSummary(read, counts, kept);
    }

    private static Optional<FileReader> reader(InputFile file, @Nullable ImportFormat given, @Nullable Mapping mapping,
            Naming naming)
            throws IOException {
        ImportFormat format = given != null ? given : guess(file, mapping != null);
        return Optional.ofNullable(format).map(known -> switch (known) {
            case OAI -> new OaiFileReader(naming);
            case XML -> new XmlFileReader(naming);
            case JSONL -> new JsonLinesReader(naming, mapping);
        });
    }

    /** What a file holds, by how it begins; null when that says nothing. */
    private static @Nullable ImportFormat guess(InputFile file, boolean mapped) throws IOException {
        if (Files.size(file.path()) == 0) {
            return null;
        }
        if (mapped) {
            return ImportFormat.JSONL;
        }
        byte[] start;
        try (InputStream in = Utf8Document.of(file.open())) {
            start = in.readNBytes(8 << 10);
        }
        String text = new String(start, java.nio.charset.StandardCharsets.UTF_8).strip();
        if (text.startsWith("{")) {
            return ImportFormat.JSONL;
        }
        if (!text.startsWith("<")) {
            return null;
        }
        return rootIsOai(text) ? ImportFormat.OAI : ImportFormat.XML;
    }

    private static boolean rootIsOai(String text) {
        int at = 0;
        while (at >= 0 && at < text.length()) {
            if (text.startsWith("<!--", at)) {
                int end = text.indexOf("-->", at + 4);
                at = end < 0 ? -1 : text.indexOf('<', end);
            } else if (text.startsWith("<?", at)) {
                int end = text.indexOf("?>", at + 2);
                at = end < 0 ? -1 : text.indexOf('<', end);
            } else {
                int end = at + 1;
                while (end < text.length() && text.charAt(end) > ' ' && text.charAt(end) != '>' && text.charAt(end) != '/') {
                    end++;
                }
                String name = text.substring(at + 1, end);
                return name.equals("OAI-PMH") || name.endsWith(":OAI-PMH");
            }
        }
        return false;
    }
}
