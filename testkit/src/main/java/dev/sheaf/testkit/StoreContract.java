package dev.sheaf.testkit;

import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

import dev.sheaf.core.Datestamp;
import dev.sheaf.core.Header;
import dev.sheaf.core.MetadataFormat;
import dev.sheaf.core.MetadataPrefix;
import dev.sheaf.core.Namespaces;
import dev.sheaf.core.OaiRecord;
import dev.sheaf.core.Selection;
import dev.sheaf.core.SetSpec;
import dev.sheaf.core.XmlFragment;
import dev.sheaf.core.repository.Position;
import dev.sheaf.core.repository.RecordPage;
import dev.sheaf.core.repository.RecordQuery;
import dev.sheaf.core.repository.Repository;
import dev.sheaf.core.store.Batch;
import dev.sheaf.core.store.Checkpoint;
import dev.sheaf.core.store.Counts;
import dev.sheaf.core.store.RecordStore;
import dev.sheaf.core.store.Source;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Base class of the contracts of a store: an open store in an empty directory, a clock that is set by hand, and short methods for test
 * data.
 */
public abstract class StoreContract {

    /** The format that most tests use. */
    protected static final MetadataFormat DC = MetadataFormat.OAI_DC;
    /** A second format. */
    protected static final MetadataFormat MARC = new MetadataFormat(new MetadataPrefix("marc21"),
            "http://www.loc.gov/standards/marcxml/schema/MARC21slim.xsd", Namespaces.MARC21);
    /** Initial time of the clock. */
    protected static final Instant START = Instant.parse("2025-03-01T12:00:00Z");

    /** Upper limit of all datestamps. */
    protected static final Instant FOREVER = Instant.parse("9999-12-31T23:59:59Z");

    /** Directory of the store. */
    @TempDir
    protected Path dataDir = Path.of("");

    /** The store's clock. */
    protected final SettableClock clock = new SettableClock(START);

    private @Nullable RecordStore store;

    /**
     * Opens a store.
     *
     * @param beforeWrite run before each statement that changes something, within the transaction; if it throws, the statement must fail
     */
    protected abstract RecordStore open(Path dataDir, InstantSource clock, Runnable beforeWrite);

    @BeforeEach
    void openStore() {
        store = open(dataDir, clock, () -> {});
    }

    @AfterEach
    void closeStore() {
        store().close();
    }

    /** Returns the store under test. */
    protected RecordStore store() {
        if (store == null) {
            throw new IllegalStateException("the store has not been opened");
        }
        return store;
    }

    /** Closes the store and opens it again. */
    protected void reopen() {
        closeStore();
        openStore();
    }

    /** Registers a harvested source. */
    protected void register(String... ids) {
        for (String id : ids) {
            store().put(Source.harvested(id, "https://" + id + ".example.org/oai"));
        }
    }

    /** Saves records of oai_dc. */
    protected Counts save(String source, OaiRecord... records) {
        return save(source, DC, records);
    }

    /** Saves records. */
    protected Counts save(String source, MetadataFormat format, OaiRecord... records) {
        return store().save(new Batch(source, 1, format, Arrays.asList(records)));
    }

    /** Returns a batch of oai_dc records with a checkpoint that names the page. */
    protected static Batch page(String source, int page, List<OaiRecord> records) {
        return new Batch(source, 1, DC, records).with(checkpoint(page));
    }

    /** Returns a checkpoint of a harvest of all oai_dc records that has received the given number of pages. */
    protected static Checkpoint checkpoint(int page) {
        return new Checkpoint(everything(), everything(), "token-" + page, page, page, Datestamp.parse("2025-03-01T12:00:00Z"),
                Datestamp.parse("2024-01-01"), null);
    }

    /** Returns the list of all oai_dc records. */
    protected static Selection everything() {
        return Selection.all(MetadataPrefix.OAI_DC);
    }

    /** Returns a live record. */
    protected static OaiRecord live(int number, String title, String... sets) {
        return SampleRecords.live(number, title, Datestamp.ofSecond(SampleRecords.FIRST.plusSeconds(number)), sets);
    }

