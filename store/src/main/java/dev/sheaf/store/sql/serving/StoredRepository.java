package dev.sheaf.store.sql.serving;

import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;

import dev.sheaf.core.Datestamp;
import dev.sheaf.core.DeletedRecordPolicy;
import dev.sheaf.core.Granularity;
import dev.sheaf.core.MetadataFormat;
import dev.sheaf.core.MetadataPrefix;
import dev.sheaf.core.OaiRecord;
import dev.sheaf.core.OaiSet;
import dev.sheaf.core.OneLine;
import dev.sheaf.core.RepositoryDescription;
import dev.sheaf.core.ServedNames;
import dev.sheaf.core.SetSpec;
import dev.sheaf.core.XmlFragment;
import dev.sheaf.core.description.ContainerWriter;
import dev.sheaf.core.description.Toolkit;
import dev.sheaf.core.repository.Position;
import dev.sheaf.core.repository.RecordPage;
import dev.sheaf.core.repository.RecordQuery;
import dev.sheaf.core.repository.Repository;
import dev.sheaf.core.repository.SetPage;
import dev.sheaf.core.store.Aggregate;
import dev.sheaf.core.store.RepositoryGoneException;
import dev.sheaf.core.store.Source;
import dev.sheaf.core.xml.LegalFragment;
import dev.sheaf.store.HubIdentity;
import dev.sheaf.store.sql.DamagedRecordException;
import dev.sheaf.store.sql.JsonArray;
import dev.sheaf.store.sql.Names;
import dev.sheaf.store.sql.ReadConnection;
import dev.sheaf.store.sql.ReadPool;
import dev.sheaf.store.sql.SqlConnection;
import dev.sheaf.store.sql.Transaction;
import dev.sheaf.store.sql.aggregates.AggregateDescription;
import dev.sheaf.store.sql.aggregates.AggregateTable;
import dev.sheaf.store.sql.aggregates.LastShown;
import dev.sheaf.store.sql.aggregates.Participation;
import dev.sheaf.store.sql.aggregates.StoredAggregate;
import dev.sheaf.store.sql.lists.CutPages;
import dev.sheaf.store.sql.lists.ListEntries;
import dev.sheaf.store.sql.lists.LongRecords;
import dev.sheaf.store.sql.lists.OwnIdentifiers;
import dev.sheaf.store.sql.lists.Scopes;
import dev.sheaf.store.sql.lists.ServedFormats;
import dev.sheaf.store.sql.records.Appearance;
import dev.sheaf.store.sql.records.HubIdentifiers;
import dev.sheaf.store.sql.records.ItemRow;
import dev.sheaf.store.sql.records.RecordReader;
import dev.sheaf.store.sql.sources.Descriptions;
import dev.sheaf.store.sql.sources.SourceTable;

/** A source or an aggregate as a repository. Safe for use by many threads. */
public final class StoredRepository implements Repository {

