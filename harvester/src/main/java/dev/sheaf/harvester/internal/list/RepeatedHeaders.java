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
 * The headers of a list that came more than once. A repository whose index holds an item twice counts it twice; one whose pages slip sends
 * a record twice and leaves another out. Belongs to one thread at a time.
 */
final class RepeatedHeaders {

    /** Each of them costs a request to confirm. */
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
     * Notes the repeats of a page that holds some.
     *
     * @param repeated entries of it that had come before
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
     * Returns the entries of a page without those that go back to an earlier state of their record: a page may name a record as it was, as it
     * is, and once more as it was. An entry that only repeats the one before stays, and is counted.
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

    /** Begins again with the list. */
    void clear() {
        headers.clear();
        onOnePage = 0;
        areSome = false;
        areTooMany = false;
    }

    /** True when a record came twice: lists without a steady order do so, and leave another record out. */
    boolean areSome() {
        return areSome;
    }

    /** Repeats that stood on the same page as the first occurrence. */
    long onOnePage() {
        return onOnePage;
    }

    /**
     * Asks for the datestamp of each alone: an item that the index holds twice is there twice as well.
     *
     * @param wanted repeats to be explained
     * @return false as well when the repository cannot be asked so
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
