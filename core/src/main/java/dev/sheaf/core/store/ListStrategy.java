package dev.sheaf.core.store;

import java.util.Optional;

/** Level of the fallback strategy for a list or a range of it. Each level asks for less in one request and so avoids more server faults. */
public enum ListStrategy {
    /** Requests the list itself and follows its tokens. */
    WHOLE("token", "by token"),
    /** Requests ranges of datestamps. */
    DATES("dates", "by date windows"),
    /** Requests single sets. */
    SETS("sets", "by sets"),
    /** Requests identifiers with ListIdentifiers, then each record with GetRecord. */
    SINGLY("records", "one record at a time");

    private final String code;
    private final String text;

    ListStrategy(String code, String text) {
        this.code = code;
        this.text = text;
    }

    /** Returns the name in stores and for scripts. */
    public String code() {
        return code;
    }

    /** Returns the text for people, after "asked for" or "re-entered". */
    public String text() {
        return text;
    }

    /** Returns the level with a code; empty for an unknown code, such as one stored by a newer program. */
    public static Optional<ListStrategy> of(String code) {
        for (ListStrategy strategy : values()) {
            if (strategy.code.equals(code)) {
                return Optional.of(strategy);
            }
        }
        return Optional.empty();
    }
}
