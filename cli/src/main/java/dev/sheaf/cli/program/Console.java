package dev.sheaf.cli.program;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.InstantSource;
import java.util.regex.Pattern;

import org.jspecify.annotations.Nullable;

/** Output to the user of a command. Thread-safe. */
public final class Console {

    private static final Pattern COMMANDS = Pattern.compile("[\\p{Cntrl}\\u0080-\\u009F&&[^\\n\\t]]");

    private static final int USUAL_COLUMNS = 100;
    private static final int FEWEST_COLUMNS = 20;
    private static final int MOST_COLUMNS = 1_000;

    private final Results target;
    private final OutputStream results;
    private final PrintStream err;
    private final int columns;
    private final boolean quiet;
    private final InstantSource clock;

    public Console(Surroundings surroundings, boolean quiet) {
        this.target = new Results(surroundings.out());
        this.results = new BufferedOutputStream(target, 1 << 16);
        this.err = surroundings.err();
        this.columns = surroundings.terminal() ? columns(surroundings.environment().get("COLUMNS")) : 0;
        this.quiet = quiet;
        this.clock = surroundings.clock();
    }

    /** Returns standard output as bytes, for results only; flushed at the end of the command. */
    public OutputStream results() {
        return results;
    }

    /** Returns whether the reader of the results has closed the pipe. */
    public boolean readerHasLeft() {
        return target.readerHasLeft;
    }

    /**
     * Returns a text that cannot control a terminal: each control character becomes a space, except line ends and tabs. Messages quote
     * untrusted texts.
     */
    public static String harmless(String text) {
        return COMMANDS.matcher(text).replaceAll(" ");
    }

    /** Prints a line of results on standard output. */
    public void result(String line) {
        try {
            synchronized (results) {
                results.write((harmless(line) + "\n").getBytes(StandardCharsets.UTF_8));
            }
        } catch (IOException failure) {
            throw outputFailed(failure);
        }
    }

    /** Flushes both outputs. */
    public void flush() {
        try {
            synchronized (results) {
                results.flush();
            }
        } catch (IOException failure) {
            throw outputFailed(failure);
        }
    }

    private static CommandFailedException outputFailed(IOException failure) {
        return new CommandFailedException("cannot write to standard output: " + failure.getMessage(), failure);
    }

    /** Prints a message; not with {@code --quiet}. */
    public void note(String line) {
        if (!quiet) {
            synchronized (err) {
                err.println(harmless(line));
            }
        }
    }

    /** Prints a failure, also with {@code --quiet}. */
    public void problem(String line) {
        synchronized (err) {
            err.println(harmless(line));
        }
    }

    /**
     * Creates a progress display for long work.
     *
     * @param what name of the work, for people
     * @param unit counted unit, in the plural
     */
    public Progress progress(String what, String unit) {
        return new Progress(err, clock, columns, quiet, what, unit);
    }

    /** Returns the width of the terminal in columns, as the terminal or its shell states it. */
    private static int columns(@Nullable String stated) {
        try {
            int columns = stated == null ? USUAL_COLUMNS : Integer.parseInt(stated);
            return columns >= FEWEST_COLUMNS && columns <= MOST_COLUMNS ? columns : USUAL_COLUMNS;
        } catch (NumberFormatException _) {
            return USUAL_COLUMNS;
        }
    }

    /** Standard output that notices a closed pipe. */
    private static final class Results extends OutputStream {

        private final OutputStream out;
        private volatile boolean readerHasLeft;

        Results(OutputStream out) {
            this.out = out;
        }

        @Override
        public void write(int b) throws IOException {
            write(new byte[]{(byte) b}, 0, 1);
        }

        @Override
        public void write(byte[] bytes, int offset, int length) throws IOException {
            try {
                out.write(bytes, offset, length);
            } catch (IOException failure) {
                throw noticed(failure);
            }
        }

        @Override
        public void flush() throws IOException {
            try {
                out.flush();
            } catch (IOException failure) {
                throw noticed(failure);
            }
        }

        private IOException noticed(IOException failure) {
            readerHasLeft = String.valueOf(failure.getMessage()).contains("pipe");
            return failure;
        }
    }
}
