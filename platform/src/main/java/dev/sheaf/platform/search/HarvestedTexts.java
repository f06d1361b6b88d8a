package dev.sheaf.platform.search;

import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import dev.sheaf.core.MetadataPrefix;
import dev.sheaf.core.XmlFragment;
import dev.sheaf.core.store.StoredRecord;
import dev.sheaf.fulltext.IndexFormat;
import dev.sheaf.fulltext.IndexFormat.Combined;
import dev.sheaf.fulltext.IndexPolicy;
import dev.sheaf.fulltext.IndexedXml;
import dev.sheaf.fulltext.MalformedIndexException;
import dev.sheaf.fulltext.Normaliser;
import dev.sheaf.fulltext.TermVector;
import dev.sheaf.fulltext.TermsXml;
import dev.sheaf.search.FullTextTerms;

/**
 * Reader of full-text indices that were harvested in combined records, such as {@code oai_dc__tf_basic}. It converts them to the hub's own
 * index policy, and where that policy is laxer than the source's, to a form of which the words of queries are made as well. Thread-safe.
 */
final class HarvestedTexts {

    private static final Logger LOG = LoggerFactory.getLogger(HarvestedTexts.class);

    /** Order of records by their index: first those with positions, then with frequencies; then those with oai_dc; then by prefix. */
    private static final Comparator<StoredRecord> BEST_FIRST = Comparator
            .comparing((StoredRecord stored) -> combined(stored.prefix()).orElseThrow().format(), Comparator.reverseOrder())
            .thenComparing(stored -> !isOfDublinCore(stored))
            .thenComparing(stored -> stored.prefix().value());

    /** Largest number of sources for which a difference of index policies is remembered as reported. */
    private static final int MOST_TOLD = 1_000;

    private final Normaliser normaliser;
    private final Set<String> told = ConcurrentHashMap.newKeySet();

    /** @param own index policy of the hub, by which queries are read */
    HarvestedTexts(IndexPolicy own) {
        this.normaliser = Normaliser.to(own);
    }

    private static Optional<Combined> combined(MetadataPrefix prefix) {
        return IndexFormat.ofCombined(prefix.value());
    }

    /** Returns whether records of a format hold an index of a full text. */
    static boolean isCombined(MetadataPrefix prefix) {
        return combined(prefix).isPresent();
    }

    private static boolean isOfDublinCore(StoredRecord stored) {
        return combined(stored.prefix()).orElseThrow().metadataPrefix().equals(MetadataPrefix.OAI_DC.value());
    }

    /**
     * Returns the terms of the best index among the combined records of an item; null when none can be read. Indices that cannot be read are logged.
     *
     * @param records of one item, in combined formats
     */
    @Nullable
    FullTextTerms read(Collection<StoredRecord> records) {
        List<StoredRecord> best = records.stream().filter(stored -> !stored.record().deleted()).sorted(BEST_FIRST).toList();
        for (StoredRecord stored : best) {
            XmlFragment metadata = stored.record().metadata();
            if (metadata != null) {
                try {
                    TermVector vector = TermsXml.read(IndexedXml.split(metadata.utf8()).index());
                    tell(stored.source(), vector.analyzer());
                    return new VectorTerms(normaliser.normalise(vector), normaliser.form(vector.analyzer()));
                } catch (MalformedIndexException e) {
                    LOG.warn("full text is not searchable: source={} identifier={} format={} reason=\"{}\"", stored.source(),
                            stored.record().identifier(), stored.prefix(), e.getMessage());
                }
            }
        }
        return null;
    }

    /** Logs once how the indices of a source differ from the hub's policy, if they cannot be converted to it. */
    private void tell(String source, String analyzer) {
        List<String> differences = normaliser.differences(analyzer);
        if (!differences.isEmpty() && told.size() < MOST_TOLD && told.add(source + ' ' + analyzer)) {
            LOG.info("full texts of a source are indexed more strictly than here: source={} differences=\"{}\"", source,
                    String.join(" ", differences));
        }
    }

    /** Returns the oai_dc description in a combined record; null if it has none or is unreadable. */
    static @Nullable XmlFragment description(StoredRecord stored) {
        XmlFragment metadata = stored.record().metadata();
        if (metadata == null || !isOfDublinCore(stored)) {
            return null;
        }
        try {
            return XmlFragment.of(IndexedXml.split(metadata.utf8()).metadata());
        } catch (MalformedIndexException _) {
            return null;
        }
    }

    /** Returns the best of the live records of an item, all in combined formats; empty when all are deleted. */
    static Optional<StoredRecord> best(Collection<StoredRecord> records) {
        return records.stream().filter(stored -> !stored.record().deleted()).min(BEST_FIRST);
    }
}
