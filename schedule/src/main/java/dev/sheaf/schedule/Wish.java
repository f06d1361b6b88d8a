package dev.sheaf.schedule;

/**
 * Time of the next request to a source, and its reason.
 *
 * @param due seconds since 1970
 */
record Wish(long due, Why why) {

    /** The reasons. */
    enum Why {
        /** No request is due then; the source is only reconsidered. */
        LOOK_AGAIN,
        /** Its turn has come. */
        TURN,
        /** Its average interval has passed. */
        INTERVAL,
        /** Best time: the largest gain in freshness for the price of a request. */
        BEST_TIME,
        /** The longest wait has ended. */
        LONGEST,
        /** The acceptable latency ends. */
        LATENCY,
        /** An operator fixed the interval. */
        PINNED,
        /** The source announced news. */
        NOTIFIED,
        /** The last request failed. */
        RETRY,
        /** Its requests are paused until then. */
        PAUSED,
        /** The process of its harvest has ended, and the harvest continues. */
        CUT_OFF,
        /** An operator ordered it. */
        ORDERED
    }

    /** Returns whether the source has priority if the budget is short. */
    boolean isOwed() {
        return switch (why) {
            case LONGEST, LATENCY, PINNED, CUT_OFF, ORDERED -> true;
            case LOOK_AGAIN, TURN, INTERVAL, BEST_TIME, NOTIFIED, RETRY, PAUSED -> false;
        };
    }
}