    /** Part of queries that reads rows in the order of the numbers. */
    private static final String LISTED = " from {numbers} l {then join} rec r on r.seq = l.value {in order}";
    public static final String HEADERS = "select r.seq, " + RecordReader.HEADER_COLUMNS + LISTED;
    public static final String RECORDS = "select r.seq, " + RecordReader.HEADER_COLUMNS + ", " + RecordReader.CONTENT_COLUMNS
            + LISTED;
    private static final String FROM_ITEM = " from item i {then join} rec r on r.seq = i.seq where i.identifier = ? and i.prefix = ?";
    private static final String RECORD = "select " + RecordReader.HEADER_COLUMNS + ", " + RecordReader.CONTENT_COLUMNS
            + FROM_ITEM;
    public static final String RECORD_OF_SOURCE = RECORD + " and i.source = ?";
    static final String RECORD_OF_SEQ = "select " + RecordReader.HEADER_COLUMNS + ", " + RecordReader.CONTENT_COLUMNS
            + " from rec r where r.seq = ?";
    private static final String FORMAT_OF_COPY = """
            select n.name, f.schema, f.namespace from prefix_name n left join format f on f.prefix = ? and f.source = ?
            where n.num = ?""";
    private static final String FORMAT_OF_AGGREGATE = """
            select n.name, f.schema, f.namespace from prefix_name n left join served_format f on f.served = n.num where n.num = ?""";
    private static final String ITEM_FORMATS = """
            select n.name, f.schema, f.namespace, i.flags from item i join prefix_name n on n.num = i.prefix
            left join format f on f.prefix = i.prefix and f.source = i.source where i.identifier = ?""";
    private static final String ITEM_FORMATS_OF_SOURCE = ITEM_FORMATS + " and i.source = ?";
    private static final String FORMATS_OF_SOURCE = """
            select n.name, f.schema, f.namespace from stat s join prefix_name n on n.num = s.prefix
            left join format f on f.prefix = s.prefix and f.source = ? where s.scope = ? and s.live + s.deleted > 0""";
    private static final String HAS_FORMAT = "select 1 from stat where scope = ? and prefix = ?";
    private static final String FORMATS_OF_AGGREGATE = """
            select n.name, f.schema, f.namespace from stat s join prefix_name n on n.num = s.prefix
            left join served_format f on f.served = s.prefix where s.scope = ? and s.live + s.deleted > 0""";
    /**
     * Condition on sets of an aggregate. Their specs begin with the id of their source; sets of a source that does not take part are not
     * named.
     */
    private static final String OF_SHOWN_SOURCE = """
            (? = 0 or substr(s.spec, 1, instr(s.spec || ':', ':') - 1) not in (select value from {texts}))""";
    private static final String SETS = """
            select spec, title, descriptions from scope s where owner = ? and spec > ? and (used = 1 or described = 1)
            and\s""" + OF_SHOWN_SOURCE + " order by spec limit ?";
    private static final String SET_COUNT = """
            select count(*) from scope s where owner = ? and spec > '' and (used = 1 or described = 1)
            and\s""" + OF_SHOWN_SOURCE;
    /** Query for the sets of an aggregate. The aggregate of everything stores the names of sets. */
    private static final String SETS_OF_AGGREGATE = """
            select s.spec, d.title, d.descriptions from scope s left join scope d on d.owner = 0 and d.spec = s.spec
            where s.owner = ? and s.spec > ? and s.used = 1 and\s""" + OF_SHOWN_SOURCE + " order by s.spec limit ?";

    private static final String SOURCE_EXISTS = "select 1 from source where num = ? and removing = 0";
    private static final String AGGREGATE_EXISTS = "select 1 from aggregate where num = ? and id = ? and removed = 0";

    private static final XmlFragment SOFTWARE = ContainerWriter.write(
            new Toolkit("Sheaf", null, StoredRepository.class.getPackage().getImplementationVersion(), null, null));

    /** Number of entries of a date range that are counted; longer lists have no stated size. */
    private static final int COUNTED = 100_000;

    /**
     * Collaborators of a repository.
     *
     * @param settled see {@link Repository#settled()}
     * @param shown notes how far the repositories have read
     */
    public record Context(ReadPool reads, Names names, Scopes scopes, HubIdentity identity, List<String> compressions,
            Supplier<Instant> settled, CutPages cutPages, OwnIdentifiers ownIdentifiers, ServedFormats formats,
            SqlOwnSchemas schemas, LastShown shown) {}

    private final Context context;
    private final String baseUrl;
    /** Owner of the lists: the number of the source, or see {@link Scopes#ownerOf}. */
    private final int owner;
    private final Appearance appearance;
    private final String id;
    private final String doing;
    private final ServedSchemas schemas;
    /** The {@link AggregateTable#generation} at which the repository is known to exist. */
    private volatile long generation;

    private StoredRepository(Context context, String baseUrl, int owner, Appearance appearance, String kind, String id,
            long generation) {
        this.context = context;
        this.baseUrl = baseUrl;
        this.owner = owner;
        this.appearance = appearance;
        this.id = id;
        this.doing = "read " + kind + " " + id;
        this.schemas = new ServedSchemas(context.schemas(), baseUrl, id);
        this.generation = generation;
    }

