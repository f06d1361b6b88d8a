package dev.sheaf.harvester.list;

import java.util.ArrayList;
import java.util.List;

import org.jspecify.annotations.Nullable;

import dev.sheaf.core.Header;
import dev.sheaf.core.OaiRecord;
import dev.sheaf.core.store.Quarantined;
import dev.sheaf.harvester.client.AsRead;
import dev.sheaf.harvester.client.ListPage;
import dev.sheaf.harvester.client.OaiClient;
import dev.sheaf.harvester.http.HarvestException;
import dev.sheaf.harvester.http.Unreadable;

/**
 * A piece of a list by ListIdentifiers, and GetRecord for each record that has not come yet. What cannot be had is named, and the rest
 * comes.
 */
final class SinglyWalk implements PieceWalk {

    /** Failures one after another before the server is asked whether it is still there. */
    private static final int SUSPICIOUS = 5;
    /** Failures without any record until single records are given up. */
    private static final int HOPELESS = 10;

    private final ListWalk headers;
    private final Server server;
    private final OaiClient client;
    private final Seen seen;
    private final Budget budget;
    private final boolean nothingCameBefore;
    private int failures;
    private boolean hasFetched;
    private @Nullable String spent;

    SinglyWalk(Server server, Piece piece, Seen seen, Budget budget) {
        this.server = server;
        this.client = server.briskClient();
        this.headers = new ListWalk(Lister.HEADERS, server, server.client(), piece);
        this.seen = seen;
        this.budget = budget;
        this.nothingCameBefore = seen.isExact() && seen.count() == 0;
    }

    @Override
    public Piece place() {
        return headers.place();
    }

    @Override
    public @Nullable Long size() {
        return headers.size();
    }

    @Override
    public Step next() throws HarvestException {
        List<Quarantined> lost = new ArrayList<>();
        Step step = fetched(headers.next(), lost);
        if (spent == null) {
            return step;
        }
        ListPage page = switch (step) {
            case Step.More(ListPage more, List<Quarantined> _) -> more;
            case Step.End(ListPage end, List<Quarantined> _, Doubt _) -> end;
            case Step.Stuck(ListPage some, Trouble _) -> some;
        };
        return new Step.Stuck(page, new Trouble(Trouble.Sort.SPENT, spent, null));
    }

    private Step fetched(Step step, List<Quarantined> lost) throws HarvestException {
        return switch (step) {
            case Step.More(ListPage page, List<Quarantined> _) -> new Step.More(records(page, lost), lost);
            case Step.End(ListPage page, List<Quarantined> _, Doubt doubt) -> new Step.End(records(page, lost), lost, doubt);
            case Step.Stuck(ListPage page, Trouble trouble) -> new Step.Stuck(page == null ? null : records(page, lost), trouble);
        };
    }

    private ListPage records(ListPage page, List<Quarantined> lost) throws HarvestException {
        List<OaiRecord> records = new ArrayList<>();
        for (OaiRecord named : page.records()) {
            Header header = named.header();
            if (seen.contains(header.identifier())) {
                continue;
            }
            if (header.deleted()) {
                records.add(named);
                continue;
            }
            OaiRecord record = record(header.identifier(), lost);
            if (record != null) {
                records.add(record);
            }
        }
        return new ListPage(page.reply(), records, page.token(), page.errors());
    }

    private @Nullable OaiRecord record(String identifier, List<Quarantined> lost) throws HarvestException {
        if (spent != null) {
            return null;
        }
        if (!budget.takeRecord()) {
            spent = Budget.tooManyRecords();
            return null;
        }
        try {
            OaiRecord record = client.getRecord(identifier, place().sent().prefix());
            if (!record.identifier().strip().equals(identifier.strip())) {
                // Stored under that name it would be missed under this one.
                lose(identifier, "GetRecord answers with the record " + Unreadable.line(record.identifier()),
                        AsRead.of(record), lost);
                return null;
            }
            failures = 0;
            hasFetched = true;
            return record;
        } catch (HarvestException failure) {
            Trouble trouble = Trouble.of(failure, true);
            if (trouble == null || failures + 1 >= SUSPICIOUS && !server.answers()) {
                throw failure;
            }
            lose(identifier, failure.getMessage(), failure.received(), lost);
            return null;
        }
    }

    private void lose(String identifier, String reason, byte[] received, List<Quarantined> lost) {
        failures++;
        seen.add(identifier);
        lost.add(new Quarantined(identifier, "the repository names the record, but it cannot be had: " + reason,
                AsRead.shortened(received)));
        if (nothingCameBefore && !hasFetched && failures >= HOPELESS) {
            // A list of which nothing comes has failed: it is not a list with some records set aside.
            spent = "none of the first " + HOPELESS + " records can be had singly: " + reason;
        }
    }
}
