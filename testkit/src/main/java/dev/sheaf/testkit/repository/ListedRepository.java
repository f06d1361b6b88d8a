package dev.sheaf.testkit.repository;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

import org.jspecify.annotations.Nullable;

import dev.sheaf.core.Datestamp;
import dev.sheaf.core.DeletedRecordPolicy;
import dev.sheaf.core.Header;
import dev.sheaf.core.MetadataFormat;
import dev.sheaf.core.MetadataPrefix;
import dev.sheaf.core.Namespaces;
import dev.sheaf.core.OaiRecord;
import dev.sheaf.core.OaiSet;
import dev.sheaf.core.RepositoryDescription;
import dev.sheaf.core.SetSpec;
import dev.sheaf.core.XmlFragment;
import dev.sheaf.core.repository.Position;
import dev.sheaf.core.repository.RecordPage;
import dev.sheaf.core.repository.RecordQuery;
import dev.sheaf.core.repository.RecordSegment;
import dev.sheaf.core.repository.Repository;
import dev.sheaf.core.repository.SetPage;
import dev.sheaf.core.store.StoreException;

/**
 * A repository over a sorted list. As in a store, each change gets the next sequence number and moves the record to the position of its new
 * datestamp. The code is simple instead of fast, so that its correctness is easy to see. Safe for use by many threads.
 */
public final class ListedRepository implements Repository {

    /** A record in a format that not every item has. */
    public static final MetadataFormat MARC = new MetadataFormat(new MetadataPrefix("marc21"),
            "http://www.loc.gov/standards/marcxml/schema/MARC21slim.xsd", Namespaces.MARC21);

    private record Entry(MetadataPrefix prefix, Position position, OaiRecord record) {}

    private final List<Entry> entries = new ArrayList<>();
    private final List<OaiSet> sets = new ArrayList<>();
    private final List<MetadataFormat> formats = new ArrayList<>(List.of(MetadataFormat.OAI_DC, MARC));
    private Instant settled;
    private boolean sizesKnown = true;
    private DeletedRecordPolicy deletedRecord = DeletedRecordPolicy.PERSISTENT;
    private @Nullable StoreException failure;
    private long lastSeq;
    private int calls;
    private int segmentSize;
    private int mostFull = Integer.MAX_VALUE;
    private int segmentsRead;
    private @Nullable Runnable beforeNextSegment;
    private final Set<String> damaged = new HashSet<>();

    /** Creates an empty repository without sets. */
    public ListedRepository(Instant settled) {
        this.settled = settled;
    }

    /** Adds a set to those listed; from now on the repository has sets. */
    public synchronized void addSet(String spec, String name) {
        sets.add(new OaiSet(new SetSpec(spec), name));
        sets.sort(Comparator.comparing(set -> set.spec().value()));
    }

    /** Adds a format to those listed. */
    public synchronized void addFormat(MetadataFormat format) {
        formats.add(format);
    }

    /** Removes all sets from the list of sets, as if the repository had been reorganised. */
    public synchronized void clearSets(String fromSpec) {
        sets.removeIf(set -> set.spec().value().compareTo(fromSpec) >= 0);
    }

    /** Adds or changes a record in oai_dc whose title is its identifier. */
    public void put(String identifier, String datestamp, String... setSpecs) {
        put(identifier, MetadataFormat.OAI_DC.prefix(), datestamp, dublinCore(identifier), setSpecs);
    }

    /** Adds or changes a record. */
    public synchronized void put(String identifier, MetadataPrefix prefix, String datestamp, XmlFragment metadata,
            String... setSpecs) {
        move(prefix, new OaiRecord(header(identifier, datestamp, false, setSpecs), metadata));
    }

    /** Withdraws a record and keeps its header. */
    public synchronized void delete(String identifier, MetadataPrefix prefix, String datestamp, String... setSpecs) {
        move(prefix, new OaiRecord(header(identifier, datestamp, true, setSpecs), null));
    }

    /** Removes a record without a deleted header, like a repository that keeps no deletions. */
    public synchronized void vanish(String identifier) {
        entries.removeIf(entry -> entry.record().identifier().equals(identifier));
    }

