package dev.sheaf.harvester;

import java.io.UncheckedIOException;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Spliterator;
import java.util.Spliterators;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

import org.jspecify.annotations.Nullable;

import dev.sheaf.core.OaiRecord;
import dev.sheaf.core.Selection;
import dev.sheaf.core.store.ServerProfile;
import dev.sheaf.harvester.client.ListPage;
import dev.sheaf.harvester.client.OaiClient;
import dev.sheaf.harvester.http.HarvestException;
import dev.sheaf.harvester.http.HarvestException.Kind;
import dev.sheaf.harvester.list.Arrival;
import dev.sheaf.harvester.list.Lister;
import dev.sheaf.harvester.list.Server;
import dev.sheaf.harvester.list.Walks;
import dev.sheaf.harvester.list.WholeList;

/**
 * The records of one list, pulled page by page as they are read: no page is asked for before it is needed.
 *
 * <p>Can be read once, by one thread. Records come as the repository sent them, deleted ones and faulty ones included. Failures come as
 * {@link UncheckedIOException} with the message of the {@link HarvestException} that it wraps; one of kind {@link Kind#INCOMPLETE} behind the last record says that the
 * list cannot have come whole.
 */
public final class RecordStream implements Iterable<OaiRecord>, AutoCloseable {

    private final WholeList list;
    private final Runnable onClose;
    private boolean read;

    /** The list of a client that stays the caller's. */
    public RecordStream(OaiClient client, Selection selection) {
        this(client, selection, () -> {});
    }

    RecordStream(OaiClient client, Selection selection, Runnable onClose) {
        Server server = new Server(client, ServerProfile.UNKNOWN, InstantSource.system(), note -> {});
        this.list = WholeList.begin(Lister.RECORDS, server, selection, null, Walks.inTurn());
        this.onClose = onClose;
    }

    /**
     * The records.
     *
     * @throws IllegalStateException when they were asked for before
     */
    @Override
    public Iterator<OaiRecord> iterator() {
        if (read) {
            throw new IllegalStateException("the records can be read once");
        }
        read = true;
        return new Pull();
    }

    /** The same as a stream; closing it closes this. */
    public Stream<OaiRecord> stream() {
        return StreamSupport
                .stream(Spliterators.spliteratorUnknownSize(iterator(), Spliterator.ORDERED | Spliterator.NONNULL), false)
                .onClose(this::close);
    }

    /** Closes what was opened for it. */
    @Override
    public void close() {
        list.close();
        onClose.run();
    }

    private final class Pull implements Iterator<OaiRecord> {

        private Iterator<OaiRecord> page = Collections.emptyIterator();
        private final List<String> lost = new ArrayList<>();
        private @Nullable ListPage held;
        private boolean ended;
        private String missing = "";

        @Override
        public boolean hasNext() {
            while (!page.hasNext() && !ended) {
                turn();
            }
            if (!page.hasNext()) {
                release();
            }
            if (!page.hasNext() && !missing.isEmpty()) {
                throw new UncheckedIOException(missing, new HarvestException(Kind.INCOMPLETE, missing));
            }
            return page.hasNext();
        }

        private void turn() {
            try {
                Arrival arrival = list.next();
                ListPage arrived = arrival.page();
                release();
                held = arrived;
                page = arrived == null ? Collections.emptyIterator() : arrived.records().iterator();
                arrival.lost().forEach(record -> lost.add(String.valueOf(record.identifier())));
                if (arrival.isLast()) {
                    ended = true;
                    missing = missing(arrival.missing());
                }
            } catch (HarvestException failure) {
                throw new UncheckedIOException(failure.getMessage(), failure);
            }
        }

        private void release() {
            if (held != null) {
                held.release();
            }
        }

        private String missing(@Nullable String why) {
            String named = lost.isEmpty() ? "" : "the repository names records that cannot be had: " + String.join(", ", lost);
            return why == null ? named : named.isEmpty() ? why : why + "; " + named;
        }

        @Override
        public OaiRecord next() {
            if (!hasNext()) {
                throw new NoSuchElementException();
            }
            return page.next();
        }
    }
}
