package dev.sheaf.platform.gateway;

import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

import org.jspecify.annotations.Nullable;

import dev.sheaf.core.Limit;
import dev.sheaf.core.MetadataFormat;
import dev.sheaf.core.MetadataPrefix;
import dev.sheaf.core.OaiRecord;
import dev.sheaf.core.RepositoryDescription;
import dev.sheaf.core.XmlFragment;
import dev.sheaf.core.description.Container;
import dev.sheaf.core.description.ContainerReader;
import dev.sheaf.core.description.ContainerWriter;
import dev.sheaf.core.description.Gateway;
import dev.sheaf.core.repository.Position;
import dev.sheaf.core.repository.RecordPage;
import dev.sheaf.core.repository.RecordQuery;
import dev.sheaf.core.repository.Repository;
import dev.sheaf.core.repository.SetPage;

/**
 * One version of a static repository as a repository. Its metadata is that of the file, unchanged; Identify has a gateway container in
 * addition. Thread-safe.
 */
final class MediatedRepository implements Repository {

    private final StaticContent content;
    private final Gateway gateway;
    private final InstantSource clock;

    /**
     * Creates the repository.
     *
     * @param gateway description of the gateway, which replaces one in the file
     */
    MediatedRepository(StaticContent content, Gateway gateway, InstantSource clock) {
        this.content = content;
        this.gateway = gateway;
        this.clock = clock;
    }

    @Override
    public RepositoryDescription describe() {
        RepositoryDescription told = content.description();
        List<XmlFragment> descriptions = new ArrayList<>(told.descriptions());
        descriptions.removeIf(one -> ContainerReader.kind(one).filter(Container.GATEWAY::equals).isPresent());
        descriptions.add(ContainerWriter.write(gateway));
        return new RepositoryDescription(told.repositoryName(), told.baseUrl(), told.protocolVersion(), told.adminEmails(),
                content.earliest(), told.deletedRecord(), told.granularityText(), told.compressions(), descriptions);
    }

    @Override
    public Instant settled() {
        return clock.instant().truncatedTo(ChronoUnit.SECONDS);
    }

    @Override
    public List<MetadataFormat> formats() {
        return content.formats();
    }

    @Override
    public Optional<List<MetadataFormat>> formats(String identifier) {
        List<MetadataFormat> found = content.formats().stream()
                .filter(format -> content.find(identifier, format.prefix()).isPresent()).toList();
        return found.isEmpty() ? Optional.empty() : Optional.of(found);
    }

    @Override
    public boolean hasSets() {
        return false;
    }

    @Override
    public SetPage sets(@Nullable String after, int limit) {
        return new SetPage(List.of(), false, 0);
    }

    @Override
    public Optional<OaiRecord> record(String identifier, MetadataPrefix prefix) {
        return content.find(identifier, prefix).map(entry -> content.read(List.of(entry)).getFirst());
    }

    @Override
    public RecordPage records(RecordQuery query) {
        if (query.set() != null) {
            return RecordPage.empty();
        }
        List<StaticEntry> list = content.list(query.prefix());
        Instant from = query.from();
        int first = from == null ? 0 : firstAfter(list, from.getEpochSecond() - 1, Long.MAX_VALUE);
        int end = firstAfter(list, query.until().getEpochSecond(), Long.MAX_VALUE);
        Position after = query.after();
        int begin = after == null ? first : Math.max(first, firstAfter(list, after.datestamp(), after.seq()));
        if (begin >= end) {
            return RecordPage.empty();
        }
        List<StaticEntry> page = new ArrayList<>();
        long bytes = 0;
        for (int i = begin; i < end && page.size() < query.limit(); i++) {
            bytes += query.headersOnly() ? 0 : list.get(i).bytes();
            if (bytes > Limit.PORTION_BYTES.number() && !page.isEmpty()) {
                break;
            }
            page.add(list.get(i));
        }
        StaticEntry last = page.getLast();
        boolean more = begin + page.size() < end;
        List<OaiRecord> records = query.headersOnly()
                ? page.stream().map(entry -> new OaiRecord(StaticContent.header(entry), null)).toList()
                : content.read(page);
        return new RecordPage.Records(records, more ? new Position(last.day(), last.seq()) : null, end - first);
    }

    /** Returns the index of the first entry after a place in a list. */
    private static int firstAfter(List<StaticEntry> list, long day, long seq) {
        int low = 0;
        int high = list.size();
        while (low < high) {
            int middle = (low + high) >>> 1;
            StaticEntry entry = list.get(middle);
            boolean isAfter = entry.day() > day || entry.day() == day && entry.seq() > seq;
            if (isAfter) {
                high = middle;
            } else {
                low = middle + 1;
            }
        }
        return low;
    }
}
