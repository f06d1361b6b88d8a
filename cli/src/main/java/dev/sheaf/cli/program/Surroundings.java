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
import dev.sheaf.store.Uptime;

/**
 * Environment of a command. Tests supply their own.
 *
 * @param environment environment variables
 * @param folder current folder
 * @param in standard input
 * @param out output for results; not buffered
 * @param err output for everything else
 * @param terminal true if a person sees {@code err}
 * @param answers true if a person sees {@code err} and types {@code in}
 * @param clock present time
 * @param pause pause between requests to a repository
 * @param uptime uptime of this machine, by which a store judges the clock
 */
public record Surroundings(Map<String, String> environment, Path folder, InputStream in, OutputStream out, PrintStream err,
        boolean terminal, boolean answers, InstantSource clock, Pause pause, Uptime uptime) {

    /** Creates surroundings in which nothing but the datestamps judges the clock. */
    public Surroundings(Map<String, String> environment, Path folder, InputStream in, OutputStream out, PrintStream err,
            boolean terminal, boolean answers, InstantSource clock, Pause pause) {
        this(environment, folder, in, out, err, terminal, answers, clock, pause, Uptime.UNKNOWN);
    }

    /** Creates surroundings in which nobody answers questions. */
    public Surroundings(Map<String, String> environment, Path folder, InputStream in, OutputStream out, PrintStream err,
            boolean terminal, InstantSource clock, Pause pause) {
        this(environment, folder, in, out, err, terminal, false, clock, pause);
    }

    /** Creates surroundings with an empty standard input. */
    public Surroundings(Map<String, String> environment, Path folder, OutputStream out, PrintStream err, boolean terminal,
            InstantSource clock, Pause pause) {
        this(environment, folder, InputStream.nullInputStream(), out, err, terminal, clock, pause);
    }

    /**
     * Returns the surroundings of this process. The launcher states whether there is a terminal, because asking Java for it costs start-up
     * time.
     */
    public static Surroundings ofProcess() {
        return new Surroundings(System.getenv(), Path.of("").toAbsolutePath(), new FileInputStream(FileDescriptor.in),
                new FileOutputStream(FileDescriptor.out),
                new PrintStream(new FileOutputStream(FileDescriptor.err), true, StandardCharsets.UTF_8),
                Boolean.getBoolean("sheaf.terminal"), Boolean.getBoolean("sheaf.answers"),
                new SteadyClock(Clock.systemUTC(), System::nanoTime), Pause.REAL, Uptime.OF_MACHINE);
    }
}
