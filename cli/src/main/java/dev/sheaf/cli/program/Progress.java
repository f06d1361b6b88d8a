package dev.sheaf.cli.program;

import java.io.PrintStream;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Locale;
import java.util.function.Supplier;

import dev.sheaf.platform.report.Phrases;

/**
 * Progress display of long work: on a terminal a bar with rate and remaining time; elsewhere a plain line now and then. Thread-safe.
 * Closing it removes the bar.
 */
public final class Progress implements AutoCloseable {

    private static final int BAR = 24;
    /** Shortest bar that is displayed, in columns. */
    private static final int SHORTEST_BAR = 8;
    private static final Duration ON_TERMINAL = Duration.ofMillis(200);
    private static final Duration ELSEWHERE = Duration.ofSeconds(10);

    private final PrintStream err;
    private final InstantSource clock;
    private final boolean terminal;
    private final int columns;
    private final boolean quiet;
    private final String what;
    private final String unit;
    private final Instant start;
    private Instant shown;
    private long startedAt = -1;
    private int width;

    /** @param columns width of the terminal; 0 if there is none */
    public Progress(PrintStream err, InstantSource clock, int columns, boolean quiet, String what, String unit) {
        this.err = err;
        this.clock = clock;
        this.terminal = columns > 0;
        this.columns = columns;
        this.quiet = quiet;
        this.what = what;
        this.unit = unit;
        this.start = clock.instant();
        this.shown = start;
    }

    /**
     * Reports progress.
     *
     * @param done number of finished units
     * @param total number of all units; negative if unknown
     */
    public void at(long done, long total) {
        at(done, total, List::of);
    }

    /**
     * Reports progress and the results so far.
     *
     * @param done number of finished units
     * @param total number of all units; negative if unknown
     * @param parts results so far, requested when they are displayed; a narrow terminal omits the first ones
     */
    public synchronized void at(long done, long total, Supplier<List<String>> parts) {
        if (quiet) {
            return;
        }
        if (startedAt < 0) {
            startedAt = done;
        }
        Instant now = clock.instant();
        if (Duration.between(shown, now).compareTo(terminal ? ON_TERMINAL : ELSEWHERE) < 0) {
            return;
        }
        shown = now;
        double seconds = Math.max(0.001, Duration.between(start, now).toNanos() / 1e9);
        // A continued harvest begins with the records of the earlier run, which do not count for the rate.
        double rate = (done - startedAt) / seconds;
        boolean known = total > 0 && total >= done;
        StringBuilder line = new StringBuilder(known
                ? String.format(Locale.ROOT, "%,d of %,d %s", done, total, unit)
                : String.format(Locale.ROOT, "%,d %s", done, unit));
        if (rate > 0) {
            line.append(String.format(Locale.ROOT, ", %,.0f/s", rate));
        }
        if (total > done && rate > 0) {
            line.append(", ").append(Phrases.lasting((long) ((total - done) / rate))).append(" left");
        }
        String words = withParts(line.toString(), parts.get(), what.length() + 2);
        show(what + ": " + (terminal && known ? bar(done, total, what.length() + 2 + words.length()) : "") + words);
    }

    /** Returns the text with as many results as there is room for. */
    private String withParts(String words, List<String> parts, int before) {
        List<String> left = parts;
        while (!left.isEmpty()) {
            String all = words + "; " + String.join(", ", left);
            if (!terminal || before + all.length() < columns) {
                return all;
            }
            left = left.subList(1, left.size());
        }
        return words;
    }

    /** Returns a bar that fills the remaining width; empty if that is too short. */
    private String bar(long done, long total, int beside) {
        int length = Math.min(BAR, columns - 1 - beside - 3);
        int filled = (int) (length * done / total);
        return length < SHORTEST_BAR ? "" : "[" + "=".repeat(filled) + " ".repeat(length - filled) + "] ";
    }

    /**
     * Reports progress in the words of the caller.
     *
     * @param words text, requested when it is displayed
     * @param parts results so far; a narrow terminal omits the first ones
     */
    public synchronized void line(Supplier<String> words, Supplier<List<String>> parts) {
        Instant now = clock.instant();
        if (!quiet && Duration.between(shown, now).compareTo(terminal ? ON_TERMINAL : ELSEWHERE) >= 0) {
            shown = now;
            show(withParts(words.get(), parts.get(), 0));
        }
    }

    private void show(String words) {
        String line = Console.harmless(words);
        synchronized (err) {
            if (terminal) {
                String cut = line.length() < columns ? line : line.substring(0, columns - 1);
                err.print('\r' + cut + " ".repeat(Math.max(0, width - cut.length())));
                err.flush();
                width = cut.length();
            } else {
                err.println(line);
            }
        }
    }

    /** Prints a line above the bar. */
    public synchronized void note(String line) {
        if (!quiet) {
            wipe();
            err.println(Console.harmless(line));
        }
    }

    /** Prints a line above the bar, also with {@code --quiet}. */
    public synchronized void problem(String line) {
        wipe();
        err.println(Console.harmless(line));
    }

    /** Removes the bar. */
    @Override
    public synchronized void close() {
        wipe();
    }

    private void wipe() {
        if (width > 0) {
            err.print('\r' + " ".repeat(width) + '\r');
            err.flush();
            width = 0;
        }
    }
}
