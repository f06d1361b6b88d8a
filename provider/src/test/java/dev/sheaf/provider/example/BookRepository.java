package dev.sheaf.provider.example;

import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

import org.jspecify.annotations.Nullable;

import dev.sheaf.core.Datestamp;
import dev.sheaf.core.DeletedRecordPolicy;
import dev.sheaf.core.Granularity;
import dev.sheaf.core.Header;
import dev.sheaf.core.MetadataFormat;
import dev.sheaf.core.MetadataPrefix;
import dev.sheaf.core.OaiRecord;
import dev.sheaf.core.RepositoryDescription;
import dev.sheaf.core.repository.Position;
import dev.sheaf.core.repository.RecordPage;
import dev.sheaf.core.repository.RecordQuery;
import dev.sheaf.core.repository.Repository;
import dev.sheaf.core.repository.SetPage;
import dev.sheaf.core.xml.DublinCoreWriter;

/** A fixed list of books as a repository. A real one asks a database; what it answers has the same form. */
final class BookRepository implements Repository {

    /** An item of the repository; {@code number} orders books of the same second. */
    record Book(long number, String title, String author, Instant changed) {

        Position position() {
            return new Position(changed.getEpochSecond(), number);
        }

        OaiRecord record() {
            Header header = new Header("oai:books.example.org:" + number, Datestamp.ofSecond(changed), List.of(), false);
            return new OaiRecord(header, new DublinCoreWriter().add("title", title).add("creator", author).end());
        }
    }

    private static final Comparator<Position> LIST_ORDER = Comparator.comparingLong(Position::datestamp)
            .thenComparingLong(Position::seq);

    private final List<Book> books;
    private final InstantSource clock;

    BookRepository(List<Book> books, InstantSource clock) {
        this.books = books.stream().sorted(Comparator.comparing(Book::position, LIST_ORDER)).toList();
        this.clock = clock;
    }

    @Override
    public RepositoryDescription describe() {
        return new RepositoryDescription("Books", "https://books.example.org/oai", "2.0", List.of("librarian@example.org"),
                Datestamp.parse("2000-01-01T00:00:00Z"), DeletedRecordPolicy.NO.text(), Granularity.SECOND.text(), List.of(),
                List.of());
    }

    @Override
    public Instant settled() {
        return clock.instant().truncatedTo(ChronoUnit.SECONDS);
    }

    @Override
    public List<MetadataFormat> formats() {
        return List.of(MetadataFormat.OAI_DC);
    }

    @Override
    public Optional<List<MetadataFormat>> formats(String identifier) {
        return record(identifier, MetadataPrefix.OAI_DC).map(_ -> formats());
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
        return books.stream().map(Book::record).filter(record -> record.identifier().equals(identifier)).findFirst();
    }

    @Override
    public RecordPage records(RecordQuery query) {
        List<Book> wanted = books.stream().filter(book -> isWanted(book, query)).toList();
        List<Book> rest = wanted.stream().filter(book -> isBehind(book, query.after())).toList();
        List<Book> page = rest.subList(0, Math.min(query.limit(), rest.size()));
        Position next = page.size() < rest.size() ? page.getLast().position() : null;
        return new RecordPage.Records(page.stream().map(Book::record).toList(), next, wanted.size());
    }

    private static boolean isWanted(Book book, RecordQuery query) {
        return !(query.from() != null && book.changed().isBefore(query.from())) && !book.changed().isAfter(query.until());
    }

    private static boolean isBehind(Book book, @Nullable Position after) {
        return after == null || LIST_ORDER.compare(book.position(), after) > 0;
    }
}
