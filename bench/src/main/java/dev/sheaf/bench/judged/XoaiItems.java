package dev.sheaf.bench.judged;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.stream.IntStream;

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

/** Some hundred items in memory, every second one in a set and every twentieth deleted, selected as XOAI asks. Immutable. */
final class XoaiItems implements ItemRepository {

    /** Earliest datestamp. */
    static final Instant FIRST = Instant.parse("2023-01-01T00:00:00Z");
    private static final long STEP_SECONDS = 86_461;
    private static final int DELETED = 20;
    private static final List<Set> SETS = List.of(Set.set("even").withName("The even ones"),
            Set.set("odd").withName("The odd ones"));

    private final List<Stored> items;

    XoaiItems(int count) {
        items = IntStream.rangeClosed(1, count).mapToObj(Stored::new).toList();
    }

    /** Returns the sets. */
    static List<Set> sets() {
        return SETS;
    }

    private record Stored(int number) implements Item {

        @Override
        public String getIdentifier() {
            return "oai:peer.example.org:" + number;
        }

        @Override
        public Instant getDatestamp() {
            return FIRST.plusSeconds(number * STEP_SECONDS);
        }

        @Override
        public List<Set> getSets() {
            return List.of(SETS.get(number % 2));
        }

        @Override
        public boolean isDeleted() {
            return number % DELETED == 0;
        }

        @Override
        public Metadata getMetadata() {
            return Metadata.copyFromStream(new ByteArrayInputStream("""
                    <oai_dc:dc xmlns:oai_dc="http://www.openarchives.org/OAI/2.0/oai_dc/"\
                     xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"\
                     xsi:schemaLocation="http://www.openarchives.org/OAI/2.0/oai_dc/\
                     http://www.openarchives.org/OAI/2.0/oai_dc.xsd"><dc:title>Title %1$d &amp; café</dc:title>\
                    <dc:identifier>https://peer.example.org/items/%1$d</dc:identifier></oai_dc:dc>"""
                    .formatted(number).getBytes(StandardCharsets.UTF_8)));
        }
    }

    @Override
    public ItemIdentifier getItemIdentifier(String identifier) throws IdDoesNotExistException {
        return getItem(identifier, new MetadataFormat());
    }

    @Override
    public Item getItem(String identifier, MetadataFormat format) throws IdDoesNotExistException {
        return items.stream().filter(item -> item.getIdentifier().equals(identifier)).findFirst()
                .orElseThrow(IdDoesNotExistException::new);
    }

    @Override
    public ResultsPage<ItemIdentifier> getItemIdentifiers(List<ScopedFilter> filters, MetadataFormat format, int limit,
            ResumptionToken.Value token) {
        List<Stored> found = found(filters, token);
        return new ResultsPage<>(token, hasMore(found, token, limit), List.copyOf(page(found, token, limit)), found.size());
    }

    @Override
    public ResultsPage<Item> getItems(List<ScopedFilter> filters, MetadataFormat format, int limit, ResumptionToken.Value token) {
        List<Stored> found = found(filters, token);
        return new ResultsPage<>(token, hasMore(found, token, limit), List.copyOf(page(found, token, limit)), found.size());
    }

    private List<Stored> found(List<ScopedFilter> filters, ResumptionToken.Value token) {
        return items.stream()
                .filter(item -> filters.stream().allMatch(filter -> filter.getCondition().isItemShown(item)))
                .filter(item -> !token.hasSetSpec()
                        || item.getSets().stream().anyMatch(set -> set.getSpec().equals(token.getSetSpec())))
                .filter(item -> !token.hasFrom() || !item.getDatestamp().isBefore(token.getFrom()))
                .filter(item -> !token.hasUntil() || !item.getDatestamp().isAfter(token.getUntil())).toList();
    }

    private static boolean hasMore(List<Stored> found, ResumptionToken.Value token, int limit) {
        return token.getOffset() + limit < found.size();
    }

    private static List<Stored> page(List<Stored> found, ResumptionToken.Value token, int limit) {
        int offset = (int) Math.min(token.getOffset(), found.size());
        return found.subList(offset, Math.min(found.size(), offset + limit));
    }
}
