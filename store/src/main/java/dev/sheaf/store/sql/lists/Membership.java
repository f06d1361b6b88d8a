package dev.sheaf.store.sql.lists;

/**
 * Present or past membership of a record in a list, as one number: the list's number times two, plus one when the record has left the list.
 * A list shows a record that has left as deleted. Column {@code scopes} of table {@code rec} holds the memberships of a record.
 */
public final class Membership {

    private Membership() {}

    /** In the list of this number. */
    public static int in(int scope) {
        return scope << 1;
    }

    /** Gone from the list of this number. */
    public static int left(int scope) {
        return scope << 1 | 1;
    }

    /** The list's number. */
    public static int scope(int membership) {
        return membership >> 1;
    }

    public static boolean isLeft(int membership) {
        return (membership & 1) != 0;
    }

    /** True when a membership is one of some. */
    public static boolean isAmong(int[] memberships, int membership) {
        return isAmong(memberships, memberships.length, membership);
    }

    /** True when a membership is one of the first so many. */
    public static boolean isAmong(int[] memberships, int count, int membership) {
        for (int i = 0; i < count; i++) {
            if (memberships[i] == membership) {
                return true;
            }
        }
        return false;
    }
}
