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
 * Newest lines of the log in memory, in addition to standard error. The messages are the same, so they contain no secrets. The number of
 * lines and their length are limited, and the lines are lost at the end of the process. Thread-safe.
 */
public final class RecentLog {

    /** Log of this process. */
    public static final RecentLog OF_PROCESS = new RecentLog();
    /** Largest number of lines. */
    public static final int LINES = 1_000;
    /** Largest number of characters of a line, because some messages quote responses of servers. */
    static final int LONGEST = Limit.LOG_LINE.count();

    /** Level of a line, in ascending order of importance. */
    public enum Level {
        /** Details for developers. */
        DEBUG,
        /** Steps of the program. */
        INFO,
        /** Something that an operator should look at. */
        WARN,
        /** A failure. */
        ERROR;

        /** Returns the name in addresses and on pages. */
        public String text() {
            return name().toLowerCase(Locale.ROOT);
        }

        /** Returns the level with a name; empty if there is none. */
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
     * Line of the log.
     *
     * @param where part of the program that wrote it
     */
    public record Line(Instant at, Level level, String where, String message) {}

    private final Deque<Line> lines = new ArrayDeque<>();

    /** Creates an empty log. */
    public RecentLog() {}

    /** Adds a line, and removes the oldest one if there are too many. */
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
     * @param least lowest level of the lines
     * @param limit largest number of lines
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
