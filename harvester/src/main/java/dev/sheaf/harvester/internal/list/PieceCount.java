package dev.sheaf.harvester.internal.list;

import java.util.ArrayList;
import java.util.List;

import org.jspecify.annotations.Nullable;

import dev.sheaf.core.OaiRecord;
import dev.sheaf.harvester.client.OaiReply;
import dev.sheaf.harvester.repair.Damaged;

/**
 * Counts the different records of one piece of a list, and which of them are new to the list. Belongs to one thread at a time.
 */
final class PieceCount implements AutoCloseable {

    private final Seen list;
    /** Of the piece alone; null for the whole list, which is counted as such. */
    private final @Nullable Seen own;
    private final long before;
    private long nameless;
    private long brought;
    private long returned;
    private boolean isNew;

    /**
     * Begins to count.
     *
     * @param list identifiers of the whole list
     * @param isWhole true when the piece is the whole list
     * @param before different records that an earlier run has brought of the piece
     */
    PieceCount(Seen list, boolean isWhole, long before) {
        this.list = list;
        this.own = isWhole ? null : new Seen();
        this.before = before;
    }

    /**
     * Counts a page.
     *
     * @return those of its records that had come before, of whatever piece
     */
    List<OaiRecord> add(OaiReply page) {
        List<OaiRecord> repeated = List.of();
        long namelessBefore = nameless;
        long ownBefore = own == null ? 0 : own.count();
        for (OaiRecord record : page.records()) {
            String identifier = record.identifier();
            if (identifier.isBlank()) {
                // Each is one of its own: nobody can tell.
                nameless++;
                list.addNameless();
                continue;
            }
            // A deletion of what came as live is news, though the identifier is none.
            boolean isDeletion = own != null && record.deleted() && list.isLive(identifier);
            if (record.deleted()) {
                list.addDeleted(identifier);
            }
            if (!list.add(identifier) && !isDeletion) {
                repeated = repeated.isEmpty() ? new ArrayList<>() : repeated;
                repeated.add(record);
            }
            if (own != null) {
                own.add(identifier);
            }
        }
        long named = page.records().size() - repeated.size() - (nameless - namelessBefore);
        brought += page.records().size() - repeated.size();
        isNew = (own == null ? named : own.count() - ownBefore) > 0;
        for (Damaged damaged : page.damaged()) {
            // A record that was cut has yet to come.
            if (!damaged.isCut()) {
                isNew |= addDamaged(damaged.identifier());
            }
        }
        return repeated;
    }

    private boolean addDamaged(@Nullable String identifier) {
        if (identifier == null || identifier.isBlank()) {
            nameless++;
            list.addNameless();
            return false;
        }
        boolean first = list.add(identifier);
        return own == null ? first : own.add(identifier);
    }

    /** Notes that so many records, which count as new here, may have come in an earlier run. */
    void returned(int records) {
        returned += records;
    }

    /** Different records of the piece by now for certain, those without identifier included. */
    long different() {
        return (own == null ? before + list.count() : before + own.count() + nameless) - returned;
    }

    /** Records that the list did not have before. */
    long brought() {
        return brought;
    }

    /** True when the last page named a record that the piece had not brought before. */
    boolean isNew() {
        return isNew;
    }

    @Override
    public void close() {
        if (own != null) {
            own.close();
        }
    }
}
