package dev.sheaf.harvester.internal.list;

import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

import dev.sheaf.core.Datestamp;
import dev.sheaf.core.OaiRecord;
import dev.sheaf.core.Selection;
import dev.sheaf.harvester.client.OaiReply;
import dev.sheaf.harvester.http.HarvestException;

/**
 * The headers of a list that occurred more than once. A repository whose index has an item twice counts it twice. A repository whose pages
 * shift sends a record twice and leaves another one out. Belongs to one thread at a time.
 */
final class RepeatedHeaders {

    /** Largest number of repeats that are confirmed; each costs a request. */
    private static final int MOST = 20;

    private final Server server;
    private final Selection sent;
    private final Map<String, Datestamp> headers = new LinkedHashMap<>();
    private long onOnePage;
    private boolean areSome;
    private boolean areTooMany;

    RepeatedHeaders(Server server, Selection sent) {
        this.server = server;
        this.sent = sent;
    }

    /**
     * Notes the repeats of a page.
     *
     * @param page the page
     * @param repeated entries of it that had occurred before
     */
    void look(OaiReply page, List<OaiRecord> repeated) {
        areSome = areSome || !repeated.isEmpty();
        Set<String> onThis = new HashSet<>();
        for (OaiRecord record : page.records()) {
            onOnePage += onThis.add(record.identifier()) ? 0 : 1;
        }
        for (OaiRecord record : repeated) {
            if (headers.size() < MOST) {
                headers.put(record.identifier(), record.header().datestamp());
            } else {
                areTooMany = true;
            }
        }
    }

    /**
     * Returns the entries of a page without those that repeat an earlier state of their record: a page may name a record in its old state,
     * in its new state, and again in its old state. An entry that only repeats the one before stays, and is counted.
     */
    static List<OaiRecord> withoutEchoes(List<OaiRecord> records) {
        Set<String> said = new HashSet<>();
        Map<String, String> now = new HashMap<>();
        return records.stream().filter(record -> record.identifier().isBlank() || isNoEcho(record, said, now)).toList();
    }

    private static boolean isNoEcho(OaiRecord record, Set<String> said, Map<String, String> now) {
        String state = record.header().datestamp().text() + (record.deleted() ? " - " : " + ") + record.identifier();
        if (said.add(state)) {
            now.put(record.identifier(), state);
            return true;
        }
        return state.equals(now.get(record.identifier()));
    }

    /** Clears the repeats, because the list is begun again. */
    void clear() {
        headers.clear();
        onOnePage = 0;
        areSome = false;
        areTooMany = false;
    }

    /** Returns true if a record occurred twice. Lists without a steady order repeat records, and leave others out. */
    boolean areSome() {
        return areSome;
    }

    /** Returns the identifiers of the repeats; only some of them if there are many. */
    Set<String> identifiers() {
        return Set.copyOf(headers.keySet());
    }

    /** Returns the number of repeats on the same page as the first occurrence. */
    long onOnePage() {
        return onOnePage;
    }

    /**
     * Requests the datestamp of each repeated record separately: an item that is twice in the index occurs there twice as well.
     *
     * @param wanted number of repeats to be explained
     * @return false also if the repository cannot answer such requests
     */
    boolean areConfirmed(long wanted) throws HarvestException {
        if (areTooMany || headers.size() != wanted || wanted == 0 || !server.ranges().areKept(sent.prefix())) {
            return false;
        }
        for (Map.Entry<String, Datestamp> header : headers.entrySet()) {
            if (!comesTwice(header.getKey(), header.getValue())) {
                return false;
            }
        }
        return true;
    }

    private boolean comesTwice(String identifier, Datestamp stamp) throws HarvestException {
        Datestamp date = stamp.instant().map(instant -> Datestamp.of(instant, server.granularity())).orElse(null);
        if (date == null) {
            return false;
        }
        try {
            OaiReply page = server.briskClient()
                    .listRecords(server.asSent(new Selection(sent.prefix(), date, date, sent.set())));
            try {
                return page.records().stream().filter(record -> record.identifier().equals(identifier)).count() > 1;
            } finally {
                page.release();
            }
        } catch (HarvestException failure) {
            if (failure.kind().endsAsking()) {
                throw failure;
            }
            return false;
        }
    }
}
