package dev.sheaf.publish.extract.pool;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;

import dev.sheaf.publish.extract.ExtractedText;
import dev.sheaf.publish.extract.RefusedDocumentException;
import dev.sheaf.publish.extract.wire.ExtractorReply;
import dev.sheaf.publish.extract.wire.ExtractorRequest;
import dev.sheaf.publish.extract.worker.ExtractorMain;

import static java.util.Objects.requireNonNull;

/**
 * Processes that extract. One is started when it is needed, and another one when it has died: a document that ends its process, or takes too
 * long, is refused and disturbs no other. Safe for use by many threads; each call waits until a process is free.
 */
public final class ExtractorPool implements DocumentReader, AutoCloseable {

    /** Name that processes without an indlet report. */
    public static final ExtractorReply.Ready STANDARD = ExtractorMain.STANDARD;

    /** A process that somebody else has killed gets another chance with the same document. */
    private static final int ATTEMPTS = 2;

    private final ExtractionLimits limits;
    private final String indlet;
    private final List<Path> libraries;
    private final Path folder;
    private final ScheduledThreadPoolExecutor timer;
    private final BlockingQueue<Place> free = new LinkedBlockingQueue<>();
    private final List<Place> places = new ArrayList<>();
    private final AtomicLong started = new AtomicLong();
    private volatile ExtractorReply.@Nullable Ready ready;

    /** Place of a process. */
    private static final class Place {

        private final int number;
        private volatile @Nullable ExtractorProcess process;

        Place(int number) {
            this.number = number;
        }
    }

    /**
     * Prepares processes; none is started.
     *
     * @param indlet name of the indlet; empty for the standard extractor alone
     * @param libraries jars in which indlets are found, besides those of the program
     * @param folder for temporary files; the caller's
     */
    public ExtractorPool(ExtractionLimits limits, String indlet, List<Path> libraries, Path folder) {
        this.limits = limits;
        this.indlet = indlet;
        this.libraries = List.copyOf(libraries);
        this.folder = folder;
        this.timer = new ScheduledThreadPoolExecutor(1,
                task -> Thread.ofPlatform().daemon().name("extraction-timer").unstarted(task));
        this.timer.setRemoveOnCancelPolicy(true);
        for (int i = 0; i < limits.processes(); i++) {
            places.add(new Place(i));
        }
        free.addAll(places);
    }

    /**
     * Returns what the processes say of themselves; one is started for that.
     *
     * @throws IOException when it does not start, or there is no such indlet; the message is for people
     */
    public ExtractorReply.Ready describe() throws IOException, InterruptedException {
        Place place = free.take();
        try {
            running(place);
            return requireNonNull(ready);
        } finally {
            free.add(place);
        }
    }

    private ExtractorProcess running(Place place) throws IOException {
        ExtractorProcess before = place.process;
        if (before != null && before.isAlive()) {
            return before;
        }
        Path own = folder.resolve("extractor-" + place.number);
        empty(own);
        Files.createDirectories(own);
        ExtractorProcess process = new ExtractorProcess(limits, indlet, libraries, own, timer);
        boolean good = false;
        try {
            switch (process.ready()) {
                case ExtractorReply.Ready said -> {
                    ready = said;
                    started.incrementAndGet();
                    place.process = process;
                    good = true;
                    return process;
                }
                case ExtractorReply.Unable(String reason) -> throw new IOException(reason);
                case ExtractorReply.Extracted _,ExtractorReply.Refused _ -> throw new IOException(
                        "the process that extracts answers wrongly");
            }
        } catch (ExtractorProcess.EndedException failure) {
            throw new IOException("the process that extracts does not start"
                    + (failure.isLate()
                            ? ": it took too long"
                            : " (exit status " + failure.status() + "): " + failure.getMessage()),
                    failure);
        } finally {
            if (!good) {
                process.close();
            }
        }
    }

    @Override
    public ExtractedText extract(Path file, String name) throws RefusedDocumentException, IOException, InterruptedException {
        return ask(new ExtractorRequest(file.toAbsolutePath().toString(), name, false));
    }

