package dev.sheaf.store.sql.hub;

import java.nio.file.Path;
import java.security.SecureRandom;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Predicate;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import dev.sheaf.core.Datestamp;
import dev.sheaf.core.MetadataPrefix;
import dev.sheaf.core.OaiRecord;
import dev.sheaf.core.RepositoryDescription;
import dev.sheaf.core.Selection;
import dev.sheaf.core.SetSpec;
import dev.sheaf.core.repository.Position;
import dev.sheaf.core.repository.RecordPage;
import dev.sheaf.core.repository.Repository;
import dev.sheaf.core.store.Aggregate;
import dev.sheaf.core.store.Batch;
import dev.sheaf.core.store.Census;
import dev.sheaf.core.store.Checkpoint;
import dev.sheaf.core.store.Counts;
import dev.sheaf.core.store.HarvestOutcome;
import dev.sheaf.core.store.ServerProfile;
import dev.sheaf.core.store.Source;
import dev.sheaf.core.store.SourceDescription;
import dev.sheaf.core.store.SourceStatus;
import dev.sheaf.core.store.StoreException;
import dev.sheaf.core.store.StoredRecord;
import dev.sheaf.store.Administration;
import dev.sheaf.store.HubIdentity;
import dev.sheaf.store.HubStore;
import dev.sheaf.store.IdentifierDomain;
import dev.sheaf.store.StoreStatistics;
import dev.sheaf.store.Uptime;
import dev.sheaf.store.aggregates.AggregateMembership;
import dev.sheaf.store.aggregates.QueryMatches;
import dev.sheaf.store.archives.Archives;
import dev.sheaf.store.conformance.LinkChecks;
import dev.sheaf.store.conformance.Registry;
import dev.sheaf.store.conformance.Validations;
import dev.sheaf.store.crawls.CrawledFiles;
import dev.sheaf.store.crawls.Deposits;
import dev.sheaf.store.enrichments.Enrichments;
import dev.sheaf.store.enrichments.Relations;
import dev.sheaf.store.gateways.Mediations;
import dev.sheaf.store.notices.Announcements;
import dev.sheaf.store.notices.SourceSubscriptions;
import dev.sheaf.store.notices.Subscriptions;
import dev.sheaf.store.records.Deletion;
import dev.sheaf.store.records.Derivations;
import dev.sheaf.store.records.History;
import dev.sheaf.store.records.LegalBatch;
import dev.sheaf.store.records.OwnCrosswalks;
import dev.sheaf.store.records.OwnSchemas;
import dev.sheaf.store.records.Repairs;
import dev.sheaf.store.records.SavedPage;
import dev.sheaf.store.runs.HeldDeletions;
import dev.sheaf.store.runs.Rollback;
import dev.sheaf.store.runs.RunReport;
import dev.sheaf.store.runs.Runs;
import dev.sheaf.store.sources.HostBackOffs;
import dev.sheaf.store.sources.HostPermits;
import dev.sheaf.store.sources.NotedFaults;
import dev.sheaf.store.sources.Schedules;
import dev.sheaf.store.sources.SourceControl;
import dev.sheaf.store.sources.SourceLeases;
import dev.sheaf.store.sources.SourceMonitoring;
import dev.sheaf.store.sql.ClockWitness;
import dev.sheaf.store.sql.DictionaryCopies;
import dev.sheaf.store.sql.Names;
import dev.sheaf.store.sql.OwnerOnly;
import dev.sheaf.store.sql.ReadPool;
import dev.sheaf.store.sql.Schema;
import dev.sheaf.store.sql.SecretBox;
import dev.sheaf.store.sql.SqlConnection;
import dev.sheaf.store.sql.SqlDatabase;
import dev.sheaf.store.sql.SqlFailure;
import dev.sheaf.store.sql.StampClock;
import dev.sheaf.store.sql.TimestampFile;
import dev.sheaf.store.sql.Transaction;
import dev.sheaf.store.sql.Writer;
import dev.sheaf.store.sql.aggregates.AggregateTable;
import dev.sheaf.store.sql.aggregates.LastShown;
import dev.sheaf.store.sql.aggregates.MembershipPlan;
import dev.sheaf.store.sql.aggregates.OwnRecords;
import dev.sheaf.store.sql.aggregates.ServedMarks;
import dev.sheaf.store.sql.aggregates.StoredAggregate;
import dev.sheaf.store.sql.conformance.SqlLinkChecks;
import dev.sheaf.store.sql.conformance.SqlRegistry;
import dev.sheaf.store.sql.conformance.SqlValidations;
import dev.sheaf.store.sql.enrichments.SqlEnrichments;
import dev.sheaf.store.sql.enrichments.SqlRelations;
import dev.sheaf.store.sql.enrichments.SqlUsageLog;
import dev.sheaf.store.sql.lists.ChangeSequence;
import dev.sheaf.store.sql.lists.CutPages;
import dev.sheaf.store.sql.lists.OwnIdentifiers;
import dev.sheaf.store.sql.lists.Scopes;
import dev.sheaf.store.sql.lists.ServedFormats;
import dev.sheaf.store.sql.notices.SqlAnnouncements;
import dev.sheaf.store.sql.notices.SqlArchives;
import dev.sheaf.store.sql.notices.SqlMediations;
import dev.sheaf.store.sql.notices.SqlSourceSubscriptions;
import dev.sheaf.store.sql.notices.SqlSubscriptions;
import dev.sheaf.store.sql.records.HubIdentifiers;
import dev.sheaf.store.sql.records.ItemRow;
import dev.sheaf.store.sql.records.Items;
import dev.sheaf.store.sql.records.KnownRecords;
import dev.sheaf.store.sql.records.Origins;
import dev.sheaf.store.sql.records.RecordReader;
import dev.sheaf.store.sql.runs.RunTable;
import dev.sheaf.store.sql.runs.SqlRuns;
import dev.sheaf.store.sql.saving.BatchSaver;
import dev.sheaf.store.sql.saving.MembershipUpdate;
import dev.sheaf.store.sql.saving.SqlAggregateMembership;
import dev.sheaf.store.sql.saving.SqlDerivations;
import dev.sheaf.store.sql.saving.SqlHeldDeletions;
import dev.sheaf.store.sql.saving.SqlHistory;
import dev.sheaf.store.sql.saving.SqlIdentifierDomain;
import dev.sheaf.store.sql.saving.SqlQueryMatches;
import dev.sheaf.store.sql.saving.SqlRepairs;
import dev.sheaf.store.sql.saving.SqlRollback;
import dev.sheaf.store.sql.saving.StoredCensus;
import dev.sheaf.store.sql.serving.ShownCopies;
import dev.sheaf.store.sql.serving.SqlOwnCrosswalks;
import dev.sheaf.store.sql.serving.SqlOwnSchemas;
import dev.sheaf.store.sql.serving.StoredRepository;
import dev.sheaf.store.sql.sources.AccessTable;
import dev.sheaf.store.sql.sources.Descriptions;
import dev.sheaf.store.sql.sources.LockedHostPermits;
import dev.sheaf.store.sql.sources.LockedSourceLeases;
import dev.sheaf.store.sql.sources.Profiles;
import dev.sheaf.store.sql.sources.SourceTable;
import dev.sheaf.store.sql.sources.SqlCrawledFiles;
import dev.sheaf.store.sql.sources.SqlDeposits;
import dev.sheaf.store.sql.sources.SqlHostBackOffs;
import dev.sheaf.store.sql.sources.SqlNotedFaults;
import dev.sheaf.store.sql.sources.SqlSchedules;
import dev.sheaf.store.sql.sources.SqlSourceControl;
import dev.sheaf.store.usage.UsageLog;

