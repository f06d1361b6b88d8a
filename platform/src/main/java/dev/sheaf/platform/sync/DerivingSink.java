package dev.sheaf.platform.sync;

import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import dev.sheaf.core.Header;
import dev.sheaf.core.MetadataFormat;
import dev.sheaf.core.MetadataPrefix;
import dev.sheaf.core.Namespaces;
import dev.sheaf.core.OaiRecord;
import dev.sheaf.core.Selection;
import dev.sheaf.core.XmlFragment;
import dev.sheaf.core.store.Batch;
import dev.sheaf.core.store.Checkpoint;
import dev.sheaf.core.store.Counts;
import dev.sheaf.core.store.HarvestOutcome;
import dev.sheaf.core.store.RecordSink;
import dev.sheaf.core.store.RecordStore;
import dev.sheaf.core.store.Source;
import dev.sheaf.core.store.SourceDescription;
import dev.sheaf.core.store.StoredRecord;
import dev.sheaf.core.xml.XmlFragments;
import dev.sheaf.platform.crosswalk.CrosswalkException;
import dev.sheaf.platform.crosswalk.DublinCoreCrosswalk;

/**
 * Gives every item an oai_dc record (S3.4: a repository disseminates it): where a source has none, one is made of what it has, and saved in
 * the same transaction. Thread-safe.
 *
 * <p>Costs a look-up for records that came unchanged, a transformation for the others. A record whose crosswalk fails is kept as it is; only
 * its derived record is withheld, and the log says why.
 */
public final class DerivingSink implements RecordSink {

    private static final Logger LOG = LoggerFactory.getLogger(DerivingSink.class);

    /** Loading Saxon takes a quarter of a second that most harvests can do without. */
    private static final class Crosswalk {
        static final DublinCoreCrosswalk INSTANCE = new DublinCoreCrosswalk();
    }

    private final RecordStore store;
    private final Map<String, Boolean> deliversOaiDc = new ConcurrentHashMap<>();
    private final List<MetadataPrefix> prefixes;

    /** Derives for all that is saved. */
    public DerivingSink(RecordStore store) {
        this(store, List.of());
    }

    /**
     * Derives for all that is saved in a run.
     *
     * @param prefixes formats that the run is limited to; empty when it takes those of the source
     */
    public DerivingSink(RecordStore store, List<MetadataPrefix> prefixes) {
        this.store = store;
        this.prefixes = List.copyOf(prefixes);
    }

    @Override
    public Optional<Checkpoint> checkpoint(String source, Selection asked) {
        return store.checkpoint(source, asked);
    }

    @Override
    public long begin(String source, Instant at) {
        return store.begin(source, at);
    }

    @Override
    public void describe(String source, SourceDescription description) {
        store.describe(source, description);
        deliversOaiDc.remove(source);
    }

    @Override
    public Counts save(Batch batch) {
        List<OaiRecord> derived = derive(batch);
        return store.save(derived.isEmpty() ? batch : batch.with(new Batch.Part(MetadataFormat.OAI_DC, derived, true)));
    }

    @Override
    public void end(long run, HarvestOutcome outcome, Instant at) {
        store.end(run, outcome, at);
    }

    private List<OaiRecord> derive(Batch batch) {
        if (batch.parts().stream().allMatch(part -> isOaiDc(part) || part.records().isEmpty())
                || deliversOaiDc.computeIfAbsent(batch.source(), this::deliversOaiDc)) {
            return List.of();
        }
        Set<String> delivered = new HashSet<>();
        batch.parts().stream().filter(DerivingSink::isOaiDc)
                .forEach(part -> part.records().forEach(record -> delivered.add(record.identifier())));
        Map<String, Choice> choices = new LinkedHashMap<>();
        for (Batch.Part part : batch.parts()) {
            if (isOaiDc(part)) {
                continue;
            }
            for (int index : store.differing(batch.source(), part)) {
                OaiRecord record = part.records().get(index);
                if (!delivered.contains(record.identifier())) {
                    choices.merge(record.identifier(), new Choice(part.format(), record), Choice::better);
                }
            }
        }
        List<OaiRecord> derived = new ArrayList<>(choices.size());
        for (Choice choice : choices.values()) {
            OaiRecord made = derived(batch.source(), choice);
            if (made != null) {
                derived.add(made);
            }
        }
        return derived;
    }

