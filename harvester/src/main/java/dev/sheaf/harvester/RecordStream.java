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
 * The records of one list, pulled page by page as they are read: no page is asked for before it is needed.
 *
 * <p>Can be read once, by one thread. Records come as the repository sent them, deleted ones and faulty ones included, and none comes again
 * because the list had to be begun again. Failures come as {@link UncheckedIOException} with the message of the {@link HarvestException}
 * that it wraps; one of kind {@link Kind#INCOMPLETE} after the last record says that the list cannot have come whole.
 *
 * <p>Faults of a response are repaired, unless the client was set up otherwise. Records that are beyond repair, or that the repository
 * names and does not give, go to a {@link RecordListener}; without one, the stream fails after the last record and names them.
 */
public final class RecordStream implements Iterable<OaiRecord>, AutoCloseable {

    /** Records named in a message; the others are counted. */
    private static final int NAMED = 20;
    /** Refused records that are known when they come again. */
    private static final int REMEMBERED = 10_000;

    private final WholeList list;
    private final MetadataPrefix prefix;
    private final @Nullable RecordListener listener;
    private final Runnable onClose;
    private boolean read;

    /** The list of a client that stays the caller's. It fails at its end when a record of it could not be had. */
    public RecordStream(OaiClient client, Selection selection) {
        this(client, selection, null, () -> {});
    }

    /**
     * The list of a client that stays the caller's.
     *
     * @param listener told of every record that could not be had, which is then no failure
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
            // A list that is entered again brings some pages twice.
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
                    : (refusals == 1 ? "1 record" : refusals + " records") + " of the list could not be had: "
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