/**
 * The store in an SQL database, with a data directory for locks and keys. Safe for use by many threads; any number of processes may have the
 * same database and directory open.
 *
 * <p>Setspecs that the protocol forbids are kept as received ({@link #get}, {@link #changes}) and served in a legal form
 * ({@link #repository}, {@link #aggregate}); so are prefixes.
 */
public final class SqlHubStore implements HubStore {

    private static final Logger LOG = LoggerFactory.getLogger(SqlHubStore.class);
    private static final String STORED = "select " + RecordReader.HEADER_COLUMNS + ", " + RecordReader.CONTENT_COLUMNS;
    static final String GET = STORED
            + " from item i {then join} rec r on r.seq = i.seq where i.identifier = ? and i.prefix = ? and i.source = ?";
    private static final String DELETION = "select r.flags, r.ds, r.origin, r.last_origin"
            + GET.substring(GET.indexOf(" from item"))
            + " and r.flags & 1 = 1";
    private static final String PREFIXES = """
            select n.name from item i join prefix_name n on n.num = i.prefix join source_name s on s.num = i.source
            where i.identifier = ? and s.name = ? order by n.name""";

    /** HTTP content codings that Identify names. */
    private static final List<String> COMPRESSIONS = List.of("gzip");
    private static final String SECRET = "token_secret";
    private static final int SECRET_BYTES = 32;
    /** A transaction that is open for more seconds than this may belong to a process that has died. */
    private static final long LONG_OPEN = 5;