    private static Header header(String identifier, String datestamp, boolean deleted, String... setSpecs) {
        return new Header(identifier, Datestamp.parse(datestamp), List.of(setSpecs).stream().map(SetSpec::new).toList(), deleted);
    }

    private void move(MetadataPrefix prefix, OaiRecord record) {
        entries.removeIf(entry -> entry.prefix().equals(prefix) && entry.record().identifier().equals(record.identifier()));
        long second = record.header().datestamp().instant().orElseThrow().getEpochSecond();
        entries.add(new Entry(prefix, new Position(second, ++lastSeq), record));
        entries.sort(Comparator.comparing(Entry::position, ORDER));
    }

    private static final Comparator<Position> ORDER = Comparator.comparingLong(Position::datestamp)
            .thenComparingLong(Position::seq);

    /** Returns a small oai_dc record. */
    public static XmlFragment dublinCore(String title) {
        return XmlFragment
                .of("""
                        <oai_dc:dc xmlns:oai_dc="http://www.openarchives.org/OAI/2.0/oai_dc/" xmlns:dc="http://purl.org/dc/elements/1.1/" \
                        xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:schemaLocation="http://www.openarchives.org/OAI/2.0/oai_dc/ \
                        http://www.openarchives.org/OAI/2.0/oai_dc.xsd"><dc:title>%s</dc:title></oai_dc:dc>"""
                        .formatted(title.replace("&", "&amp;").replace("<", "&lt;")));
    }

    /** Returns a small MARCXML record. */
    public static XmlFragment marc() {
        return XmlFragment
                .of("""
                        <record xmlns="http://www.loc.gov/MARC21/slim" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" \
                        xsi:schemaLocation="http://www.loc.gov/MARC21/slim http://www.loc.gov/standards/marcxml/schema/MARC21slim.xsd">\
                        <leader>00000nam a2200000 a 4500</leader><datafield tag="245" ind1="0" ind2="0"><subfield code="a">A title</subfield>\
                        </datafield></record>""");
    }

    /** Sets the time up to which the repository is settled. */
    public synchronized void settle(Instant time) {
        settled = time;
    }

    /** Sets the policy on deletions that the repository states. It keeps deletions under any policy. */
    public synchronized void keepDeletions(DeletedRecordPolicy policy) {
        deletedRecord = policy;
    }

    /** Makes lists state no sizes, as if counting took too long. */
    public synchronized void forgetSizes() {
        sizesKnown = false;
    }

    /** Makes every later call fail. */
    public synchronized void failWith(StoreException exception) {
        failure = exception;
    }

    /** Ends {@link #failWith}. */
    public synchronized void recover() {
        failure = null;
    }

    /** Serves pages in segments of the given number of records from now on. */
    public synchronized void serveInSegments(int size) {
        segmentSize = size;
    }

    /** Ends pages with metadata after the given number of records from now on, as if no more fitted into one response. */
    public synchronized void fitIntoPage(int records) {
        mostFull = records;
    }

    /** Makes records unreadable: lists still name them, but reading their segments leaves them out. */
    public synchronized void damage(String... identifiers) {
        damaged.addAll(List.of(identifiers));
    }

    /** Returns the number of segments that were read so far. */
    public synchronized int segmentsRead() {
        return segmentsRead;
    }

    /** Runs an action once, just before the next segment is read. Records may move at this moment. */
    public synchronized void beforeNextSegment(Runnable action) {
        beforeNextSegment = action;
    }

    /** Returns the number of pages of records that were read so far. */
    public synchronized int pagesRead() {
        return calls;
    }

    /** Returns all records of a format, in list order. */
    public synchronized List<OaiRecord> all(MetadataPrefix prefix) {
        return entries.stream().filter(entry -> entry.prefix().equals(prefix)).map(Entry::record).toList();
    }

    private void check() {
        if (failure != null) {
            throw failure;
        }
    }

    @Override
    public synchronized RepositoryDescription describe() {
        check();
        return new RepositoryDescription("A listed repository", "http://nobody.example/should-not-be-told", "2.0",
                List.of("admin@example.org"), Datestamp.parse("2000-01-01T12:00:00Z"), deletedRecord.text(),
                "YYYY-MM-DDThh:mm:ssZ",
                List.of(),
                List.of());
    }

