package dev.sheaf.bench.published;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;

import dev.sheaf.bench.Child;
import dev.sheaf.bench.Filling;
import dev.sheaf.bench.Usage;
import dev.sheaf.store.HubStore;
import dev.sheaf.store.open.HubStores;
import dev.sheaf.transfer.exports.CiffExport;

/**
 * Measures the bytes on the wire of each index format beside those of the documents, and the CPU seconds at both ends. Started by
 * {@code bench/economy}: a folder of documents, a folder of test collections.
 */
final class Economy {

    private static final String HEAP = "1g";
    private static final List<String> COLLECTIONS = List.of("cranfield", "med", "cacm", "npl");
    private static final List<String> INDICES = List.of("terms", "tf_basic", "tf_positional");
    private static final List<String> CODINGS = List.of("identity", "gzip", "zstd");
    /** One document in so many changes before the increment. */
    private static final int SHARE_OF_CHANGES = 20;

    private final String name;
    private final Path files;
    private final Path work;
    private long original;

    private Economy(String name, Path files, Path work) {
        this.name = name;
        this.files = files;
        this.work = work;
    }

    /** Measures and prints tables in Markdown. */
    public static void main(String[] arguments) throws IOException, InterruptedException {
        Path work = Files.createTempDirectory("economy");
        try {
            Path documents = copy(Path.of(arguments[0]), Files.createDirectories(work.resolve("documents")));
            new Economy("Documents", documents, work.resolve("1"))
                    .measure(SizesOfTexts.extracted(documents, Files.createDirectories(work.resolve("extraction"))));
            Path texts = Files.createDirectories(work.resolve("texts"));
            new Economy("Texts of " + String.join(", ", COLLECTIONS), texts, work.resolve("2"))
                    .measure(SizesOfTexts.write(Path.of(arguments[1]), COLLECTIONS, texts));
        } finally {
            try (Stream<Path> found = Files.walk(work)) {
                found.sorted(Collections.reverseOrder()).forEach(file -> file.toFile().delete());
            }
        }
    }

    private static Path copy(Path from, Path to) throws IOException {
        for (Path file : SizesOfTexts.files(from)) {
            String name = file.getFileName().toString();
            if (name.endsWith(".pdf") || name.endsWith(".html")) {
                Files.copy(file, to.resolve(name));
            }
        }
        return to;
    }

    private void measure(List<String> texts) throws IOException, InterruptedException {
        Path provider = work.resolve("provider");
        Map<String, String> published = publish(provider);
        for (Path file : SizesOfTexts.files(files)) {
            original += Files.size(file);
        }
        SizesOfTexts plain = SizesOfTexts.of(texts);
        System.out.printf(Locale.ROOT, "%n### %s%n%n%,d files, %,d resources published, %,d refused%n%n", name,
                SizesOfTexts.files(files).size(), number(published, "created"), number(published, "refused"));
        System.out.println("| transferred | plain | gzip | zstd | gzip, share of the files |");
        System.out.println("|---|---:|---:|---:|---:|");
        row("the files", original, packed(false), packed(true));
        row("their plain texts, one by one", plain.plain(), plain.gzip(), plain.zstd());
        System.out.printf(Locale.ROOT, "| their plain texts as one file |  | %,d |  | %.1f %% |%n", plain.together(),
                100.0 * plain.together() / original);
        List<String> costs = new ArrayList<>();
        for (String prefix : List.of("oai_dc", "oai_dc__terms", "oai_dc__tf_basic", "oai_dc__tf_positional")) {
            costs.add(fetched(provider, prefix));
        }
        ciff(provider);
        System.out.printf(Locale.ROOT,
                "%nCPU seconds of the provider for one crawl: %.1f to extract texts, %.1f for all else. A service that fetches the "
                        + "files has to extract, too.%n%n",
                decimal(published, "extract.cpu"), decimal(published, "publish.cpu"));
        System.out.println("| harvested, gzip | CPU s to serve | CPU s to harvest | CPU s to index |");
        System.out.println("|---|---:|---:|---:|");
        costs.forEach(System.out::println);
        increment(provider);
    }

    private Map<String, String> publish(Path provider) throws IOException, InterruptedException {
        try (Child child = Child.start(PublishChild.class, HEAP, provider.toString(), files.toString(),
                String.join(",", INDICES))) {
            return child.end();
        }
    }

    private long packed(boolean zstd) throws IOException {
        long bytes = 0;
        for (Path file : SizesOfTexts.files(files)) {
            byte[] content = Files.readAllBytes(file);
            bytes += zstd ? SizesOfTexts.zstd(content) : SizesOfTexts.gzip(content);
        }
        return bytes;
    }

    private void row(String what, long plain, long gzip, long zstd) {
        System.out.printf(Locale.ROOT, "| %s | %,d | %,d | %,d | %.1f %% |%n", what, plain, gzip, zstd, 100.0 * gzip / original);
    }

