package dev.sheaf.platform.dumps;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;

import dev.sheaf.core.Datestamp;
import dev.sheaf.core.MetadataFormat;
import dev.sheaf.core.MetadataPrefix;
import dev.sheaf.core.OaiRecord;
import dev.sheaf.core.Selection;
import dev.sheaf.core.repository.Position;
import dev.sheaf.core.repository.RecordPage;
import dev.sheaf.core.repository.RecordQuery;
import dev.sheaf.core.repository.Repository;
import dev.sheaf.core.store.Aggregate;
import dev.sheaf.platform.server.Routes;
import dev.sheaf.transfer.exports.CiffExport;
import dev.sheaf.transfer.exports.CsvOutput;
import dev.sheaf.transfer.exports.ExportFormat;
import dev.sheaf.transfer.exports.ExportedRecord;
import dev.sheaf.transfer.exports.JsonLinesOutput;
import dev.sheaf.transfer.exports.RecordOutput;
import dev.sheaf.transfer.exports.XmlOutput;

/**
 * Makes the dump of one repository. A full dump holds all records, deleted ones included, whose datestamps are settled; a delta holds those
 * that changed since the file before. A record that changes while a file is written is in the next one. Interrupted work leaves the manifest
 * as it was. For one thread.
 */
final class DumpMaker {

    private static final int PAGE = 1_000;
    private static final long MEMORY = 64L << 20;
    static final int MOST_DELTAS = 100;
    private static final Pattern UNSAFE = Pattern.compile("[^A-Za-z0-9_.-]");
    /** Time during which a client that has an old full dump still finds the deltas after it. */
    private static final Duration KEPT = Duration.ofDays(30);

    private final String id;
    private final String baseUrl;
    private final Repository repository;
    private final Path folder;
    private final List<DumpForm> forms;
    private final Supplier<Set<String>> sources;
    private final BooleanSupplier isUnwanted;

    /**
     * Prepares the dump of a repository.
     *
     * @param folder of this repository's dump; is created
     * @param sources returns names of the sources whose records the repository shows now; another source with an earlier id has another name
     * @param isUnwanted asked again and again while records are written: true ends the work
     */
    DumpMaker(String id, String baseUrl, Repository repository, Path folder, List<DumpForm> forms,
            Supplier<Set<String>> sources, BooleanSupplier isUnwanted) {
        this.id = id;
        this.baseUrl = baseUrl;
        this.repository = repository;
        this.folder = folder;
        this.forms = List.copyOf(forms);
        this.sources = sources;
        this.isUnwanted = isUnwanted;
    }

    /**
     * Makes the files that are missing: full dumps of new formats, deltas of the others, and full dumps where the deltas have grown to half
     * their size.
     *
     * @return true when a file was made
     * @throws CancellationException when the work is not wanted any more; the manifest is as it was
     */
    boolean make() throws IOException {
        Files.createDirectories(folder);
        // The second that is not over yet belongs to the next file.
        Instant until = repository.settled().minusSeconds(1);
        Optional<DumpManifest> old = DumpManifest.read(folder);
        Set<String> shown = new HashSet<>(sources.get());
        List<DumpFile> files = usable(old, shown);
        boolean isChanged = old.isPresent() && files.size() < old.get().files().size();
        for (MetadataFormat format : repository.formats()) {
            isChanged |= make(format.prefix(), until, files);
            if (forms.contains(DumpForm.PACKAGES)) {
                isChanged |= new PackageMaker(id, hubUrl(), repository, folder, format.prefix(), isUnwanted).make(until, files);
            }
        }
        isChanged |= makeIndices(until, files);
        isChanged |= files.removeIf(file -> isOutdated(file, files, until));
        // A source that came or went while the files were written may have records in them.
        shown.addAll(sources.get());
        isChanged |= old.isPresent() && !old.get().sources().equals(shown);
        if (isChanged) {
            new DumpManifest(id, baseUrl, files, shown).write(folder);
        }
        removeOthers(files);
        return isChanged;
    }