    private static boolean isOaiDc(Batch.Part part) {
        return part.format().prefix().equals(MetadataPrefix.OAI_DC);
    }

    /** True when oai_dc is among what is harvested of the source: then nothing has to be made. */
    private boolean deliversOaiDc(String source) {
        List<MetadataPrefix> wanted = prefixes.isEmpty()
                ? store.source(source).map(Source::prefixes).orElse(List.of())
                : prefixes;
        if (!wanted.isEmpty()) {
            return wanted.contains(MetadataPrefix.OAI_DC);
        }
        boolean harvested = store.source(source).filter(known -> known.kind() == Source.Kind.HARVESTED).isPresent();
        List<MetadataFormat> offered = store.description(source).map(SourceDescription::formats).orElse(null);
        return harvested && offered != null
                && offered.stream().anyMatch(format -> format.prefix().equals(MetadataPrefix.OAI_DC));
    }

    /** A record from which an item's oai_dc could be made. */
    private record Choice(MetadataFormat format, OaiRecord record) {

        /** The live one; of two, that in the format which a crosswalk understands better. */
        Choice better(Choice other) {
            if (record.deleted() != other.record.deleted()) {
                return record.deleted() ? other : this;
            }
            return rank(other.format.namespace()) < rank(format.namespace()) ? other : this;
        }

        static int rank(String namespace) {
            return switch (namespace) {
                case Namespaces.MARC21 -> 0;
                case Namespaces.MODS -> 1;
                default -> 2;
            };
        }
    }

    /** The derived record; null when there is to be none, or no other than there is. */
    private @Nullable OaiRecord derived(String source, Choice choice) {
        OaiRecord record = choice.record();
        String identifier = record.identifier();
        for (MetadataPrefix prefix : store.prefixes(source, identifier)) {
            if (prefix.equals(choice.format().prefix())) {
                continue;
            }
            Optional<StoredRecord> other = store.get(source, prefix, identifier).filter(stored -> !stored.record().deleted());
            XmlFragment metadata = other.map(stored -> stored.record().metadata()).orElse(null);
            if (metadata == null) {
                continue;
            }
            if (prefix.equals(MetadataPrefix.OAI_DC)) {
                if (other.filter(StoredRecord::derived).isEmpty()) {
                    return null;
                }
            } else if (record.deleted()) {
                // Withdrawn in this format, but not in that one: the item lives on.
                return transform(source, record, metadata);
            } else if (Choice.rank(XmlFragments.rootNamespace(metadata)) < Choice.rank(choice.format().namespace())) {
                return null;
            }
        }
        XmlFragment metadata = record.metadata();
        return record.deleted() || metadata == null
                ? new OaiRecord(withStatus(record, true), null)
                : transform(source, record, metadata);
    }

    private static Header withStatus(OaiRecord record, boolean deleted) {
        return new Header(record.identifier(), record.header().datestamp(), record.header().sets(), deleted);
    }

    private static @Nullable OaiRecord transform(String source, OaiRecord record, XmlFragment metadata) {
        try {
            return new OaiRecord(withStatus(record, false), Crosswalk.INSTANCE.apply(record.identifier(), metadata));
        } catch (CrosswalkException failure) {
            LOG.atWarn().addKeyValue("source", source).addKeyValue("identifier", record.identifier())
                    .log("no oai_dc could be derived; the record itself is kept: {}", failure.getMessage());
            return null;
        }
    }
}
