package dev.sheaf.harvester;

import java.io.UncheckedIOException;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Set;
import java.util.Spliterator;
import java.util.Spliterators;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

import org.jspecify.annotations.Nullable;

import dev.sheaf.core.MetadataPrefix;
import dev.sheaf.core.OaiRecord;
import dev.sheaf.core.Selection;
import dev.sheaf.core.store.Quarantined;
import dev.sheaf.core.store.ServerProfile;
import dev.sheaf.harvester.client.OaiClient;
import dev.sheaf.harvester.client.OaiReply;
import dev.sheaf.harvester.http.HarvestException;
import dev.sheaf.harvester.http.HarvestException.Kind;
import dev.sheaf.harvester.internal.list.Arrival;
import dev.sheaf.harvester.internal.list.Lister;
import dev.sheaf.harvester.internal.list.Server;
import dev.sheaf.harvester.internal.list.Walks;
import dev.sheaf.harvester.internal.list.WholeList;

/**
 * The records of one list, fetched page by page while they are read: no page is requested before it is needed.
 *
 * <p>The stream can be read once, by one thread. It returns records as the repository sent them, including deleted and faulty ones, and no
 * record twice if the list is restarted. Failures are {@link UncheckedIOException}s with the message of the {@link HarvestException} that
 * they wrap. A failure of kind {@link Kind#INCOMPLETE} after the last record says that the list is incomplete.
 *
 * <p>Faults of a response are repaired, unless the client is configured otherwise. A {@link RecordListener} receives unrepairable records
 * and records that the repository names without sending them. Without a listener, the stream fails after the last record and names them.
 */
public final class RecordStream implements Iterable<OaiRecord>, AutoCloseable {

    /** Largest number of records named in a message; others are counted. */
    private static final int NAMED = 20;
    /** Largest number of refused records that are recognised when they arrive again. */
    private static final int REMEMBERED = 10_000;

    private final WholeList list;
    private final MetadataPrefix prefix;
    private final @Nullable RecordListener listener;
    private final Runnable onClose;
    private boolean read;

    /** Creates a stream with a client that is not closed. The stream fails at its end if a record was unavailable. */
    public RecordStream(OaiClient client, Selection selection) {
        this(client, selection, null, () -> {});
    }

    /**
     * Creates a stream with a client that is not closed.
     *
     * @param listener receives every unavailable record, which is then no failure
     */
    public RecordStream(OaiClient client, Selection selection, RecordListener listener) {
        this(client, selection, listener, () -> {});
    }

    RecordStream(OaiClient client, Selection selection, @Nullable RecordListener listener, Runnable onClose) {
        Server server = new Server(client, ServerProfile.UNKNOWN, InstantSource.system(), note -> {
            if (listener != null) {
                listener.note(note);
            }
        });
        this.list = WholeList.begin(Lister.RECORDS, server, selection, null, Walks.inTurn()).eachOnce();
        this.prefix = selection.prefix();
        this.listener = listener;
        this.onClose = onClose;
    }

    /**
     * Returns the records.
     *
     * @throws IllegalStateException if it was called before
     */
    @Override
    public Iterator<OaiRecord> iterator() {
        if (read) {
            throw new IllegalStateException("the records of a stream can be read only once");
        }
        read = true;
        return new Pull();
    }

    /** Returns the records as a stream; closing it closes this object. */
    public Stream<OaiRecord> stream() {
        return StreamSupport
                .stream(Spliterators.spliteratorUnknownSize(iterator(), Spliterator.ORDERED | Spliterator.NONNULL), false)
                .onClose(this::close);
    }

    /** Closes the resources that were opened for this stream. */
    @Override
    public void close() {
        list.close();
        onClose.run();
    }

    private final class Pull implements Iterator<OaiRecord> {

        private Iterator<OaiRecord> page = Collections.emptyIterator();
        private final List<String> refused = new ArrayList<>();
        private final Set<String> known = new HashSet<>();
        private int refusals;
        private int pages;
        private @Nullable OaiReply held;
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
                OaiReply arrived = arrival.page();
                release();
                held = arrived;
                page = arrived == null ? Collections.emptyIterator() : arrived.records().iterator();
                if (arrived != null) {
                    tell(arrived);
                }
                arrival.lost().forEach(this::refuse);
                if (arrival.isLast()) {
                    ended = true;
                    missing = missing(arrival.missing());
                }
            } catch (HarvestException failure) {
                throw new UncheckedIOException(failure.getMessage(), failure);
            }
        }

        private void tell(OaiReply arrived) {
            pages++;
            if (listener != null) {
                arrived.repairs().forEach(repair -> listener.repaired(repair.inList(prefix)));
            }
            Acceptance.beyondRepair(arrived, prefix, pages).forEach(this::refuse);
        }

        private void refuse(Quarantined record) {
            // A list that is restarted repeats some pages.
            if (record.identifier() != null && known.size() < REMEMBERED && !known.add(record.identifier())) {
                return;
            }
            if (listener != null) {
                listener.refused(record);
                return;
            }
            refusals++;
            if (refused.size() < NAMED) {
                refused.add(
                        (record.identifier() == null ? "one without identifier" : record.identifier()) + ": " + record.reason());
            }
        }

        private void release() {
            if (held != null) {
                held.release();
            }
        }

        private String missing(@Nullable String why) {
            String named = refusals == 0
                    ? ""
                    : (refusals == 1 ? "1 record" : refusals + " records") + " of the list are unavailable: "
                            + String.join(", ", refused) + (refusals > refused.size() ? ", …" : "");
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