    /**
     * Returns the files that a new dump can continue. Under another base URL there are none, because files name their repository; nor after a
     * source was removed or has left an aggregate, because its records are for nobody or not for everybody any more. A form of a format that lacks
     * a file is made again, because its deltas would leave a gap.
     */
    private List<DumpFile> usable(Optional<DumpManifest> old, Set<String> shown) {
        if (old.isEmpty() || !old.get().baseUrl().equals(baseUrl) || !shown.containsAll(old.get().sources())) {
            return new ArrayList<>();
        }
        List<DumpFile> files = new ArrayList<>(old.get().files());
        List<DumpFile> missing = files.stream().filter(file -> !isThere(file)).toList();
        files.removeIf(file -> missing.stream()
                .anyMatch(gone -> gone.form().equals(file.form()) && Objects.equals(gone.prefix(), file.prefix())));
        return files;
    }

    private boolean isThere(DumpFile file) {
        try {
            return Files.size(folder.resolve(file.name())) == file.bytes();
        } catch (IOException _) {
            return false;
        }
    }

    /** Returns the public address of the hub, below which the repository has its base URL. */
    private String hubUrl() {
        String path = id.equals(Aggregate.EVERYTHING) ? Routes.OAI : Routes.oai(id);
        return baseUrl.endsWith(path) ? baseUrl.substring(0, baseUrl.length() - path.length()) : baseUrl;
    }

    private boolean make(MetadataPrefix prefix, Instant until, List<DumpFile> files) throws IOException {
        // Forms that continue at the same second are written in one pass; a full dump begins at none.
        Map<Optional<Instant>, List<DumpForm>> byStart = new LinkedHashMap<>();
        for (DumpForm form : forms) {
            if (form.equals(DumpForm.PACKAGES) || form.format() == ExportFormat.CIFF
                    || form.format() == ExportFormat.CSV && !prefix.equals(MetadataPrefix.OAI_DC)) {
                continue;
            }
            List<DumpFile> existing = of(files, prefix, form.text());
            Optional<Instant> start = needsFull(existing)
                    ? Optional.empty()
                    : Optional.of(existing.getLast().until().plusSeconds(1));
            byStart.computeIfAbsent(start, _ -> new ArrayList<>()).add(form);
        }
        boolean isChanged = false;
        for (Map.Entry<Optional<Instant>, List<DumpForm>> entry : byStart.entrySet()) {
            Instant from = entry.getKey().orElse(null);
            if (from == null || !from.isAfter(until) && hasChanges(repository, prefix, from, until)) {
                files.addAll(write(prefix, from, until, entry.getValue()));
                isChanged = true;
            }
        }
        return isChanged;
    }

    /** Returns the files of a format in one form: the last full dump, and everything since. */
    private static List<DumpFile> of(List<DumpFile> files, @Nullable MetadataPrefix prefix, String form) {
        List<DumpFile> all = files.stream()
                .filter(file -> file.form().equals(form)
                        && (prefix == null ? file.prefix() == null : prefix.equals(file.prefix())))
                .toList();
        int last = 0;
        for (int i = 0; i < all.size(); i++) {
            last = all.get(i).isFull() ? i : last;
        }
        return all.isEmpty() ? all : all.subList(last, all.size());
    }

    private static boolean needsFull(List<DumpFile> existing) {
        if (existing.isEmpty() || !existing.getFirst().isFull()) {
            return true;
        }
        long deltas = existing.stream().skip(1).mapToLong(DumpFile::bytes).sum();
        return existing.size() > MOST_DELTAS || deltas > existing.getFirst().bytes() / 2 && existing.size() > 2;
    }

    /** Returns true if a record of the format changed in a time. */
    static boolean hasChanges(Repository repository, MetadataPrefix prefix, Instant from, Instant until) {
        return !repository.records(new RecordQuery(prefix, from, until, null, null, 1, true)).isEmpty();
    }

    /** Reads the records once and writes them in all forms. */
    private List<DumpFile> write(MetadataPrefix prefix, @Nullable Instant from, Instant until, List<DumpForm> wanted)
            throws IOException {
        List<DumpWriter> writers = new ArrayList<>();
        try {
            List<RecordOutput> outputs = new ArrayList<>();
            for (DumpForm form : wanted) {
                DumpWriter writer = new DumpWriter(folder, name(prefix.value(), from, until, form), prefix, form);
                writers.add(writer);
                outputs.add(output(form, prefix, from, until, writer.out()));
            }
            long records = 0;
            Position after = null;
            do {
                if (isUnwanted.getAsBoolean()) {
                    throw new CancellationException("the dump of " + id + " is not wanted any more");
                }
                RecordPage page = repository.records(new RecordQuery(prefix, from, until, null, after, PAGE, false));
                for (OaiRecord record : page.read()) {
                    ExportedRecord exported = new ExportedRecord(id, prefix, record, null);
                    for (RecordOutput output : outputs) {
                        output.write(exported);
                    }
                    records++;
                }
                after = page.next();
            } while (after != null);
            for (RecordOutput output : outputs) {
                output.end();
            }
            List<DumpFile> files = new ArrayList<>();
            for (DumpWriter writer : writers) {
                files.add(writer.complete(from, until, records));
            }
            return files;
        } finally {
            for (DumpWriter writer : writers) {
                writer.close();
            }
        }
    }

