package dev.sheaf.store.sql.records;

/** Planned membership of a copy of a record in an aggregate. */
public enum PlannedMembership {
    /** Shown under its usual identifier. */
    SHOWN,
    /** Shown under a local identifier, because another source's item had its identifier first, or because it was altered. */
    LOCAL_IDENTIFIER,
    /** Not shown; another copy is shown under the same identifier. */
    REPLACED,
    /** Not shown; its former lists show it as deleted, unless readers may not know it. */
    OUT;

    /** Returns true if the aggregate shows it. */
    public boolean isShown() {
        return this == SHOWN || this == LOCAL_IDENTIFIER;
    }
}
