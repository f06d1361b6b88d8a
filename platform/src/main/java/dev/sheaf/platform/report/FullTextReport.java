package dev.sheaf.platform.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

import dev.sheaf.core.MetadataPrefix;
import dev.sheaf.core.OaiRecord;
import dev.sheaf.core.XmlFragment;
import dev.sheaf.core.repository.RecordQuery;
import dev.sheaf.core.repository.Repository;
import dev.sheaf.fulltext.IndexFormat;
import dev.sheaf.fulltext.IndexPolicy;
import dev.sheaf.fulltext.IndexedXml;
import dev.sheaf.fulltext.MalformedIndexException;
import dev.sheaf.fulltext.Normaliser;
import dev.sheaf.fulltext.TermVector;
import dev.sheaf.fulltext.TermsXml;
import dev.sheaf.store.FormatCount;
import dev.sheaf.store.HubStore;

/**
 * The indices of full texts that were harvested from a source in one combined format.
 *
 * @param prefix of the combined format
 * @param items live items that have one
 * @param analyzer how the source makes its terms, as one of its records says; empty when it does not say
 * @param differences sentences on what the index lacks beside one of the texts by the hub's own policy; empty when it lacks nothing
 */
public record FullTextReport(MetadataPrefix prefix, long items, String analyzer, List<String> differences) {

    private static final String SOMEWHERE = "http://localhost/oai";

    /** Copies the sentences. */
    public FullTextReport {
        differences = List.copyOf(differences);
    }

    /**
     * Returns a report for each combined format that live items of a source have.
     *
     * @param own policy of the hub
     */
    public static List<FullTextReport> of(HubStore store, String source, IndexPolicy own) {
        List<FullTextReport> reports = new ArrayList<>();
        for (FormatCount count : store.statistics().formats(source)) {
            if (count.live() > 0 && IndexFormat.ofCombined(count.prefix().value()).isPresent()) {
                reports.add(report(store, source, count, own));
            }
        }
        return reports;
    }

    private static FullTextReport report(HubStore store, String source, FormatCount count, IndexPolicy own) {
        Optional<XmlFragment> sample = store.repository(source, SOMEWHERE)
                .flatMap(repository -> sample(repository, count.prefix(), store));
        if (sample.isEmpty()) {
            return new FullTextReport(count.prefix(), count.live(), "", List.of());
        }
        try {
            TermVector vector = TermsXml.read(IndexedXml.split(sample.get().utf8()).index());
            return new FullTextReport(count.prefix(), count.live(), vector.analyzer(),
                    Normaliser.to(own).differences(vector.analyzer()));
        } catch (MalformedIndexException e) {
            return new FullTextReport(count.prefix(), count.live(), "", List.of("A record cannot be read: " + e.getMessage()));
        }
    }

    private static Optional<XmlFragment> sample(Repository repository, MetadataPrefix prefix, HubStore store) {
        List<OaiRecord> first = repository.records(new RecordQuery(prefix, null, store.stableTime(), null, null, 1, false, true))
                .read();
        return first.isEmpty() ? Optional.empty() : Optional.ofNullable(first.getFirst().metadata());
    }
}
