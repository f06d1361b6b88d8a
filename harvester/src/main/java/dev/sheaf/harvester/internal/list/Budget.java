package dev.sheaf.harvester.internal.list;

/** Limits on the additional requests for a list with faults. Thread-safe. */
final class Budget {

    /** Largest number of fruitless requests. Halving date ranges down to a single second takes some sixty. */
    static final int FRUITLESS = 1000;
    /** Largest number of requests for single records. */
    static final int RECORDS = 5000;

    private int fruitless;
    private int records;

    /** Adds the requests of an earlier run. */
    synchronized void spend(int requests) {
        fruitless += requests;
    }

    /** Counts a request that may be fruitless; returns false if there have been too many. */
    synchronized boolean takeFruitless() {
        return ++fruitless <= FRUITLESS;
    }

    /** Counts a request for a single record; returns false if there have been too many. */
    synchronized boolean takeRecord() {
        return ++records <= RECORDS;
    }

    synchronized int fruitless() {
        return fruitless;
    }

    /** Returns the reason that there were too many fruitless requests, for people. */
    static String tooFruitless() {
        return "given up after " + FRUITLESS + " fruitless requests";
    }

    /** Returns the reason that there were too many requests for single records, for people. */
    static String tooManyRecords() {
        return "given up after " + RECORDS + " requests for single records";
    }
}
