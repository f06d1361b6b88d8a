package dev.sheaf.provider;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;

import org.jspecify.annotations.Nullable;

import dev.sheaf.core.MetadataFormat;
import dev.sheaf.core.MetadataPrefix;
import dev.sheaf.core.OaiRecord;
import dev.sheaf.core.OaiSet;
import dev.sheaf.core.RepositoryDescription;
import dev.sheaf.core.Sha256;
import dev.sheaf.core.XmlFragment;
import dev.sheaf.core.description.Container;
import dev.sheaf.core.description.ContainerReader;
import dev.sheaf.core.description.ContainerWriter;
import dev.sheaf.core.description.Description;
import dev.sheaf.core.description.Rights;
import dev.sheaf.core.repository.RecordPage;
import dev.sheaf.core.repository.RecordQuery;
import dev.sheaf.core.repository.RecordSegment;
import dev.sheaf.core.repository.Repository;
import dev.sheaf.core.repository.SetPage;

/**
 * A repository with added descriptions of itself and its sets, and with added rights over the metadata of its records and other containers
 * about them.
 *
 * <p>An added description replaces the repository's own in the same kind of container, and leaves all others unchanged. A record that
 * states rights itself keeps them (guidelines for rights: the record is authoritative, and there is one statement at most). Datestamps do
 * not change, so harvesters get added rights only with records that they fetch anyway. As thread-safe as the repository.
 */
public final class DescribedRepository implements Repository {

    private static final byte[] RIGHTS = "rights".getBytes(StandardCharsets.US_ASCII);

    private final Repository repository;
    private final AddedDescriptions added;
    private final @Nullable XmlFragment rights;
    private final String markOfRights;

    private DescribedRepository(Repository repository, AddedDescriptions added, @Nullable XmlFragment rights) {
        this.repository = repository;
        this.added = added;
        this.rights = rights;
        this.markOfRights = rights == null ? "" : "rights " + digest(rights) + " ";
    }

    private boolean changesRecords() {
        return rights != null || !added.about().isEmpty();
    }

    /** Returns a text that distinguishes segments with different added containers. */
    private String mark() {
        StringBuilder mark = new StringBuilder(markOfRights);
        added.about().forEach(about -> mark.append("about ").append(about.version()).append(' '));
        return mark.toString();
    }

    /** Returns the repository with descriptions; the same object if there are none. */
    public static Repository of(Repository repository, AddedDescriptions added) {
        Rights ofRecords = added.ofRecords();
        return added.isNone()
                ? repository
                : new DescribedRepository(repository, added, ofRecords == null ? null : ContainerWriter.write(ofRecords));
    }

    /** Returns a digest that distinguishes segments with different rights. */
    private static String digest(XmlFragment rights) {
        byte[] sha256 = Sha256.of(rights.utf8());
        return HexFormat.of().formatHex(sha256, 0, 16);
    }

    @Override
    public RepositoryDescription describe() {
        RepositoryDescription told = repository.describe();
        String name = added.name();
        return new RepositoryDescription(name == null ? told.repositoryName() : name, told.baseUrl(), told.protocolVersion(),
                added.adminEmails().isEmpty() ? told.adminEmails() : added.adminEmails(),
                told.earliestDatestamp(), told.deletedRecord(), told.granularityText(), told.compressions(),
                described(told.descriptions()));
    }

    private List<XmlFragment> described(List<XmlFragment> told) {
        List<XmlFragment> all = new ArrayList<>(with(told, added.ofRepository()));
        added.besides().forEach(description -> all.add(ContainerWriter.write(description)));
        return all;
    }

    private static List<XmlFragment> with(List<XmlFragment> told, List<Description> more) {
        if (more.isEmpty()) {
            return told;
        }
        Set<Container> replaced = EnumSet.noneOf(Container.class);
        more.forEach(description -> replaced.add(description.container()));
        List<XmlFragment> all = new ArrayList<>();
        for (XmlFragment fragment : told) {
            if (ContainerReader.kind(fragment).filter(replaced::contains).isEmpty()) {
                all.add(fragment);
            }
        }
        more.forEach(description -> all.add(ContainerWriter.write(description)));
        return all;
    }

    @Override
    public SetPage sets(@Nullable String after, int limit) {
        SetPage page = repository.sets(after, limit);
        return added.ofSets().isEmpty()
                ? page
                : new SetPage(page.sets().stream().map(this::described).toList(), page.more(), page.total());
    }

    private OaiSet described(OaiSet set) {
        AddedDescriptions.OfSet more = added.ofSets().get(set.spec().value());
        if (more == null) {
            return set;
        }
        String name = more.name();
        return new OaiSet(set.spec(), name == null ? set.name() : name, with(set.descriptions(), more.descriptions()));
    }

    @Override
    public Optional<OaiRecord> record(String identifier, MetadataPrefix prefix) {
        Optional<OaiRecord> record = repository.record(identifier, prefix);
        return changesRecords() ? record.map(found -> with(found, prefix)) : record;
    }

    @Override
    public RecordPage records(RecordQuery query) {
        RecordPage page = repository.records(query);
        if (!changesRecords() || query.headersOnly()) {
            return page;
        }
        MetadataPrefix prefix = query.prefix();
        // Read before the containers themselves: what changes in between is shown again under the next version.
        String mark = mark();
        return switch (page) {
            case RecordPage.Records records -> records.map(record -> with(record, prefix));
            case RecordPage.Segments segments -> segments
                    .map(segment -> new Segment(segment, mark, record -> with(record, prefix)));
        };
    }

    private OaiRecord with(OaiRecord record, MetadataPrefix prefix) {
        if (record.deleted()) {
            return record;
        }
        List<XmlFragment> about = new ArrayList<>(record.about());
        if (rights != null && about.stream().noneMatch(DescribedRepository::tellsRights)) {
            about.add(rights);
        }
        added.about().forEach(more -> more.of(record.identifier(), prefix).ifPresent(about::add));
        return about.size() == record.about().size() ? record : new OaiRecord(record.header(), record.metadata(), about);
    }

    /** Returns whether an about container states rights. Most containers are provenance; those without the word need no parser. */
    private static boolean tellsRights(XmlFragment about) {
        byte[] utf8 = about.utf8();
        for (int i = 0; i <= utf8.length - RIGHTS.length; i++) {
            if (Arrays.equals(utf8, i, i + RIGHTS.length, RIGHTS, 0, RIGHTS.length)) {
                return ContainerReader.kind(about).filter(Container.RIGHTS::equals).isPresent();
            }
        }
        return false;
    }

    /** A segment whose records have added containers. Its text differs from the original one, and so does its fingerprint. */
    private record Segment(RecordSegment plain, String mark, UnaryOperator<OaiRecord> with) implements RecordSegment {

        @Override
        public String fingerprint() {
            return plain.fingerprint().isEmpty() ? "" : mark + plain.fingerprint();
        }

        @Override
        public int size() {
            return plain.size();
        }

        @Override
        public List<OaiRecord> read() {
            return plain.read().stream().map(with).toList();
        }
    }

    @Override
    public Instant settled() {
        return repository.settled();
    }

    @Override
    public List<MetadataFormat> formats() {
        return repository.formats();
    }

    @Override
    public Optional<List<MetadataFormat>> formats(String identifier) {
        return repository.formats(identifier);
    }

    @Override
    public boolean hasSets() {
        return repository.hasSets();
    }
}
