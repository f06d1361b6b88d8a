package dev.sheaf.cli.program;

import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Clock;
import java.time.InstantSource;
import java.util.Map;

import dev.sheaf.harvester.http.Pause;

/**
 * Environment of a command. Tests supply their own.
 *
 * @param environment variables
 * @param folder the current folder
 * @param in standard input
 * @param out for results; not buffered
 * @param err for everything else
 * @param terminal true when a person sees {@code err}
 * @param answers true when a person sees {@code err} and types {@code in}
 * @param clock the time
 * @param pause waits where a repository has to be given time
 */
public record Surroundings(Map<String, String> environment, Path folder, InputStream in, OutputStream out, PrintStream err,
        boolean terminal, boolean answers, InstantSource clock, Pause pause) {

    /** Surroundings in which nobody answers questions. */
    public Surroundings(Map<String, String> environment, Path folder, InputStream in, OutputStream out, PrintStream err,
            boolean terminal, InstantSource clock, Pause pause) {
        this(environment, folder, in, out, err, terminal, false, clock, pause);
    }

    /** Surroundings in which there is nothing to read. */
    public Surroundings(Map<String, String> environment, Path folder, OutputStream out, PrintStream err, boolean terminal,
            InstantSource clock, Pause pause) {
        this(environment, folder, InputStream.nullInputStream(), out, err, terminal, clock, pause);
    }

    /**
     * Returns those of this process. The launcher passes on whether a terminal is there: asking Java for it costs start-up
     * time.
     */
    public static Surroundings ofProcess() {
        return new Surroundings(System.getenv(), Path.of("").toAbsolutePath(), new FileInputStream(FileDescriptor.in),
                new FileOutputStream(FileDescriptor.out),
                new PrintStream(new FileOutputStream(FileDescriptor.err), true, StandardCharsets.UTF_8),
                Boolean.getBoolean("sheaf.terminal"), Boolean.getBoolean("sheaf.answers"),
                new SteadyClock(Clock.systemUTC(), System::nanoTime), Pause.REAL);
    }
}
