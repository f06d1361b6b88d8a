package dev.sheaf.store.sql.lists;

/**
 * Present or past membership of a record in a list, as one number: the list's number times two, plus one when the record has left the list.
 * A list shows a record that has left as deleted. Column {@code scopes} of table {@code rec} holds the memberships of a record.
 */
public final class Membership {

    private Membership() {}

    /** Returns the membership in a list. */
    public static int in(int scope) {
        return scope << 1;
    }

    /** Returns the membership of a record that has left a list. */
    public static int left(int scope) {
        return scope << 1 | 1;
    }

    /** Returns the list's number. */
    public static int scope(int membership) {
        return membership >> 1;
    }

    public static boolean isLeft(int membership) {
        return (membership & 1) != 0;
    }

    /** Returns true if a membership is among these. */
    public static boolean isAmong(int[] memberships, int membership) {
        return isAmong(memberships, memberships.length, membership);
    }

    /** Returns true if a membership is among the first {@code count} of these. */
    public static boolean isAmong(int[] memberships, int count, int membership) {
        for (int i = 0; i < count; i++) {
            if (memberships[i] == membership) {
                return true;
            }
        }
        return false;
    }
}
