package dev.sheaf.bench.kills;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;

/** Command of Sheaf in a separate process. */
public final class SheafProcess {

    private static final int KILLED = 137;
    /** Seconds after which a process that has not ended counts as hanging. */
    private static final long PATIENCE_SECONDS = 300;
    /** Nanoseconds between two checks of the files that a process writes. */
    private static final long LOOK = 1_000_000;
    /** Nanoseconds after which a process that writes nothing is killed. */
    private static final long IDLE = 60_000_000_000L;

    private final Process process;
    private final Path data;
    private final List<String> arguments;
    private final Path log;
    private final long before;

    private SheafProcess(Process process, Path data, List<String> arguments, Path log, long before) {
        this.process = process;
        this.data = data;
        this.arguments = arguments;
        this.log = log;
        this.before = before;
    }

    /** Starts a command on a data directory; its output goes to a file next to it. */
    public static SheafProcess start(Path data, String... arguments) throws IOException {
        return startWriting(data, data, arguments);
    }

    /**
     * Starts a command on a data directory.
     *
     * @param environment variables that are added to those of this process
     */
    static SheafProcess start(Path data, Map<String, String> environment, String... arguments) throws IOException {
        return start(data, data, environment, arguments);
    }

    /**
     * Starts a command.
     *
     * @param data its data directory
     * @param written data directory in which its writes are observed
     */
    static SheafProcess startWriting(Path data, Path written, String... arguments) throws IOException {
        return start(data, written, Map.of(), arguments);
    }

    private static SheafProcess start(Path data, Path written, Map<String, String> environment, String... arguments)
            throws IOException {
        List<String> command = new ArrayList<>(List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Xshare:auto", "-Xmx256m", "--enable-native-access=ALL-UNNAMED",
                "-cp", System.getProperty("java.class.path"), "dev.sheaf.cli.Sheaf", "--data", data.toString(),
                "--quiet"));
        command.addAll(List.of(arguments));
        Files.createDirectories(data);
        Path log = data.resolveSibling(data.getFileName() + ".log");
        long before = written(written);
        ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()));
        builder.environment().putAll(environment);
        Process process = builder.start();
        return new SheafProcess(process, written, List.of(arguments), log, before);
    }

    /** Runs a command to its end. */
    static void run(Path data, String... arguments) throws IOException, InterruptedException {
        SheafProcess process = start(data, arguments);
        int status = process.end();
        if (status != 0) {
            throw new IllegalStateException(process.arguments + " ended with status " + status + "; see " + process.log);
        }
    }

    /** Waits for its end; returns the exit status. */
    int end() throws InterruptedException {
        if (!process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
            process.destroyForcibly();
            throw new IllegalStateException(arguments + " has not ended in " + PATIENCE_SECONDS + " s; see " + log);
        }
        return process.exitValue();
    }

    /** Returns the same process with its next write awaited from now on. */
    SheafProcess fromNow() {
        return new SheafProcess(process, data, arguments, log, written(data));
    }

    /** Returns the process number. */
    public long pid() {
        return process.pid();
    }

    /** True until it has ended. */
    public boolean isAlive() {
        return process.isAlive();
    }

    /** Waits until the process writes into its data directory, or has ended. */
    void awaitWriting() {
        long end = System.nanoTime() + IDLE;
        while (process.isAlive() && written(data) == before && System.nanoTime() < end) {
            LockSupport.parkNanos(LOOK);
        }
    }

    /**
     * Kills the process at a random moment after its first write.
     *
     * @param usual nanoseconds from its first write to its end without a kill
     * @return false if it had ended before
     */
    boolean kill(Random random, long usual) throws InterruptedException {
        long wait = random.nextLong(Math.max(1, usual));
        awaitWriting();
        process.waitFor(wait, TimeUnit.NANOSECONDS);
        return kill();
    }

    /** Asks the process to end, and kills it after the time limit of commands. */
    public void stop() {
        process.destroy();
        try {
            if (!process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
                process.destroyForcibly();
            }
        } catch (InterruptedException _) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
    }

    /** Kills the process now; returns false when it had ended before. */
    boolean kill() throws InterruptedException {
        process.destroyForcibly();
        return process.waitFor() == KILLED;
    }

    /** Returns a number that changes with each file that is written in a data directory and its index. */
    private static long written(Path data) {
        long sum = 0;
        for (Path folder : List.of(data, data.resolve("index"))) {
            try (Stream<Path> files = Files.list(folder)) {
                for (Path file : files.toList()) {
                    sum = sum * 31 + stamp(file);
                }
            } catch (IOException _) {
                // The folder does not exist yet.
            }
        }
        return sum;
    }

    private static long stamp(Path file) {
        try {
            return Files.isDirectory(file) ? 0 : Files.size(file) * 31 + Files.getLastModifiedTime(file).toMillis();
        } catch (NoSuchFileException _) {
            return 0;
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }
}