    private final Path dataDir;
    private final SqlDatabase database;
    private final StampClock stampClock;
    private final TimestampFile timestampFile;
    private final Writer writer;
    private final Names names = new Names();
    private final Scopes scopes = new Scopes(names);
    private final AggregateTable aggregateTable = new AggregateTable();
    private final ServedFormats servedFormats = new ServedFormats(names);
    private final OwnRecords ownRecords = new OwnRecords();
    private final ReadPool reads;
    private final BatchSaver saver;
    private final MembershipUpdate membershipUpdate;
    private final QueryMatches matches;
    private final SourceRemoval removal;
    private final Derivations derivations;
    private final Enrichments enrichments;
    private final Relations relations;
    private final UsageLog usage;
    private final OwnCrosswalks ownCrosswalks;
    private final SqlOwnSchemas ownSchemas;
    private final Repairs repairs;
    private final NotedFaults faults;
    private final History history;
    private final SourceControl control;
    private final SourceMonitoring monitoring;
    private final StoreStatistics statistics;
    private final Runs runs;
    private final Rollback rollback;
    private final HeldDeletions heldDeletions;
    private final Schedules schedules;
    private final SqlAggregateMembership membership;
    private final IdentifierDomain identifierDomain;
    private final SourceStatuses statuses;
    private final AccessTable access;
    private final Administration administration;
    private final SourceLeases leases;
    private final CrawledFiles crawledFiles;
    private final Validations validations;
    private final Registry registry;
    private final LinkChecks linkChecks;
    private final Deposits deposits;
    private final HostBackOffs hosts;
    private final Archives archives;
    private final Mediations mediations;
    private final Announcements announcements;
    private final Subscriptions subscriptions;
    private final SourceSubscriptions sourceSubscriptions;
    private final StoredRepository.Context context;

    private SqlHubStore(SqlDatabase database, HubIdentity identity, InstantSource clock, Uptime uptime) {
        this.dataDir = database.directory();
        this.database = database;
        this.stampClock = new StampClock(clock, new ClockWitness(dataDir, database.readOnly() ? Uptime.UNKNOWN : uptime));
        this.timestampFile = database.readOnly() ? TimestampFile.ofNobody(dataDir) : TimestampFile.in(dataDir);
        this.writer = new Writer(database, timestampFile, stampClock);
        this.reads = new ReadPool(database, names);
        this.saver = new BatchSaver(writer, new MembershipPlan.Context(aggregateTable, servedFormats, scopes, names, reads),
                ownRecords);
        this.membershipUpdate = new MembershipUpdate(writer, saver);
        this.matches = new SqlQueryMatches(writer, reads, saver, names);
        this.removal = new SourceRemoval(writer, reads, saver, names, scopes, clock);
        this.derivations = new SqlDerivations(writer, reads, names, scopes);
        this.enrichments = new SqlEnrichments(writer, reads, names.sources());
        this.relations = new SqlRelations(writer, reads, names.sources());
        this.usage = new SqlUsageLog(writer, reads, names.sources());
        this.ownCrosswalks = new SqlOwnCrosswalks(writer, reads);
        this.ownSchemas = new SqlOwnSchemas(writer, reads);
        this.repairs = new SqlRepairs(writer, reads, names);
        this.faults = new SqlNotedFaults(writer, reads, names);
        this.history = new SqlHistory(reads, names);
        this.control = new SqlSourceControl(writer, reads);
        this.monitoring = new SqlSourceMonitoring(writer, reads);
        this.statistics = new SqlStoreStatistics(database, reads, names, scopes);
        this.runs = new SqlRuns(writer, reads, names);
        this.rollback = new SqlRollback(writer, reads, saver, names, scopes);
        this.heldDeletions = new SqlHeldDeletions(writer, reads, saver, names);
        this.schedules = new SqlSchedules(writer, reads, names);
        LastShown shown = new LastShown();
        this.membership = new SqlAggregateMembership(writer, reads, membershipUpdate, shown, database.readOnly());
        this.identifierDomain = new SqlIdentifierDomain(writer, reads);
        this.statuses = new SourceStatuses(dataDir, clock);
        this.administration = new SqlAdministration(writer, reads);
        this.leases = new LockedSourceLeases(dataDir);
        this.crawledFiles = new SqlCrawledFiles(writer, reads);
        this.validations = new SqlValidations(writer, reads);
        this.registry = new SqlRegistry(writer, reads);
        this.linkChecks = new SqlLinkChecks(writer, reads, names.sources());
        this.deposits = new SqlDeposits(writer, reads);
        this.hosts = new SqlHostBackOffs(writer, reads);
        SecretBox box = new SecretBox(dataDir);
        this.access = new AccessTable(box);
        this.archives = new SqlArchives(writer, reads, box);
        this.mediations = new SqlMediations(writer, reads);
        this.announcements = new SqlAnnouncements(writer, reads, box);
        this.subscriptions = new SqlSubscriptions(writer, reads, box);
        this.sourceSubscriptions = new SqlSourceSubscriptions(writer, reads, box);
        this.context = new StoredRepository.Context(reads, names, scopes, identity, COMPRESSIONS, this::stableTime,
                new CutPages(), new OwnIdentifiers(), servedFormats, ownSchemas, shown);
    }

