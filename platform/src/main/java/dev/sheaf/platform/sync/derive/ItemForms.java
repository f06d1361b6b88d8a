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

/** An item in all formats as it will stand: what the store holds, and over it what a batch brings. Not thread-safe. */
final class ItemForms {

    /** A version that is not stored yet is newer than all that are. */
    static final long NEW = Long.MAX_VALUE;

    private final HubStore store;
    private final String source;
    private final String identifier;
    private final List<Form> forms = new ArrayList<>(4);

    /**
     * The item in one format.
     *
     * @param seq its place in the sequence of changes; {@link #NEW} when it has none yet
     * @param record null when it has to be read from the store first
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

    /** A version that the source delivers. Its deletion of a record that it never had changes nothing. */
    void deliver(MetadataPrefix prefix, OaiRecord record) {
        if (!record.deleted() || in(prefix).filter(Form::derived).isEmpty()) {
            put(new Form(prefix, NEW, record.deleted(), false, record));
        }
    }

    /** A version that was just made. */
    void make(MetadataPrefix prefix, OaiRecord record) {
        put(new Form(prefix, NEW, record.deleted(), true, record));
    }

    private void put(Form form) {
        forms.removeIf(known -> known.prefix().equals(form.prefix()));
        forms.add(form);
    }

    /** The item in a format; empty when it was never there. */
    Optional<Form> in(MetadataPrefix prefix) {
        return forms.stream().filter(form -> form.prefix().equals(prefix)).findFirst();
    }

    /** Returns the forms of the item that its source has now: neither deleted nor derived ones. */
    List<Form> delivered() {
        return forms.stream().filter(form -> !form.deleted() && !form.derived()).toList();
    }

    /** True when the batch withdraws a record of the item. */
    boolean hasNewDeletion() {
        return forms.stream().anyMatch(form -> form.deleted() && !form.derived() && form.seq() == NEW);
    }

    /** The record of a form, with the header that its source gave it; empty when it has vanished meanwhile. */
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
