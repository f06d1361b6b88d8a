package dev.sheaf.store.sql.records;

/** Membership of a copy of a record in an aggregate. */
public enum Standing {
    /** It is shown, under its usual identifier. */
    SHOWN,
    /** It is shown, under an identifier of this hub: another source's item had its own first, or what was harvested was altered. */
    MINTED,
    /** It is not shown, and another copy stands in its place under the same identifier. */
    REPLACED,
    /** It is not shown, and what it was in before shows it as deleted. */
    OUT;

    /** True when the aggregate shows it. */
    public boolean isShown() {
        return this == SHOWN || this == MINTED;
    }
}
