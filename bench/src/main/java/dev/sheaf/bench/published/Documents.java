package dev.sheaf.bench.published;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;

import dev.sheaf.bench.Child;
import dev.sheaf.bench.SyntheticRecords;

/**
 * Publishes generated texts, harvests their terms, indexes and searches them, and prints time, size and memory of each step. Started by
 * {@code bench/documents}: the number of texts.
 */
final class Documents {

    private static final String HEAP = "1g";
    private static final int IN_A_FOLDER = 1_000;
    private static final int SHORTEST = 100;
    private static final int SPREAD = 500;
    private static final int QUERIES = 3_000;

    private Documents() {}

    /** Measures and prints. */
    public static void main(String[] arguments) throws IOException, InterruptedException {
        int number = Integer.parseInt(arguments[0]);
        Path work = Files.createTempDirectory("documents");
        try {
            Path files = work.resolve("files");
            System.out.printf(Locale.ROOT, "%,d texts, %,d bytes%n", number, generate(files, number));
            Path provider = work.resolve("provider");
            try (Child child = Child.start(PublishChild.class, HEAP, provider.toString(), files.toString(), "tf_basic")) {
                Map<String, String> published = child.end();
                double seconds = decimal(published, "seconds");
                System.out.printf(Locale.ROOT,
                        "published  %,.0f documents/s, %.1f CPU s to extract and %.1f CPU s for all else; memory %s MB of its own, peak "
                                + "%s MB%n",
                        number / seconds, decimal(published, "extract.cpu"), decimal(published, "publish.cpu"),
                        published.get("own"), published.get("peak"));
            }
            Path service = work.resolve("service");
            try (Child server = Child.start(ServeChild.class, HEAP, provider.toString());
                    Child child = Child.start(ServiceChild.class, HEAP, service.toString(),
                            server.report().getOrDefault("url", ""), "oai_dc", "oai_dc__tf_basic")) {
                Map<String, String> used = child.end();
                System.out.printf(Locale.ROOT,
                        "harvested  %,.0f documents/s (description and index each), %.1f CPU s; %s records%n",
                        number / decimal(used, "harvest.seconds"), decimal(used, "harvest.cpu"), used.get("records"));
                System.out.printf(Locale.ROOT,
                        "indexed    %,.0f documents/s, %.1f CPU s; memory %s MB of its own, peak %s MB with mapped files%n",
                        number / decimal(used, "index.seconds"), decimal(used, "index.cpu"), used.get("own"), used.get("peak"));
            }
            System.out.printf(Locale.ROOT, "sizes      provider %,d MB, service %,d MB, of which the search index %,d MB%n",
                    megabytes(provider), megabytes(service), megabytes(service.resolve("index")));
            try (Child child = Child.start(QueryChild.class, HEAP, service.resolve("index").toString(),
                    Integer.toString(QUERIES))) {
                Map<String, String> asked = child.end();
                System.out.printf(Locale.ROOT,
                        "searched   p50 %.2f ms, p99 %.2f ms; %s results on average; memory %s MB of its own, peak %s MB%n",
                        decimal(asked, "p50"), decimal(asked, "p99"), asked.get("results"), asked.get("own"), asked.get("peak"));
            }
        } finally {
            try (Stream<Path> found = Files.walk(work)) {
                found.sorted(Collections.reverseOrder()).forEach(file -> file.toFile().delete());
            }
        }
    }

    /** Writes texts of 100 to 600 words; returns their bytes. */
    private static long generate(Path folder, int number) throws IOException {
        SyntheticRecords words = new SyntheticRecords();
        long bytes = 0;
        for (int i = 0; i < number; i++) {
            Path own = folder.resolve(Integer.toString(i / IN_A_FOLDER));
            if (i % IN_A_FOLDER == 0) {
                Files.createDirectories(own);
            }
            Random random = new Random(i * 7919L);
            Path file = Files.writeString(own.resolve(i + ".txt"), words.text(random, SHORTEST + random.nextInt(SPREAD)));
            bytes += Files.size(file);
        }
        return bytes;
    }

    private static long megabytes(Path folder) throws IOException {
        long bytes = 0;
        for (Path file : SizesOfTexts.files(folder)) {
            bytes += Files.size(file);
        }
        return bytes >> 20;
    }

    private static double decimal(Map<String, String> figures, String key) {
        return Double.parseDouble(figures.getOrDefault(key, "NaN"));
    }
}
