package dev.sheaf.bench;

import java.io.ByteArrayInputStream;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import io.gdcc.xoai.dataprovider.exceptions.handler.IdDoesNotExistException;
import io.gdcc.xoai.dataprovider.filter.ScopedFilter;
import io.gdcc.xoai.dataprovider.model.Item;
import io.gdcc.xoai.dataprovider.model.ItemIdentifier;
import io.gdcc.xoai.dataprovider.model.MetadataFormat;
import io.gdcc.xoai.dataprovider.model.Set;
import io.gdcc.xoai.dataprovider.repository.ItemRepository;
import io.gdcc.xoai.dataprovider.repository.ResultsPage;
import io.gdcc.xoai.model.oaipmh.ResumptionToken;
import io.gdcc.xoai.model.oaipmh.results.record.Metadata;
import org.jspecify.annotations.Nullable;

import dev.sheaf.core.OaiRecord;
import dev.sheaf.core.SetSpec;
import dev.sheaf.core.XmlFragment;

/** Synthetic records for the peer, all in memory, with metadata as bytes that are ready to be copied, which is its fastest form. */
final class PeerRepository implements ItemRepository {

    private final List<Item> items = new ArrayList<>();
    private final Map<String, Item> byIdentifier = new HashMap<>();

    PeerRepository(int records) {
        SyntheticRecords synthetic = new SyntheticRecords();
        Map<SetSpec, Set> sets = new HashMap<>();
        for (int first = 0; first < records; first += 1_000) {
            for (OaiRecord record : synthetic.batch(first, Math.min(1_000, records - first))) {
                Item item = new Stored(record.identifier(), record.header().datestamp().instant().orElseThrow(),
                        record.header().sets().stream()
                                .map(spec -> sets.computeIfAbsent(spec, key -> new Set(key.value()).withName(key.value())))
                                .toList(),
                        utf8(record.metadata()));
                items.add(item);
                byIdentifier.put(item.getIdentifier(), item);
            }
        }
    }

    private static byte @Nullable [] utf8(@Nullable XmlFragment metadata) {
        return metadata == null ? null : metadata.utf8();
    }

    private record Stored(String identifier, Instant datestamp, List<Set> sets, byte @Nullable [] xml) implements Item {

        @Override
        public String getIdentifier() {
            return identifier;
        }

        @Override
        public Instant getDatestamp() {
            return datestamp;
        }

        @Override
        public List<Set> getSets() {
            return sets;
        }

        @Override
        public boolean isDeleted() {
            return xml == null;
        }

        @Override
        public Metadata getMetadata() {
            return Metadata.copyFromStream(new ByteArrayInputStream(xml == null ? new byte[0] : xml));
        }
    }

    @Override
    public ItemIdentifier getItemIdentifier(String identifier) throws IdDoesNotExistException {
        return getItem(identifier, new MetadataFormat());
    }

    @Override
    public Item getItem(String identifier, MetadataFormat format) throws IdDoesNotExistException {
        Item item = byIdentifier.get(identifier);
        if (item == null) {
            throw new IdDoesNotExistException();
        }
        return item;
    }

    @Override
    public ResultsPage<ItemIdentifier> getItemIdentifiers(List<ScopedFilter> filters, MetadataFormat format, int limit,
            ResumptionToken.Value token) {
        return new ResultsPage<>(token, hasMore(token, limit), List.copyOf(page(token, limit)), items.size());
    }

    @Override
    public ResultsPage<Item> getItems(List<ScopedFilter> filters, MetadataFormat format, int limit, ResumptionToken.Value token) {
        return new ResultsPage<>(token, hasMore(token, limit), page(token, limit), items.size());
    }

    private boolean hasMore(ResumptionToken.Value token, int limit) {
        return token.getOffset() + limit < items.size();
    }

    private List<Item> page(ResumptionToken.Value token, int limit) {
        int offset = (int) token.getOffset();
        return items.subList(offset, Math.min(items.size(), offset + limit));
    }
}
