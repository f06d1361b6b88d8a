package dev.sheaf.platform.search;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import dev.sheaf.core.MetadataPrefix;
import dev.sheaf.core.store.RecordStore;
import dev.sheaf.core.store.RecordStore.Place;
import dev.sheaf.core.store.StoredRecord;
import dev.sheaf.search.DocumentKey;
import dev.sheaf.search.FullTextTerms;
import dev.sheaf.search.IndexChange;

/**
 * Converter of the store's changes, page by page, into changes of the index. An item has one document, made of its oai_dc record and the
 * index of its full text. If one of them changes, the other is read as well, with two queries for a whole page.
 *
 * <p>An item that changes again after the page is skipped until that change. So an item is read once, however many of its records are new.
 * Used by one thread.
 */
final class ChangedItems {

    private static final Logger LOG = LoggerFactory.getLogger(ChangedItems.class);

    /** Largest number of items whose documents are handed over together. */
    private static final int MOST_TOGETHER = 500;
    /**
     * Approximate largest size in bytes of records whose documents are handed over together. Their terms in memory are several times as
     * long.
     */
    private static final long BYTES_TOGETHER = 2 << 20;

    private final RecordStore store;
    private final HarvestedTexts texts;
    /** Whether the hub makes the records of a source, by its id. */
    private final Map<String, Boolean> generated = new HashMap<>();
    /** True if any record has a full text. Otherwise the store is not queried again. */
    private boolean hasFullTexts;

    ChangedItems(RecordStore store, HarvestedTexts texts) {
        this.store = store;
        this.texts = texts;
        this.hasFullTexts = store.knowsFormat(HarvestedTexts::isCombined);
    }

    /** Returns whether the index contains records of a format. */
    static boolean follows(MetadataPrefix prefix) {
        return prefix.equals(MetadataPrefix.OAI_DC) || HarvestedTexts.isCombined(prefix);
    }

    /** Records of an item that are read so far. */
    private static final class Item {
        final Map<MetadataPrefix, StoredRecord> records = new LinkedHashMap<>(4);
        /** Numbers of records that still have to be read. */
        final Set<Long> missing = new HashSet<>(4);
        boolean changesAgain;
    }

    /**
     * Hands over changes of the index in portions, one change for each item that does not change again after the page.
     *
     * @param all changes of records of the formats that the index {@link #follows}, in order; those of records that the hub makes are left out
     */
    void make(List<StoredRecord> all, Consumer<List<IndexChange>> portions) {
        List<StoredRecord> page = all.stream().filter(stored -> !isGenerated(stored.source())).toList();
        if (page.isEmpty()) {
            return;
        }
        hasFullTexts |= page.stream().anyMatch(stored -> HarvestedTexts.isCombined(stored.prefix()));
        if (!hasFullTexts) {
            portions.accept(page.stream().map(this::change).toList());
            return;
        }
        Map<DocumentKey, Item> items = new LinkedHashMap<>();
        for (StoredRecord stored : page) {
            items.computeIfAbsent(RecordDocument.key(stored), _ -> new Item()).records.put(stored.prefix(), stored);
        }
        lookUp(items, all.getLast().seq());
        make(items, portions);
    }

    private boolean isGenerated(String source) {
        return generated.computeIfAbsent(source, id -> store.source(id).filter(found -> found.kind().isGenerated()).isPresent());
    }

    /** Finds the records of the items that are not on the page. */
    private void lookUp(Map<DocumentKey, Item> items, long last) {
        Set<String> identifiers = new HashSet<>();
        items.keySet().forEach(key -> identifiers.add(key.identifier()));
        for (Place place : store.places(identifiers, ChangedItems::follows)) {
            Item item = items.get(new DocumentKey(place.copy().source(), place.copy().identifier()));
            if (item == null) {
                continue;
            }
            StoredRecord read = item.records.get(place.copy().prefix());
            if (place.seq() > last) {
                item.changesAgain = true;
            } else if (read == null || read.seq() != place.seq()) {
                item.missing.add(place.seq());
            }
        }
    }

    private void make(Map<DocumentKey, Item> items, Consumer<List<IndexChange>> portions) {
        Map<Long, Item> waiting = new HashMap<>();
        List<Long> missing = new ArrayList<>();
        items.values().stream().filter(item -> !item.changesAgain).forEach(item -> item.missing.forEach(seq -> {
            waiting.put(seq, item);
            missing.add(seq);
        }));
        List<IndexChange> portion = new ArrayList<>();
        int read = 0;
        long bytes = 0;
        for (Map.Entry<DocumentKey, Item> entry : items.entrySet()) {
            Item item = entry.getValue();
            boolean more = true;
            while (more && !item.changesAgain && !item.missing.isEmpty()) {
                List<StoredRecord> found = store.records(missing.subList(read, missing.size()));
                more = !found.isEmpty();
                for (StoredRecord stored : found) {
                    Item owner = waiting.get(stored.seq());
                    if (owner != null && owner.missing.remove(stored.seq())) {
                        owner.records.put(stored.prefix(), stored);
                    }
                }
                read = more ? missing.indexOf(found.getLast().seq()) + 1 : missing.size();
            }
            // A missing record that could not be read has changed since, so the item is read again with that change.
            if (!item.changesAgain && item.missing.isEmpty()) {
                bytes += item.records.values().stream().mapToLong(stored -> stored.record().contentBytes()).sum();
                portion.add(change(entry.getKey(), item));
            }
            item.records.clear();
            if (portion.size() >= MOST_TOGETHER || bytes >= BYTES_TOGETHER) {
                portions.accept(List.copyOf(portion));
                portion.clear();
                bytes = 0;
            }
        }
        portions.accept(portion);
    }

    private IndexChange change(StoredRecord stored) {
        return stored.record().deleted()
                ? new IndexChange.Remove(RecordDocument.key(stored))
                : put(stored, List.of(), stored.seq());
    }

    private IndexChange change(DocumentKey key, Item item) {
        StoredRecord described = item.records.get(MetadataPrefix.OAI_DC);
        List<StoredRecord> combined = item.records.values().stream()
                .filter(stored -> !stored.prefix().equals(MetadataPrefix.OAI_DC)).toList();
        StoredRecord shown = described == null ? HarvestedTexts.best(combined).orElse(null) : described;
        if (shown == null || shown.record().deleted()) {
            return new IndexChange.Remove(key);
        }
        long seq = item.records.values().stream().mapToLong(StoredRecord::seq).max().orElse(0);
        return put(shown, combined, seq);
    }

    /**
     * @param shown live record that describes the item
     * @param combined records of the item in combined formats, live and deleted
     */
    private IndexChange put(StoredRecord shown, List<StoredRecord> combined, long seq) {
        try {
            FullTextTerms fullText = texts.read(combined);
            return new IndexChange.Put(RecordDocument.of(shown, shown.prefix().equals(MetadataPrefix.OAI_DC)
                    ? shown.record().metadata()
                    : HarvestedTexts.description(shown), seq, fullText));
        } catch (RuntimeException e) {
            // A failing record must not keep all later ones out of the index.
            LOG.warn("record is not searchable: source={} identifier={} reason=\"{}\"", shown.source(),
                    shown.record().identifier(), e.toString());
            return new IndexChange.Remove(RecordDocument.key(shown));
        }
    }
}
