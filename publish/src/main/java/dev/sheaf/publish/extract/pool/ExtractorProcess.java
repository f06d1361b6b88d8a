package dev.sheaf.publish.extract.pool;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;

import org.jspecify.annotations.Nullable;

import dev.sheaf.core.sandbox.ChildSandbox;
import dev.sheaf.publish.extract.wire.ExtractorReply;
import dev.sheaf.publish.extract.wire.ExtractorRequest;
import dev.sheaf.publish.extract.wire.MessageFrames;
import dev.sheaf.publish.extract.worker.ExtractorMain;
import dev.sheaf.publish.extract.worker.NoChannels;

/** One process that extracts. Belongs to one thread at a time. */
final class ExtractorProcess implements AutoCloseable {

    /** Status with which the virtual machine ends when its memory is used up (ExitOnOutOfMemoryError). */
    static final int OUT_OF_MEMORY = 3;

    private static final Duration START = Duration.ofSeconds(60);
    private static final int TAIL = 4 << 10;
    /** A document may take so many times the bound of processor time by the clock. */
    private static final int TIMES_BY_CLOCK = 5;
    /** Milliseconds between two looks at the processor time. */
    private static final long SHORTEST_LOOK = 100;
    /** All that a process needs of the environment, which may hold secrets. */
    private static final Set<String> ENVIRONMENT = Set.of("LANG", "LC_ALL", "LC_CTYPE", "TZ", "SYSTEMROOT", "TEMP", "TMP");
    /** System property with the file of recorded classes, which makes the start faster; may be unset. */
    private static final String ARCHIVE = "sheaf.extractor.archive";

    private final ChildSandbox.Child child;
    private final Process process;
    private final DataOutputStream out;
    private final DataInputStream in;
    private final ScheduledExecutorService timer;
    private final StringBuilder tail = new StringBuilder();
    private final Thread drain;
    private volatile boolean late;

    /** The process ended before it answered. */
    static final class EndedException extends IOException {

        private static final long serialVersionUID = 1;
        private final boolean late;
        private final int status;

        EndedException(String message, boolean late, int status) {
            super(message);
            this.late = late;
            this.status = status;
        }

        /** Returns true when it was ended because it took too long. */
        boolean isLate() {
            return late;
        }

        int status() {
            return status;
        }
    }

    /**
     * Starts a process.
     *
     * @param indlet empty for none
     * @param libraries jars of indlets
     * @param folder for its temporary files; exists
     * @param timer ends it when it takes too long
     */
    ExtractorProcess(ExtractionLimits limits, String indlet, List<Path> libraries, Path folder, ScheduledExecutorService timer)
            throws IOException {
        this.timer = timer;
        ProcessBuilder builder = new ProcessBuilder(command(limits, indlet, libraries, folder)).directory(folder.toFile());
        builder.environment().keySet().retainAll(ENVIRONMENT);
        List<Path> readable = new ArrayList<>(libraries);
        archive().ifPresent(readable::add);
        this.child = ChildSandbox.start(builder, readable, folder);
        this.process = child.process();
        this.out = new DataOutputStream(new BufferedOutputStream(process.getOutputStream()));
        this.in = new DataInputStream(new BufferedInputStream(process.getInputStream(), 1 << 16));
        this.drain = Thread.ofVirtual().name("extractor-messages").start(this::drain);
    }

