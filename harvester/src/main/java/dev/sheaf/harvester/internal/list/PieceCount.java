package dev.sheaf.harvester.internal.list;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import org.jspecify.annotations.Nullable;

import dev.sheaf.core.OaiRecord;
import dev.sheaf.core.store.ReceivedIdentifier;
import dev.sheaf.core.store.Repair;
import dev.sheaf.harvester.client.OaiReply;
import dev.sheaf.harvester.repair.Damaged;
import dev.sheaf.harvester.repair.RepairNote;

/** Counter of the different records of one range of a list, and of those that are new to the list. Belongs to one thread at a time. */
final class PieceCount implements AutoCloseable {

    private final Seen list;
    private final Versions versions;
    /** Identifiers of the range alone; null for the whole list, whose identifiers are counted anyway. */
    private final @Nullable Seen own;
    private final long before;
    private long nameless;
    private long brought;
    private long returned;
    private boolean isNew;
    private final ListBound.Circle circle = new ListBound.Circle();

    /**
     * Creates a counter.
     *
     * @param list identifiers of the whole list
     * @param versions versions of the whole list
     * @param isWhole true if the range is the whole list
     * @param before number of different records of the range that an earlier run has brought
     */
    PieceCount(Seen list, Versions versions, boolean isWhole, long before) {
        this.list = list;
        this.versions = versions;
        this.own = isWhole ? null : new Seen();
        this.before = before;
    }

    /**
     * Counts a page.
     *
     * @return those of its records that had arrived before, in any range
     */
    List<OaiRecord> add(OaiReply page) {
        List<OaiRecord> repeated = List.of();
        long namelessBefore = nameless;
        int later = 0;
        List<String> known = new ArrayList<>();
        long ownBefore = own == null ? 0 : own.count();
        Map<String, ReceivedIdentifier> forms = forms(page);
        for (OaiRecord record : page.records()) {
            String identifier = list.told(record.identifier(), forms.get(record.identifier()));
            if (identifier.isBlank()) {
                // Each counts as different, because they cannot be compared.
                nameless++;
                list.addNameless();
                continue;
            }
            // The deletion of a record that arrived as live is news, although the identifier is not, and so is a later version.
            boolean isLater = own != null && versions.takeLater(record.header());
            boolean isNews = isLater || own != null && record.deleted() && list.isLive(identifier);
            // Most lists have no deletions, and the look-ups cost time.
            if ((record.deleted() || list.hasDeleted()) && list.contains(identifier)
                    && list.isLive(identifier) == record.deleted()) {
                versions.cameInAnotherState(identifier);
            }
            versions.came(record.header());
            later += isLater && list.contains(identifier) ? 1 : 0;
            if (record.deleted()) {
                list.addDeleted(identifier);
            }
            boolean isKnown = !list.add(identifier) && !isNews;
            if (isKnown) {
                repeated = repeated.isEmpty() ? new ArrayList<>() : repeated;
                repeated.add(record);
            }
            if (own == null ? isKnown : !own.add(identifier)) {
                known.add(identifier);
            }
        }
        circle.came(page.records().size(), known);
        long named = page.records().size() - repeated.size() - (nameless - namelessBefore);
        brought += page.records().size() - repeated.size() - later;
        isNew = (own == null ? named : own.count() - ownBefore) > 0;
        for (Damaged damaged : page.damaged()) {
            // A truncated record has not arrived yet.
            if (!damaged.isCut()) {
                // A record that is kept apart has an identifier of its own, which only the reason tells.
                isNew |= addDamaged(damaged.reason().startsWith(ReceivedIdentifier.anyRefusal())
                        ? damaged.reason()
                        : damaged.identifier());
            }
        }
        return repeated;
    }

    private static Map<String, ReceivedIdentifier> forms(OaiReply page) {
        Map<String, ReceivedIdentifier> forms = Map.of();
        for (RepairNote note : page.repairs()) {
            String identifier = note.identifier();
            ReceivedIdentifier form = note.kind() == Repair.Kind.IDENTIFIER ? ReceivedIdentifier.ofRepair(note.what()) : null;
            if (identifier != null && form != null) {
                forms = forms.isEmpty() ? new HashMap<>() : forms;
                forms.put(identifier, form);
            }
        }
        return forms;
    }

    private boolean addDamaged(@Nullable String identifier) {
        if (identifier == null || identifier.isBlank()) {
            nameless++;
            list.addNameless();
            return false;
        }
        versions.cameUndated(identifier);
        boolean first = list.add(identifier);
        return own == null ? first : own.add(identifier);
    }

    /** Notes that this number of records, which count as new here, may have arrived in an earlier run. */
    void returned(int records) {
        returned += records;
    }

    /** Returns the number of records of the range that are certainly different, including those without identifier. */
    long different() {
        return (own == null ? before + list.count() : before + own.count() + nameless) - returned;
    }

    /** Returns the number of records that the list did not have before. */
    long brought() {
        return brought;
    }

    /** Returns true if the last page named a record that was new to the range. */
    boolean isNew() {
        return isNew;
    }

    /** Returns why the range will not end, although its pages name new records; null if nothing is wrong. */
    @Nullable
    String endless() {
        return circle.endless();
    }

    @Override
    public void close() {
        circle.close();
        if (own != null) {
            own.close();
        }
    }
}
