package dev.sheaf.platform.schedule;

/**
 * When a source is to be asked, and why then.
 *
 * @param due seconds
 */
record Wish(long due, Why why) {

    /** The reasons. */
    enum Why {
        /** Nothing is to be asked then, only thought over. */
        LOOK_AGAIN,
        /** Its turn has come. */
        TURN,
        /** Its average interval has passed. */
        INTERVAL,
        /** The most fresh time for the price is to be had then. */
        BEST_TIME,
        /** Nobody waits longer. */
        LONGEST,
        /** The acceptable latency ends. */
        LATENCY,
        /** An operator fixed the interval. */
        PINNED,
        /** It said that something is new. */
        NOTIFIED,
        /** It could not be asked the last time. */
        RETRY,
        /** Its harvest was cut off, and goes on. */
        CUT_OFF,
        /** Somebody wants it now. */
        ORDERED
    }

    /** True when it is served before others if the budget is short. */
    boolean isOwed() {
        return switch (why) {
            case LONGEST, LATENCY, PINNED, CUT_OFF, ORDERED -> true;
            case LOOK_AGAIN, TURN, INTERVAL, BEST_TIME, NOTIFIED, RETRY -> false;
        };
    }
}
