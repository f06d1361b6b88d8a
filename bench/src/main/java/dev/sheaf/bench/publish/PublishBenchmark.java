package dev.sheaf.bench.publish;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;

import dev.sheaf.bench.CommandLine;
import dev.sheaf.bench.TimedCommand;
import dev.sheaf.publish.extract.pool.ExtractionLimits;
import dev.sheaf.testkit.SampleDocuments;

/** Measurement of {@code publish}: PDF files a second, and the time from a changed text to its finding. Started by {@code bench/publish}. */
final class PublishBenchmark {

    private static final String KNOWN = "--documents DIR, --copies N, --processes N, --changes N, --window SECONDS";
    private static final Path USUAL = Path.of("../shared/data/documents");
    private static final int USUAL_COPIES = 3;
    private static final int USUAL_CHANGES = 3;
    private static final int MADE = 150;
    private static final int PAGES = 8;
    private static final int WORDS = 400;
    private static final int PROCESSORS = Runtime.getRuntime().availableProcessors();

    private PublishBenchmark() {}

    /**
     * The command line.
     *
     * @param documents folder of PDF files; null to make them
     * @param copies of each file, so that the start of processes counts less
     * @param processes that extract
     * @param changes of which the time until they are found is measured; 0 for none
     * @param window seconds of {@code notify-window} at both hubs; negative for the usual ones
     */
    private record Options(@Nullable Path documents, int copies, int processes, int changes, int window) {

        static Options parse(String[] arguments) {
            Path documents = Files.isDirectory(USUAL) ? USUAL : null;
            int copies = USUAL_COPIES;
            int processes = ExtractionLimits.DEFAULT.processes();
            int changes = USUAL_CHANGES;
            int window = -1;
            CommandLine line = new CommandLine(arguments);
            while (line.hasOption()) {
                String option = line.option();
                switch (option) {
                    case "--documents" -> documents = Path.of(System.getProperty("sheaf.bench.folder", "")).resolve(line.path());
                    case "--copies" -> copies = line.positive();
                    case "--processes" -> processes = line.positive();
                    case "--changes" -> changes = line.number();
                    case "--window" -> window = line.number();
                    default -> throw CommandLine.unknown(option, KNOWN);
                }
            }
            if (documents != null && !Files.isDirectory(documents)) {
                throw new IllegalArgumentException("--documents: there is no folder " + documents);
            }
            return new Options(documents, copies, processes, changes, window);
        }
    }

    /** Fills a folder with copies of the PDF files, and returns how many there are. */
    private static int collect(Options options, Path folder) throws IOException {
        List<Path> files = new ArrayList<>();
        Path documents = options.documents();
        if (documents == null) {
            Random random = new Random(15);
            for (int i = 0; i < MADE; i++) {
                files.add(Files.write(Files.createDirectories(folder.resolveSibling("made")).resolve("made" + i + ".pdf"),
                        SampleDocuments.pdf("Made " + i, "Nobody", Stream.generate(() -> words(random)).limit(PAGES)
                                .toArray(String[]::new))));
            }
        } else {
            try (Stream<Path> found = Files.walk(documents)) {
                files.addAll(found.filter(file -> file.toString().toLowerCase(Locale.ROOT).endsWith(".pdf")).sorted().toList());
            }
        }
        long bytes = 0;
        for (int copy = 0; copy < options.copies(); copy++) {
            Path place = Files.createDirectories(folder.resolve("copy" + copy));
            for (Path file : files) {
                bytes += Files.size(file);
                Files.copy(file, place.resolve(String.valueOf(file.getFileName())));
            }
        }
        System.out.printf(Locale.ROOT, "%d PDF files, %.1f MB, %s; %d processes, %d processors%n",
                files.size() * options.copies(),
                bytes / 1e6,
                documents == null ? "made for this measurement" : documents + ", each " + options.copies() + " times",
                options.processes(), PROCESSORS);
        return files.size() * options.copies();
    }

    private static String words(Random random) {
        StringBuilder words = new StringBuilder();
        for (int i = 0; i < WORDS; i++) {
            words.append('w').append(Integer.toString(random.nextInt(20_000), 36)).append(i % 12 == 11 ? '\n' : ' ');
        }
        return words.toString();
    }

    private static void line(String what, int files, double seconds, double cpu, String beside) {
        System.out.printf(Locale.ROOT, "%-30s %7.1f s, %6.1f files/s; %6.1f CPU s, %6.1f files/s with all of %d processors%s%n",
                what,
                seconds, files / seconds, cpu, files / cpu * PROCESSORS, PROCESSORS, beside);
    }

    private static TimedCommand publish(Path folder, Path collection, int processes) throws IOException, InterruptedException {
        return SheafCommand.run(folder, folder.resolve("data"), "publish", "bench", collection.toString(), "--identifier-domain",
                "bench.example.org", "--option", "processes=" + processes);
    }

    private static void speed(Options options, Path folder) throws IOException, InterruptedException {
        Path collection = Files.createDirectory(folder.resolve("collection"));
        int files = collect(options, collection);
        ExtractionSpeed.Result alone = ExtractionSpeed.of(collection, options.processes());
        line("text and metadata alone", files, alone.seconds(), alone.cpuSeconds(),
                ", " + alone.refused() + " refused; first " + alone.firstFiles()
                        + " files: %.1f s".formatted(alone.firstSeconds()));
        TimedCommand first = publish(folder, collection, options.processes());
        line("sheaf publish, everything new", files, first.seconds(), first.cpuSeconds(),
                ", largest process " + first.peakMegabytes() + " MB");
        TimedCommand again = publish(folder, collection, options.processes());
        line("sheaf publish, nothing changed", files, again.seconds(), again.cpuSeconds(), "");
    }

    /** Measures and prints. */
    public static void main(String[] arguments) throws Exception {
        Options options;
        try {
            options = Options.parse(arguments);
        } catch (IllegalArgumentException wrong) {
            System.err.println(wrong.getMessage());
            System.exit(2);
            return;
        }
        Path folder = Files.createTempDirectory("sheaf-publish-bench");
        try {
            speed(options, folder);
            if (options.changes() > 0) {
                new ChangedTexts(Files.createDirectory(folder.resolve("changes")), options.window()).measure(options.changes());
            }
        } finally {
            try (Stream<Path> files = Files.walk(folder)) {
                for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                    Files.deleteIfExists(file);
                }
            }
        }
    }
}