    /** @param generation {@link AggregateTable#generation} before the source was found */
    public static StoredRepository ofSource(Context context, String baseUrl, int source, String id, long generation) {
        return new StoredRepository(context, baseUrl, source, Appearance.SERVED, "source", id, generation);
    }

    /** @param generation {@link AggregateTable#generation} before the aggregate was found */
    public static StoredRepository ofAggregate(Context context, String baseUrl, int number, String id, long generation) {
        return new StoredRepository(context, baseUrl, Scopes.ownerOf(number), Appearance.in(number), "aggregate", id, generation);
    }

    /** Reads without a transaction, see {@link ReadPool#read}. */
    private <T> T read(ReadPool.Reading<T> reading) {
        return context.reads().read(doing, connection -> {
            ensureExists(connection.sql());
            T result = reading.read(connection);
            context.shown().note(connection.sql());
            return result;
        });
    }

    /** Reads in one snapshot, see {@link ReadPool#snapshot}. */
    private <T> T snapshot(ReadPool.Reading<T> reading) {
        return context.reads().snapshot(doing, connection -> {
            ensureExists(connection.sql());
            T result = reading.read(connection);
            context.shown().note(connection.sql());
            return result;
        });
    }

    /**
     * Checks that the repository still exists, which takes reading one number while no source and no aggregate was removed. Numbers of
     * sources and aggregates are never reused, so a repository that exists is the same one.
     */
    private void ensureExists(SqlConnection sql) throws SQLException {
        if (owner == Scopes.EVERYTHING) {
            return;
        }
        long now = AggregateTable.generation(sql);
        if (now == generation) {
            return;
        }
        Optional<Boolean> exists = isAggregate()
                ? sql.one(AGGREGATE_EXISTS, _ -> true, appearance.aggregate(), id)
                : sql.one(SOURCE_EXISTS, _ -> true, owner);
        if (exists.isEmpty()) {
            throw new RepositoryGoneException("The repository '" + id + "' no longer exists");
        }
        generation = now;
    }

    private boolean isAggregate() {
        return owner <= 0;
    }

    @Override
    public RepositoryDescription describe() {
        // The time is read first: while there is no record, all future ones get this datestamp or a later one.
        Instant settled = settled();
        return snapshot(connection -> {
            SqlConnection sql = connection.sql();
            int whole = context.scopes().find(sql, owner, "").orElse(-1);
            Instant earliest = sql.one("select min(min_ds) from stat where scope = ?",
                    row -> SqlConnection.nullableLong(row, 1), whole).map(Instant::ofEpochSecond).orElse(settled);
            Own own = isAggregate() ? ofAggregate(sql, whole) : ofSource(sql, whole);
            return new RepositoryDescription(own.name(), baseUrl, "2.0",
                    own.adminEmails().isEmpty() ? List.of(context.identity().adminEmail()) : own.adminEmails(),
                    Datestamp.ofSecond(earliest), DeletedRecordPolicy.PERSISTENT.text(), Granularity.SECOND.text(),
                    context.compressions(), own.descriptions());
        });
    }

    /**
     * Parts of Identify that differ between sources and aggregates.
     *
     * @param adminEmails empty for that of the hub
     */
    private record Own(String name, List<String> adminEmails, List<XmlFragment> descriptions) {}

    private Own ofAggregate(SqlConnection sql, int whole) throws SQLException {
        String hub = context.identity().name();
        Optional<Aggregate> settings = AggregateTable.find(sql, id).map(StoredAggregate::settings);
        String given = settings.map(Aggregate::name).orElse(null);
        String name = given != null ? given : owner == Scopes.EVERYTHING ? hub : hub + ": " + id;
        List<XmlFragment> descriptions = new ArrayList<>(List.of(SOFTWARE));
        if (settings.isPresent()) {
            descriptions.add(AggregateDescription.of(sql, whole, settings.get(), name, Participation.read(sql).leftOut(sql, id)));
        }
        return new Own(name, List.of(), descriptions);
    }

