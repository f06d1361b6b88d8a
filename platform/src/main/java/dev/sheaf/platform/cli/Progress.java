package dev.sheaf.platform.cli;

import java.io.PrintStream;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Locale;
import java.util.function.Supplier;

import dev.sheaf.platform.report.Phrases;

/**
 * How far long work has come: on a terminal a bar that renews itself, with rate and remaining time; elsewhere a plain line now and then.
 * Thread-safe. Closing it takes the bar away.
 */
final class Progress implements AutoCloseable {

    private static final int BAR = 24;
    private static final Duration ON_TERMINAL = Duration.ofMillis(200);
    private static final Duration ELSEWHERE = Duration.ofSeconds(10);

    private final PrintStream err;
    private final InstantSource clock;
    private final boolean terminal;
    private final boolean quiet;
    private final String what;
    private final String unit;
    private final Instant start;
    private Instant shown;
    private long startedAt = -1;
    private int width;

    Progress(PrintStream err, InstantSource clock, boolean terminal, boolean quiet, String what, String unit) {
        this.err = err;
        this.clock = clock;
        this.terminal = terminal;
        this.quiet = quiet;
        this.what = what;
        this.unit = unit;
        this.start = clock.instant();
        this.shown = start;
    }

    /**
     * Tells how far the work is.
     *
     * @param done units done
     * @param total units in all; negative when unknown
     */
    synchronized void at(long done, long total) {
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
        // A resumed harvest begins with what was there before: that says nothing about the rate.
        double rate = (done - startedAt) / seconds;
        StringBuilder line = new StringBuilder(what).append(": ");
        if (total > 0 && total >= done) {
            if (terminal) {
                int filled = (int) (BAR * done / total);
                line.append('[').repeat('=', filled).repeat(' ', BAR - filled).append("] ");
            }
            line.append(String.format(Locale.ROOT, "%,d of %,d %s", done, total, unit));
        } else {
            line.append(String.format(Locale.ROOT, "%,d %s", done, unit));
        }
        if (rate > 0) {
            line.append(String.format(Locale.ROOT, ", %,.0f/s", rate));
        }
        if (total > done && rate > 0) {
            line.append(", ").append(Phrases.lasting((long) ((total - done) / rate))).append(" left");
        }
        show(line.toString());
    }

    /**
     * Tells how far the work is in words of its own.
     *
     * @param words asked for when it is time to say something
     */
    synchronized void line(Supplier<String> words) {
        Instant now = clock.instant();
        if (!quiet && Duration.between(shown, now).compareTo(terminal ? ON_TERMINAL : ELSEWHERE) >= 0) {
            shown = now;
            show(words.get());
        }
    }

    private void show(String words) {
        String line = Console.harmless(words);
        synchronized (err) {
            if (terminal) {
                String cut = line.length() > 99 ? line.substring(0, 99) : line;
                err.print('\r' + cut + " ".repeat(Math.max(0, width - cut.length())));
                err.flush();
                width = cut.length();
            } else {
                err.println(line);
            }
        }
    }

    /** A line that stays, above the bar. */
    synchronized void note(String line) {
        if (!quiet) {
            wipe();
            err.println(Console.harmless(line));
        }
    }

    /** The same, said with {@code --quiet} too. */
    synchronized void problem(String line) {
        wipe();
        err.println(Console.harmless(line));
    }

    /** Takes the bar away. */
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
