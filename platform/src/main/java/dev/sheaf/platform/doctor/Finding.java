package dev.sheaf.platform.doctor;

import java.util.Locale;

import org.jspecify.annotations.Nullable;

/**
 * Result of one check.
 *
 * @param check examined part of the data directory
 * @param state condition of the part
 * @param message facts for people, in one or two sentences
 * @param remedy what the operator can do; null if nothing needs to be done
 */
public record Finding(Check check, State state, String message, @Nullable String remedy) {

    /** Parts of a data directory, in the order in which they are examined. */
    public enum Check {
        /** The structure of the database. */
        DATABASE,
        /** The records and their hashes. */
        RECORDS,
        /** The lists of records and the counters. */
        COUNTERS,
        /** The key of the secrets. */
        KEY,
        /** Agreement of the clock with the datestamps. */
        CLOCK,
        /** File in which processes agree on datestamps. */
        OPEN_STAMP,
        /** Harvests and imports that are running. */
        LEASES,
        /** Agreement of the search index with the store. */
        INDEX,
        /** The sandbox of the system for processes that read bytes of strangers. */
        SANDBOX;

        /** Returns the name as it is printed and written as JSON. */
        public String text() {
            return name().toLowerCase(Locale.ROOT).replace('_', '-');
        }
    }

    /** Condition of a part. */
    public enum State {
        /** As it should be. */
        OK,
        /** Noteworthy, but nothing is lost. */
        NOTE,
        /** Wrong, and repaired by this run. */
        REPAIRED,
        /** Wrong. */
        FAULT;

        /** Returns the name as it is printed and written as JSON. */
        public String text() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    static Finding ok(Check check, String message) {
        return new Finding(check, State.OK, message, null);
    }

    static Finding note(Check check, String message) {
        return new Finding(check, State.NOTE, message, null);
    }

    static Finding repaired(Check check, String message) {
        return new Finding(check, State.REPAIRED, message, null);
    }

    static Finding fault(Check check, String message, String remedy) {
        return new Finding(check, State.FAULT, message, remedy);
    }
}
