package dev.sheaf.bench.pairs;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import java.util.zip.CRC32;

import dev.sheaf.simulator.misbehaviour.Judgement.Mark;

/** File of the results so far. An interrupted run continues there as long as the code is the same. Thread-safe. */
final class PairLog {

    private final Path file;
    private final Map<String, PairResult> known = new LinkedHashMap<>();

    private PairLog(Path file) {
        this.file = file;
    }

    /**
     * Opens the log, or begins a new one if the code has changed or that is wanted.
     *
     * @param again true to discard earlier results
     */
    static PairLog open(Path file, boolean again) {
        PairLog log = new PairLog(file);
        String code = "# code " + codeInUse();
        try {
            List<String> lines = Files.exists(file) && !again ? Files.readAllLines(file) : List.of();
            if (!lines.isEmpty() && lines.getFirst().equals(code)) {
                lines.stream().skip(1).map(PairLog::parse).forEach(one -> log.known.put(one.name(), one));
            } else {
                Files.createDirectories(file.toAbsolutePath().getParent());
                Files.writeString(file, code + "\n");
            }
        } catch (IOException failure) {
            throw new UncheckedIOException(file + " cannot be used", failure);
        }
        return log;
    }

    /** Returns a checksum over the class path: sizes and times of all files. */
    private static String codeInUse() {
        CRC32 sum = new CRC32();
        for (String entry : System.getProperty("java.class.path").split(System.getProperty("path.separator"))) {
            Path path = Path.of(entry);
            if (Files.exists(path)) {
                try (Stream<Path> files = Files.walk(path)) {
                    for (Path one : files.filter(Files::isRegularFile).sorted().toList()) {
                        sum.update((one + " " + Files.size(one) + " " + Files.getLastModifiedTime(one).toMillis())
                                .getBytes(StandardCharsets.UTF_8));
                    }
                } catch (IOException failure) {
                    throw new UncheckedIOException(path + " cannot be read", failure);
                }
            }
        }
        return Long.toHexString(sum.getValue());
    }

    private static PairResult parse(String line) {
        String[] parts = line.split("\t", 4);
        return new PairResult(parts[0], Mark.valueOf(parts[1]), Integer.parseInt(parts[2]), parts.length > 3 ? parts[3] : "",
                List.of(), List.of());
    }

    /** Returns whether the log has a result of a combination. */
    synchronized boolean knows(String name) {
        return known.containsKey(name);
    }

    /** Adds a result without the records of its harvests, which would fill the memory. */
    synchronized void add(PairResult result) {
        known.put(result.name(), result.inShort());
        try {
            Files.writeString(file, String.join("\t", result.name(), result.mark().name(), String.valueOf(result.requests()),
                    result.reason().replaceAll("\\s+", " ")) + "\n", StandardOpenOption.APPEND);
        } catch (IOException failure) {
            throw new UncheckedIOException(file + " cannot be written", failure);
        }
    }

    /** Returns the results of the given combinations. */
    synchronized List<PairResult> of(Collection<String> names) {
        return known.values().stream().filter(one -> names.contains(one.name())).toList();
    }

    /** Returns the number of results with a mark. */
    synchronized long count(Mark mark) {
        return known.values().stream().filter(one -> one.mark() == mark).count();
    }
}
