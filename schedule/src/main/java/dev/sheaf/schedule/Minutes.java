package dev.sheaf.schedule;

/** Finder of the minute of the hour at which a source changes, for sources with regular changes. */
final class Minutes {

    private static final int SLOTS = 12;
    private static final long SLOT = HourOfWeek.SECONDS / SLOTS;
    /**
     * Smallest gain, in slots of mean wait, that justifies a shift from full hours. A source without a usual minute gains less, and only by
     * chance.
     */
    private static final double WORTH = 2;
    private static final int ENOUGH = 6;

    private Minutes() {}

    /**
     * Returns the beginning of hours with the shortest mean time from a change to the end of its hour.
     *
     * @return seconds after the full hour; 0 if the gain is small
     */
    static long shift(Changes past) {
        int[] seen = new int[SLOTS];
        for (int i = 0; i < past.size(); i++) {
            seen[(int) (Math.floorMod(past.time(i), HourOfWeek.SECONDS) / SLOT)]++;
        }
        int best = 0;
        for (int slot = 1; slot < SLOTS; slot++) {
            if (meanWait(seen, slot, past.size()) < meanWait(seen, best, past.size())) {
                best = slot;
            }
        }
        boolean pays = past.size() >= ENOUGH && meanWait(seen, 0, past.size()) - meanWait(seen, best, past.size()) > WORTH;
        return pays ? best * SLOT : 0;
    }

    /** Returns the mean time from the changes to the beginning of a slot, in slots. */
    private static double meanWait(int[] seen, int begin, int changes) {
        double sum = 0;
        for (int slot = 0; slot < SLOTS; slot++) {
            sum += seen[slot] * (1.0 + Math.floorMod(begin - slot - 1, SLOTS));
        }
        return changes == 0 ? 0 : sum / changes;
    }
}
