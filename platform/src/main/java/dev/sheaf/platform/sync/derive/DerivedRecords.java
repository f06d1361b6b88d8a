package dev.sheaf.platform.sync.derive;

import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import dev.sheaf.core.Header;
import dev.sheaf.core.MetadataPrefix;
import dev.sheaf.core.OaiRecord;
import dev.sheaf.core.XmlFragment;
import dev.sheaf.core.store.Batch;
import dev.sheaf.core.xml.SchemaLocation;
import dev.sheaf.core.xml.XmlFragments;
import dev.sheaf.formats.crosswalk.Crosswalk;
import dev.sheaf.formats.crosswalk.CrosswalkException;
import dev.sheaf.formats.crosswalk.Crosswalks;
import dev.sheaf.formats.crosswalk.TargetFormat;
import dev.sheaf.formats.crosswalk.sandbox.CrosswalkSandbox;
import dev.sheaf.formats.crosswalk.sandbox.SandboxLimits;
import dev.sheaf.formats.crosswalk.sandbox.Stylesheet;
import dev.sheaf.platform.sync.derive.ItemForms.Form;
import dev.sheaf.store.HubStore;
import dev.sheaf.store.records.OwnCrosswalk;
import dev.sheaf.store.records.Withheld;

/**
 * Derived records of some items that have to be made again. Not thread-safe.
 *
 * <p>oai_dc is derived from the delivered live record in the format that crosswalks understand best; every other format is derived from the
 * item's oai_dc. Crosswalks of the operator read delivered records and oai_dc, and have priority over Sheaf's own. If a record cannot be
 * made, the one from an earlier version is withdrawn, and the item's other records stay.
 */
public final class DerivedRecords {

    private static final Logger LOG = LoggerFactory.getLogger(DerivedRecords.class);

    /** Holder that loads Saxon at its first use. Loading takes a quarter of a second, and most harvests do not need it. */
    private static final class Loaded {
        static final Crosswalks CROSSWALKS = new Crosswalks();
        static final CrosswalkSandbox SANDBOX = new CrosswalkSandbox(SandboxLimits.DEFAULT, InstantSource.system());
    }

    private final HubStore store;
    private final String source;
    private final List<Target> targets;
    private final Map<TargetFormat, List<OaiRecord>> made = new LinkedHashMap<>();
    private final Map<MetadataPrefix, List<String>> settled = new LinkedHashMap<>();
    private final List<Withheld> withheld = new ArrayList<>();

    /**
     * Format to derive.
     *
     * @param stale derived records with this sequence number or a smaller one are made again
     * @param own crosswalks of the operator to the format, which have priority over Sheaf's
     */
    record Target(TargetFormat format, long stale, List<OwnCrosswalk> own) {}

    /** Record to be transformed, the rank of its format, and the operator's crosswalk if one reads it. */
    private record Base(OaiRecord record, XmlFragment metadata, Form form, int rank, @Nullable OwnCrosswalk own) {}

    /** @param targets formats to derive; oai_dc before the formats that are derived from it */
    DerivedRecords(HubStore store, String source, List<Target> targets) {
        this.store = store;
        this.source = source;
        this.targets = targets;
    }

    /**
     * Derives the missing records of an item.
     *
     * @param changed sequence number at which a record of the item was withdrawn, from which earlier records may be derived; 0 if none was
     */
    void add(ItemForms item, long changed) {
        for (Target target : targets) {
            add(item, target, changed);
        }
    }

    private void add(ItemForms item, Target target, long changed) {
        MetadataPrefix prefix = target.format().prefix();
        Form own = item.in(prefix).orElse(null);
        if (own != null && !own.derived() && !own.deleted()) {
            settled(prefix, item);
            return;
        }
        List<Form> candidates = candidates(item, target);
        if (own != null && !own.deleted() && !candidates.isEmpty()
                && own.seq() > candidates.stream().mapToLong(Form::seq).max().orElse(0)
                && own.seq() > Math.max(changed, target.stale())) {
            return;
        }
        Base base = best(item, candidates, target);
        if (base == null) {
            // When the source withdraws the last record of an item, the store itself withdraws the derived records.
            if (changed != ItemForms.NEW || !item.delivered().isEmpty()) {
                withdraw(item, target.format(), own);
            }
            settled(prefix, item);
        } else if (own == null || own.deleted() || own.seq() <= Math.max(base.form().seq(), Math.max(changed, target.stale()))) {
            make(item, target.format(), own, base);
        }
    }

