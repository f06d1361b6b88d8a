package dev.sheaf.testkit.misbehaviour;

import java.time.Duration;
import java.util.function.Consumer;

/**
 * What happens to a repository after it was harvested, and what the next harvest must bring.
 *
 * @param change what happens, for people
 * @param passes time that passes in front of the change
 * @param happens makes it happen
 * @param full true when only a harvest of everything can show it
 * @param expectation of the next harvest, over all records
 */
public record Round(String change, Duration passes, Consumer<Stage> happens, boolean full, Expectation expectation) {}
