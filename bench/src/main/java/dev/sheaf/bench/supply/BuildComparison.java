package dev.sheaf.bench.supply;

import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipException;
import java.util.zip.ZipInputStream;

import org.jspecify.annotations.Nullable;

/** Compares the results of two builds of the same sources byte by byte, and names the entries in which two jars differ. */
public final class BuildComparison {

    private BuildComparison() {}

    /** Compares two checkouts, which the arguments name; ends the process with 1 when they differ, with 2 when nothing could be compared. */
    public static void main(String[] arguments) throws IOException {
        System.exit(run(arguments, System.out, System.err));
    }

    /** Compares as {@code arguments} say, and returns the exit status. */
    static int run(String[] arguments, PrintStream out, PrintStream err) throws IOException {
        if (arguments.length != 2) {
            err.println("usage: BuildComparison CHECKOUT CHECKOUT");
            return 2;
        }
        Path one = Path.of(arguments[0]);
        Path two = Path.of(arguments[1]);
        TreeSet<Path> results = new TreeSet<>(results(one));
        results.addAll(results(two));
        if (results.isEmpty()) {
            err.println("Neither " + one + " nor " + two + " holds a jar in a target folder: build both first.");
            return 2;
        }
        List<String> differences = new ArrayList<>();
        for (Path result : results) {
            differences.addAll(differences(result.toString(), one.resolve(result), two.resolve(result)));
        }
        differences.forEach(out::println);
        out.println(results.size() + " files compared: "
                + (differences.isEmpty() ? "all are the same" : differences.size() + " differences"));
        return differences.isEmpty() ? 0 : 1;
    }

    /** Returns the jars of all modules and every file of the distribution, relative to the checkout. */
    private static List<Path> results(Path checkout) throws IOException {
        List<Path> results = new ArrayList<>();
        try (Stream<Path> modules = Files.list(checkout)) {
            for (Path target : modules.map(module -> module.resolve("target")).filter(Files::isDirectory).toList()) {
                try (Stream<Path> files = Files.list(target)) {
                    files.filter(file -> file.toString().endsWith(".jar")).forEach(results::add);
                }
            }
        }
        Path distribution = checkout.resolve("cli/target/sheaf");
        if (Files.isDirectory(distribution)) {
            try (Stream<Path> files = Files.walk(distribution)) {
                files.filter(Files::isRegularFile).forEach(results::add);
            }
        }
        return results.stream().map(checkout::relativize).toList();
    }

    /**
     * Returns the differences of two files, a line each; none when they hold the same bytes.
     *
     * @param name for people
     */
    static List<String> differences(String name, Path one, Path two) throws IOException {
        if (!Files.exists(one) || !Files.exists(two)) {
            return List.of(name + ": only in the " + (Files.exists(one) ? "first" : "second") + " build");
        }
        if (Files.mismatch(one, two) < 0) {
            return List.of();
        }
        if (!name.endsWith(".jar")) {
            return List.of(name + ": differs from byte " + Files.mismatch(one, two));
        }
        List<String> differences = new ArrayList<>();
        Map<String, Content> first = entries(one);
        Map<String, Content> second = entries(two);
        TreeSet<String> names = new TreeSet<>(first.keySet());
        names.addAll(second.keySet());
        for (String entry : names) {
            String difference = difference(first.get(entry), second.get(entry));
            if (!difference.isEmpty()) {
                differences.add(name + ": " + entry + ": " + difference);
            }
        }
        return differences.isEmpty() ? List.of(name + ": the same entries, packed or ordered otherwise") : differences;
    }

    private static String difference(@Nullable Content one, @Nullable Content two) {
        if (one == null || two == null) {
            return "only in the " + (one != null ? "first" : "second") + " build";
        }
        if (!Arrays.equals(one.bytes(), two.bytes())) {
            return "other content";
        }
        return one.time() == two.time() ? "" : "another time";
    }

    private record Content(byte[] bytes, long time) {}

    private static Map<String, Content> entries(Path jar) throws IOException {
        Map<String, Content> entries = new LinkedHashMap<>();
        try (InputStream bytes = Files.newInputStream(jar); ZipInputStream zip = new ZipInputStream(bytes)) {
            for (ZipEntry entry = zip.getNextEntry(); entry != null; entry = zip.getNextEntry()) {
                entries.put(entry.getName(), new Content(zip.readAllBytes(), entry.getTime()));
            }
        } catch (ZipException | NoSuchFileException failure) {
            throw new IOException(jar + " cannot be read as a jar: " + failure.getMessage(), failure);
        }
        return entries;
    }
}
