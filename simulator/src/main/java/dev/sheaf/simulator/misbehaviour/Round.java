package dev.sheaf.simulator.misbehaviour;

import java.time.Duration;
import java.util.function.Consumer;

/**
 * Change of a repository after a harvest, and the expected result of the next harvest.
 *
 * @param change the change, for people
 * @param passes time that passes before the change
 * @param happens makes the change
 * @param full true if only a harvest of everything can find it
 * @param expectation of the next harvest, over all records
 */
public record Round(String change, Duration passes, Consumer<Stage> happens, boolean full, Expectation expectation) {

    private static final Consumer<Stage> USUAL = Stage::moveOn;

    /**
     * Returns an ordinary change of any repository: records are changed, added and deleted.
     *
     * @param expectation of the next harvest
     */
    public static Round usual(Expectation expectation) {
        return new Round("records 11 and 12 change, two come, 9 and 14 are deleted", Duration.ofDays(1), USUAL, false,
                expectation);
    }

    /** Returns true for {@link #usual}, which is possible in any repository, whatever its faults. */
    public boolean isUsual() {
        return happens.equals(USUAL);
    }
}