    @Override
    public String type(Path file, String name) throws RefusedDocumentException, IOException, InterruptedException {
        return ask(new ExtractorRequest(file.toAbsolutePath().toString(), name, true)).type();
    }

    private ExtractedText ask(ExtractorRequest request) throws RefusedDocumentException, IOException, InterruptedException {
        Place place = free.take();
        try {
            ExtractedText text = null;
            for (int attempt = 1; text == null; attempt++) {
                text = attempt(place, request, attempt >= ATTEMPTS);
            }
            return text;
        } finally {
            free.add(place);
        }
    }

    /** Returns null when another attempt may help. */
    private @Nullable ExtractedText attempt(Place place, ExtractorRequest request, boolean isLast)
            throws RefusedDocumentException, IOException {
        ExtractorProcess process = running(place);
        Optional<Path> copy = process.isSandboxed() ? copied(place, Path.of(request.file())) : Optional.empty();
        ExtractorRequest shown = copy
                .map(file -> new ExtractorRequest(file.toAbsolutePath().toString(), request.name(), request.onlyType()))
                .orElse(request);
        try {
            return switch (process.ask(shown, Duration.ofSeconds(limits.seconds()))) {
                case ExtractorReply.Extracted(ExtractedText text) -> text;
                case ExtractorReply.Refused(String reason) -> throw new RefusedDocumentException(reason);
                case ExtractorReply.Ready _,ExtractorReply.Unable _ -> throw new IOException(
                        "the process that extracts answers wrongly");
            };
        } catch (ExtractorProcess.EndedException failure) {
            place.process = null;
            process.close();
            if (failure.isLate()) {
                throw new RefusedDocumentException(
                        "it takes longer than " + limits.seconds() + " s to read (--option seconds=N)", failure);
            }
            if (failure.status() == ExtractorProcess.OUT_OF_MEMORY) {
                throw new RefusedDocumentException(
                        "it needs more than " + limits.megabytes() + " MB of memory to read (--option memory=N)", failure);
            }
            if (isLast) {
                throw new RefusedDocumentException(
                        "the process that read it ended each time (exit status " + failure.status() + ")", failure);
            }
            return null;
        } finally {
            if (copy.isPresent()) {
                Files.deleteIfExists(copy.get());
            }
        }
    }

    /**
     * Copies a document to the only place that a process in a sandbox sees. A link would let the process change the document. Empty if it
     * cannot be read; the process then says so.
     */
    private Optional<Path> copied(Place place, Path file) {
        Path copy = folder.resolve("extractor-" + place.number).resolve("document");
        try {
            return Optional.of(Files.copy(file, copy, StandardCopyOption.REPLACE_EXISTING));
        } catch (IOException _) {
            return Optional.empty();
        }
    }

    /** Returns how many processes were started so far. */
    public long started() {
        return started.get();
    }

    /** Returns the process numbers of those that run. */
    List<Long> pids() {
        List<Long> pids = new ArrayList<>();
        for (Place place : places) {
            ExtractorProcess process = place.process;
            if (process != null && process.isAlive()) {
                pids.add(process.pid());
            }
        }
        return pids;
    }

    /** Closes the standard inputs of the processes, as the end of this process does. */
    void abandon() {
        for (Place place : places) {
            ExtractorProcess process = place.process;
            if (process != null) {
                process.abandon();
            }
        }
    }

    /** Ends the processes; calls under way fail. */
    @Override
    public void close() {
        timer.shutdownNow();
        for (Place place : places) {
            ExtractorProcess process = place.process;
            if (process != null) {
                process.close();
            }
            empty(folder.resolve("extractor-" + place.number));
        }
    }

    private static void empty(Path folder) {
        if (!Files.exists(folder)) {
            return;
        }
        try (Stream<Path> found = Files.walk(folder)) {
            for (Path path : found.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(path);
            }
        } catch (IOException | UncheckedIOException _) {
            // The caller removes its temporary folder.
        }
    }
}
