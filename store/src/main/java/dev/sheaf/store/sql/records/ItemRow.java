package dev.sheaf.store.sql.records;

import java.util.Arrays;

import org.jspecify.annotations.Nullable;

/**
 * One source's copy of a record, as table {@code item} knows it and as a {@link dev.sheaf.store.sql.saving.BatchPlan} changes it.
 * Not thread-safe.
 */
public final class ItemRow {

    /** Flag: the copy has been withdrawn. */
    public static final int DELETED = 1;
    /** Flag: Sheaf made it from another format. */
    public static final int DERIVED = 2;
    /** Flag: it is a copy that the aggregate of everything shows. */
    static final int SHOWN = 4;
    /** Flag: in some aggregate it has an identifier of this hub, see table {@code local_identifier}. */
    static final int LOCAL_IDENTIFIER = 8;
    /** Flag: it was changed on its way in, not only completed. */
    public static final int ALTERED = 16;
    /** Flag: it has been live. A deleted header without this flag is a deletion of a record that the source never delivered here. */
    static final int LIVED = 32;
    /** Flag: every aggregate shows it under an identifier of this hub, because something that was harvested of its item was altered. */
    public static final int RENAMED = 64;
    /** Flag: its source itself has told of its deletion; this hub has not withdrawn it. */
    static final int TOLD = 128;
    /** Flag: its provenance says that a repository on its way has altered it. */
    static final int ALTERED_BEFORE = 256;
    /** Above all flags: how many repositories it went through before that which was harvested. */
    private static final int HOPS = 16;

    public final String identifier;
    public final int prefix;
    public final int source;
    /** Of the version that is stored; 0 when there is none yet. */
    public final long seq;
    /** Its first; {@link Long#MAX_VALUE} before it has one, for then it came last. */
    public final long born;
    /** True when the stored version is a withdrawn one. */
    public final boolean wasDeleted;
    public long origin;
    public byte[] hash;
    public boolean deleted;
    public boolean derived;
    public boolean shown;
    public boolean altered;
    public boolean hasLocalIdentifier;
    /** As stored; of no meaning for a copy that is new. */
    public final boolean wasRenamed;
    public boolean renamed;
    public boolean lived;
    boolean told;
    boolean alteredBefore;
    public int hops;
    /** Same-item key: the item at its origin, see {@link Origin#key}; null when the identifier suffices, or no new version came. */
    @Nullable
    public String sameItemKey;
    /** Planned membership in each aggregate, in the order of the aggregates; null as long as it is not decided. */
    public PlannedMembership @Nullable [] plannedMemberships;
    /** True when the plan gives it a new place in its lists. */
    public boolean moved;
    /** New version in place of the stored one; null when the stored one moves unchanged. */
    @Nullable
    public Incoming content;

    ItemRow(String identifier, int prefix, int source, long seq, long born, long origin, int flags, byte[] hash) {
        this.identifier = identifier;
        this.prefix = prefix;
        this.source = source;
        this.seq = seq;
        this.born = born;
        this.origin = origin;
        this.hash = hash;
        this.deleted = (flags & DELETED) != 0;
        this.wasDeleted = deleted;
        this.derived = (flags & DERIVED) != 0;
        this.shown = (flags & SHOWN) != 0;
        this.altered = (flags & ALTERED) != 0;
        this.hasLocalIdentifier = (flags & LOCAL_IDENTIFIER) != 0;
        this.wasRenamed = (flags & RENAMED) != 0;
        this.renamed = wasRenamed;
        this.lived = (flags & LIVED) != 0 || seq != 0 && !deleted;
        this.told = (flags & TOLD) != 0;
        this.alteredBefore = (flags & ALTERED_BEFORE) != 0;
        this.hops = flags >>> HOPS;
    }

    /** A copy that was not known before. */
    public static ItemRow unknown(Incoming incoming, int source) {
        return new ItemRow(incoming.identifier(), incoming.prefix(), source, 0, Long.MAX_VALUE, 0, 0, new byte[0]);
    }

    public boolean isNew() {
        return seq == 0;
    }

    public int flags() {
        return (deleted ? DELETED : 0) | (derived ? DERIVED : 0) | (shown ? SHOWN : 0) | (altered ? ALTERED : 0)
                | (hasLocalIdentifier ? LOCAL_IDENTIFIER : 0) | (renamed ? RENAMED : 0) | (lived ? LIVED : 0) | (told ? TOLD : 0)
                | (alteredBefore ? ALTERED_BEFORE : 0) | hops << HOPS;
    }

    /** True when it, or another record of its item, is not what the origin sent: something had to be put right here or on the way. */
    public boolean isAltered() {
        return altered || alteredBefore || renamed;
    }

    /**
     * True when a version of it would change nothing: it is what is stored, or gives way to that. A derived version gives way to one that
     * the source delivered; a deletion by the source in a format says nothing about a version derived in that format, which is withdrawn
     * with the record that it was derived from.
     */
    public boolean standsAgainst(boolean derivedVersion, boolean deletedVersion, byte[] hashOfVersion) {
        if (derivedVersion != derived) {
            return derivedVersion ? deletedVersion || !deleted : deletedVersion;
        }
        return Arrays.equals(hash, hashOfVersion);
    }

    /** Takes a new version. */
    public void take(Incoming incoming) {
        content = incoming;
        hash = incoming.hash();
        deleted = incoming.record().deleted();
        lived |= !deleted;
        derived = incoming.derived();
        altered = incoming.altered();
        Origin from = Origin.of(incoming.record());
        origin = from.seconds();
        hops = from.hops();
        alteredBefore = from.altered();
        told = deleted && incoming.told();
        sameItemKey = from.sameItemKey();
    }
}