    /** Returns a live record with a datestamp of its own. */
    protected static OaiRecord dated(int number, String title, String datestamp, String... sets) {
        return SampleRecords.live(number, title, Datestamp.received(datestamp), sets);
    }

    /** Returns a withdrawn record. */
    protected static OaiRecord deleted(int number, String... sets) {
        return SampleRecords.deleted(number, Datestamp.parse("2024-06-01T00:00:00Z"), sets);
    }

    /** Returns a copy of a record with about containers. */
    protected static OaiRecord about(OaiRecord record, String... about) {
        return new OaiRecord(record.header(), record.metadata(), Arrays.stream(about).map(XmlFragment::of).toList());
    }

    /** Returns one source as a repository. */
    protected Repository repository(String source) {
        return store().repository(source, "https://hub.example.org/oai/" + source).orElseThrow();
    }

    /** Returns all sources as one repository. */
    protected Repository aggregate() {
        return store().aggregate("https://hub.example.org/oai");
    }

    /** Returns a page from the start of a list. */
    protected static RecordPage firstPage(Repository repository, MetadataFormat format, @Nullable String set, int limit) {
        return repository.records(query(format, set, null, FOREVER, null, limit));
    }

    /** Returns a query. */
    protected static RecordQuery query(MetadataFormat format, @Nullable String set, @Nullable Instant from, Instant until,
            @Nullable Position after, int limit) {
        return new RecordQuery(format.prefix(), from, until, set == null ? null : new SetSpec(set), after, limit, false);
    }

    /** Returns a whole list, read in small pages. */
    protected static List<OaiRecord> list(Repository repository, MetadataFormat format, @Nullable String set) {
        return list(repository, format, set, null, FOREVER, 3);
    }

    /**
     * Returns a list, read from its start to its end. Fails if the list is out of order, a page is too long, or a page announces a next
     * page that is empty.
     */
    protected static List<OaiRecord> list(Repository repository, MetadataFormat format, @Nullable String set,
            @Nullable Instant from, Instant until, int limit) {
        return list(repository, format, set, from, until, limit, true);
    }

    /**
     * Returns a list that is read while others write.
     *
     * @param quiet false if records may change during the walk: all records of a page may then have moved after {@code until}
     */
    protected static List<OaiRecord> list(Repository repository, MetadataFormat format, @Nullable String set,
            @Nullable Instant from, Instant until, int limit, boolean quiet) {
        List<OaiRecord> records = new ArrayList<>();
        Position position = null;
        do {
            RecordPage page = repository.records(query(format, set, from, until, position, limit));
            List<OaiRecord> read = page.read();
            assertThat(read.size()).isLessThanOrEqualTo(limit);
            if (position != null && quiet) {
                assertThat(read).as("page behind %s", position).isNotEmpty();
            }
            records.addAll(read);
            Position next = page.next();
            if (next != null && position != null) {
                assertThat(next.datestamp()).isGreaterThanOrEqualTo(position.datestamp());
                assertThat(next.seq()).isGreaterThan(position.seq());
            }
            position = next;
        } while (position != null);
        assertThat(records).extracting(record -> record.header().datestamp().text()).isSorted();
        return records;
    }

    /** Returns the entries of a list in a short form: number, title or {@code deleted}, sets. */
    protected static List<String> brief(List<OaiRecord> records) {
        return records.stream().map(StoreContract::brief).toList();
    }

    /** Returns a record in a short form: {@code 1 Title [set, …]} or {@code 1 deleted [set, …]}. */
    protected static String brief(OaiRecord record) {
        Header header = record.header();
        String number = header.identifier().substring(header.identifier().lastIndexOf(':') + 1);
        XmlFragment metadata = record.metadata();
        String title = metadata == null
                ? "none"
                : metadata.toString().replaceFirst(".*<dc:title>", "").replaceFirst("</dc:title>.*", "");
        return number + " " + (header.deleted() ? "deleted" : title) + " "
                + header.sets().stream().map(SetSpec::value).sorted().toList();
    }

    /** Returns a whole list in short. */
    protected static List<String> listed(Repository repository, @Nullable String set) {
        return brief(list(repository, DC, set));
    }
}
