package dev.sheaf.harvester.list;

/** How a piece of a list is asked for: each rung of the ladder brings less at a time, and gets past more. */
public enum Rung {
    /** As it was wanted, by token. */
    WHOLE("by token"),
    /** A range of datestamps of it. */
    DATES("by date windows"),
    /** One of its sets. */
    SETS("by sets"),
    /** ListIdentifiers, then GetRecord for each. */
    SINGLY("one record at a time");

    private final String text;

    Rung(String text) {
        this.text = text;
    }

    /** For people, behind "re-entered". */
    String text() {
        return text;
    }
}