    /**
     * Opens the store of a database; creates its tables if they are missing. The caller closes it.
     *
     * @param identity of the hub; its identifier domain counts when the store is created
     * @param clock for datestamps and for the state of sources
     * @throws StoreException when the database cannot be written although it is not read-only, or has tables of another version, or is lost
     */
    public static HubStore open(SqlDatabase database, HubIdentity identity, InstantSource clock) {
        return open(database, identity, clock, Uptime.UNKNOWN);
    }

    /**
     * Opens the store of a database, as the other method does.
     *
     * @param uptime uptime of this machine, by which the clock is judged
     */
    public static HubStore open(SqlDatabase database, HubIdentity identity, InstantSource clock, Uptime uptime) {
        SqlHubStore store = new SqlHubStore(database, identity, clock, uptime);
        try {
            store.prepare(identity);
            return store;
        } catch (RuntimeException failure) {
            store.close();
            throw failure;
        }
    }

    private void prepare(HubIdentity identity) {
        if (database.readOnly()) {
            reads.read("open the store", connection -> {
                database.refuseLost(connection.sql(), "open the store");
                int version = Schema.version(connection.sql());
                Schema.refuseOther(version, "data directory " + dataDir);
                if (version == 0) {
                    throw new StoreException("The store in " + dataDir + " has no tables yet, and nothing can be written there."
                            + " Check the permissions of the data directory");
                }
                return true;
            });
            return;
        }
        if (database.bytes() > 0) {
            // By a reader, because opening for writing changes even the file of another program.
            try (SqlConnection sql = database.reader()) {
                database.refuseLost(sql, "open the store");
            } catch (SQLException failure) {
                throw SqlFailure.of("open the store", database, failure);
            }
        }
        AtomicBoolean outdated = new AtomicBoolean();
        List<Integer> removing = writer.run("open the store", sql -> {
            if (!Schema.isCurrent(sql)) {
                writer.changeNow(_ -> {
                    Schema.create(sql, dataDir);
                    byte[] secret = new byte[SECRET_BYTES];
                    new SecureRandom().nextBytes(secret);
                    sql.update("insert into meta (k, v) values (?, ?), (?, ?) on conflict do nothing", HubIdentifiers.DOMAIN,
                            identity.repositoryIdentifier(),
                            SECRET, HexFormat.of().formatHex(secret));
                    ServedMarks.begin(sql);
                });
            }
            long openTransaction = timestampFile.openTransaction();
            if (openTransaction != 0) {
                writer.changeNow(_ -> timestampFile.clear(openTransaction));
            }
            copyDictionaries(sql);
            stampClock.open(timestampFile.raiseHighWaterMark(Transaction.lastStamp(sql)));
            outdated.set(MembershipUpdate.isUnfinished(sql));
            return sql.all("select num from source where removing = 1", row -> row.getInt(1));
        });
        OwnerOnly.restrict(dataDir);
        removal.resume(removing);
        if (outdated.get()) {
            membershipUpdate.resume();
        }
    }

    /** Makes copies of dictionaries in a store whose program kept none. Without them the store works as before. */
    private void copyDictionaries(SqlConnection sql) {
        try {
            if (!DictionaryCopies.missing(sql).isEmpty()) {
                writer.changeNow(_ -> DictionaryCopies.complete(sql));
            }
        } catch (SQLException failure) {
            LOG.warn("compression dictionaries not copied: because=\"{}\"", failure.getMessage());
        }
    }

