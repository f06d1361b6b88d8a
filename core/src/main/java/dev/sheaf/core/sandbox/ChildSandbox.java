package dev.sheaf.core.sandbox;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sandbox of the system around a child process: bubblewrap ({@code bwrap}), which gives the process a system of its own. It has no network,
 * sees no other process, and reads the programs of the system, the Java runtime and the libraries, but no file of the user. It writes to one
 * folder only. So a fault in a native library, or in the code that reads a document, does not reach keys and passwords.
 *
 * <p>Whether bubblewrap works is tried once. In a container it often does not. All methods may be called from any thread.
 */
public final class ChildSandbox {

    /** System property with the mode; the program sets it from its configuration. */
    public static final String PROPERTY = "sheaf.sandbox";

    private static final Logger LOG = LoggerFactory.getLogger(ChildSandbox.class);
    private static final List<String> PLACES = List.of("/usr/bin/bwrap", "/bin/bwrap", "/usr/local/bin/bwrap");
    private static final List<String> SYSTEM = List.of("/usr", "/bin", "/lib", "/lib64", "/lib32", "/etc/ld.so.cache",
            "/etc/ld.so.conf", "/etc/ld.so.conf.d", "/etc/alternatives", "/etc/fonts", "/etc/localtime", "/nix/store");
    private static final String JAVA_SETTINGS = "java";
    private static final int TRIAL_SECONDS = 20;
    /**
     * Thread that starts children. The system ends a child with the thread that started it, and not with the process, so this thread stays.
     */
    private static final ExecutorService STARTER = Executors.newSingleThreadExecutor(
            Thread.ofPlatform().daemon().name("sheaf-children").factory());
    private static final Object LOCK = new Object();
    private static @Nullable String fault;
    private static boolean tried;

    /** Choice of the operator. */
    public enum Mode {
        /** A sandbox where the machine offers one. */
        AUTO,
        /** No sandbox. */
        OFF,
        /** No child process without a sandbox. */
        REQUIRE;

        /** Returns the mode that the program set. */
        public static Mode present() {
            return valueOf(System.getProperty(PROPERTY, "auto").toUpperCase(Locale.ROOT));
        }
    }

    /**
     * A child process.
     *
     * @param process process that the caller talks to and ends; in a sandbox it is the sandbox
     * @param isSandboxed true in a sandbox of the system
     */
    public record Child(Process process, boolean isSandboxed) {

        /** Returns the computing time of the child; zero if the system does not tell it. */
        public Duration computed() {
            return (isSandboxed
                    ? Stream.concat(Stream.of(process.toHandle()), process.descendants())
                    : Stream.of(process.toHandle()))
                    .map(handle -> handle.info().totalCpuDuration().orElse(Duration.ZERO)).reduce(Duration.ZERO, Duration::plus);
        }
    }

    private ChildSandbox() {}

    /**
     * Starts a child that runs Java.
     *
     * @param builder command, which begins with the Java of this process, environment and streams; it is changed
     * @param readable files and folders of the child, beside the system, the Java runtime and the class path of this process
     * @param folder only folder that the child may write to, and its working folder; null for none
     * @throws IOException if it cannot be started, or if the operator requires a sandbox and the machine offers none
     */
    public static Child start(ProcessBuilder builder, List<Path> readable, @Nullable Path folder) throws IOException {
        boolean isSandboxed = isWanted();
        if (isSandboxed) {
            List<String> command = new ArrayList<>(wrapper(readable, folder));
            command.addAll(builder.command());
            builder.command(command);
        }
        try {
            return new Child(STARTER.submit(builder::start).get(), isSandboxed);
        } catch (ExecutionException failure) {
            throw new IOException("a process cannot be started: " + failure.getCause(), failure);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted");
        }
    }

    /**
     * Returns the number of a process that ends with this one, as a child sees it: this process, or in a sandbox the first process there.
     *
     * @throws IOException if the operator requires a sandbox and the machine offers none
     */
    public static long watched() throws IOException {
        return isWanted() ? 1 : ProcessHandle.current().pid();
    }

    private static boolean isWanted() throws IOException {
        Mode mode = Mode.present();
        if (mode == Mode.OFF) {
            return false;
        }
        Optional<String> missing = fault();
        if (missing.isPresent() && mode == Mode.REQUIRE) {
            throw new IOException("the configuration requires a sandbox, and this machine offers none: " + missing.get());
        }
        return missing.isEmpty();
    }