    private static List<String> command(ExtractionLimits limits, String indlet, List<Path> libraries, Path folder) {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of("-Xmx" + limits.megabytes() + "m", "-Xss4m", "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC",
                "-XX:+UseCompactObjectHeaders",
                // Standard output belongs to the messages: the virtual machine writes its own warnings there otherwise.
                "-XX:+DisplayVMOutputToStderr", "-Xlog:disable", "-Xlog:all=warning:stderr",
                "-XX:+ExitOnOutOfMemoryError", "-XX:-CreateCoredumpOnCrash", "-XX:ErrorFile=" + folder.resolve("crash.log"),
                "--sun-misc-unsafe-memory-access=allow", "-Djava.awt.headless=true", "-Djava.io.tmpdir=" + folder,
                // Names of hosts are looked up in this file alone, and it is not there.
                "-Djdk.net.hosts.file=" + folder.resolve("no-hosts"),
                "-Djava.nio.channels.spi.SelectorProvider=" + NoChannels.class.getName()));
        ExtractorMain.LOGGING.forEach((name, value) -> command.add("-D" + name + "=" + value));
        // Java ignores an archive that does not fit.
        archive().ifPresent(archive -> command.add("-XX:SharedArchiveFile=" + archive));
        StringBuilder classes = new StringBuilder(absolute(System.getProperty("java.class.path")));
        libraries.forEach(library -> classes.append(File.pathSeparatorChar).append(library.toAbsolutePath()));
        command.addAll(List.of("-cp", classes.toString(), ExtractorMain.class.getName(), indlet,
                String.valueOf(limits.characters()), String.valueOf(limits.embedded())));
        return command;
    }

    private static Optional<Path> archive() {
        String archive = System.getProperty(ARCHIVE, "");
        return archive.isEmpty() ? Optional.empty() : Optional.of(Path.of(archive)).filter(Files::isReadable);
    }

    /** The process starts in another folder, so the entries of the class path must not depend on this one. */
    private static String absolute(String path) {
        List<String> entries = new ArrayList<>();
        for (String entry : path.split(File.pathSeparator)) {
            if (entry.endsWith("*")) {
                entries.add(new File(entry.substring(0, entry.length() - 1)).getAbsolutePath() + File.separator + "*");
            } else if (!entry.isEmpty()) {
                entries.add(new File(entry).getAbsolutePath());
            }
        }
        return String.join(File.pathSeparator, entries);
    }

    private void drain() {
        byte[] buffer = new byte[1 << 10];
        try (InputStream messages = process.getErrorStream()) {
            for (int count = messages.read(buffer); count >= 0; count = messages.read(buffer)) {
                synchronized (tail) {
                    tail.append(new String(buffer, 0, count, StandardCharsets.UTF_8));
                    if (tail.length() > 2 * TAIL) {
                        tail.delete(0, tail.length() - TAIL);
                    }
                }
            }
        } catch (IOException _) {
            // The process has ended.
        }
    }

    /** Returns whether the process sees only its folder of temporary files and what the system needs. */
    boolean isSandboxed() {
        return child.isSandboxed();
    }

    /** Waits for the first message. */
    ExtractorReply ready() throws IOException {
        return answer(START);
    }

    /**
     * Sends a request and waits for the reply.
     *
     * @throws EndedException when the process ends before it answers; it is of no use any more
     */
    ExtractorReply ask(ExtractorRequest request, Duration patience) throws IOException {
        try {
            MessageFrames.write(out, request.toBytes());
        } catch (IOException _) {
            throw ended();
        }
        return answer(patience);
    }

    private ExtractorReply answer(Duration patience) throws IOException {
        Deadline deadline = new Deadline(patience);
        deadline.set(patience);
        try {
            byte[] message = MessageFrames.read(in, ExtractorReply.MOST_BYTES);
            if (message != null) {
                return ExtractorReply.of(message);
            }
        } catch (IOException _) {
            // The message broke off, or something else wrote to the output: the process is of no use any more.
            if (!late && !endsSoon()) {
                process.destroyForcibly();
            }
        } finally {
            deadline.cancel();
        }
        throw ended();
    }

    /**
     * Ends the process when it has computed for too long. Its processor time counts and not the clock, so that no document is refused because the
     * machine is busy. A process that waits and computes nothing is ended too, some time later.
     */
    private final class Deadline implements Runnable {

        private final Duration patience;
        private final Duration before = cpu();
        private final long begun = System.nanoTime();
        private boolean over;
        private @Nullable ScheduledFuture<?> next;

        Deadline(Duration patience) {
            this.patience = patience;
        }

        synchronized void set(Duration wait) {
            next = timer.schedule(this, Math.max(SHORTEST_LOOK, wait.toMillis()), TimeUnit.MILLISECONDS);
        }

        synchronized void cancel() {
            over = true;
            if (next != null) {
                next.cancel(false);
            }
        }

        @Override
        public synchronized void run() {
            if (over) {
                return;
            }
            Duration elapsed = Duration.ofNanos(System.nanoTime() - begun);
            Duration byClock = patience.multipliedBy(TIMES_BY_CLOCK).minus(elapsed);
            Duration computed = cpu().minus(before);
            // Where the system does not say what a process has computed, the clock decides.
            Duration left = computed.isZero() ? byClock : patience.minus(computed);
            left = left.compareTo(byClock) < 0 ? left : byClock;
            if (left.isPositive()) {
                set(left);
            } else {
                late = true;
                process.destroyForcibly();
            }
        }

        private Duration cpu() {
            return child.computed();
        }
    }

    private boolean endsSoon() {
        try {
            return process.waitFor(1, TimeUnit.SECONDS);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    private EndedException ended() {
        try {
            // Its output has ended, so it is about to.
            if (!process.waitFor(10, TimeUnit.SECONDS)) {
                process.destroyForcibly();
                process.waitFor(10, TimeUnit.SECONDS);
            }
            drain.join(Duration.ofSeconds(1));
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
        String last;
        synchronized (tail) {
            last = tail.toString().strip();
        }
        return new EndedException(last.lines().reduce((_, line) -> line).orElse(""), late,
                process.isAlive() ? -1 : process.exitValue());
    }

    /** Closes its standard input: it ends by itself. */
    void abandon() {
        try {
            out.close();
        } catch (IOException _) {
            // It has ended already.
        }
    }

    long pid() {
        return process.pid();
    }

    boolean isAlive() {
        return process.isAlive();
    }

    @Override
    public void close() {
        process.destroyForcibly();
        abandon();
    }
}
