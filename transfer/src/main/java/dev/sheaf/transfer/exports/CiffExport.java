package dev.sheaf.transfer.exports;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.LongConsumer;

import org.jspecify.annotations.Nullable;

import dev.sheaf.core.Datestamp;
import dev.sheaf.core.MetadataFormat;
import dev.sheaf.core.MetadataPrefix;
import dev.sheaf.core.OaiRecord;
import dev.sheaf.core.SetSpec;
import dev.sheaf.core.XmlFragment;
import dev.sheaf.core.repository.Position;
import dev.sheaf.core.repository.RecordPage;
import dev.sheaf.core.repository.RecordQuery;
import dev.sheaf.core.repository.Repository;
import dev.sheaf.fulltext.IndexFormat;
import dev.sheaf.fulltext.IndexFormat.Combined;
import dev.sheaf.fulltext.IndexedXml;
import dev.sheaf.fulltext.MalformedIndexException;
import dev.sheaf.fulltext.TermVector;
import dev.sheaf.fulltext.TermsXml;
import dev.sheaf.fulltext.ciff.CiffBuilder;
import dev.sheaf.fulltext.ciff.CiffDescription;

/**
 * Export of the full-text indices of a repository as one file in the Common Index File Format, version 1. A document is an item with a live
 * combined record: its name is the identifier in the repository, its length the exact number of its tokens before pruning, and its terms
 * are those of the stored record. Memory does not depend on the number of documents. For one thread.
 */
public final class CiffExport {

    private static final int PAGE = 500;
    /** Largest number of index policies that are remembered, because a hostile source could have one for each record. */
    private static final int MOST_POLICIES = 10;

    private final Repository repository;
    private final Path folder;
    private final long memory;
    private final Set<String> policies = new LinkedHashSet<>();
    private long refused;
    private @Nullable String firstRefused;

    /**
     * Creates an export.
     *
     * @param folder for temporary files, which take about as much as the file without compression
     * @param memory bytes for postings before they are written to temporary files
     */
    public CiffExport(Repository repository, Path folder, long memory) {
        this.repository = repository;
        this.folder = folder;
        this.memory = memory;
    }

    /**
     * Selection of the documents to export.
     *
     * @param prefix the only combined format; null for the richest format of each item
     * @param set setSpec in the repository, including its subsets; null for all documents
     * @param from first datestamp; null for the earliest
     * @param until last datestamp; null for the latest
     */
    public record Choice(@Nullable MetadataPrefix prefix, @Nullable SetSpec set, @Nullable Datestamp from,
            @Nullable Datestamp until) {}

    /** Returns the combined formats of the repository, the richest index first; empty when it has no index. */
    public List<MetadataPrefix> formats() {
        List<Combined> combined = new ArrayList<>();
        for (MetadataFormat format : repository.formats()) {
            IndexFormat.ofCombined(format.prefix().value()).ifPresent(combined::add);
        }
        return combined.stream()
                .sorted(Comparator.comparing(Combined::format, Comparator.reverseOrder())
                        .thenComparing(one -> !one.metadataPrefix().equals(MetadataPrefix.OAI_DC.value()))
                        .thenComparing(Combined::metadataPrefix))
                .map(one -> new MetadataPrefix(one.prefix())).toList();
    }

    /**
     * Writes the file.
     *
     * @param out stays open
     * @param progress receives the number of documents read, now and then
     * @return number of documents written
     * @throws IOException when the file or a temporary one cannot be written
     */
    public long run(Choice choice, OutputStream out, LongConsumer progress) throws IOException {
        List<MetadataPrefix> prefixes = choice.prefix() == null ? formats() : List.of(choice.prefix());
        try (CiffBuilder builder = new CiffBuilder(folder, memory)) {
            for (int i = 0; i < prefixes.size(); i++) {
                add(builder, prefixes.get(i), prefixes.subList(0, i), choice, progress);
            }
            progress.accept(builder.documents());
            builder.writeTo(out, CiffDescription.of(policies));
            out.flush();
            return builder.documents();
        }
    }

    private void add(CiffBuilder builder, MetadataPrefix prefix, List<MetadataPrefix> richer, Choice choice,
            LongConsumer progress)
            throws IOException {
        Datestamp from = choice.from();
        Datestamp until = choice.until();
        Instant settled = repository.settled();
        Instant last = until == null ? settled : until.lastSecond().orElse(settled);
        Position after = null;
        do {
            RecordPage page = repository.records(new RecordQuery(prefix, from == null ? null : from.instant().orElse(null), last,
                    choice.set(), after, PAGE, false, true));
            for (OaiRecord record : page.read()) {
                if (!record.deleted() && richer.stream().noneMatch(format -> isLive(record.identifier(), format))) {
                    add(builder, record);
                }
            }
            progress.accept(builder.documents());
            after = page.next();
        } while (after != null);
    }

    private boolean isLive(String identifier, MetadataPrefix prefix) {
        return repository.record(identifier, prefix).filter(record -> !record.deleted()).isPresent();
    }

    private void add(CiffBuilder builder, OaiRecord record) throws IOException {
        XmlFragment metadata = record.metadata();
        if (metadata == null) {
            return;
        }
        try {
            TermVector vector = TermsXml.read(IndexedXml.split(metadata.utf8()).index());
            if (policies.size() < MOST_POLICIES && !vector.analyzer().isEmpty()) {
                policies.add(vector.analyzer());
            }
            builder.add(record.identifier(), vector);
        } catch (MalformedIndexException | IllegalArgumentException failure) {
            refused++;
            if (firstRefused == null) {
                firstRefused = record.identifier() + ": " + failure.getMessage();
            }
        }
    }

    /** Returns the number of items left out because their index cannot be read. */
    public long refused() {
        return refused;
    }

    /** Returns the first item left out, with the reason; null when none was. */
    public @Nullable String firstRefused() {
        return firstRefused;
    }

    /** Returns true if the terms were made by several index policies. One word may then have several forms. */
    public boolean isOfSeveralPolicies() {
        return policies.size() > 1;
    }
}