    private Own ofSource(SqlConnection sql, int whole) throws SQLException {
        Optional<Source> source = SourceTable.find(sql, id).map(SourceTable.Numbered::source);
        Optional<RepositoryDescription> told = Descriptions.identify(sql, owner);
        String shown = source.map(Source::name).filter(text -> !text.isBlank()).orElse(id);
        // The stored name is one line for people; a mirror passes the source's own name on unchanged.
        String name = told.map(RepositoryDescription::repositoryName).filter(own -> OneLine.of(own).equals(shown)).orElse(shown);
        List<XmlFragment> descriptions = new ArrayList<>();
        if (told.isPresent()) {
            descriptions.addAll(Descriptions.legal(MirrorDescription.passedOn(told.get())));
        } else if (source.filter(found -> !found.kind().isHarvested()).isPresent()) {
            descriptions.addAll(ownDescriptions(sql, whole));
        }
        if (source.isPresent()) {
            MirrorDescription.of(sql, owner, source.get(), name, settled()).ifPresent(descriptions::add);
        }
        return new Own(name, told.map(RepositoryDescription::adminEmails).orElse(List.of()).stream()
                .filter(StoredRepository::isEmail).toList(), descriptions);
    }

    /** Returns the description of a local source, which no server gives. */
    private List<XmlFragment> ownDescriptions(SqlConnection sql, int whole) throws SQLException {
        String repositoryIdentifier = HubIdentifiers.domain(sql);
        return Stream.concat(
                context.ownIdentifiers().find(sql, owner, whole, repositoryIdentifier).map(ContainerWriter::write).stream(),
                Stream.of(SOFTWARE)).toList();
    }

    /** Returns true for an address as the response schema defines it: a part, an @, and a part with a dot inside, without blanks. */
    private static boolean isEmail(String text) {
        int at = text.indexOf('@');
        int dot = text.lastIndexOf('.');
        return at > 0 && dot > at + 1 && dot < text.length() - 1 && text.chars().noneMatch(Character::isWhitespace);
    }

    @Override
    public Instant settled() {
        return context.settled().get();
    }

    @Override
    public List<MetadataFormat> formats() {
        return read(connection -> {
            SqlConnection sql = connection.sql();
            int whole = context.scopes().find(sql, owner, "").orElse(-1);
            List<MetadataFormat> formats = isAggregate()
                    ? sql.all(FORMATS_OF_AGGREGATE, StoredRepository::format, whole)
                    : sql.all(FORMATS_OF_SOURCE, StoredRepository::format, owner, whole);
            if (formats.stream().noneMatch(format -> format.prefix().equals(MetadataPrefix.OAI_DC))) {
                formats.addFirst(MetadataFormat.OAI_DC);
            }
            return schemas.announced(sql, formats);
        });
    }

    @Override
    public Optional<List<MetadataFormat>> formats(String identifier) {
        return read(connection -> {
            Optional<List<MetadataFormat>> formats = itemFormats(connection.sql(), identifier);
            return formats.isEmpty() ? formats : Optional.of(schemas.announced(connection.sql(), formats.get()));
        });
    }

    private Optional<List<MetadataFormat>> itemFormats(SqlConnection sql, String identifier) throws SQLException {
        if (isAggregate()) {
            return formatsInAggregate(sql, identifier);
        }
        List<Optional<MetadataFormat>> copies = sql.all(ITEM_FORMATS_OF_SOURCE, StoredRepository::liveFormat, identifier,
                owner);
        return copies.isEmpty() ? Optional.empty() : Optional.of(copies.stream().flatMap(Optional::stream).toList());
    }

    /** Returns what gives the records of a format the addresses of the schemas that the hub serves. */
    private ServedSchemas.Records schemas(SqlConnection connection, int prefix) {
        return schemas.records(connection, sql -> (isAggregate()
                ? sql.one(FORMAT_OF_AGGREGATE, StoredRepository::format, prefix)
                : sql.one(FORMAT_OF_COPY, StoredRepository::format, prefix, owner, prefix)).orElse(null));
    }

