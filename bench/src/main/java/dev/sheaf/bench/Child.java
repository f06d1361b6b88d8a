package dev.sheaf.bench;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * A part of the benchmark in a process of its own, so that its CPU seconds and peak memory are its alone. It reports by lines
 * {@code key=value} on standard output and lives until its standard input ends.
 */
public final class Child implements AutoCloseable {

    private final Process process;
    private final BufferedReader out;

    private Child(Process process) {
        this.process = process;
        this.out = new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
    }

    /** Starts a class of the benchmark with the heap that a hub has by default on a small machine. */
    public static Child start(Class<?> main, String heap, String... arguments) throws IOException {
        List<String> command = new ArrayList<>(
                List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-Xmx" + heap,
                        "-XX:+UseSerialGC", "-XX:+UseCompactObjectHeaders", "--enable-native-access=ALL-UNNAMED", "-cp",
                        System.getProperty("java.class.path"),
                        main.getName()));
        String options = System.getenv("BENCH_JAVA_OPTS");
        if (options != null) {
            command.addAll(1, List.of(options.split(" ")));
        }
        command.addAll(List.of(arguments));
        return new Child(new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start());
    }

    /** The report up to the line {@code ready}, or to the end of the output. */
    public Map<String, String> report() throws IOException {
        Map<String, String> report = new TreeMap<>();
        for (String line = out.readLine(); line != null && !line.equals("ready"); line = out.readLine()) {
            int equals = line.indexOf('=');
            if (equals > 0) {
                report.put(line.substring(0, equals), line.substring(equals + 1));
            }
        }
        return report;
    }

    /** Asks the child for another report; not every child has one. */
    public Map<String, String> ask() throws IOException {
        process.getOutputStream().write('\n');
        process.getOutputStream().flush();
        return report();
    }

    /** Ends the child, and waits for its last report. */
    public Map<String, String> end() throws IOException, InterruptedException {
        process.getOutputStream().close();
        Map<String, String> report = report();
        process.waitFor();
        return report;
    }

    @Override
    public void close() {
        process.destroy();
    }
}
