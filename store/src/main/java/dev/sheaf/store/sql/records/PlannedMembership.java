package dev.sheaf.store.sql.records;

/** Membership of a copy of a record in an aggregate, as a plan decides it. */
public enum PlannedMembership {
    /** It is shown, under its usual identifier. */
    SHOWN,
    /** It is shown, under an identifier of this hub: another source's item had its own first, or what was harvested was altered. */
    LOCAL_IDENTIFIER,
    /** It is not shown, and another copy is shown under the same identifier. */
    REPLACED,
    /** It is not shown; lists that it was in before show it as deleted. */
    OUT;

    /** True when the aggregate shows it. */
    public boolean isShown() {
        return this == SHOWN || this == LOCAL_IDENTIFIER;
    }
}
