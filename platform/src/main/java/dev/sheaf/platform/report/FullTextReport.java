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
 * Full-text indices that were harvested from a source in one combined format.
 *
 * @param prefix prefix of the combined format
 * @param items number of live items with an index
 * @param analyzer rules by which the source makes terms, as one of its records states them; empty if it does not
 * @param differences sentences on the differences of these rules from the hub's own policy that make words unfindable; empty if there are
 *     none
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
     * @param own index policy of the hub
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
