package dev.sheaf.simulator.misbehaviour;

import java.time.Duration;
import java.util.function.Consumer;

/**
 * Change of a repository after a harvest, and the expected result of the next harvest.
 *
 * @param change what happens, for people
 * @param passes time that passes in front of the change
 * @param happens makes it happen
 * @param full true when only a harvest of everything can show it
 * @param expectation of the next harvest, over all records
 */
public record Round(String change, Duration passes, Consumer<Stage> happens, boolean full, Expectation expectation) {

    private static final Consumer<Stage> USUAL = Stage::moveOn;

    /**
     * A day in the life of any repository: records change, come and are deleted.
     *
     * @param expectation of the next harvest
     */
    public static Round usual(Expectation expectation) {
        return new Round("records 11 and 12 change, two come, 9 and 14 are deleted", Duration.ofDays(1), USUAL, false,
                expectation);
    }

    /** True for {@link #usual}: it may happen to any repository, whatever its faults. */
    public boolean isUsual() {
        return happens.equals(USUAL);
    }
}