    private RecordOutput output(DumpForm form, MetadataPrefix prefix, @Nullable Instant from, Instant until, OutputStream out) {
        return switch (form.format()) {
            case XML -> new XmlOutput(out, baseUrl, new Selection(prefix, from == null ? null : Datestamp.ofSecond(from),
                    Datestamp.ofSecond(until), null), until);
            case JSONL -> new JsonLinesOutput(out);
            case CSV -> new CsvOutput(out);
            case CIFF -> throw new IllegalStateException("an index is not written record by record");
        };
    }

    /**
     * Makes index files. Such a file is whole and final: it is made again when something has changed, for first loads; the records of a combined
     * format carry the changes.
     */
    private boolean makeIndices(Instant until, List<DumpFile> files) throws IOException {
        CiffExport export = new CiffExport(repository, folder, MEMORY);
        List<MetadataPrefix> prefixes = export.formats();
        boolean isChanged = false;
        for (DumpForm form : forms) {
            if (form.format() != ExportFormat.CIFF || prefixes.isEmpty()) {
                continue;
            }
            Optional<DumpFile> old = files.stream().filter(file -> file.form().equals(form.text())).reduce((_, last) -> last);
            if (old.isPresent() && prefixes.stream()
                    .noneMatch(prefix -> hasChanges(repository, prefix, old.get().until().plusSeconds(1), until))) {
                continue;
            }
            try (DumpWriter writer = new DumpWriter(folder, name("index", null, until, form), null, form)) {
                long documents = export.run(new CiffExport.Choice(null, null, null, Datestamp.ofSecond(until)), writer.out(),
                        _ -> {});
                DumpFile made = writer.complete(null, until, documents);
                files.removeIf(file -> file.form().equals(form.text()));
                files.add(made);
            }
            isChanged = true;
        }
        return isChanged;
    }

    static String name(String what, @Nullable Instant from, Instant until, DumpForm form) {
        // Prefixes have characters that are legal in URLs and not in all file systems. No prefix has an equals sign.
        String safe = UNSAFE.matcher(what)
                .replaceAll(found -> String.format(Locale.ROOT, "=%02x", (int) found.group().charAt(0)));
        return safe + "-" + (from == null ? "full" : "delta-" + compact(from)) + "-" + compact(until) + "." + form.text();
    }

    private static String compact(Instant time) {
        return time.toString().replaceAll("[-:]", "");
    }

    /** A file is outdated when a later full dump replaces it; deltas stay a while for clients that have the full dump before. */
    private boolean isOutdated(DumpFile file, List<DumpFile> files, Instant now) {
        List<String> current = forms.stream().map(DumpForm::text).toList();
        boolean isServed = current.contains(file.form()) && (file.prefix() == null
                || repository.formats().stream().anyMatch(format -> format.prefix().equals(file.prefix())));
        if (!isServed) {
            return true;
        }
        MetadataPrefix prefix = file.prefix();
        List<DumpFile> newest = prefix != null && file.form().equals(DumpForm.PACKAGES.text())
                ? PackageMaker.current(files, prefix)
                : of(files, prefix, file.form());
        return !newest.contains(file) && (file.isFull() || file.until().isBefore(now.minus(KEPT)));
    }

    /** Deletes what the manifest does not name: outdated files, and those of interrupted work. */
    private void removeOthers(List<DumpFile> files) throws IOException {
        Set<String> named = new HashSet<>(files.stream().map(DumpFile::name).toList());
        named.add(DumpManifest.FILE);
        try (Stream<Path> all = Files.list(folder)) {
            for (Path one : all.toList()) {
                if (!named.contains(one.getFileName().toString()) && Files.isRegularFile(one)) {
                    Files.deleteIfExists(one);
                }
            }
        }
    }
}