    /** Returns why this machine offers no sandbox; empty if it does. The first call tries it. */
    public static Optional<String> fault() {
        synchronized (LOCK) {
            if (!tried) {
                fault = trial();
                tried = true;
                if (fault != null && Mode.present() != Mode.OFF) {
                    LOG.info("processes that read documents and run crosswalks have no sandbox of the system: {}", fault);
                }
            }
            return Optional.ofNullable(fault);
        }
    }

    private static @Nullable String trial() {
        if (PLACES.stream().noneMatch(place -> Files.isExecutable(Path.of(place)))) {
            return "bubblewrap is not installed (package bubblewrap)";
        }
        List<String> command = new ArrayList<>(wrapper(List.of(), null));
        command.addAll(List.of(java().toString(), "-Xshare:auto", "-XX:TieredStopAtLevel=1", "-version"));
        ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
        builder.environment().clear();
        try {
            Process process = STARTER.submit(builder::start).get();
            process.getOutputStream().close();
            String said = new String(process.getInputStream().readNBytes(2_000), java.nio.charset.StandardCharsets.UTF_8);
            if (!process.waitFor(TRIAL_SECONDS, TimeUnit.SECONDS)) {
                process.destroyForcibly();
                return "bubblewrap does not answer";
            }
            return process.exitValue() == 0
                    ? null
                    : "bubblewrap does not work here: " + said.lines().findFirst().orElse("status " + process.exitValue());
        } catch (IOException | ExecutionException failure) {
            return "bubblewrap cannot be started: " + failure.getMessage();
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            return "the trial was interrupted";
        }
    }

    private static Path java() {
        return Path.of(System.getProperty("java.home"), "bin", "java");
    }

    /** Returns the command that a child's command follows. */
    private static List<String> wrapper(List<Path> readable, @Nullable Path folder) {
        List<String> words = new ArrayList<>();
        words.add(PLACES.stream().filter(place -> Files.isExecutable(Path.of(place))).findFirst().orElseThrow());
        words.addAll(
                List.of("--unshare-all", "--die-with-parent", "--new-session", "--cap-drop", "ALL", "--proc", "/proc", "--dev",
                        "/dev", "--tmpfs", "/tmp"));
        Set<String> shown = new LinkedHashSet<>(SYSTEM);
        Path runtime = Path.of(System.getProperty("java.home"));
        shown.add(runtime.toString());
        shown.add(real(runtime).toString());
        javaSettings().forEach(path -> shown.add(path.toString()));
        for (String entry : System.getProperty("java.class.path").split(File.pathSeparator)) {
            Path library = library(entry);
            // A class path may name what is not there.
            if (!entry.isEmpty() && Files.isDirectory(library)) {
                shown.add(library.toString());
            }
        }
        readable.forEach(path -> shown.add(path.toAbsolutePath().toString()));
        shown.forEach(path -> words.addAll(List.of("--ro-bind-try", path, path)));
        if (folder == null) {
            words.addAll(List.of("--chdir", "/tmp"));
        } else {
            String own = folder.toAbsolutePath().toString();
            words.addAll(List.of("--bind", own, own, "--chdir", own));
        }
        return words;
    }

    /** Returns what an entry of the class path needs: the folder of a jar, whose manifest names the others, or a folder of classes. */
    private static Path library(String entry) {
        Path path = Path.of(entry.endsWith("*") ? entry.substring(0, entry.length() - 1) : entry).toAbsolutePath().normalize();
        Path parent = path.getParent();
        return Files.isDirectory(path) || parent == null ? path : parent;
    }

    private static Path real(Path path) {
        try {
            return path.toRealPath();
        } catch (IOException _) {
            return path;
        }
    }

    /** Returns folders in /etc to which a Java runtime of a distribution links. */
    private static List<Path> javaSettings() {
        try (Stream<Path> files = Files.list(Path.of("/etc"))) {
            return files.filter(file -> String.valueOf(file.getFileName()).startsWith(JAVA_SETTINGS)).sorted().toList();
        } catch (IOException _) {
            return List.of();
        }
    }
}
