package dev.sheaf.store.records;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

import org.jspecify.annotations.Nullable;

import dev.sheaf.core.MetadataFormat;
import dev.sheaf.core.MetadataPrefix;
import dev.sheaf.core.OaiRecord;
import dev.sheaf.core.OaiResponse;
import dev.sheaf.core.XmlFragment;
import dev.sheaf.core.store.Batch;
import dev.sheaf.core.store.Quarantined;
import dev.sheaf.core.store.Repair;
import dev.sheaf.core.xml.LegalFragment;
import dev.sheaf.core.xml.LocalSchema;
import dev.sheaf.core.xml.OaiWriter;
import dev.sheaf.core.xml.SchemaAddresses;
import dev.sheaf.core.xml.XmlFragments;

/**
 * Conversion of the records of a batch into a form that the hub may serve, before they are stored: see {@link LegalFragment}. A changed
 * record is noted as repaired and served as altered; the addresses of schemas that the hub serves itself are not counted as a change. A record that cannot be repaired goes to quarantine with the reason. A format without
 * a namespace gets that of its records. Stateless.
 */
public final class LegalBatch {

    private LegalBatch() {}

    /** Returns the legal form of a batch; the same object if no change is needed. */
    public static Batch of(Batch batch) {
        List<Batch.Part> parts = new ArrayList<>(batch.parts().size());
        List<Quarantined> quarantined = new ArrayList<>(batch.quarantined());
        List<Repair> repairs = new ArrayList<>(batch.repairs());
        boolean changed = false;
        for (Batch.Part part : batch.parts()) {
            Batch.Part legalPart = part.with(legal(part.format()), record -> {
                List<String> changes = new ArrayList<>(0);
                OaiRecord legal = legal(record, part.format(), changes);
                if (legal == null) {
                    quarantined.add(new Quarantined(record.identifier(), changes.getLast() + " (" + part.format().prefix() + ")",
                            written(record)));
                } else {
                    changes.forEach(what -> repairs
                            .add(new Repair(record.identifier(), part.format().prefix(), Repair.Kind.NAMESPACE, what)));
                }
                return legal;
            });
            parts.add(legalPart);
            changed |= !legalPart.equals(part);
        }
        return changed
                ? new Batch(batch.source(), batch.run(), parts, quarantined, batch.harvestDate(), batch.checkpoint(), repairs)
                : batch;
    }

    /** Returns a record in the form that would be stored; unchanged if it would go to quarantine. */
    public static OaiRecord of(OaiRecord record, MetadataFormat format) {
        OaiRecord legal = legal(record, format, new ArrayList<>(0));
        return legal == null ? record : legal;
    }

    /**
     * Returns a record in a form that may be served; null if there is none.
     *
     * @param changes receives a sentence for each change and for a refusal
     */
    private static @Nullable OaiRecord legal(OaiRecord record, MetadataFormat format, List<String> changes) {
        XmlFragment metadata = record.metadata();
        if (record.deleted() || metadata == null) {
            return record;
        }
        LegalFragment.Checked checked = LegalFragment.metadata(metadata, format);
        if (!checked.what().isEmpty()) {
            changes.add(checked.what());
        }
        if (checked.fragment() == null) {
            return null;
        }
        XmlFragment stored = SchemaAddresses.STORED.of(checked.fragment());
        List<XmlFragment> about = new ArrayList<>(record.about().size());
        boolean same = stored.equals(metadata);
        for (XmlFragment container : record.about()) {
            LegalFragment.Checked one = LegalFragment.container(container);
            if (!one.what().isEmpty()) {
                changes.add(one.what());
            }
            if (one.fragment() != null) {
                about.add(SchemaAddresses.STORED.of(one.fragment()));
                same &= about.getLast().equals(container);
            }
        }
        return changes.isEmpty() && same ? record : new OaiRecord(record.header(), stored, about);
    }

    private static MetadataFormat legal(MetadataFormat format) {
        return new MetadataFormat(format.prefix(), LegalFragment.uri(format.schema()), LegalFragment.uri(format.namespace()));
    }

    /**
     * Returns the format of a part. If the source states no namespace in which records can be, it gets that of the records. A format in a
     * local namespace gets a schema of the hub, because that of the source is for another namespace, and so does a format without a schema.
     */
    public static MetadataFormat named(Batch.Part part) {
        MetadataFormat format = part.format();
        boolean isStated = LegalFragment.statesNamespace(format);
        if (isStated && !format.schema().isBlank() || format.prefix().equals(MetadataPrefix.OAI_DC)) {
            return format;
        }
        Optional<XmlFragment> first = part.records().stream().map(OaiRecord::metadata).filter(Objects::nonNull).findFirst();
        String namespace = isStated
                ? format.namespace()
                : first.map(XmlFragments::rootNamespace).filter(name -> !name.isEmpty())
                        .orElseGet(() -> LegalFragment.namespaceOf(format));
        MetadataFormat named = new MetadataFormat(format.prefix(), format.schema(), namespace);
        if (!LocalSchema.has(named) && !named.schema().isBlank()) {
            return named;
        }
        // A list of deleted records alone does not tell the root; the stored schema then stays.
        return new MetadataFormat(format.prefix(), first.map(metadata -> LocalSchema.has(named)
                ? LocalSchema.name(namespace, XmlFragments.rootName(metadata))
                : LocalSchema.foreignName(namespace, XmlFragments.rootName(metadata))).orElse(""), namespace);
    }

    private static byte[] written(OaiRecord record) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try {
            OaiWriter.write(new OaiResponse(record.header().datestamp(), new OaiResponse.RequestEcho("", Map.of()),
                    new OaiResponse.GetRecord(record)), out);
        } catch (IOException failure) {
            throw new UncheckedIOException("writing to memory cannot fail", failure);
        }
        return out.size() > Quarantined.MAX_RAW ? Arrays.copyOf(out.toByteArray(), Quarantined.MAX_RAW) : out.toByteArray();
    }
}
