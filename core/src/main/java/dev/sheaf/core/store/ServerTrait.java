package dev.sheaf.core.store;

import java.time.DateTimeException;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** A property of a server that a harvester finds out, or that an operator sets. Each trait has values of one kind, written as text. */
public enum ServerTrait {
    /** Version of the protocol, as the server states it. */
    PROTOCOL("protocol", "protocol version", Kind.TEXT),
    /** Finest datestamps that the server accepts in {@code from} and {@code until}. */
    GRANULARITY("granularity", "accepted granularity", Kind.GRANULARITY),
    /** Granularity stated in Identify when the accepted one was learnt. If the statement changes, the learnt value is obsolete. */
    STATED_GRANULARITY("stated-granularity", "stated granularity", Kind.TEXT),
    /** Obedience to {@code from} and {@code until}. */
    RANGES("ranges", "obeys from and until", Kind.YES_OR_NO),
    /** Agreement between the dates by which the server selects records and the datestamps of their headers. */
    HEADER_DATES("header-dates", "selects by header datestamps", Kind.YES_OR_NO),
    /** Inclusion of the day in {@code until}, as the protocol requires; some servers end the range at its midnight. */
    UNTIL("until", "until includes its day", Kind.YES_OR_NO),
    /** Order of lists by datestamps. */
    ORDERED("ordered", "lists ordered by datestamp", Kind.YES_OR_NO),
    /** Reliability of completeListSize. */
    SIZES("sizes", "announced sizes are right", Kind.YES_OR_NO),
    /** Lists with another number of records than announced, in the notation of {@link SizeEvidence}. */
    SIZE_EVIDENCE("size-evidence", "lists with wrong announced sizes", Kind.TEXT),
    /** Encoding of a resumptionToken in a URL. */
    TOKENS("tokens", "encoding of tokens in requests", Kind.TOKENS),
    /** Restriction of each resumptionToken to one use. */
    TOKENS_ONCE("tokens-once", "each token works only once", Kind.YES_OR_NO),
    /** Age at which the server refused a token that it had accepted at a younger age. */
    TOKEN_LIFE("token-life", "lifetime of tokens", Kind.DURATION),
    /** Size from which on the server refuses lists; 0 if it names none. */
    LIST_LIMIT("list-limit", "longest accepted list", Kind.NUMBER),
    /** Number of records on a full page. */
    PAGE_SIZE("page-size", "records per page", Kind.NUMBER),
    /** Response time of a page. */
    PAGE_TIME("page-time", "time per page", Kind.DURATION),
    /** Compression of responses. {@code no} if compressed responses are unreadable, so that plain ones are requested. */
    COMPRESSION("compression", "compression works", Kind.YES_OR_NO),
    /** Deleted records in responses. */
    DELETIONS("deletions", "sends deletions", Kind.YES_OR_NO),
    /** Longest time between a record's datestamp and its appearance, as measured in overlaps. */
    LATENESS("lateness", "records appear late by up to", Kind.DURATION),
    /** Time by which an increment reaches back before the start of the last complete harvest. */
    OVERLAP("overlap", "overlap of increments", Kind.DURATION),
    /** Use of the files that the repository offers (dumps) for the first load of a list. */
    DUMPS("dumps", "first load from dumps", Kind.YES_OR_NO),
    /** Time of the first run in which lists and GetRecord showed older versions than before; only a later run confirms that they count. */
    GONE_BACK("gone-back", "shows older versions since", Kind.TEXT);

    private enum Kind {
        TEXT,
        GRANULARITY,
        YES_OR_NO,
        TOKENS,
        DURATION,
        NUMBER
    }

    private final String text;
    private final String label;
    private final Kind kind;

    ServerTrait(String text, String label, Kind kind) {
        this.text = text;
        this.label = label;
        this.kind = kind;
    }

    /** Returns the name in stores and for scripts. */
    public String text() {
        return text;
    }

    /** Returns the label for people, which precedes the value. */
    public String label() {
        return label;
    }

    /** Returns whether the trait is only learnt, so that an operator has no reason to set it. */
    public boolean isOnlyLearnt() {
        return switch (this) {
            case GRANULARITY, OVERLAP, RANGES, UNTIL, SIZES, TOKENS, LIST_LIMIT, COMPRESSION, DUMPS -> false;
            case PROTOCOL, STATED_GRANULARITY, HEADER_DATES, ORDERED, SIZE_EVIDENCE, TOKENS_ONCE, TOKEN_LIFE, PAGE_SIZE,
                    PAGE_TIME, DELETIONS,
                    LATENESS, GONE_BACK -> true;
        };
    }

    /** Returns the trait with a name; empty for an unknown name, such as one stored by a newer program. */
    public static Optional<ServerTrait> of(String text) {
        for (ServerTrait trait : values()) {
            if (trait.text.equals(text)) {
                return Optional.of(trait);
            }
        }
        return Optional.empty();
    }

    /**
     * Checks a value.
     *
     * @return the value as it is stored
     * @throws IllegalArgumentException with a message for people if it is invalid for this trait
     */
    public String check(String value) {
        return switch (kind) {
            case TEXT -> value;
            case GRANULARITY -> word(value, List.of("day", "second"));
            case YES_OR_NO -> word(value, List.of("yes", "no"));
            case TOKENS -> word(value, List.of("encoded", "plus", "raw", "twice", "with-prefix"));
            case DURATION -> duration(value);
            case NUMBER -> number(value);
        };
    }

    private String word(String value, List<String> words) {
        String lower = value.strip().toLowerCase(Locale.ROOT);
        if (!words.contains(lower)) {
            throw new IllegalArgumentException(text + ": '" + value + "' is none of " + String.join(", ", words));
        }
        return lower;
    }

    private String duration(String value) {
        try {
            Duration duration = Duration.parse(value);
            if (!duration.isNegative()) {
                return duration.toString();
            }
        } catch (DateTimeException _) {
            // The exception below explains it.
        }
        throw new IllegalArgumentException(text + ": '" + value + "' is not a duration such as PT1H");
    }

    private String number(String value) {
        try {
            long number = Long.parseLong(value.strip());
            if (number >= 0) {
                return Long.toString(number);
            }
        } catch (NumberFormatException _) {
            // The exception below explains it.
        }
        throw new IllegalArgumentException(text + ": '" + value + "' is not a whole number");
    }
}
