package dev.sheaf.core.store;

import java.util.Optional;

/** Level of the fallback strategy for a list or a range of it: each level asks for less at a time, and gets past more faults. */
public enum ListStrategy {
    /** The list as wanted, by token. */
    WHOLE("token", "by token"),
    /** A range of datestamps of it. */
    DATES("dates", "by date windows"),
    /** One of its sets. */
    SETS("sets", "by sets"),
    /** ListIdentifiers, then GetRecord for each. */
    SINGLY("records", "one record at a time");

    private final String code;
    private final String text;

    ListStrategy(String code, String text) {
        this.code = code;
        this.text = text;
    }

    /** Returns the name as stored and shown to scripts. */
    public String code() {
        return code;
    }

    /** Returns the text for people, after "asked for" or "re-entered". */
    public String text() {
        return text;
    }

    /** Returns the level with a code; empty when there is none, as when a newer program has stored it. */
    public static Optional<ListStrategy> of(String code) {
        for (ListStrategy strategy : values()) {
            if (strategy.code.equals(code)) {
                return Optional.of(strategy);
            }
        }
        return Optional.empty();
    }
}