    private Optional<List<MetadataFormat>> formatsInAggregate(SqlConnection sql, String identifier) throws SQLException {
        List<ShownCopies.Copy> copies = new ShownCopies(sql, context, appearance.aggregate()).of(identifier);
        List<MetadataFormat> formats = new ArrayList<>();
        for (ShownCopies.Copy copy : copies) {
            if (!copy.deleted()) {
                formats.addAll(sql.all(FORMAT_OF_COPY, StoredRepository::format, copy.prefix(), copy.source(), copy.served()));
            }
        }
        return copies.isEmpty() ? Optional.empty() : Optional.of(formats);
    }

    private static Optional<MetadataFormat> liveFormat(ResultSet row) throws SQLException {
        return (row.getInt(4) & ItemRow.DELETED) != 0 ? Optional.empty() : Optional.of(format(row));
    }

    private static MetadataFormat format(ResultSet row) throws SQLException {
        String prefix = row.getString(1);
        String schema = orEmpty(row.getString(2));
        String namespace = orEmpty(row.getString(3));
        if (prefix.equals(MetadataPrefix.OAI_DC.value())) {
            // The protocol defines it (S3.4), whatever the sources state.
            return MetadataFormat.OAI_DC;
        }
        return LegalFragment.listed(new MetadataFormat(new MetadataPrefix(ServedNames.prefix(prefix)), schema, namespace));
    }

    private static String orEmpty(@Nullable String text) {
        return text == null ? "" : text;
    }

    @Override
    public boolean hasSets() {
        return read(connection -> {
            Set<String> hidden = leftOut(connection.sql());
            return connection.sql().one(SETS, _ -> true, owner, "", hidden.size(), JsonArray.ofTexts(hidden), 1).isPresent();
        });
    }

    @Override
    public SetPage sets(@Nullable String after, int limit) {
        return snapshot(connection -> {
            Set<String> hidden = leftOut(connection.sql());
            List<OaiSet> sets = connection.sql().all(owner < 0 ? SETS_OF_AGGREGATE : SETS, StoredRepository::set, owner,
                    orEmpty(after), hidden.size(), JsonArray.ofTexts(hidden), limit + 1L);
            boolean more = sets.size() > limit;
            long total = connection.sql().one(SET_COUNT, row -> row.getLong(1), owner, hidden.size(), JsonArray.ofTexts(hidden))
                    .orElse(0L);
            return new SetPage(more ? sets.subList(0, limit) : sets, more, total);
        });
    }

    /** Returns the sources that do not take part in this repository. */
    private Set<String> leftOut(SqlConnection sql) throws SQLException {
        return isAggregate() ? Participation.read(sql).leftOut(sql, id) : Set.of();
    }

    private static OaiSet set(ResultSet row) throws SQLException {
        String spec = row.getString(1);
        String title = orEmpty(row.getString(2));
        return new OaiSet(new SetSpec(spec), title.isBlank() ? spec : title,
                Descriptions.legal(Descriptions.fragments(row.getBytes(3))));
    }

    @Override
    public Optional<OaiRecord> record(String identifier, MetadataPrefix prefix) {
        return snapshot(connection -> {
            int number = prefixNumber(connection.sql(), prefix);
            if (isAggregate()) {
                return recordInAggregate(connection, identifier, number);
            }
            PreparedStatement statement = connection.sql().prepare(RECORD_OF_SOURCE);
            statement.setString(1, identifier);
            statement.setInt(2, number);
            statement.setInt(3, owner);
            try (ResultSet row = statement.executeQuery()) {
                return row.next()
                        ? Optional.of(schemas(connection.sql(), number)
                                .of(RecordReader.of(connection).record(row, 1, appearance, null, false)))
                        : Optional.<OaiRecord>empty();
            }
        });
    }

