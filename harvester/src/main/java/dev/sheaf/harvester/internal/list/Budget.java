package dev.sheaf.harvester.internal.list;

/** How many requests one list may cost beyond those that it takes when nothing is wrong. Thread-safe. */
final class Budget {

    /** Narrowing to one record of a repository that counts in seconds takes some sixty. */
    static final int FRUITLESS = 1000;
    /** One request for each record is for a few. */
    static final int RECORDS = 5000;

    private int fruitless;
    private int records;

    /** Begins where an earlier run ended. */
    synchronized void spend(int requests) {
        fruitless += requests;
    }

    /** A request that may bring nothing; false when there have been too many. */
    synchronized boolean takeFruitless() {
        return ++fruitless <= FRUITLESS;
    }

    /** A request for one record; false when there have been too many. */
    synchronized boolean takeRecord() {
        return ++records <= RECORDS;
    }

    synchronized int fruitless() {
        return fruitless;
    }

    /** For people. */
    static String tooFruitless() {
        return "given up after " + FRUITLESS + " requests that brought nothing";
    }

    /** For people. */
    static String tooManyRecords() {
        return "given up after " + RECORDS + " requests for single records";
    }
}
