package dev.sheaf.bench.publish;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;

import dev.sheaf.publish.extract.RefusedDocumentException;
import dev.sheaf.publish.extract.pool.ExtractionLimits;
import dev.sheaf.publish.extract.pool.ExtractorPool;

/** Measurement of the processes that extract, without listing, indexing and saving. */
final class ExtractionSpeed {

    /** Share of the files by which processes are measured while they are cold. */
    private static final int COLD = 6;

    private ExtractionSpeed() {}

    /**
     * The result.
     *
     * @param seconds by the clock, from the start of the first process
     * @param cpuSeconds of the processes
     * @param refused files without text
     * @param firstFiles number of the first files
     * @param firstSeconds by the clock until they were read
     */
    record Result(double seconds, double cpuSeconds, int refused, int firstFiles, double firstSeconds) {}

    /** Reads all files of a folder once. */
    static Result of(Path folder, int processes) throws IOException, InterruptedException {
        List<Path> files;
        try (Stream<Path> found = Files.walk(folder)) {
            files = found.filter(Files::isRegularFile).sorted().toList();
        }
        ExtractionLimits usual = ExtractionLimits.DEFAULT;
        ExtractionLimits limits = new ExtractionLimits(processes, usual.megabytes(), usual.seconds(), usual.characters(),
                usual.embedded());
        Path temporary = Files.createDirectories(folder.resolveSibling("temporary"));
        AtomicInteger refused = new AtomicInteger();
        int cold = files.size() / COLD;
        long begun = System.nanoTime();
        double first = 0;
        try (ExtractorPool pool = new ExtractorPool(limits, "", List.of(), temporary);
                ExecutorService threads = Executors.newFixedThreadPool(processes)) {
            List<Future<?>> running = new ArrayList<>();
            for (Path file : files) {
                running.add(threads.submit(() -> {
                    try {
                        return pool.extract(file, String.valueOf(file.getFileName()));
                    } catch (RefusedDocumentException _) {
                        return refused.incrementAndGet();
                    }
                }));
            }
            for (int i = 0; i < files.size(); i++) {
                running.get(i).get();
                if (i + 1 == cold) {
                    first = (System.nanoTime() - begun) / 1e9;
                }
            }
            double seconds = (System.nanoTime() - begun) / 1e9;
            double cpu = ProcessHandle.current().children()
                    .map(child -> child.info().totalCpuDuration().orElse(Duration.ZERO)).mapToDouble(Duration::toMillis).sum()
                    / 1e3;
            return new Result(seconds, cpu, refused.get(), cold, first);
        } catch (ExecutionException failure) {
            throw new IOException("extraction failed: " + failure.getCause(), failure);
        }
    }
}
