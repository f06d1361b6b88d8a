package dev.sheaf.validator.outside;

import java.util.function.Consumer;

/**
 * A provider: the base, which is correct, with one deviation. Immutable.
 *
 * @param name of the provider
 * @param clause of the specification that it breaks; empty for a correct one
 * @param level MUST or SHOULD, or ODD for a correct one
 * @param area of the protocol
 * @param description of the deviation
 * @param change makes it from the base
 */
record OutsideRow(String name, String clause, Level level, String area, String description, Consumer<OutsideProvider> change) {

    /** Weight of a deviation. */
    enum Level {
        /** It breaks a requirement. */
        MUST,
        /** It goes against a recommendation. */
        SHOULD,
        /** It is correct. */
        ODD
    }

    static OutsideRow must(String name, String clause, String area, String description, Consumer<OutsideProvider> change) {
        return new OutsideRow(name, clause, Level.MUST, area, description, change);
    }

    static OutsideRow should(String name, String clause, String area, String description, Consumer<OutsideProvider> change) {
        return new OutsideRow(name, clause, Level.SHOULD, area, description, change);
    }

    static OutsideRow odd(String name, String description, Consumer<OutsideProvider> change) {
        return new OutsideRow(name, "", Level.ODD, "odd", description, change);
    }
}