    @Override
    public byte[] tokenSecret() {
        return reads.read("read the token key", connection -> connection.sql()
                .one("select v from meta where k = ?", row -> HexFormat.of().parseHex(row.getString(1)), SECRET).orElseThrow());
    }

    @Override
    public boolean isReadOnly() {
        return database.readOnly();
    }

    @Override
    public IdentifierDomain identifierDomain() {
        return identifierDomain;
    }

    @Override
    public Administration administration() {
        return administration;
    }

    @Override
    public SourceMonitoring monitoring() {
        return monitoring;
    }

    @Override
    public StoreStatistics statistics() {
        return statistics;
    }

    @Override
    public SourceControl control() {
        return control;
    }

    @Override
    public Runs runs() {
        return runs;
    }

    @Override
    public Rollback rollback() {
        return rollback;
    }

    @Override
    public HeldDeletions heldDeletions() {
        return heldDeletions;
    }

    @Override
    public Schedules schedules() {
        return schedules;
    }

    @Override
    public Repairs repairs() {
        return repairs;
    }

    @Override
    public NotedFaults faults() {
        return faults;
    }

    @Override
    public History history() {
        return history;
    }

    @Override
    public Derivations derivations() {
        return derivations;
    }

    @Override
    public Enrichments enrichments() {
        return enrichments;
    }

    @Override
    public Relations relations() {
        return relations;
    }

    @Override
    public UsageLog usage() {
        return usage;
    }

    @Override
    public OwnCrosswalks ownCrosswalks() {
        return ownCrosswalks;
    }

    @Override
    public OwnSchemas ownSchemas() {
        return ownSchemas;
    }

    @Override
    public AggregateMembership membership() {
        return membership;
    }

    @Override
    public QueryMatches queryMatches() {
        return matches;
    }

    @Override
    public SourceLeases leases() {
        return leases;
    }

    @Override
    public HostPermits hostPermits() {
        return LockedHostPermits.in(dataDir);
    }

    @Override
    public CrawledFiles crawledFiles() {
        return crawledFiles;
    }

    @Override
    public Validations validations() {
        return validations;
    }

    @Override
    public Registry registry() {
        return registry;
    }

    @Override
    public LinkChecks linkChecks() {
        return linkChecks;
    }

    @Override
    public Archives archives() {
        return archives;
    }

    @Override
    public Mediations mediations() {
        return mediations;
    }

    @Override
    public Deposits deposits() {
        return deposits;
    }

    @Override
    public HostBackOffs hosts() {
        return hosts;
    }

    @Override
    public Announcements announcements() {
        return announcements;
    }

    @Override
    public Subscriptions subscriptions() {
        return subscriptions;
    }

    @Override
    public SourceSubscriptions sourceSubscriptions() {
        return sourceSubscriptions;
    }

    @Override
    public String changeMark() {
        return reads.changeMark();
    }

    /** Returns the stable time by the rule of {@link TimestampFile}. */
    @Override
    public Instant stableTime() {
        long now = stampClock.forAnswer(timestampFile.highWaterMark());
        long time = timestampFile.raiseHighWaterMark(now);
        long openTransaction = timestampFile.openTransaction();
        if (openTransaction == 0) {
            return Instant.ofEpochSecond(time);
        }
        long opened = TimestampFile.seconds(openTransaction);
        if (now - opened > LONG_OPEN) {
            writer.clearIfDead(openTransaction);
        }
        return Instant.ofEpochSecond(Math.min(time, opened));
    }

    @Override
    public Optional<Checkpoint> checkpoint(String source, Selection asked) {
        return reads.read("read the checkpoint of source " + source, connection -> {
            Optional<Integer> number = names.sources().find(connection.sql(), source);
            return number.isEmpty()
                    ? Optional.<Checkpoint>empty()
                    : RunTable.checkpoint(connection.sql(), number.get(), asked);
        });
    }

    @Override
    public long begin(String source, Instant at) {
        return RunTable.begin(writer, source, RunReport.Kind.FILL, at);
    }