    private Optional<OaiRecord> recordInAggregate(ReadConnection connection, String identifier, int served) throws SQLException {
        Optional<ShownCopies.Copy> copy = new ShownCopies(connection.sql(), context, appearance.aggregate()).of(identifier,
                served);
        if (copy.isEmpty()) {
            return Optional.empty();
        }
        PreparedStatement statement = connection.sql().prepare(RECORD_OF_SEQ);
        statement.setLong(1, copy.get().seq());
        try (ResultSet row = statement.executeQuery()) {
            return row.next()
                    ? Optional.of(schemas(connection.sql(), served).of(RecordReader.of(connection).record(row, 1, appearance,
                            copy.get().gone() ? RecordReader.left(null) : null, false)))
                    : Optional.empty();
        }
    }

    /** Returns the number of the format with a served prefix; -1, which no format has, if there is none. */
    private int prefixNumber(SqlConnection sql, MetadataPrefix served) throws SQLException {
        return context.formats().number(sql, served.value(),
                prefix -> hasFormat(sql, context.scopes().find(sql, owner, "").orElse(-1), prefix));
    }

    /** Returns true if a repository has had records in a format. */
    public static boolean hasFormat(SqlConnection sql, int whole, int prefix) throws SQLException {
        return sql.one(HAS_FORMAT, _ -> true, whole, prefix).isPresent();
    }

    @Override
    public RecordPage records(RecordQuery query) {
        if (query.limit() < 1) {
            throw new IllegalArgumentException("a page needs a limit of at least one entry, not " + query.limit());
        }
        return snapshot(connection -> {
            SqlConnection sql = connection.sql();
            int prefix = prefixNumber(sql, query.prefix());
            SetSpec set = query.set();
            // A list has its set's name in legal form; the empty name stands for the whole repository.
            Optional<Integer> scope = set != null && set.value().isEmpty()
                    ? Optional.empty()
                    : context.scopes().find(sql, owner, set == null ? "" : set.value());
            if (scope.isEmpty() || prefix < 0) {
                return RecordPage.empty();
            }
            return page(connection, query, scope.get(), prefix);
        });
    }

    /** Returns the newest entries of a list; see {@link dev.sheaf.store.HubStore#newest}. */
    public RecordPage.Records newest(MetadataPrefix served, @Nullable SetSpec set, @Nullable Position before, int limit) {
        if (limit < 1) {
            throw new IllegalArgumentException("a page needs a limit of at least one entry, not " + limit);
        }
        return snapshot(connection -> {
            SqlConnection sql = connection.sql();
            int prefix = prefixNumber(sql, served);
            Optional<Integer> scope = set != null && set.value().isEmpty()
                    ? Optional.empty()
                    : context.scopes().find(sql, owner, set == null ? "" : set.value());
            return scope.isEmpty() || prefix < 0
                    ? new RecordPage.Records(List.of(), null, -1)
                    : newest(connection, ListEntries.readBackwards(sql, scope.get(), prefix, before, limit), set, prefix);
        });
    }

    /** Reads the records of entries until they are enough for one portion. */
    private RecordPage.Records newest(ReadConnection connection, ListEntries entries, @Nullable SetSpec set, int prefix)
            throws SQLException {
        ServedSchemas.Records named = schemas(connection.sql(), prefix);
        List<OaiRecord> records = new ArrayList<>(entries.size());
        RecordReader reader = RecordReader.of(connection);
        PreparedStatement statement = connection.sql().prepare(RECORDS);
        statement.setString(1, entries.seqs());
        long bytes = 0;
        int read = 0;
        try (ResultSet row = statement.executeQuery()) {
            while (!LongRecords.areEnough(bytes) && row.next()) {
                int index = entries.indexOf(row.getLong(1), read);
                read = index + 1;
                try {
                    OaiRecord record = named.of(reader.record(row, 2, appearance,
                            entries.gone(index) ? RecordReader.left(set) : null, false));
                    records.add(record);
                    bytes += record.contentBytes();
                } catch (DamagedRecordException damage) {
                    connection.damaged().report(row.getLong(1), damage);
                }
            }
        }
        boolean more = entries.more() || read < entries.size();
        return new RecordPage.Records(records, more && read > 0 ? entries.position(read - 1) : null, -1);
    }

