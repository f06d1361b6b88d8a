package dev.sheaf.harvester.internal.list;

import org.jspecify.annotations.Nullable;

/**
 * Notices lists that do not end: pages one after another that bring no record that had not come before, however long the circle is that they
 * are part of. Remembers no page.
 */
final class LoopGuard {

    /** A page may come twice, after a change in the repository or by an unsteady order; some servers send empty pages between others. */
    private static final int FRUITLESS_ALLOWED = 5;

    /** The same in a part of a list that did not end itself. */
    private static final int FRUITLESS_IN_PART = 3;

    private final int allowed;
    private int fruitless;
    private boolean wasEmpty;
    private boolean isSameToken;

    /** @param isPart true of a range of a list */
    LoopGuard(boolean isPart) {
        this.allowed = isPart ? FRUITLESS_IN_PART : FRUITLESS_ALLOWED;
    }

    /**
     * Notes a page after which more follow.
     *
     * @param isNew true when it named a record that had not come before
     * @param isEmpty true when it held no record
     * @param sameToken true when it gave the token that asked for it
     */
    void came(boolean isNew, boolean isEmpty, boolean sameToken) {
        fruitless = isNew ? 0 : fruitless + 1;
        wasEmpty = isEmpty;
        isSameToken = sameToken;
    }

    /** True when the last page brought nothing new. */
    boolean cameBefore() {
        return fruitless > 0 && !wasEmpty;
    }

    /** Why the list will not end, for people; null when nothing is wrong. */
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
                : "the list does not end: pages come again that came before";
    }
}
