package dev.sheaf.harvester;

import java.util.ArrayList;
import java.util.List;

import org.jspecify.annotations.Nullable;

import dev.sheaf.core.Header;
import dev.sheaf.core.OaiRecord;
import dev.sheaf.core.store.Quarantined;

/**
 * A piece of a list by ListIdentifiers, and GetRecord for each record that has not come yet. What cannot be had is named, and the rest
 * comes.
 */
final class SinglyWalk implements PieceWalk {

    /** Failures one after another before the server is asked whether it is still there. */
    private static final int SUSPICIOUS = 5;

    private final ListWalk headers;
    private final Server server;
    private final OaiClient client;
    private final Seen seen;
    private final Budget budget;
    private int failures;
    private boolean isSpent;

    SinglyWalk(Server server, Piece piece, Seen seen, Budget budget) {
        this.server = server;
        this.client = server.briskClient();
        this.headers = new ListWalk(Lister.HEADERS, server, server.client(), piece);
        this.seen = seen;
        this.budget = budget;
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
        if (!isSpent) {
            return step;
        }
        ListPage page = switch (step) {
            case Step.More(ListPage more, List<Quarantined> _) -> more;
            case Step.End(ListPage end, List<Quarantined> _, Doubt _) -> end;
            case Step.Stuck(ListPage some, Trouble _) -> some;
        };
        return new Step.Stuck(page, new Trouble(Trouble.Sort.SPENT, Budget.tooManyRecords(), null));
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
        if (!budget.takeRecord()) {
            isSpent = true;
            return null;
        }
        try {
            OaiRecord record = client.getRecord(identifier, place().sent().prefix());
            failures = 0;
            return record;
        } catch (HarvestException failure) {
            Trouble trouble = Trouble.of(failure, true);
            failures++;
            if (trouble == null || failures >= SUSPICIOUS && !server.answers()) {
                throw failure;
            }
            seen.add(identifier);
            lost.add(new Quarantined(identifier, "the repository names the record, but it cannot be had: " + failure.getMessage(),
                    new byte[0]));
            return null;
        }
    }
}
