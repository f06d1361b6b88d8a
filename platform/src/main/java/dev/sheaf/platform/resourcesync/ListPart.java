package dev.sheaf.platform.resourcesync;

import java.time.Instant;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.jspecify.annotations.Nullable;

import dev.sheaf.core.repository.Position;

/**
 * A part of a list, by the name of its document. The name has all that is needed to read the part at the same cost at any place.
 *
 * @param kind of the list
 * @param at last second of the list, seconds since 1970
 * @param start position before the first entry
 * @param end position of the last entry; null for the last part
 */
record ListPart(Kind kind, long at, Position start, @Nullable Position end) {

    private static final Pattern NAME = Pattern
            .compile("(resourcelist|changelist)-(\\d{1,11})-(\\d{1,11})\\.(\\d{1,18})-(?:(\\d{1,11})\\.(\\d{1,18})|end)\\.xml");

    /** Kinds of lists. */
    enum Kind {
        /** Live records. */
        RESOURCELIST,
        /** Changes, with deletions. */
        CHANGELIST;

        /** Returns the name of the capability. */
        String text() {
            return this == RESOURCELIST ? "resourcelist" : "changelist";
        }
    }

    /** Returns the part that a name means; empty for other names. */
    static Optional<ListPart> read(String name) {
        Matcher matcher = NAME.matcher(name);
        if (!matcher.matches()) {
            return Optional.empty();
        }
        return Optional.of(new ListPart(matcher.group(1).equals("resourcelist") ? Kind.RESOURCELIST : Kind.CHANGELIST,
                Long.parseLong(matcher.group(2)), position(matcher.group(3), matcher.group(4)),
                matcher.group(5) == null ? null : position(matcher.group(5), matcher.group(6))));
    }

    private static Position position(String datestamp, String seq) {
        return new Position(Long.parseLong(datestamp), Long.parseLong(seq));
    }

    /** Returns the name of its document. */
    String name() {
        Position last = end;
        return kind.text() + "-" + at + "-" + text(start) + "-" + (last == null ? "end" : text(last)) + ".xml";
    }

    private static String text(Position position) {
        return position.datestamp() + "." + position.seq();
    }

    /** Returns the last second of the list. */
    Instant until() {
        return Instant.ofEpochSecond(at);
    }

    /** Returns true for the last part. */
    boolean isOpen() {
        return end == null;
    }

    /** Returns the first second of the changes of the part. */
    Instant from() {
        return Instant.ofEpochSecond(start.datestamp());
    }

    /** Returns the last second of the changes of the part. */
    Instant to() {
        Position last = end;
        return last == null ? until() : Instant.ofEpochSecond(last.datestamp());
    }
}