    @Override
    public void describe(String source, SourceDescription description) {
        writer.run("describe source " + source, sql -> {
            int number = SourceTable.number(sql, source);
            RepositoryDescription identify = description.identify();
            String protocol = identify == null ? null : identify.protocolVersion();
            if (!Descriptions.holds(sql, number, description) || protocol != null && !Origins.agrees(sql, number, protocol)) {
                writer.changeNow(transaction -> {
                    Descriptions.save(transaction, number, source, description);
                    if (protocol != null) {
                        Origins.noteProtocol(transaction, number, protocol);
                    }
                    nameSource(transaction, source);
                });
            }
            return true;
        });
    }

    @Override
    public Counts save(Batch batch) {
        return saver.save(LegalBatch.of(batch));
    }

    @Override
    public SavedPage saveNewer(Batch batch, boolean orAsNew) {
        return saver.saveNewer(LegalBatch.of(batch), orAsNew);
    }

    @Override
    public ServerProfile profile(String source) {
        return reads.read("read the profile of source " + source, connection -> {
            Optional<Integer> number = names.sources().find(connection.sql(), source);
            return number.isEmpty() ? ServerProfile.UNKNOWN : Profiles.find(connection.sql(), number.get());
        });
    }

    @Override
    public void keepProfile(String source, ServerProfile profile) {
        writer.run("store the profile of source " + source, sql -> {
            int number = SourceTable.number(sql, source);
            if (!Profiles.find(sql, number).learnt().equals(profile.learnt())) {
                writer.changeNow(transaction -> Profiles.learn(transaction, number, profile));
            }
            return true;
        });
    }

    @Override
    public void pinProfile(String source, ServerProfile profile) {
        writer.change("pin the profile of source " + source,
                transaction -> Profiles.pin(transaction, SourceTable.number(transaction.sql(), source), profile));
    }

    @Override
    public void end(long run, HarvestOutcome outcome, Instant at) {
        // The message contains the reason too, because a full disk ends a run and then prevents the note of its end.
        writer.change("store the end of run " + run + (outcome.reason().isEmpty() ? "" : " (" + outcome.reason() + ")"),
                transaction -> RunTable.end(transaction, run, outcome, at));
    }

    @Override
    public void put(Source source) {
        putAll(List.of(source));
    }

    @Override
    public void putAll(List<Source> sources) {
        sources.forEach(source -> removal.finish(source.id()));
        writer.change("register " + (sources.size() == 1 ? "source " + sources.getFirst().id() : sources.size() + " sources"),
                transaction -> {
                    for (Source source : sources) {
                        AggregateTable.refuseTaken(transaction.sql(), source.id());
                        int number = names.sources().number(transaction, source.id());
                        SourceTable.put(transaction, number, source);
                        if (source.kind().isGenerated()) {
                            // Before its first record, so that no aggregate takes it.
                            AggregateTable.changed(transaction.sql());
                        }
                        Origins.note(transaction, number, source);
                        access.put(transaction, number, source.settings().access());
                        nameSource(transaction, source.id());
                    }
                });
    }

    private static void nameSource(Transaction transaction, String id) throws SQLException {
        String name = SourceTable.find(transaction.sql(), id).map(found -> found.source().name()).orElse(id);
        Descriptions.nameSource(transaction, id, name);
    }

    @Override
    public Optional<Source> source(String id) {
        return reads.snapshot("read source " + id, connection -> {
            Optional<SourceTable.Numbered> found = SourceTable.find(connection.sql(), id);
            return found.isEmpty()
                    ? Optional.<Source>empty()
                    : Optional.of(access.complete(connection.sql(), found.get()).source());
        });
    }

    @Override
    public List<SourceStatus> sources() {
        return reads.snapshot("read the sources", connection -> {
            List<SourceStatus> found = new ArrayList<>();
            for (String id : SourceTable.ids(connection.sql())) {
                statuses.find(connection.sql(), access, id).ifPresent(found::add);
            }
            return found;
        });
    }

    @Override
    public List<String> sourceIds() {
        return reads.read("read the sources", connection -> connection.sql().all("select name from source_name",
                row -> row.getString(1)));
    }

    @Override
    public long removals(String id) {
        return reads.read("read source " + id, connection -> connection.sql()
                .one("select removals from source_name where name = ?", row -> row.getLong(1), id).orElse(0L));
    }

    @Override
    public Optional<SourceStatus> status(String id) {
        return reads.snapshot("read source " + id, connection -> {
            return statuses.find(connection.sql(), access, id);
        });
    }

    @Override
    public void remove(String id, boolean keepRecords) {
        removal.remove(id, keepRecords);
    }

