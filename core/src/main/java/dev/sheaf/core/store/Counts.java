package dev.sheaf.core.store;

/**
 * Numbers of the records received, by outcome. Derived records are not counted. Each record received counts in exactly one of the parts.
 *
 * @param created not known before (or known as deleted and now back)
 * @param changed known before with other content, sets or status
 * @param same known before without a difference
 * @param deleted known before and now withdrawn; a deletion of an unknown record counts here too
 * @param refused kept in quarantine
 */
public record Counts(long created, long changed, long same, long deleted, long refused) {

    public static final Counts ZERO = new Counts(0, 0, 0, 0, 0);

    /** Returns the number of all records received. */
    public long received() {
        return created + changed + same + deleted + refused;
    }

    /** Returns the sums of both counts. */
    public Counts plus(Counts other) {
        return new Counts(created + other.created, changed + other.changed, same + other.same, deleted + other.deleted,
                refused + other.refused);
    }
}
