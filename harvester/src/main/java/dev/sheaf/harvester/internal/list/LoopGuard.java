package dev.sheaf.harvester.internal.list;

import org.jspecify.annotations.Nullable;

/** Detector of endless lists: it counts pages in a row without a new record, so it finds circles of any length without storing pages. */
final class LoopGuard {

    /**
     * Largest number of pages in a row without a new record. A page may occur twice after a change in the repository or with an unsteady
     * order, and some servers send empty pages between others.
     */
    private static final int FRUITLESS_ALLOWED = 5;

    /** The same for a range of a list that did not end itself. */
    private static final int FRUITLESS_IN_PART = 3;

    private final int allowed;
    private int fruitless;
    private boolean wasEmpty;
    private boolean isSameToken;

    /** @param isPart true for a range of a list */
    LoopGuard(boolean isPart) {
        this.allowed = isPart ? FRUITLESS_IN_PART : FRUITLESS_ALLOWED;
    }

    /**
     * Notes a page that others follow.
     *
     * @param isNew true if it named a new record
     * @param isEmpty true if it has no record
     * @param sameToken true if it returned the token that requested it
     */
    void came(boolean isNew, boolean isEmpty, boolean sameToken) {
        fruitless = isNew ? 0 : fruitless + 1;
        wasEmpty = isEmpty;
        isSameToken = sameToken;
    }

    /** Returns true if the last page brought nothing new. */
    boolean cameBefore() {
        return fruitless > 0 && !wasEmpty;
    }

    /** Returns why the list will not end, for people; null if nothing is wrong. */
    @Nullable
    String endless() {
        if (fruitless > 0 && isSameToken) {
            return wasEmpty
                    ? "the list does not end: pages without records, each with a resumptionToken,"
                    : "the list does not end: the repository gave the same resumptionToken and the same page again";
        }
        if (fruitless <= allowed) {
            return null;
        }
        return wasEmpty
                ? "the list does not end: pages without records, each with a resumptionToken,"
                : "the list does not end: the repository repeats earlier pages";
    }
}