    @Override
    public synchronized Instant settled() {
        check();
        return settled;
    }

    @Override
    public List<MetadataFormat> formats() {
        check();
        return formats;
    }

    @Override
    public synchronized Optional<List<MetadataFormat>> formats(String identifier) {
        check();
        List<Entry> own = entries.stream().filter(entry -> entry.record().identifier().equals(identifier)).toList();
        return own.isEmpty()
                ? Optional.empty()
                : Optional.of(formats.stream()
                        .filter(format -> own.stream()
                                .anyMatch(entry -> entry.prefix().equals(format.prefix()) && !entry.record().deleted()))
                        .toList());
    }

    @Override
    public synchronized boolean hasSets() {
        check();
        return !sets.isEmpty();
    }

    @Override
    public synchronized SetPage sets(@Nullable String after, int limit) {
        check();
        List<OaiSet> rest = sets.stream().filter(set -> after == null || set.spec().value().compareTo(after) > 0).toList();
        return new SetPage(rest.subList(0, Math.min(limit, rest.size())), rest.size() > limit, sets.size());
    }

    @Override
    public synchronized Optional<OaiRecord> record(String identifier, MetadataPrefix prefix) {
        check();
        return entries.stream()
                .filter(entry -> entry.prefix().equals(prefix) && entry.record().identifier().equals(identifier))
                .map(Entry::record)
                .findFirst();
    }

    @Override
    public synchronized RecordPage records(RecordQuery query) {
        check();
        calls++;
        List<Entry> whole = entries.stream().filter(entry -> matches(entry, query)).toList();
        Position after = query.after();
        List<Entry> rest = whole.stream().filter(entry -> after == null || ORDER.compare(entry.position(), after) > 0).toList();
        List<Entry> page = rest.subList(0,
                Math.min(query.headersOnly() ? query.limit() : Math.min(query.limit(), mostFull), rest.size()));
        Position next = rest.size() > page.size() ? page.getLast().position() : null;
        long total = sizesKnown ? whole.size() : -1;
        return segmentSize > 0 && !query.headersOnly()
                ? new RecordPage.Segments(segments(page), next, total)
                : new RecordPage.Records(page.stream().map(entry -> asked(entry.record(), query)).toList(), next, total);
    }

    private List<RecordSegment> segments(List<Entry> page) {
        List<RecordSegment> segments = new ArrayList<>();
        for (int start = 0; start < page.size(); start += segmentSize) {
            segments.add(new Segment(List.copyOf(page.subList(start, Math.min(start + segmentSize, page.size())))));
        }
        return segments;
    }

    /** Neighbouring entries. Reading them returns only those that have not moved since. */
    private final class Segment implements RecordSegment {

        private final List<Entry> listed;

        Segment(List<Entry> listed) {
            this.listed = listed;
        }

        @Override
        public String fingerprint() {
            return listed.stream().map(entry -> entry.prefix() + ":" + entry.position().seq()).collect(Collectors.joining(","));
        }

        @Override
        public int size() {
            return listed.size();
        }

        @Override
        public List<OaiRecord> read() {
            synchronized (ListedRepository.this) {
                Runnable action = beforeNextSegment;
                beforeNextSegment = null;
                if (action != null) {
                    action.run();
                }
                check();
                segmentsRead++;
                return listed.stream().filter(entries::contains).map(Entry::record)
                        .filter(record -> !damaged.contains(record.identifier())).toList();
            }
        }
    }

    private static OaiRecord asked(OaiRecord record, RecordQuery query) {
        return query.headersOnly() ? new OaiRecord(record.header(), null) : record;
    }

    private static boolean matches(Entry entry, RecordQuery query) {
        Header header = entry.record().header();
        Instant datestamp = header.datestamp().instant().orElseThrow();
        SetSpec set = query.set();
        return entry.prefix().equals(query.prefix()) && !(query.liveOnly() && header.deleted())
                && (query.from() == null || !datestamp.isBefore(query.from()))
                && !datestamp.isAfter(query.until()) && (set == null || header.sets().stream().anyMatch(set::contains));
    }
}