    /** Prints the bytes of a format; returns the row of its CPU seconds. Each coding is served by a new process, as for the first harvester. */
    private String fetched(Path provider, String prefix) throws IOException, InterruptedException {
        List<Long> bytes = new ArrayList<>();
        double serving = 0;
        for (String coding : CODINGS) {
            try (Child server = Child.start(ServeChild.class, HEAP, provider.toString())) {
                String url = server.report().getOrDefault("url", "");
                double before = decimal(server.ask(), "cpu");
                try (Wire wire = new Wire(url)) {
                    bytes.add(wire.list(prefix, null, coding).bytes());
                }
                double after = decimal(server.ask(), "cpu");
                serving = coding.equals("gzip") ? after - before : serving;
            }
        }
        row("list of `" + prefix + "`", bytes.get(0), bytes.get(1), bytes.get(2));
        try (Child server = Child.start(ServeChild.class, HEAP, provider.toString());
                Child service = Child.start(ServiceChild.class, HEAP, work.resolve("service-" + prefix).toString(),
                        server.report().getOrDefault("url", ""), prefix)) {
            Map<String, String> used = service.end();
            return String.format(Locale.ROOT, "| `%s` | %.1f | %.1f | %.1f |", prefix, serving, decimal(used, "harvest.cpu"),
                    decimal(used, "index.cpu"));
        }
    }

    private void ciff(Path provider) throws IOException {
        ByteArrayOutputStream file = new ByteArrayOutputStream();
        double cpu = Usage.cpuSeconds();
        try (HubStore store = HubStores.open(provider, Filling.IDENTITY, InstantSource.system())) {
            new CiffExport(store.repository(PublishChild.SOURCE, "http://bench.example.org/oai").orElseThrow(),
                    Files.createDirectories(work.resolve("ciff")), 64 << 20)
                    .run(new CiffExport.Choice(null, null, null, null), file, _ -> {});
        }
        cpu = Usage.cpuSeconds() - cpu;
        row(String.format(Locale.ROOT, "CIFF file (%.1f CPU s to write)", cpu), file.size(),
                SizesOfTexts.gzip(file.toByteArray()),
                SizesOfTexts.zstd(file.toByteArray()));
    }

    /** Changes some files, publishes again, and fetches what is new. */
    private void increment(Path provider) throws IOException, InterruptedException {
        // Datestamps have seconds: the increment begins in a second of its own.
        Instant from = Instant.now().truncatedTo(ChronoUnit.SECONDS).plusSeconds(1);
        while (Instant.now().isBefore(from)) {
            LockSupport.parkUntil(from.toEpochMilli());
        }
        int changed = change();
        publish(provider);
        try (Child server = Child.start(ServeChild.class, HEAP, provider.toString());
                Wire wire = new Wire(server.report().getOrDefault("url", ""))) {
            System.out.printf(Locale.ROOT, "%nIncrement after changes of %,d files:%n%n", changed);
            System.out.println("| format | records | gzip bytes | share of the whole list | share of the text in it | factor |");
            System.out.println("|---|---:|---:|---:|---:|---:|");
            for (String index : INDICES) {
                String prefix = "oai_dc__" + index;
                Wire.Fetched whole = wire.list(prefix, null, "gzip");
                Wire.Fetched part = wire.list(prefix, from.toString(), "gzip");
                double share = (double) part.bytes() / whole.bytes();
                double fair = (double) part.plain() / whole.plain();
                System.out.printf(Locale.ROOT, "| `%s` | %,d of %,d | %,d | %.2f %% | %.2f %% | %.2f |%n", prefix, part.records(),
                        whole.records(), part.bytes(), 100 * share, 100 * fair, share / fair);
            }
        }
    }

    /** Gives one file in twenty the content of another file of its kind. */
    private int change() throws IOException {
        int changed = 0;
        Random random = new Random(5);
        List<Path> all = SizesOfTexts.files(files);
        for (int i = SHARE_OF_CHANGES / 2; i < all.size(); i += SHARE_OF_CHANGES) {
            Path file = all.get(i);
            String name = file.getFileName().toString();
            String ending = name.substring(name.lastIndexOf('.'));
            List<Path> others = all.stream().filter(other -> other.toString().endsWith(ending) && !other.equals(file)).toList();
            Files.copy(others.get(random.nextInt(others.size())), file, StandardCopyOption.REPLACE_EXISTING);
            changed++;
        }
        return changed;
    }

    private static long number(Map<String, String> figures, String key) {
        return Long.parseLong(figures.getOrDefault(key, "-1"));
    }

    private static double decimal(Map<String, String> figures, String key) {
        return Double.parseDouble(figures.getOrDefault(key, "NaN"));
    }
}
