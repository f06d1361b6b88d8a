package dev.sheaf.formats.crosswalk.sandbox;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

import dev.sheaf.core.sandbox.ChildSandbox;
import dev.sheaf.formats.crosswalk.CrosswalkException;

/** Connection to one running {@link SandboxProcess}. Not thread-safe. */
final class SandboxConnection implements AutoCloseable {

    /** Interval in milliseconds between two checks of a process that has not answered. */
    private static final long LOOK = 20;
    /** Factor by which the elapsed time of a request may exceed the permitted computing time. */
    private static final int PATIENCE = 10;

    private final ChildSandbox.Child child;
    private final Process process;
    private final SandboxLimits limits;
    private final DataOutputStream questions;
    private final DataInputStream answers;
    private final Set<String> compiled = new HashSet<>();
    private boolean closed;

    private SandboxConnection(ChildSandbox.Child child, SandboxLimits limits) {
        this.child = child;
        this.process = child.process();
        this.limits = limits;
        this.questions = new DataOutputStream(process.getOutputStream());
        this.answers = new DataInputStream(process.getInputStream());
    }

    static SandboxConnection start(SandboxLimits limits) throws CrosswalkException {
        try {
            ProcessBuilder builder = new ProcessBuilder(command(limits));
            builder.environment().clear();
            builder.redirectError(ProcessBuilder.Redirect.DISCARD);
            SandboxConnection connection = new SandboxConnection(ChildSandbox.start(builder, List.of(), null), limits);
            // The process reports that it is ready. That takes as long as the machine needs, so the limits of a stylesheet do not apply.
            connection.await("the process for the operator's crosswalks", limits.start(), connection.asked(_ -> {}));
            return connection;
        } catch (IOException failure) {
            throw new CrosswalkException("the process for the operator's crosswalks cannot be started: " + failure.getMessage(),
                    failure);
        }
    }

    private static List<String> command(SandboxLimits limits) throws IOException {
        return List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-Xmx" + limits.megabytes() + "m",
                "-Xss1m",
                "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-XX:-UsePerfData", "-XX:+ExitOnOutOfMemoryError",
                "-XX:MaxMetaspaceSize=96m", "-Djava.awt.headless=true", "-cp", System.getProperty("java.class.path"),
                SandboxProcess.class.getName(), Integer.toString(limits.output()), Long.toString(ChildSandbox.watched()));
    }

    /** Returns a future that completes when the process has ended. */
    CompletableFuture<?> end() {
        return process.onExit();
    }

    /** Returns whether requests are possible: false as soon as the process was ended, even if it still runs for a moment. */
    boolean isAlive() {
        return !closed && process.isAlive();
    }

    /** Compiles a stylesheet in the process, unless that has been done. */
    void compile(Stylesheet stylesheet) throws CrosswalkException {
        if (!compiled.contains(stylesheet.digest())) {
            ask(stylesheet, out -> {
                out.writeByte(SandboxProcess.COMPILE);
                out.writeUTF(stylesheet.digest());
                write(out, stylesheet.source());
            });
            compiled.add(stylesheet.digest());
        }
    }

    /** Transforms a record in the process, by a stylesheet that is compiled. */
    byte[] transform(Stylesheet stylesheet, String identifier, byte[] metadata) throws CrosswalkException {
        return ask(stylesheet, out -> {
            out.writeByte(SandboxProcess.TRANSFORM);
            out.writeUTF(stylesheet.digest());
            out.writeUTF(identifier.substring(0, Math.min(identifier.length(), 10_000)));
            write(out, metadata);
        });
    }

    private static void write(DataOutputStream out, byte[] bytes) throws IOException {
        out.writeInt(bytes.length);
        out.write(bytes);
    }

    /** Writer of a request to the process. */
    private interface Question {
        void write(DataOutputStream out) throws IOException;
    }

    private record Answer(int status, byte[] bytes) {}

    private byte[] ask(Stylesheet stylesheet, Question question) throws CrosswalkException {
        Answer answer = await("crosswalk " + stylesheet.name(), limits.time(), asked(question));
        if (answer.status() != SandboxProcess.DONE) {
            throw new CrosswalkException(
                    "crosswalk " + stylesheet.name() + ": " + new String(answer.bytes(), StandardCharsets.UTF_8));
        }
        return answer.bytes();
    }

    /** Returns the response to a request as a task of a separate thread, because reading a pipe has no timeout. */
    private FutureTask<Answer> asked(Question question) {
        FutureTask<Answer> exchange = new FutureTask<>(() -> {
            question.write(questions);
            questions.flush();
            int status = answers.readByte();
            int length = answers.readInt();
            if (length < 0 || length > limits.output()) {
                throw new IOException("an answer of " + length + " bytes");
            }
            return new Answer(status, answers.readNBytes(length));
        });
        Thread.ofPlatform().daemon().name("sheaf-crosswalk").start(exchange);
        return exchange;
    }

    private Answer await(String who, Duration time, FutureTask<Answer> exchange) throws StoppedException {
        // The limit applies to the computing time of the process: on a busy machine a record may wait for long without a fault of its
        // stylesheet.
        Duration before = used();
        long patience = System.nanoTime() + time.multipliedBy(PATIENCE).toNanos();
        try {
            while (true) {
                try {
                    return exchange.get(LOOK, TimeUnit.MILLISECONDS);
                } catch (TimeoutException _) {
                    if (used().minus(before).compareTo(time) > 0 || System.nanoTime() > patience) {
                        close();
                        throw new StoppedException(who + " was stopped after " + time.toSeconds() + " seconds");
                    }
                }
            }
        } catch (ExecutionException _) {
            throw new StoppedException(who + ending());
        } catch (InterruptedException _) {
            close();
            Thread.currentThread().interrupt();
            throw new StoppedException(who + " was interrupted");
        }
    }

    /** Returns the computing time of the process so far; zero if the system does not report it. */
    private Duration used() {
        return child.computed();
    }

    private String ending() {
        closed = true;
        try {
            if (process.waitFor(5, TimeUnit.SECONDS) && process.exitValue() == SandboxProcess.OUT_OF_MEMORY) {
                return " needed more than " + limits.megabytes() + " MB of memory and was stopped";
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
        close();
        return " ended its process unexpectedly";
    }

    @Override
    public void close() {
        closed = true;
        process.destroyForcibly();
    }
}
