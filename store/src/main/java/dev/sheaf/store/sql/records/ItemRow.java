package dev.sheaf.store.sql.records;

import java.util.Arrays;

import org.jspecify.annotations.Nullable;

import dev.sheaf.store.records.Deletion;

/**
 * A source's copy of a record, as stored in table {@code item}, with the changes that a {@link dev.sheaf.store.sql.saving.BatchPlan} plans.
 * Not thread-safe.
 */
public final class ItemRow {

    /** Flag: the copy has been withdrawn. */
    public static final int DELETED = 1;
    /** Flag: Sheaf derived it from another format. */
    public static final int DERIVED = 2;
    /** Flag: the aggregate of everything shows this copy. */
    static final int SHOWN = 4;
    /** Flag: it has a local identifier in some aggregate, see table {@code local_identifier}. */
    static final int LOCAL_IDENTIFIER = 8;
    /** Flag: it was altered on arrival, not only completed. */
    public static final int ALTERED = 16;
    /** Flag: it has been live. A deleted header without this flag is a deletion of a record that the source never delivered here. */
    static final int LIVED = 32;
    /** Flag: every aggregate shows it under a local identifier, because a harvested record of its item was altered. */
    public static final int RENAMED = 64;
    /** Flag: its source itself has stated its deletion; this hub has not withdrawn it. */
    static final int TOLD = 128;
    /** Flag: its provenance says that a repository on its way altered it. */
    static final int ALTERED_BEFORE = 256;
    /** Flag: its deletion was inferred, because the source no longer lists it; such a deletion is also {@link #TOLD}. */
    static final int INFERRED = 512;
    /**
     * Flag: it was in no aggregate at first, and no answer of an aggregate has shown it since it joined. A copy without the flag may have
     * been shown since its first sequence number.
     */
    static final int UNSEEN = 1024;
    /** Lowest bit of the number of hops, above all flags: the repositories that it passed through before the harvested one. */
    private static final int HOPS = 16;

    public final String identifier;
    public final int prefix;
    public final int source;
    /** Sequence number of the stored version; 0 if there is none. */
    public final long seq;
    /** Its first sequence number; {@link Long#MAX_VALUE} while it has none, so that it counts as the latest. */
    public final long born;
    /** True if the stored version is a withdrawn one. */
    public final boolean wasDeleted;
    public long origin;
    public byte[] hash;
    public boolean deleted;
    public boolean derived;
    public boolean shown;
    public boolean altered;
    public boolean hasLocalIdentifier;
    /** Stored state of flag {@link #RENAMED}; meaningless for a new copy. */
    public final boolean wasRenamed;
    public boolean renamed;
    public boolean lived;
    boolean told;
    boolean inferred;
    boolean alteredBefore;
    public boolean unseen;
    public int hops;
    /** Same-item key: the item at its origin, see {@link Origin#key}; null if the identifier suffices, or if there is no new version. */
    @Nullable
    public String sameItemKey;
    /** Planned membership in each aggregate, in the order of the aggregates; null while undecided. */
    public PlannedMembership @Nullable [] plannedMemberships;
    /** True if the plan moves it to the end of its lists. */
    public boolean moved;
    /** New version that replaces the stored one; null if the stored one moves unchanged. */
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
        this.inferred = (flags & INFERRED) != 0;
        this.alteredBefore = (flags & ALTERED_BEFORE) != 0;
        this.unseen = (flags & UNSEEN) != 0;
        this.hops = flags >>> HOPS;
    }

    /** Creates the row of a new copy. */
    public static ItemRow unknown(Incoming incoming, int source) {
        return new ItemRow(incoming.identifier(), incoming.prefix(), source, 0, Long.MAX_VALUE, 0, 0, new byte[0]);
    }

    public boolean isNew() {
        return seq == 0;
    }

    public int flags() {
        return (deleted ? DELETED : 0) | (derived ? DERIVED : 0) | (shown ? SHOWN : 0) | (altered ? ALTERED : 0)
                | (hasLocalIdentifier ? LOCAL_IDENTIFIER : 0) | (renamed ? RENAMED : 0) | (lived ? LIVED : 0) | (told ? TOLD : 0)
                | (inferred ? INFERRED : 0) | (alteredBefore ? ALTERED_BEFORE : 0) | (unseen ? UNSEEN : 0)
                | hops << HOPS;
    }

    /**
     * Returns true if it, or another record of its item, differs from what the origin sent, because it was repaired here or altered on the
     * way.
     */
    public boolean isAltered() {
        return altered || alteredBefore || renamed;
    }

    /**
     * Returns true if a version would change nothing: it equals the stored one, or does not replace it. A derived version does not replace
     * one that the source delivered. A deletion by the source does not replace a derived version, which is withdrawn with the record from
     * which it was derived.
     */
    public boolean standsAgainst(boolean derivedVersion, boolean deletedVersion, byte[] hashOfVersion) {
        if (derivedVersion != derived) {
            return derivedVersion ? deletedVersion || !deleted : deletedVersion;
        }
        return Arrays.equals(hash, hashOfVersion);
    }

    /**
     * Returns true if a live record that the source delivers is older than the stored version. A deletion counts only if the source stated it,
     * by a deleted header or by no longer having the record.
     *
     * @param orAsNew true if the same datestamp counts, too
     */
    public boolean isNewerThan(Incoming incoming, boolean orAsNew) {
        return !incoming.record().deleted() && !incoming.derived() && !isNew() && !derived && (!deleted || told)
                && (orAsNew ? Origin.isNotAfter(incoming.record(), origin) : Origin.isBefore(incoming.record(), origin));
    }

    /** Returns why a deleted row with some flags is deleted. */
    public static Deletion.Cause cause(int flags) {
        return (flags & INFERRED) != 0
                ? Deletion.Cause.ABSENCE
                : (flags & TOLD) != 0 ? Deletion.Cause.SOURCE : Deletion.Cause.HUB;
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
        inferred = deleted && incoming.cause() == Deletion.Cause.ABSENCE;
        sameItemKey = from.sameItemKey();
    }
}
