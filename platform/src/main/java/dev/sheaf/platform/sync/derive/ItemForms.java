package dev.sheaf.platform.sync.derive;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

import org.jspecify.annotations.Nullable;

import dev.sheaf.core.Datestamp;
import dev.sheaf.core.Header;
import dev.sheaf.core.MetadataPrefix;
import dev.sheaf.core.OaiRecord;
import dev.sheaf.core.store.StoredRecord;
import dev.sheaf.store.HubStore;
import dev.sheaf.store.records.ItemCopy;

/** Item in all formats after a batch: the stored records, replaced by those of the batch. Not thread-safe. */
final class ItemForms {

    /** Sequence number of a version that is not stored yet and therefore newer than all stored ones. */
    static final long NEW = Long.MAX_VALUE;

    private final HubStore store;
    private final String source;
    private final String identifier;
    private final List<Form> forms = new ArrayList<>(4);

    /**
     * Item in one format.
     *
     * @param seq its sequence number; {@link #NEW} if it has none yet
     * @param record record; null if it must be read from the store first
     */
    record Form(MetadataPrefix prefix, long seq, boolean deleted, boolean derived, @Nullable OaiRecord record) {}

    ItemForms(HubStore store, String source, String identifier, List<ItemCopy> copies) {
        this.store = store;
        this.source = source;
        this.identifier = identifier;
        copies.forEach(copy -> forms.add(new Form(copy.prefix(), copy.seq(), copy.deleted(), copy.derived(), null)));
    }

    String identifier() {
        return identifier;
    }

    /** Adds a version that the source delivers. The deletion of a record that never existed changes nothing. */
    void deliver(MetadataPrefix prefix, OaiRecord record) {
        if (!record.deleted() || in(prefix).filter(Form::derived).isEmpty()) {
            put(new Form(prefix, NEW, record.deleted(), false, record));
        }
    }

    /** Adds a version that was just derived. */
    void make(MetadataPrefix prefix, OaiRecord record) {
        put(new Form(prefix, NEW, record.deleted(), true, record));
    }

    private void put(Form form) {
        forms.removeIf(known -> known.prefix().equals(form.prefix()));
        forms.add(form);
    }

    /** Returns the item in a format; empty if it never existed. */
    Optional<Form> in(MetadataPrefix prefix) {
        return forms.stream().filter(form -> form.prefix().equals(prefix)).findFirst();
    }

    /** Returns the records that the source delivers now: neither deleted nor derived ones. */
    List<Form> delivered() {
        return forms.stream().filter(form -> !form.deleted() && !form.derived()).toList();
    }

    /** Returns whether the batch withdraws a record of the item. */
    boolean hasNewDeletion() {
        return forms.stream().anyMatch(form -> form.deleted() && !form.derived() && form.seq() == NEW);
    }

    /** Returns the record in a format with the source's header; empty if it has been removed in the meantime. */
    Optional<OaiRecord> read(Form form) {
        if (form.record() != null) {
            return Optional.of(form.record());
        }
        return store.get(source, form.prefix(), identifier).map(ItemForms::asReceived);
    }

    private static OaiRecord asReceived(StoredRecord stored) {
        OaiRecord record = stored.record();
        Datestamp origin = stored.originDatestamp();
        return origin == null
                ? record
                : new OaiRecord(new Header(record.identifier(), origin, record.header().sets(), record.deleted()),
                        record.metadata(), record.about());
    }
}
