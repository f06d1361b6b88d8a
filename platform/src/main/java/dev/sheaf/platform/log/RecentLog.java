package dev.sheaf.platform.log;

import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

import dev.sheaf.core.Limit;

/**
 * The newest lines of the log, in memory, beside standard error: the same messages, hence without secrets as that is. Bounded in lines and in
 * characters of a line; gone with the process. Thread-safe.
 */
public final class RecentLog {

    /** The log of this process. */
    public static final RecentLog OF_PROCESS = new RecentLog();
    /** Lines that are kept. */
    public static final int LINES = 1_000;
    /** Characters of a line that are kept: some messages quote what a server sent. */
    static final int LONGEST = Limit.LOG_LINE.count();

    /** Level of a line, in ascending order of importance. */
    public enum Level {
        /** Everything. */
        DEBUG,
        /** Steps of the program. */
        INFO,
        /** Something that an operator should look at. */
        WARN,
        /** A failure. */
        ERROR;

        /** Returns the word in addresses and on pages. */
        public String text() {
            return name().toLowerCase(Locale.ROOT);
        }

        /** Returns the level that is written so. */
        public static Optional<Level> of(String text) {
            for (Level level : values()) {
                if (level.text().equals(text)) {
                    return Optional.of(level);
                }
            }
            return Optional.empty();
        }
    }

    /**
     * A line.
     *
     * @param where the part of the program that says it
     */
    public record Line(Instant at, Level level, String where, String message) {}

    private final Deque<Line> lines = new ArrayDeque<>();

    /** An empty one. */
    public RecentLog() {}

    /** Adds a line; the oldest one goes when there are too many. */
    public void add(Instant at, Level level, String where, String message) {
        String kept = message.length() > LONGEST ? message.substring(0, LONGEST) + "\u2026" : message;
        synchronized (lines) {
            lines.addLast(new Line(at, level, where, kept));
            if (lines.size() > LINES) {
                lines.removeFirst();
            }
        }
    }

    /**
     * Returns the newest lines, newest first.
     *
     * @param least lines that matter less are passed over
     * @param limit at most so many
     */
    public List<Line> newest(Level least, int limit) {
        List<Line> newest = new ArrayList<>();
        synchronized (lines) {
            for (Iterator<Line> line = lines.descendingIterator(); line.hasNext() && newest.size() < limit;) {
                Line next = line.next();
                if (next.level().compareTo(least) >= 0) {
                    newest.add(next);
                }
            }
        }
        return List.copyOf(newest);
    }
}
