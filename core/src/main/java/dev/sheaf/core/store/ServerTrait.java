package dev.sheaf.core.store;

import java.time.DateTimeException;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** A property of a server that a harvester finds out, or that an operator sets. Each has a value of one kind, written as a text. */
public enum ServerTrait {
    /** Version of the protocol that it speaks, as it states it. */
    PROTOCOL("protocol", "protocol version", Kind.TEXT),
    /** The finest datestamps that it accepts in {@code from} and {@code until}. */
    GRANULARITY("granularity", "accepts datestamps to the", Kind.GRANULARITY),
    /** Text of Identify about the granularity at the time of the finding; a different text makes the finding obsolete. */
    STATED_GRANULARITY("stated-granularity", "granularity as stated", Kind.TEXT),
    /** Obedience to {@code from} and {@code until}. */
    RANGES("ranges", "keeps to from and until", Kind.YES_OR_NO),
    /** Agreement between the dates that it selects by and those of its headers. */
    HEADER_DATES("header-dates", "selects by the dates of its headers", Kind.YES_OR_NO),
    /** Inclusion of the day in {@code until}, as the protocol requires; some servers end the range at its midnight. */
    UNTIL("until", "includes the day in until", Kind.YES_OR_NO),
    /** Order of lists by datestamps. */
    ORDERED("ordered", "lists in order of datestamps", Kind.YES_OR_NO),
    /** Reliability of completeListSize. */
    SIZES("sizes", "states the right sizes", Kind.YES_OR_NO),
    /** Lists that brought another number of records than announced, in the words of {@link ListVerdict}. */
    SIZE_EVIDENCE("size-evidence", "lists of another size than announced", Kind.TEXT),
    /** Encoding of a resumptionToken in a URL. */
    TOKENS("tokens", "takes tokens", Kind.TOKENS),
    /** Limit of each resumptionToken to one use. */
    TOKENS_ONCE("tokens-once", "takes each token only once", Kind.YES_OR_NO),
    /** The age at which a token was refused that was taken when it was younger. */
    TOKEN_LIFE("token-life", "forgets tokens after", Kind.DURATION),
    /** The size from which on it refuses lists; 0 when it names none. */
    LIST_LIMIT("list-limit", "refuses lists longer than", Kind.NUMBER),
    /** Records on a full page. */
    PAGE_SIZE("page-size", "records on a page", Kind.NUMBER),
    /** Time that it takes for a page. */
    PAGE_TIME("page-time", "takes for a page", Kind.DURATION),
    /** Compression of answers; no when its compressed answers cannot be read, so that plain ones are requested. */
    COMPRESSION("compression", "compresses its answers", Kind.YES_OR_NO),
    /** Deleted records in its answers. */
    DELETIONS("deletions", "was seen to send deletions", Kind.YES_OR_NO),
    /** Longest time between a record's datestamp and its appearance, as far as overlaps have shown. */
    LATENESS("lateness", "shows records late by up to", Kind.DURATION),
    /** Time by which an increment reaches back before the start of the last complete harvest. */
    OVERLAP("overlap", "is asked again for the last", Kind.DURATION);

    private enum Kind {
        TEXT, GRANULARITY, YES_OR_NO, TOKENS, DURATION, NUMBER
    }

    private final String text;
    private final String label;
    private final Kind kind;

    ServerTrait(String text, String label, Kind kind) {
        this.text = text;
        this.label = label;
        this.kind = kind;
    }

    /** The name by which it is stored and shown to scripts. */
    public String text() {
        return text;
    }

    /** Returns the label for people; the value follows it. */
    public String label() {
        return label;
    }

    /** Returns whether an operator has no reason to set it. */
    public boolean isOnlyLearnt() {
        return switch (this) {
            case GRANULARITY, OVERLAP, RANGES, UNTIL, SIZES, TOKENS, LIST_LIMIT, COMPRESSION -> false;
            case PROTOCOL, STATED_GRANULARITY, HEADER_DATES, ORDERED, SIZE_EVIDENCE, TOKENS_ONCE, TOKEN_LIFE, PAGE_SIZE,
                    PAGE_TIME, DELETIONS,
                    LATENESS -> true;
        };
    }

    /** The trait with a name; empty when there is none, as when a newer program has stored it. */
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
     * @throws IllegalArgumentException with a message for people when it is none of this trait's
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
            // Told below.
        }
        throw new IllegalArgumentException(text + ": '" + value + "' is not a length of time such as PT1H");
    }

    private String number(String value) {
        try {
            long number = Long.parseLong(value.strip());
            if (number >= 0) {
                return Long.toString(number);
            }
        } catch (NumberFormatException _) {
            // Told below.
        }
        throw new IllegalArgumentException(text + ": '" + value + "' is not a whole number");
    }
}
