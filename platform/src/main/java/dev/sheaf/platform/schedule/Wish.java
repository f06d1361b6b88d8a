package dev.sheaf.platform.schedule;

/**
 * Time of the next request to a source, and its reason.
 *
 * @param due seconds
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
        /** The most fresh time for the price is to be had then. */
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
        /** Its harvest was cut off and continues. */
        CUT_OFF,
        /** Somebody wants it now. */
        ORDERED
    }

    /** Returns whether it is served before others if the budget is short. */
    boolean isOwed() {
        return switch (why) {
            case LONGEST, LATENCY, PINNED, CUT_OFF, ORDERED -> true;
            case LOOK_AGAIN, TURN, INTERVAL, BEST_TIME, NOTIFIED, RETRY -> false;
        };
    }
}