    @Override
    public Optional<SourceDescription> description(String source) {
        return reads.read("read source " + source, connection -> {
            Optional<Integer> number = names.sources().find(connection.sql(), source);
            return number.isEmpty() ? Optional.<SourceDescription>empty() : Descriptions.find(connection.sql(), number.get());
        });
    }

    @Override
    public Optional<Repository> repository(String source, String baseUrl) {
        return reads.read("read source " + source, connection -> {
            SqlConnection sql = connection.sql();
            long generation = AggregateTable.generation(sql);
            Optional<Repository> found = SourceTable.find(sql, source)
                    .map(known -> StoredRepository.ofSource(context, baseUrl, known.number(), source, generation));
            if (found.isPresent() || source.equals(Aggregate.EVERYTHING)) {
                return found;
            }
            return AggregateTable.find(sql, source)
                    .map(aggregate -> StoredRepository.ofAggregate(context, baseUrl, aggregate.number(), source, generation));
        });
    }

    @Override
    public Optional<RecordPage.Records> newest(String id, MetadataPrefix prefix, @Nullable SetSpec set, @Nullable Position before,
            int limit) {
        // The records of a list do not depend on the address at which it is served.
        Optional<Repository> found = id.equals(Aggregate.EVERYTHING) ? Optional.of(aggregate("")) : repository(id, "");
        return found.map(repository -> ((StoredRepository) repository).newest(prefix, set, before, limit));
    }

    @Override
    public Repository aggregate(String baseUrl) {
        return StoredRepository.ofAggregate(context, baseUrl, StoredAggregate.EVERYTHING, Aggregate.EVERYTHING, 0);
    }

    @Override
    public void put(Aggregate aggregate) {
        writer.change("change aggregate " + aggregate.id(), transaction -> AggregateTable.put(transaction, aggregate));
        membershipUpdate.finish();
    }

    @Override
    public void removeAggregate(String id) {
        writer.change("remove aggregate " + id, transaction -> AggregateTable.remove(transaction, id));
        membershipUpdate.finish();
    }

    @Override
    public List<Aggregate> aggregates() {
        return reads.read("read the aggregates",
                connection -> AggregateTable.all(connection.sql()).stream().map(StoredAggregate::settings).toList());
    }

    @Override
    public void servesAt(String baseUrl) {
        ownRecords.note(writer, baseUrl);
        membership.serve();
    }

    @Override
    public String name() {
        return context.identity().name();
    }

    @Override
    public Optional<Copy> shown(String aggregate, String identifier, MetadataPrefix prefix) {
        return reads.snapshot("read a record of aggregate " + aggregate, connection -> {
            SqlConnection sql = connection.sql();
            Optional<StoredAggregate> stored = AggregateTable.find(sql, aggregate);
            if (stored.isEmpty()) {
                return Optional.empty();
            }
            int whole = context.scopes().find(sql, stored.get().owner(), "").orElse(-1);
            int served = context.formats().number(sql, prefix.value(), number -> StoredRepository.hasFormat(sql, whole, number));
            Optional<ShownCopies.Copy> copy = new ShownCopies(sql, context, stored.get().number()).of(identifier, served);
            return copy.isEmpty() || copy.get().source() <= 0
                    ? Optional.<Copy>empty()
                    : Optional.of(new Copy(names.sources().name(sql, copy.get().source()),
                            new MetadataPrefix(names.prefixes().name(sql, copy.get().prefix())), copy.get().identifier()));
        });
    }

    @Override
    public Optional<StoredRecord> get(String source, MetadataPrefix prefix, String identifier) {
        return reads.read("read a record of source " + source, connection -> {
            SqlConnection sql = connection.sql();
            PreparedStatement statement = sql.prepare(GET);
            statement.setString(1, identifier);
            statement.setInt(2, names.prefixes().find(sql, prefix.value()).orElse(-1));
            statement.setInt(3, names.sources().find(sql, source).orElse(-1));
            try (ResultSet row = statement.executeQuery()) {
                return row.next() ? Optional.of(RecordReader.of(connection).stored(row)) : Optional.<StoredRecord>empty();
            }
        });
    }

