package dev.sheaf.core.store;

/**
 * A list that is whole as far as anybody can see, and lacks records that were there before. A few come and go; when many have gone at once,
 * the cause may as well be an index that was lost, a filter, or a mistake of ours. Who judges a list judges by this.
 *
 * @param before records that were there before, not negative
 * @param missing how many of them are no longer there, not negative
 */
public record Shrinkage(long before, long missing) {

    /** Share of the records that may be missing unless somebody says otherwise, in percent. */
    public static final int USUAL_PERCENT = 10;
    /** So many may always be missing: else a list of twenty could not lose three. */
    public static final int ALWAYS = 10;

    /** @throws IllegalArgumentException when a number is negative */
    public Shrinkage {
        if (before < 0 || missing < 0) {
            throw new IllegalArgumentException("a list has no negative number of records");
        }
    }

    /** A list that has so many records now, and had so many before. */
    public static Shrinkage of(long before, long now) {
        return new Shrinkage(before, Math.max(0, before - now));
    }

    /**
     * True when nothing speaks against its being what the repository wants. A list that has become empty, however short it was, is that only
     * to who allows all to go.
     */
    public boolean isUsual(int percent) {
        return missing == 0 || missing <= before / 100.0 * percent || missing < before && missing <= ALWAYS;
    }

    /** For people. */
    @Override
    public String toString() {
        return missing + " of the " + before + " records that were there before are no longer in the list";
    }
}
