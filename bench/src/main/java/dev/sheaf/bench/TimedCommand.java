package dev.sheaf.bench;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;

/**
 * Runs a command of the shell as a user would and reports what all of its processes used from their first to their last moment, as the
 * shell's {@code times} says.
 *
 * @param cpuSeconds of all processes of the command, user and system
 * @param seconds by the clock
 * @param peakMegabytes of the process that held most memory; 0 when it ended before anybody looked
 */
public record TimedCommand(double cpuSeconds, double seconds, long peakMegabytes) {

    private static final Pattern TIMES = Pattern.compile("([0-9]+)m([0-9.]+)s ([0-9]+)m([0-9.]+)s");
    /** File in the folder of a command with what it says. */
    public static final String OUTPUT = "complaints";

    private static final long LOOK_EVERY_MILLIS = 20;

    /**
     * Runs a command.
     *
     * @param folder in which it runs and where its complaints go
     * @param environment to add to this process's
     * @param script for {@code sh}; its arguments are {@code $1} and so on
     * @throws IOException when it fails; with what it complained of
     */
    public static TimedCommand run(Path folder, Map<String, String> environment, String script, String... arguments)
            throws IOException, InterruptedException {
        Path times = Files.createTempFile(folder, "times", "");
        Path complaints = folder.resolve(OUTPUT);
        List<String> command = new ArrayList<>(List.of("sh", "-c", "(" + script + "\n); status=$?; times >" + times
                + "; exit $status", "sh"));
        command.addAll(List.of(arguments));
        ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(complaints.toFile())
                .redirectInput(ProcessBuilder.Redirect.from(Path.of("/dev/null").toFile()));
        builder.environment().putAll(environment);
        long begun = System.nanoTime();
        Process process = builder.start();
        long peak = 0;
        while (!process.waitFor(LOOK_EVERY_MILLIS, TimeUnit.MILLISECONDS)) {
            try (Stream<ProcessHandle> all = process.descendants()) {
                peak = Math.max(peak, all.mapToLong(one -> Usage.peakMegabytes(one.pid())).max().orElse(0));
            }
        }
        double seconds = (System.nanoTime() - begun) / 1e9;
        if (process.exitValue() != 0) {
            throw new IOException(script + " " + List.of(arguments) + " ended with " + process.exitValue() + ": "
                    + Files.readString(complaints, StandardCharsets.UTF_8));
        }
        return new TimedCommand(ofChildren(Files.readAllLines(times)), seconds, peak);
    }

    /** The second line is about the shell's children: a subshell, and all that it has waited for. */
    private static double ofChildren(List<String> times) throws IOException {
        Matcher matcher = TIMES.matcher(times.getLast());
        if (!matcher.matches()) {
            throw new IOException("the shell's times are not understood: " + times);
        }
        return 60 * (number(matcher.group(1)) + number(matcher.group(3))) + number(matcher.group(2)) + number(matcher.group(4));
    }

    private static double number(@Nullable String text) {
        return text == null ? 0 : Double.parseDouble(text);
    }
}