    @Override
    public Optional<Deletion> deletion(String source, MetadataPrefix prefix, String identifier) {
        return reads.read("read a deletion of source " + source, connection -> {
            SqlConnection sql = connection.sql();
            return sql.one(DELETION, row -> {
                Deletion.Cause cause = ItemRow.cause(row.getInt(1));
                // The record's own datestamp, unless the source stated the deletion, is the time at which this hub withdrew it.
                int last = cause == Deletion.Cause.SOURCE ? 3 : 4;
                return new Deletion(cause, Datestamp.ofSecond(Instant.ofEpochSecond(row.getLong(2))),
                        RecordReader.origin(sql.dialect().ofAny(row.getObject(last))));
            }, identifier, names.prefixes().find(sql, prefix.value()).orElse(-1), names.sources().find(sql, source).orElse(-1));
        });
    }

    @Override
    public List<MetadataPrefix> prefixes(String source, String identifier) {
        return reads.read("read an item of source " + source,
                connection -> connection.sql().all(PREFIXES, row -> new MetadataPrefix(row.getString(1)), identifier, source));
    }

    @Override
    public List<StoredRecord> changes(MetadataPrefix prefix, long afterSeq, int limit) {
        return reads.read("read changes", connection -> {
            Optional<Integer> number = names.prefixes().find(connection.sql(), prefix.value());
            return number.isEmpty()
                    ? List.<StoredRecord>of()
                    : ChangeSequence.after(connection, List.of(number.get()), afterSeq, limit);
        });
    }

    @Override
    public List<StoredRecord> changes(Predicate<MetadataPrefix> formats, long afterSeq, int limit) {
        // In one snapshot, so that no format can appear between the question for formats and that for records.
        return reads.snapshot("read changes", connection -> ChangeSequence.after(connection,
                ChangeSequence.numbers(connection.sql(), formats), afterSeq, limit));
    }

    @Override
    public boolean knowsFormat(Predicate<MetadataPrefix> formats) {
        return reads.read("look up formats", connection -> !ChangeSequence.numbers(connection.sql(), formats).isEmpty());
    }

    @Override
    public List<Place> places(Collection<String> identifiers, Predicate<MetadataPrefix> formats) {
        return reads.read("look up items", connection -> ChangeSequence.places(connection, identifiers, formats));
    }

    @Override
    public List<StoredRecord> records(List<Long> seqs) {
        return reads.read("read records", connection -> ChangeSequence.records(connection, seqs));
    }

    @Override
    public long lastSeq() {
        return reads.read("read the last sequence number", connection -> Transaction.lastSeq(connection.sql()));
    }

    @Override
    public List<Integer> differing(String source, Batch.Part part) {
        Batch.Part legal = part.with(part.format(), record -> LegalBatch.of(record, part.format()));
        List<byte[]> hashes = legal.hashes();
        return reads.read("compare records with those of source " + source, connection -> {
            SqlConnection sql = connection.sql();
            int number = names.sources().find(sql, source).orElse(-1);
            int prefix = names.prefixes().find(sql, part.format().prefix().value()).orElse(-1);
            OwnRecords.Test test = ownRecords.of(sql, number);
            Map<String, List<ItemRow>> items = Items.load(sql, part.records().stream().map(OaiRecord::identifier).toList());
            List<Integer> differing = new ArrayList<>();
            for (int i = 0; i < hashes.size(); i++) {
                OaiRecord record = part.records().get(i);
                byte[] hash = hashes.get(i);
                boolean known = items.getOrDefault(record.identifier(), List.of()).stream()
                        .filter(row -> row.source == number && row.prefix == prefix)
                        .anyMatch(row -> row.standsAgainst(part.derived(), record.deleted(), hash));
                if (!known && !test.isOwnRecord(record)) {
                    differing.add(i);
                }
            }
            return differing;
        });
    }

    @Override
    public Map<String, Datestamp> known(String source, MetadataPrefix prefix, Collection<String> identifiers) {
        return reads.read("look up records of source " + source,
                connection -> KnownRecords.of(connection.sql(), names, source, prefix, identifiers));
    }

    @Override
    public Census census(String source) {
        int number = reads.read("read source " + source, connection -> SourceTable.number(connection.sql(), source));
        try {
            return new StoredCensus(database, writer, saver, names, scopes, number);
        } catch (SQLException e) {
            throw SqlFailure.of("take the census", database, e);
        }
    }

    @Override
    public void close() {
        try {
            membership.endServing();
        } catch (StoreException failure) {
            LOG.warn("marks of served aggregates not lowered: because=\"{}\"; some later records count as served",
                    failure.getMessage());
        }
        writer.later(saver::close);
        // The last writing connection moves the log into the file when it closes, but only if no other connection is open.
        reads.close();
        writer.close();
    }
}