    private static List<Form> candidates(ItemForms item, Target target) {
        List<Form> delivered = item.delivered();
        if (target.format().equals(TargetFormat.OAI_DC)) {
            return delivered;
        }
        List<Form> candidates = new ArrayList<>(target.own().isEmpty() ? List.of() : delivered);
        item.in(MetadataPrefix.OAI_DC).filter(form -> !form.deleted() && !candidates.contains(form)).ifPresent(candidates::add);
        return candidates;
    }

    private static @Nullable Base best(ItemForms item, List<Form> candidates, Target target) {
        List<Base> bases = new ArrayList<>(candidates.size());
        for (Form form : candidates) {
            OaiRecord record = item.read(form).orElse(null);
            XmlFragment metadata = record == null ? null : record.metadata();
            if (record != null && metadata != null) {
                base(target, form, record, metadata).ifPresent(bases::add);
            }
        }
        return bases.stream().min(Comparator.comparingInt(Base::rank)).orElse(null);
    }

    /** Returns the basis of a derived record; empty when no crosswalk reads the record. */
    private static Optional<Base> base(Target target, Form form, OaiRecord record, XmlFragment metadata) {
        String namespace = target.own().isEmpty() ? "" : XmlFragments.rootNamespace(metadata);
        for (int place = 0; place < target.own().size(); place++) {
            OwnCrosswalk own = target.own().get(place);
            if (own.reads(form.prefix(), namespace)) {
                return Optional.of(new Base(record, metadata, form, place - target.own().size(), own));
            }
        }
        boolean builtIn = target.format().equals(TargetFormat.OAI_DC)
                || target.format().version() > 0 && form.prefix().equals(MetadataPrefix.OAI_DC);
        int rank = Crosswalk.of(metadata, target.format()).map(Crosswalk::ordinal).orElse(Integer.MAX_VALUE);
        return builtIn ? Optional.of(new Base(record, metadata, form, rank, null)) : Optional.empty();
    }

    private static XmlFragment made(ItemForms item, TargetFormat format, Base base) throws CrosswalkException {
        OwnCrosswalk own = base.own();
        return own == null
                ? Loaded.CROSSWALKS.apply(format, item.identifier(), base.metadata())
                : SchemaLocation.declared(
                        Loaded.SANDBOX.apply(new Stylesheet(own.name(), own.stylesheet(), own.to().namespace()),
                                item.identifier(),
                                base.metadata()),
                        own.to());
    }

    private void make(ItemForms item, TargetFormat format, @Nullable Form own, Base base) {
        try {
            XmlFragment metadata = made(item, format, base);
            // Statements about the original record (rights, provenance) hold for the derived one too.
            keep(item, format, new OaiRecord(header(base.record(), false), metadata, base.record().about()));
            settled(format.prefix(), item);
        } catch (CrosswalkException failure) {
            LOG.atWarn().addKeyValue("source", source).addKeyValue("identifier", item.identifier())
                    .log("no {} could be derived; the record itself is kept: {}", format.prefix(), failure.getMessage());
            withheld.add(new Withheld(format.prefix(), item.identifier(),
                    failure.getMessage() == null ? "the crosswalk failed" : failure.getMessage()));
            withdraw(item, format, own);
        }
    }

    private void withdraw(ItemForms item, TargetFormat format, @Nullable Form own) {
        if (own != null && !own.deleted()) {
            Optional<OaiRecord> record = item.read(own);
            record.ifPresent(known -> keep(item, format, new OaiRecord(header(known, true), null)));
        }
    }

    private void keep(ItemForms item, TargetFormat format, OaiRecord record) {
        item.make(format.prefix(), record);
        made.computeIfAbsent(format, _ -> new ArrayList<>()).add(record);
    }

    private static Header header(OaiRecord record, boolean deleted) {
        return new Header(record.identifier(), record.header().datestamp(), record.header().sets(), deleted);
    }

    private void settled(MetadataPrefix prefix, ItemForms item) {
        settled.computeIfAbsent(prefix, _ -> new ArrayList<>()).add(item.identifier());
    }

    /** Returns a batch with the derived records. */
    public Batch addTo(Batch batch) {
        Batch whole = batch;
        for (Map.Entry<TargetFormat, List<OaiRecord>> entry : made.entrySet()) {
            whole = whole.with(new Batch.Part(entry.getKey().format(), entry.getValue(), true));
        }
        return whole;
    }

    /** Saves the derived records in a separate transaction. */
    void save() {
        if (!made.isEmpty()) {
            store.save(addTo(new Batch(source, 0, List.of(), List.of(), null, null)));
        }
        note();
    }

    /** Saves which records could not be derived, after the records were saved, because the records are more important. */
    public void note() {
        if (!withheld.isEmpty() || !settled.isEmpty() && store.derivations().withheld(source) > 0) {
            store.derivations().noteWithheld(source, withheld, settled);
        }
    }
}