    private RecordPage page(ReadConnection connection, RecordQuery query, int scope, int prefix) throws SQLException {
        Instant from = query.from();
        long first = from == null ? Long.MIN_VALUE : from.getEpochSecond();
        long last = query.until().getEpochSecond();
        Position after = query.after();
        // Sequence numbers begin at 1, so all entries of the first second are after (first, 0).
        Position before = after == null || after.datestamp() < first ? new Position(first, 0) : after;
        long seq = Transaction.lastSeq(connection.sql());
        CutPages.Asked asked = new CutPages.Asked(scope, prefix, first, before,
                last >= Transaction.lastStamp(connection.sql()) ? Long.MAX_VALUE : last, query.limit(), query.liveOnly());
        RecordPage known = query.headersOnly() ? null : context.cutPages().find(asked, seq);
        if (known != null) {
            return known;
        }
        Size size = Size.of(connection.sql(), scope, prefix);
        ListEntries entries = ListEntries.read(connection.sql(), scope, prefix, before, last, query.limit(), query.liveOnly());
        long total = total(connection.sql(), scope, prefix, first, last, size, query.liveOnly(), after != null);
        if (query.headersOnly()) {
            return headers(connection, entries, query, total);
        }
        RecordPage.Segments page = segments(LongRecords.bounded(connection.sql(), entries),
                new StoredSegment.In(context.reads(), doing, appearance, scope, prefix, query.set(), query.liveOnly(),
                        sql -> schemas(sql, prefix)),
                before, total);
        context.cutPages().keep(asked, seq, page);
        return page;
    }

    /** Counts of a list. */
    private record Size(long live, long deleted, long earliest) {

        static Size of(SqlConnection sql, int scope, int prefix) throws SQLException {
            return sql.one("select live, deleted, min_ds from stat where scope = ? and prefix = ?",
                    row -> new Size(row.getLong(1), row.getLong(2), row.getLong(3)), scope, prefix).orElse(new Size(0, 0, 0));
        }
    }

    private RecordPage headers(ReadConnection connection, ListEntries entries, RecordQuery query, long total)
            throws SQLException {
        List<OaiRecord> records = new ArrayList<>(entries.size());
        RecordReader reader = RecordReader.of(connection);
        PreparedStatement statement = connection.sql().prepare(HEADERS);
        statement.setString(1, entries.seqs());
        try (ResultSet row = statement.executeQuery()) {
            for (int i = 0; row.next(); i++) {
                i = entries.indexOf(row.getLong(1), i);
                try {
                    records.add(reader.record(row, 2, appearance,
                            entries.gone(i) ? RecordReader.left(query.set()) : null, true));
                } catch (DamagedRecordException damage) {
                    connection.damaged().report(row.getLong(1), damage);
                }
            }
        }
        return new RecordPage.Records(records, entries.more() ? entries.last() : null, total);
    }

    /** Reads the list only: a provider that has a segment's bytes needs no more. */
    private static RecordPage.Segments segments(ListEntries entries, StoredSegment.In in, Position before, long total) {
        List<StoredSegment> segments = StoredSegment.cut(in, before, entries);
        return new RecordPage.Segments(List.copyOf(segments), entries.more() ? segments.getLast().last() : null, total);
    }

    /**
     * Returns the size of a list. It is exact for a list without date limits. A list with limits is counted with its first page only, up to
     * a limit; clients that read on already know the size.
     */
    private static long total(SqlConnection sql, int scope, int prefix, long from, long until, Size size, boolean liveOnly,
            boolean goesOn)
            throws SQLException {
        if (from <= size.earliest && until >= Transaction.lastStamp(sql)) {
            return size.live + (liveOnly ? 0 : size.deleted);
        }
        if (goesOn) {
            return -1;
        }
        long counted = ListEntries.count(sql, scope, prefix, from, until, COUNTED, liveOnly);
        return counted > COUNTED ? -1 : counted;
    }
}
